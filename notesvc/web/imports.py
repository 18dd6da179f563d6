"""Bringing an archive in: received to disk, then a job that its owner can watch and take back."""

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal

from flask import current_app, request
from pydantic import Field
from werkzeug.formparser import MultiPartParser

from notesvc import clock, database, errors, limits
from notesvc.domain import idempotency
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key
from notesvc.domain.importing import jobs
from notesvc.domain.importing.report import Report
from notesvc.models import ImportJob
from notesvc.web import bodies, forms, idempotency_keys, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("imports", "/api/data")

_FORM_OVERHEAD = 256 * limits.KIB
_PARTS = 10


class ImportFields(forms.Form):
    """What comes beside the file."""

    parent_id: forms.Id | None = None
    dry_run: Literal["true", "false"] = "false"


class Import(ImportFields):
    """POST import, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"})


class ImportQueued(shapes.Shape):
    """An import that will be done."""

    id: str
    state: Literal["queued"]


class ImportAgain(shapes.Shape):
    """An import that was asked for before, and how it stands."""

    id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]


class ImportedFile(shapes.Shape):
    """What became of a file of the archive."""

    path: str
    outcome: Literal["created", "skipped", "failed"]
    note_id: str | None = None
    reason: str | None = None


class ImportLinks(shapes.Shape):
    """How many links lead somewhere, and how many do not."""

    resolved: int
    unresolved: int


class ImportReport(shapes.Shape):
    """What an import made, and what became of each file; a failed one names the archive itself first."""

    notes: int
    folders: int
    attachments: int
    links: ImportLinks
    files: list[ImportedFile]


class ImportState(shapes.Shape):
    """How far an import is; the report is there when it has ended."""

    id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int
    total: int
    report: ImportReport | None


@area.post(
    "/import",
    access=SESSION,
    upload=Import,
    headers=("Idempotency-Key",),
    answers={202: ImportQueued, 200: ImportAgain},
    refusals=(404, 409),
)
def begin(caller: Caller) -> Any:
    """Queue an archive to be brought in; a repeated Idempotency-Key answers with the first import and 200."""
    if not idempotency.is_known(caller, request.headers.get("Idempotency-Key")):
        jobs.refuse_too_many(caller)
    folder = current_app.config["NOTESVC"].imports
    job_id = clock.new_id()
    with _kept_if_queued(folder, job_id) as path:
        name, fields = _received(path)
        form = bodies.checked(ImportFields, fields)

        def make() -> idempotency.Outcome:
            is_dry_run = form.dry_run == "true"
            jobs.create(caller, job_id, path, name, parent_id=form.parent_id, is_dry_run=is_dry_run)
            return idempotency.Outcome(job_id, None)

        outcome = idempotency.once(caller, _key(form, name, path), make)
    if not outcome.is_replay:
        return {"id": job_id, "state": "queued"}
    jobs.remove_files(folder, job_id)
    job, _ = jobs.look(caller, outcome.resource_id)
    return Answer({"id": job.id, "state": job.state}, 200, idempotency_keys.headers(outcome))


@area.get("/imports/<id:job_id>", access=SESSION, answers={200: ImportState})
def read(caller: Caller, job_id: str) -> Any:
    """How far the import is, and its report."""
    job, report = jobs.look(caller, job_id)
    return {
        "id": job.id,
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "report": None if report is None else _report(job, report),
    }


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
    named = {"noteId": note_id, "reason": reason}
    return {"path": path, "outcome": outcome, **{name: value for name, value in named.items() if value is not None}}


@contextlib.contextmanager
def _kept_if_queued(folder: Path, job_id: str) -> Iterator[Path]:
    """Where the file goes; it is removed again when the job does not come about. Raises Busy for a full disk."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        yield jobs.file_of(folder, job_id)
    except BaseException as error:
        jobs.remove_files(folder, job_id)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise errors.Busy("The disk of the server is full.") from error
        raise


def _received(path: Path) -> tuple[str, dict[str, str]]:
    """Write the uploaded file to the path; answers its name and the fields beside it.

    Raises UnsupportedMediaType, MalformedRequest, TooLarge, InvalidInput.
    """
    boundary = request.mimetype_params.get("boundary", "")
    if request.mimetype != "multipart/form-data" or not boundary.isascii() or not boundary:
        raise errors.UnsupportedMediaType("Send the file as multipart/form-data.")
    # A slow upload must not keep a connection from those who need one.
    database.release()
    try:
        with _NewFile(path) as new:
            parser = MultiPartParser(
                stream_factory=new.opened, max_form_memory_size=_FORM_OVERHEAD, max_form_parts=_PARTS
            )
            form, files = parser.parse(_Counted(), boundary.encode(), request.content_length)  # type: ignore[arg-type]
    except ValueError as error:
        raise errors.MalformedRequest("The body is no multipart/form-data.") from error
    finally:
        database.connect()
    if path.exists() and path.stat().st_size > limits.MAX_IMPORT:
        raise errors.TooLarge(f"The file is larger than {limits.MAX_IMPORT} bytes.")
    if list(files) != ["file"] or not files["file"].filename:
        raise errors.InvalidInput("file", "is missing")
    twice = [name for name in form if len(form.getlist(name)) > 1]
    if twice:
        raise errors.InvalidInput(twice[0], "is given more than once")
    return str(files["file"].filename), dict(form.items())


class _NewFile:
    """The one file of the upload, for its owner's eyes only, on disk when it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "_NewFile":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def opened(self, *_: Any, **__: Any) -> IO[bytes]:
        if self._file is not None:
            raise errors.InvalidInput("file", "is given more than once")
        descriptor = os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        self._file = open(descriptor, "w+b")  # noqa: SIM115 - closed at the end of the upload
        return self._file


class _Counted:
    """The body as a stream; raises TooLarge where it is longer than an import may be, chunked or not."""

    def __init__(self) -> None:
        self._left = limits.MAX_IMPORT + _FORM_OVERHEAD
        if request.content_length is not None and request.content_length > self._left:
            raise errors.TooLarge(f"The file is larger than {limits.MAX_IMPORT} bytes.")

    def read(self, size: int) -> bytes:
        piece = request.stream.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise errors.TooLarge(f"The file is larger than {limits.MAX_IMPORT} bytes.")
        return piece
