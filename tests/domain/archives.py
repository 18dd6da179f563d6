"""Archives made for tests, brought in as the service does it, and what the workspace holds afterwards."""

import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from notesvc import clock, file_store
from notesvc.config import Settings
from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, zip_archive
from notesvc.domain.importing import jobs, run
from notesvc.domain.importing.report import Report
from notesvc.models import ALL, Event, EventCounter, ImportItem, ImportJob, Note, NoteBody, Notification

Files = Mapping[str, Any] | Iterable[tuple[str, Any]]
"""Texts or bytes by name; as pairs, names may repeat."""

THIRTY_NOTES: dict[str, Any] = {
    f"f{number % 3}/n{number:02}.md": f"text {number} [[n{number - 1:02}]]" for number in range(30)
} | {f"img/{number}.png": bytes([number]) * 9 for number in range(4)}
"""In three folders, and four images in another one."""


def zipped(path: Path, files: Files) -> Path:
    """A zip of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items() if isinstance(files, Mapping) else files:
            archive.writestr(name, content)
    return path


def queued(settings: Settings, caller: Caller, source: Path, **options: object) -> ImportJob:
    """A job for a copy of the file; nobody works on it yet."""
    file_store.open_store(settings.attachments)
    settings.imports.mkdir(exist_ok=True)
    job_id = clock.new_id()
    path = jobs.file_of(settings.imports, job_id)
    path.write_bytes(source.read_bytes())
    chosen = {"parent_id": None, "is_dry_run": False} | options
    return jobs.create(caller, job_id, path, source.name, **chosen)  # type: ignore[arg-type]


def bring_in(settings: Settings, caller: Caller, source: Path, **options: object) -> tuple[ImportJob, Report]:
    """The file brought in to the end, and what the report says."""
    job = queued(settings, caller, source, **options)
    run.run_one(str(job.id), settings.imports, lambda _: None)
    ended, report = jobs.look(caller, str(job.id))
    assert report is not None
    return ended, report


def texts(caller: Caller) -> dict[str, str]:
    """The contents of the caller's live notes by path, such as `Folder/Note`."""
    paths = {branch.id: f"{branch.path}/" for branch in folders.tree(caller)}
    found = {}
    for note in Note.select().where((Note.owner == caller.user_id) & Note.deleted_at.is_null()):
        above = paths[note.parent_id] if note.parent_id is not None else ""
        found[f"{above}{note.name}"] = str(NoteBody.get(NoteBody.note == note.id).content)
    return found


def note_named(caller: Caller, name: str) -> Note:
    """The caller's live note of that name."""
    found: Note = Note.get((Note.owner == caller.user_id) & (Note.name == name) & Note.deleted_at.is_null())
    return found


def outcomes(report: Report) -> dict[str, tuple[str, str | None]]:
    """Outcome and reason by path."""
    return {item.path: (item.outcome, item.reason) for item in report.files}


def tally(report: Report) -> Counter[tuple[str, str]]:
    """How many files of a kind had an outcome."""
    return Counter((item.kind, item.outcome) for item in report.files)


def exported(caller: Caller, path: Path, *, form: str = "zip", versions: bool = True) -> Path:
    """The caller's workspace as a file."""
    pieces = zip_archive.pieces if form == "zip" else export.json_pieces
    with open(path, "wb") as file:
        file.writelines(pieces(export.begin(caller, None, versions)))
    return path


def work_until(settings: Settings, job: ImportJob, when: Callable[[ImportJob], bool]) -> ImportJob:
    """Work on the job until the moment comes or it has ended."""
    run.run_some(settings.imports, lambda: when(ImportJob.get_by_id(job.id)))
    return ImportJob.get_by_id(job.id)


def at(done: int, act: Callable[[], object] = lambda: None) -> Callable[[ImportJob], bool]:
    """The moment when so many files are done; then something happens and the work goes on."""
    happened: list[object] = []

    def has_come(job: ImportJob) -> bool:
        if job.done >= done and not happened:
            happened.append(act())
        return False

    return has_come


def everything() -> dict[str, int]:
    """How many rows each table has, those of the import itself aside, and those that tell of it."""
    aside = (ImportJob, ImportItem, Notification, Event, EventCounter)
    return {str(model._meta.table_name): model.select().count() for model in ALL if model not in aside}
