"""Who works on a job: one process at a time, for as long as it shows that it lives."""

from notesvc import clock, crypto, database, limits
from notesvc.models import ImportJob

_CLAIM = """
UPDATE import_jobs SET state = 'running', lease_by = ?, lease_until = ?, updated_at = ?,
    crashes = CASE WHEN lease_by IS NULL THEN crashes ELSE crashes + 1 END
WHERE id = (
    SELECT id FROM import_jobs
    WHERE state IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < ?) AND (id = ? OR ? = '')
    ORDER BY updated_at, id LIMIT 1
) AND state IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < ?)
RETURNING id
"""
_RENEW = """
UPDATE import_jobs SET lease_until = ?, updated_at = ?, done = done + ?, links_resolved = links_resolved + ?,
    links_unresolved = links_unresolved + ?, crashes = 0
WHERE id = ? AND lease_by = ? RETURNING is_cancel_wanted
"""


class LeaseLostError(Exception):
    """Another process works on the job: this one has stood still for too long."""


class CancelWantedError(Exception):
    """The owner has cancelled the job."""


class Lease:
    """The right to work on a job; every write of the work renews it in its own transaction."""

    def __init__(self, job_id: str, holder: str) -> None:
        self.job_id = job_id
        self._holder = holder

    def renew(self, done: int = 0, links: tuple[int, int] = (0, 0), *, heeds_cancel: bool = True) -> None:
        """Go on for another while, and add to what is done. Raises LeaseLostError, CancelWantedError."""
        values = (_until(limits.IMPORT_LEASE_SECONDS), clock.now(), done, *links, self.job_id, self._holder)
        row = database.execute(_RENEW, values).fetchone()
        if row is None:
            raise LeaseLostError
        if heeds_cancel and row[0]:
            raise CancelWantedError

    def release(self, pause_seconds: float | None = None) -> None:
        """Let somebody else go on at once; or, after trouble, somebody in so many seconds."""
        mine = (ImportJob.id == self.job_id) & (ImportJob.lease_by == self._holder)
        with database.transaction():
            if pause_seconds is None:
                ImportJob.update(lease_by=None, lease_until=None).where(mine).execute()
            else:
                ImportJob.update(lease_until=_until(pause_seconds)).where(mine).execute()


def claim(job_id: str = "") -> Lease | None:
    """A lease on the job that has waited longest, or on the one that is named; None where nothing is to be done."""
    now, holder = clock.now(), crypto.random_secret(9)
    with database.transaction():
        values = (holder, _until(limits.IMPORT_LEASE_SECONDS), now, now, job_id, job_id, now)
        row = database.execute(_CLAIM, values).fetchone()
    return Lease(str(row[0]), holder) if row else None


def _until(seconds: float) -> str:
    return clock.from_now(seconds)
