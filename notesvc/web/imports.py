"""Bringing an archive in: received to disk, then a job that its owner can watch and take back."""

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal

from flask import current_app, request
from pydantic import Field

from notesvc import ballast, clock, durable, errors, limits, shapes
from notesvc.domain import idempotency
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key
from notesvc.domain.importing import job_items, jobs
from notesvc.domain.importing.report import Report
from notesvc.models import ImportJob
from notesvc.web import bodies, browser_language, forms, idempotency_keys, multipart
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("imports", "/api/data")


class ImportFields(forms.Form):
    """What comes beside the file."""

    parent_id: forms.Id | None = Field(None, description="The folder to put everything in; the top where absent.")
    dry_run: Literal["true", "false"] = Field(
        "false", description="Whether to tell only what would become of each file."
    )


class Import(ImportFields):
    """POST import, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"}, description="The archive, with its name.")


class ImportQueued(shapes.Shape):
    """An import that will be done."""

    id: shapes.Id = Field(description="The import's id.")
    state: Literal["queued"] = Field(description="It waits for its turn.")


class ImportAgain(shapes.Shape):
    """An import that was asked for before, and how it stands."""

    id: shapes.Id = Field(description="The import's id.")
    state: Literal["queued", "running", "done", "failed", "cancelled"] = Field(description="How it stands.")


class ImportedFile(shapes.Shape):
    """What became of a file of the archive."""

    path: str = Field(description="Where the file lies in the archive.")
    outcome: Literal["created", "skipped", "failed"] = Field(description="What became of it.")
    note_id: shapes.Id | None = Field(None, description="The note that was made of it.")
    reason: str | None = Field(None, description="What a person should know about the outcome.")
    words: str | None = Field(None, description="The same in the language of `Accept-Language`.")


class ImportLinks(shapes.Shape):
    """How many links lead somewhere, and how many do not."""

    resolved: int = Field(description="How many links lead somewhere.")
    unresolved: int = Field(description="How many links do not.")


class ImportReport(shapes.Shape):
    """What an import made, and what became of each file; a failed one names the archive itself first."""

    notes: int = Field(description="How many notes were made.")
    folders: int = Field(description="How many folders were made.")
    attachments: int = Field(description="How many attachments were made.")
    links: ImportLinks = Field(description="The links of these notes.")
    files: list[ImportedFile] = Field(description="What became of each file.")


class ImportState(shapes.Shape):
    """How far an import is; the report is there when it has ended."""

    id: shapes.Id = Field(description="The import's id.")
    state: Literal["queued", "running", "done", "failed", "cancelled"] = Field(description="How it stands.")
    done: int = Field(description="How many files are done.")
    total: int = Field(description="How many files there are.")
    file_name: str = Field(description="The name of the file that came.")
    folder_id: shapes.Id | None = Field(description="The folder that its notes are in; null until it has ended.")
    report: ImportReport | None = Field(description="What came of it; null until it has ended.")


@area.post(
    "/import",
    access=SESSION,
    upload=Import,
    upload_limit="MAX_IMPORT",
    headers=("Idempotency-Key",),
    answers={202: ImportQueued, 200: ImportAgain},
    refusals=(404, 409),
)
def begin(caller: Caller) -> Any:
    """Queue an archive to be brought in; a repeated Idempotency-Key answers with the first import and 200."""
    folder = current_app.config["NOTESVC"].imports
    if not idempotency.is_known(caller, request.headers.get("Idempotency-Key")):
        jobs.refuse_too_many(caller, folder)
    job_id = clock.new_id()
    with _kept_if_queued(folder, job_id) as path:
        name, fields = _receive(path)
        form = bodies.validate(ImportFields, fields)

        def make() -> idempotency.Outcome:
            is_dry_run = form.dry_run == "true"
            jobs.create(caller, job_id, path, name, parent_id=form.parent_id, is_dry_run=is_dry_run)
            return idempotency.Outcome(job_id, None)

        outcome = idempotency.once(caller, _key(form, name, path), make)
    if not outcome.is_replay:
        return ImportQueued.of(id=job_id, state="queued")
    jobs.remove_files(folder, job_id)
    job, _ = jobs.look(caller, outcome.resource_id)
    return Answer(ImportAgain.of(job), 200, idempotency_keys.headers(outcome))


@area.get("/imports/<id:job_id>", access=SESSION, answers={200: ImportState})
def read(caller: Caller, job_id: str) -> Any:
    """How far the import is, and its report."""
    job, report = jobs.look(caller, job_id)
    if report is None:
        return ImportState.of(job, folder_id=None, report=None)
    return ImportState.of(job, folder_id=job_items.folder_of(job), report=_report(job, report))


@area.delete("/imports/<id:job_id>", access=SESSION, answers={204: None})
def delete(caller: Caller, job_id: str) -> Any:
    """Cancel the import, or move what it made to the trash."""
    jobs.give_up(caller, job_id, current_app.config["NOTESVC"].imports)


def _key(form: ImportFields, name: str, path: Path) -> Key | None:
    """The key of this upload; another file under the same name is another request."""
    if "Idempotency-Key" not in request.headers:
        return None
    with open(path, "rb") as file:
        content = hashlib.file_digest(file, "sha256").hexdigest()
    return idempotency_keys.from_request("import", Import.model_construct(file=f"{content} {name}", **form.given()))


def _report(job: ImportJob, report: Report) -> dict[str, Any]:
    files = [] if report.message is None else [_file(str(job.file_name), "failed", reason=report.message)]
    for item in report.files:
        is_note = report.has_ids and item.kind == "note" and item.outcome == "created"
        files.append(_file(item.path, item.outcome, item.resource_id if is_note else None, item.reason))
    return {**report.summary, "files": files}


def _file(path: str, outcome: str, note_id: str | None = None, reason: str | None = None) -> dict[str, Any]:
    named = {"noteId": note_id, "reason": reason, "words": browser_language.in_words(reason)}
    return {"path": path, "outcome": outcome, **{name: value for name, value in named.items() if value is not None}}


@contextlib.contextmanager
def _kept_if_queued(folder: Path, job_id: str) -> Iterator[Path]:
    """Where the file goes; it is removed again when the job does not come about. Raises Busy on a full disk."""
    ballast.leave_the_rest()
    durable.make_folder(folder)
    try:
        yield jobs.file_of(folder, job_id)
    except BaseException:
        jobs.remove_files(folder, job_id)
        raise


def _receive(path: Path) -> tuple[str, dict[str, str]]:
    """Write the uploaded file to the path; answers its name and the fields beside it.

    Raises UnsupportedMediaType, MalformedRequest, TooLarge, InvalidInput.
    """
    with _NewFile(path) as new:
        file, fields = multipart.receive_file(new.open_file, limits.MAX_IMPORT)
    if path.stat().st_size > limits.MAX_IMPORT:
        raise errors.TooLarge(f"The file is larger than {limits.MAX_IMPORT} bytes.")
    # Its name has to be there after a power cut as well: the answer promises the import.
    durable.sync(path.parent)
    return str(file.filename), fields


class _NewFile:
    """The one file of the upload, for its owner's eyes only, on disk when it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "_NewFile":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with self._file:
                self._file.flush()
                os.fsync(self._file.fileno())

    def open_file(self, *_: Any, **__: Any) -> IO[bytes]:
        if self._file is not None:
            raise errors.InvalidInput("file", "is given more than once")
        descriptor = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        self._file = open(descriptor, "w+b")  # noqa: SIM115 - closed at the end of the upload
        return self._file
