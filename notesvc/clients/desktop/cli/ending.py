"""`disconnect` and `reset`. Neither touches a file of the folder."""

from argparse import Namespace

from notesvc.clients.desktop.cli import keychain, lock, profile
from notesvc.clients.desktop.cli.codes import CommandError
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.sync import marking
from notesvc.clients.desktop.sync.disk import MARKER, Disk
from notesvc.clients.desktop.sync.errors import FolderGoneError
from notesvc.clients.desktop.sync.state import State


def run(arguments: Namespace, output: Output) -> None:
    """Delete the key, or the state, or both. Raises CommandError, and then nothing was deleted."""
    own = profile.find()
    with lock.hold(own.lock_file):
        deletes_key = arguments.command == "disconnect" or arguments.credentials
        if deletes_key:
            is_there = keychain.delete(own)
            output.say("The key is deleted." if is_there else "There was no key.")
        if arguments.command == "reset":
            _forget(own)
            output.say("What was synced is forgotten; the next sync compares all files with the service.")
    output.tell("deletedKey", deletes_key)


def _forget(own: profile.Profile) -> None:
    """Forget everything but which folder it is: the next sync has to know it again."""
    disk = _folder_of(own)
    own.forget_state()
    if disk is None:
        return
    state = State(str(own.state_file))
    try:
        marking.mark(disk, state)
    finally:
        state.close()
        disk.close()


def _folder_of(own: profile.Profile) -> Disk | None:
    """The folder, where it is there and has its marker; else it has to be connected anew."""
    try:
        disk = Disk(own.settings().folder)
    except (CommandError, FolderGoneError):
        return None
    if disk.look(MARKER) is None:
        disk.close()
        return None
    return disk
