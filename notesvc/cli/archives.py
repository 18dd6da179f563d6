"""`notesvc import` and `notesvc export`: a whole workspace in and out as a file."""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from notesvc import clock, durable, errors, file_store
from notesvc.cli import accounts
from notesvc.cli.commands import Command, complain, opened_database, progress
from notesvc.config import Settings
from notesvc.domain import audit, folders
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, html_site, zip_archive
from notesvc.domain.importing import jobs, run
from notesvc.domain.importing.report import Report
from notesvc.models import ImportJob

_FAILED = 1
_DAMAGED = 3
_CANCELLED = 130
_PIECES = {"json": export.json_pieces, "zip": zip_archive.pieces, "html": html_site.pieces}


def import_it(arguments: argparse.Namespace) -> int:
    with opened_database() as settings:
        file_store.open_store(settings.attachments)
        caller = users.caller_of(accounts.account(arguments.user))
        parent_id = None if arguments.parent is None else _folder(caller, arguments.parent)
        return bring_in(settings, caller, arguments.file, parent_id, is_dry_run=arguments.dry_run)


def bring_in(
    settings: Settings, caller: Caller, source: Path, parent_id: str | None, *, is_dry_run: bool = False
) -> int:
    """Import the file into a folder, or at the top, and tell what became of it; answers the exit code."""
    job = _queue_import(settings, caller, source, parent_id=parent_id, is_dry_run=is_dry_run)
    return _run(settings, caller, str(job.id))


def export_it(arguments: argparse.Namespace) -> int:
    with opened_database() as settings:
        file_store.open_store(settings.attachments)
        caller = users.caller_of(accounts.account(arguments.user), "command")
        audit.record(caller, "exported", caller.user_id, format=arguments.format)
        begun = export.begin(caller, None, arguments.versions)
        _write(arguments.file, _PIECES[arguments.format](begun))
        if begun.missing:
            complain(f"{len(begun.missing.as_list())} files are missing: the export lists them", _DAMAGED)
        if begun.damage:
            return complain(f"{len(begun.damage.as_list())} damaged: the export lists them", _DAMAGED)
        return _DAMAGED if begun.missing else 0


def _write(target: Path, pieces: Iterable[bytes]) -> None:
    """Write a new file, in the place of the old one when all of it is there. Pipes are written to, devices never."""
    if str(target) in ("-", "/dev/stdout"):
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    if target.is_fifo():
        with open(target, "wb") as pipe:
            pipe.writelines(pieces)
        return
    if target.exists() and not target.is_file():
        kind = "folder" if target.is_dir() else "device"
        raise errors.InvalidInput("", f"{target} is a {kind}: name a file, or - for standard output")
    # A link goes on leading where it leads.
    size = durable.write_pieces(target.resolve(), pieces)
    print(f"{target}: {size / 1_000_000:.1f} MB")


def _queue_import(
    settings: Settings, caller: Caller, source: Path, *, parent_id: str | None, is_dry_run: bool
) -> ImportJob:
    """The job for a copy of the file: the service may have to go on with it."""
    job_id = clock.new_id()
    durable.make_folder(settings.imports)
    path = jobs.file_of(settings.imports, job_id)
    try:
        with _open_source(source) as file, open(path, "xb", opener=durable.private) as copy:
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
        durable.sync(path.parent)
        name = "import" if str(source) == "-" else source.name
        return jobs.create(caller, job_id, path, name, parent_id=parent_id, is_dry_run=is_dry_run)
    except OSError as error:
        jobs.remove_files(settings.imports, job_id)
        raise errors.InvalidInput("", f"{source} cannot be read: {error.strerror}") from error
    except BaseException:
        jobs.remove_files(settings.imports, job_id)
        raise


def _open_source(source: Path) -> IO[bytes]:
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb") if str(source) == "-" else open(source, "rb")


def _run(settings: Settings, caller: Caller, job_id: str) -> int:
    try:
        run.run_one(job_id, settings.imports, _teller())
    except KeyboardInterrupt:
        print("taking back what was brought in", file=sys.stderr)
        jobs.give_up(caller, job_id, settings.imports)
        run.run_one(job_id, settings.imports, _teller())
        return complain("cancelled; nothing was kept", _CANCELLED)
    job, report = jobs.look(caller, job_id)
    if job.state != "done" or report is None:
        return complain(report.message if report and report.message else "cancelled; nothing was kept", _FAILED)
    _print(report, bool(job.is_dry_run))
    return 0


def _teller() -> Callable[[ImportJob], object]:
    tell = progress()
    return lambda job: tell(f"{job.done} of {job.total} files" if job.stage == "making" else str(job.stage))


def _print(report: Report, is_dry_run: bool) -> None:
    for item in report.files:
        if item.reason is not None:
            print(f"{item.outcome}: {item.path}: {item.reason}")
    numbers = report.summary
    links = f"{numbers['links']['resolved']} links lead somewhere, {numbers['links']['unresolved']} do not"
    counts = f"{numbers['notes']} notes, {numbers['folders']} folders, {numbers['attachments']} attachments; {links}"
    print(f"would bring in {counts}" if is_dry_run else f"brought in {counts}")


def _folder(caller: Caller, wanted: str) -> str:
    for branch in folders.tree(caller):
        if wanted in (branch.id, branch.path):
            return branch.id
    raise errors.InvalidInput("--parent", f"there is no folder {wanted}")


def _import_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, help="a zip of markdown files, our own zip or JSON, or a text file; - for standard input"
    )
    parser.add_argument("--user", required=True, metavar="EMAIL", help="whose workspace it goes to")
    parser.add_argument("--parent", metavar="FOLDER", help="the folder to put it in: its id, or its path as A/B")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would become of each file")


def _export_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the file to write; - for standard output")
    parser.add_argument("--user", required=True, metavar="EMAIL", help="whose workspace it is")
    parser.add_argument("--format", choices=sorted(_PIECES), default="zip", help="zip by default")
    parser.add_argument("--versions", action="store_true", help="with the history of every note")


COMMANDS = (
    Command("import", "bring an archive into a workspace", import_it, _import_choices),
    Command("export", "write a workspace to a file", export_it, _export_choices),
)
