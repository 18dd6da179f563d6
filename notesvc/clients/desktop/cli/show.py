"""`status` and `conflicts`."""

from argparse import Namespace

from notesvc.clients.desktop.cli import profile
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.sync.conflicts import MARK
from notesvc.clients.desktop.sync.state import UNWANTED, State
from notesvc.clients.desktop.sync.tree import Tree


def run(arguments: Namespace, output: Output) -> None:
    """Tell what the state knows; asks nobody and needs no key. Raises CommandError."""
    own = profile.find()
    settings = own.settings()
    state = State(str(own.state_file))
    try:
        tree = Tree(state)
        if arguments.command == "conflicts":
            _conflicts(tree, output)
            return
        output.tell("connected", {"address": settings.address, "folder": settings.folder, "device": settings.device})
        output.say(f"{settings.folder} with {settings.address}, as {settings.device}")
        _counts(state, tree, output)
    finally:
        state.close()


def _conflicts(tree: Tree, output: Output) -> None:
    paths = sorted(filter(None, (tree.path(each) for each in tree.notes.values() if MARK.search(each.file or ""))))
    output.tell("conflicts", paths)
    for path in paths:
        output.say(path)


def _counts(state: State, tree: Tree, output: Output) -> None:
    things = [*tree.notes.values(), *tree.folders.values(), *tree.attachments.values()]
    waiting = sum(1 for each in things if each.is_coming or each.missed) + len(state.creations())
    conflicts = sum(1 for each in tree.notes.values() if MARK.search(each.file or ""))
    files = list(tree.attachments.values())
    counts = {"notes": len(tree.notes), "folders": len(tree.folders), "files": sum(each.is_here for each in files)}
    there = sum(each.etag == UNWANTED for each in files)
    output.tell("counts", counts | {"filesThereOnly": there, "waiting": waiting, "conflicts": conflicts})
    output.say(
        f"{counts['notes']} notes, {counts['folders']} folders, {counts['files']} files; {waiting} waiting, "
        f"{conflicts} conflict copies"
    )
    if there:
        output.say(f"{there} files that were deleted or replaced here are in the service")
    problems = state.problems()
    output.tell("problems", [{"path": path, "cause": cause} for path, (cause, _) in problems.items()])
    for path, (cause, _) in problems.items():
        output.say(f"left alone: {path}: {cause}")
