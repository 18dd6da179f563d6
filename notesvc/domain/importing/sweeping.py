"""What ended imports leave behind, cleared away every so often."""

import contextlib
import time
from pathlib import Path

from notesvc import clock, database, limits
from notesvc.domain import attachments
from notesvc.domain.importing import job_items
from notesvc.models import Attachment, ImportJob

_DAY = 86_400
_LOST = "the machine that received the archive has not worked on it for a day; nothing was kept"
_CHUNK = 100
_ROWS = 2_000
_HAS_NOTES = """
SELECT 1 FROM import_items i JOIN notes n ON n.id = i.resource_id
WHERE i.job_id = ? AND i.kind = 'note' AND i.outcome = 'created' LIMIT 1
"""


def sweep(folder: Path) -> None:
    """Remove uploads that no job needs, files of imports that were taken back, and old reports."""
    _sweep_uploads(folder)
    _give_up_lost()
    for job in ImportJob.select().where(ImportJob.stage == "taken back"):
        if database.execute(_HAS_NOTES, (job.id,)).fetchone() is None:
            _drop_files(job)
    before = clock.from_now(-limits.IMPORT_DAYS * _DAY)
    unfinished = ImportJob.state.in_(["queued", "running"])
    for job in ImportJob.select().where((ImportJob.updated_at < before) & ~unfinished):
        _forget(str(job.id))


def _sweep_uploads(folder: Path) -> None:
    """Uploads without a job, as a crash between the two leaves them, once they are a day old."""
    needed = {str(job.id) for job in ImportJob.select(ImportJob.id).where(ImportJob.state.in_(["queued", "running"]))}
    for path in folder.glob("*"):
        with contextlib.suppress(FileNotFoundError):
            if path.name.partition(".")[0] not in needed and time.time() - path.stat().st_mtime > _DAY:
                path.unlink()


def _give_up_lost() -> None:
    """Jobs whose archive no machine has any more: nobody has worked on them for a day."""
    if database.on_sqlite():
        return
    is_lost = ImportJob.state.in_(["queued", "running"]) & (ImportJob.updated_at < clock.from_now(-_DAY))
    with database.transaction():
        lost = {"state": "running", "stage": "undoing", "message": _LOST}
        ImportJob.update(**lost).where(is_lost & (ImportJob.stage != "undoing")).execute()


def _drop_files(job: ImportJob) -> None:
    """The notes of the import are gone for good: so are its files, but for those that another text names."""
    owner_id, beyond = str(job.owner_id), job_items.length(str(job.id))
    while items := job_items.made_before(str(job.id), "attachment", beyond, _CHUNK):
        beyond = items[-1].position
        for item in items:
            with database.transaction(owner_id):
                rows = list(Attachment.select().where(Attachment.id == item.resource_id))
                attachments.drop_unreferenced(owner_id, rows)
    with database.transaction(owner_id):
        ImportJob.update(stage="ended").where(ImportJob.id == job.id).execute()


def _forget(job_id: str) -> None:
    for beyond in range(_ROWS, job_items.length(job_id) + _ROWS, _ROWS):
        with database.transaction():
            database.execute("DELETE FROM import_items WHERE job_id = ? AND position < ?", (job_id, beyond))
    with database.transaction():
        ImportJob.delete().where(ImportJob.id == job_id).execute()
