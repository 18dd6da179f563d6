"""`restore`: what the client took away lies in the folder's own trash."""

from argparse import Namespace

from notesvc.clients.desktop.cli import lock, profile
from notesvc.clients.desktop.cli.codes import FAILED, CommandError
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.sync.disk import TRASH, Disk
from notesvc.clients.desktop.sync.errors import SyncError
from notesvc.clients.desktop.sync.naming import Naming
from notesvc.clients.desktop.sync.state import State
from notesvc.clients.desktop.sync.tree import Tree, join, split


def run(arguments: Namespace, output: Output) -> None:
    """List the local trash, or bring one file back as a new one. Raises CommandError."""
    own = profile.find()
    settings = own.settings()
    with lock.hold(own.lock_file):
        state = State(str(own.state_file))
        try:
            if arguments.name is None:
                _list(state, output)
            else:
                output.say(f"{_bring_back(state, settings.folder, arguments.name)} is back.")
        except (SyncError, OSError) as error:
            raise CommandError(FAILED, str(error)) from error
        finally:
            state.close()


def _list(state: State, output: Output) -> None:
    found = [{"name": name, "path": path, "cause": cause, "at": at} for name, path, cause, at in state.trash()]
    output.tell("trash", found)
    for each in found:
        output.say(f"{each['name']}: {each['path']}, {each['cause']} {each['at']}")


def _bring_back(state: State, folder: str, name: str) -> str:
    known = {each[0]: each[1] for each in state.trash()}
    if name not in known:
        raise CommandError(FAILED, f"The local trash has no {name}.")
    disk = Disk(folder)
    try:
        above, file = split(known[name])
        if above and disk.look(above) is None:
            above = ""
        target = join(above, Naming(disk, Tree(state)).free(above, file))
        disk.move(join(TRASH, name), target)
        with state.commit():
            state.drop_trash(name)
        return target
    finally:
        disk.close()
