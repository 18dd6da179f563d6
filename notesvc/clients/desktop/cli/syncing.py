"""`sync` and `pull`."""

from argparse import Namespace

from notesvc.clients.desktop.cli import codes, watching
from notesvc.clients.desktop.cli.codes import CommandError
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.cli.session import Session, open_session
from notesvc.clients.desktop.sync.desk import Options
from notesvc.clients.desktop.sync.errors import (
    BrakeError,
    DiskFullError,
    FolderGoneError,
    KeyRefusedError,
    RestoredError,
    SyncError,
    UnreachableError,
)

_CODES: tuple[tuple[type[SyncError], int], ...] = (
    (KeyRefusedError, codes.NOT_CONNECTED),
    (BrakeError, codes.ASKS),
    (RestoredError, codes.ASKS),
    (UnreachableError, codes.UNREACHABLE),
    (FolderGoneError, codes.FOLDER_GONE),
    (DiskFullError, codes.FAILED),
)


def run(arguments: Namespace, output: Output) -> None:
    """Bring both together, once or until stopped. Raises CommandError."""
    is_pull = arguments.command == "pull"
    options = Options(is_pull, arguments.dry_run, arguments.accept_deletes)
    with open_session(is_quiet=output.is_json) as session:
        try:
            if getattr(arguments, "watch", False):
                watching.watch(session, options, output)
                return
            once(session, options, output)
        except SyncError as error:
            raise CommandError(code_of(error), text_of(error)) from error


def once(session: Session, options: Options, output: Output) -> None:
    """Rounds until there is nothing left to do now, told."""
    report = session.rounds(options)
    output.tell("acts", [{"act": act, "path": path} for act, path in report.acts])
    for act, path in report.acts:
        output.say(f"{act}: {path}")
    problems = session.state.problems()
    output.tell("problems", [{"path": path, "cause": cause} for path, (cause, _) in problems.items()])
    for path, (cause, _) in problems.items():
        output.say(f"left alone: {path}: {cause}")


def code_of(error: SyncError) -> int:
    """The exit code of a round that ended early."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), codes.FAILED)


def text_of(error: SyncError) -> str:
    """What a person reads of it, with what to do next."""
    if isinstance(error, BrakeError):
        return f"{error}. If that is meant: notes-desktop sync --accept-deletes {error.count}"
    if isinstance(error, RestoredError):
        return (
            f"{error} What is here may be newer. notes-desktop reset, then sync: nothing is deleted, and files that "
            "differ from the service's stay beside them."
        )
    return str(error)
