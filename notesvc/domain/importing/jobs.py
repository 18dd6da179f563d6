"""Import jobs as their owner sees them: begun, looked at, cancelled, taken back."""

import contextlib
from pathlib import Path

from notesvc import clock, database, errors, limits
from notesvc.domain import access
from notesvc.domain.caller import Caller
from notesvc.domain.importing import detection, report, rollback
from notesvc.domain.importing.entry_names import clean
from notesvc.models import ImportJob

_WAIT_SECONDS = 60


def file_of(folder: Path, job_id: str) -> Path:
    """Where the uploaded file of a job lies; its own name is nowhere on the disk."""
    return folder / job_id


def unpacked_file_of(folder: Path, job_id: str) -> Path:
    """Where the JSON of our own zip lies while the job runs."""
    return folder / f"{job_id}.json"


def lying_in(folder: Path) -> list[str] | None:
    """The ids of the jobs whose files lie here: other machines of the same database may have those of others. None
    where there are no other machines."""
    if database.on_sqlite():
        return None
    return sorted({path.name.partition(".")[0] for path in folder.glob("*")})


def remove_files(folder: Path, job_id: str) -> None:
    """Remove what lies on the disk for a job; what is gone is gone."""
    for path in (file_of(folder, job_id), unpacked_file_of(folder, job_id)):
        with contextlib.suppress(FileNotFoundError):
            path.unlink()


def refuse_too_many(caller: Caller, folder: Path) -> None:
    """Raise RateLimited when the caller has as many imports waiting as one may, TooLarge when they take as many bytes
    on the disk."""
    mine = (ImportJob.owner == caller.user_id) & ImportJob.state.in_(["queued", "running"])
    waiting = [str(job.id) for job in ImportJob.select(ImportJob.id).where(mine)]
    if len(waiting) >= limits.IMPORTS_WAITING:
        raise errors.RateLimited(_WAIT_SECONDS)
    if sum(_size(file_of(folder, job_id)) for job_id in waiting) >= limits.MAX_WAITING:
        raise errors.TooLarge(
            f"Imports of yours that are not done take {limits.MAX_WAITING} bytes: wait until one of them is."
        )


def _size(path: Path) -> int:
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def create(caller: Caller, job_id: str, path: Path, name: str, *, parent_id: str | None, is_dry_run: bool) -> ImportJob:
    """Queue the file at `path`, which came under that name; below the folder `parent_id`, if one is named.

    Raises NotFound for a foreign folder, UnsupportedMediaType and InvalidInput for a file that is not read.
    """
    if parent_id is not None:
        access.folder_to_change(caller, parent_id)
    kind, now = detection.kind_of(path), clock.now()
    with database.transaction(caller.user_id):
        return ImportJob.create(
            id=job_id,
            owner=caller.user_id,
            parent_id=parent_id,
            file_name=clean(name.replace("\\", "/").rsplit("/", 1)[-1], limits.FILE_NAME) or "import",
            kind=kind,
            is_dry_run=is_dry_run,
            state="queued",
            stage="planning",
            is_cancel_wanted=False,
            done=0,
            total=0,
            links_resolved=0,
            links_unresolved=0,
            crashes=0,
            created_at=now,
            updated_at=now,
        )


def look(caller: Caller, job_id: str) -> tuple[ImportJob, report.Report | None]:
    """The job, and its report once it has ended. Raises NotFound."""
    job = access.import_to_read(caller, job_id)
    return job, report.of(job) if job.state not in ("queued", "running") else None


def give_up(caller: Caller, job_id: str, folder: Path) -> None:
    """Cancel a job that has not ended, which erases what it made; or move what it made to the trash.

    Doing it again changes nothing. Raises NotFound.
    """
    mine = ImportJob.id == access.import_to_read(caller, job_id).id
    with database.transaction(caller.user_id):
        ending = {"state": "cancelled", "stage": "ended", "updated_at": clock.now()}
        is_ended = ImportJob.update(**ending).where(mine & (ImportJob.state == "queued")).execute()
        ImportJob.update(is_cancel_wanted=True).where(mine & (ImportJob.state == "running")).execute()
    if is_ended:
        remove_files(folder, job_id)
    job = access.import_to_read(caller, job_id)
    if job.state == "done" and not job.is_dry_run:
        rollback.to_trash(caller, job)
