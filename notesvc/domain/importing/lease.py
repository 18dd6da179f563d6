"""Who works on a job: one process at a time, for as long as it shows that it lives."""

from collections.abc import Collection
from typing import Any

from notesvc import clock, crypto, database, limits
from notesvc.models import ImportJob

_CLAIM = """
UPDATE import_jobs SET state = 'running', lease_by = ?, lease_until = ?, updated_at = ?,
    crashes = CASE WHEN lease_by IS NULL THEN crashes ELSE crashes + 1 END
WHERE id = (
    SELECT id FROM import_jobs
    WHERE state IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < ?) AND (id = ? OR ? = '')
    AND {can_do}
    ORDER BY updated_at, id LIMIT 1
) AND state IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < ?)
RETURNING id
"""
_NEEDS_NO_FILE = "(stage = 'undoing' OR is_cancel_wanted)"
_RENEW = """
UPDATE import_jobs SET lease_until = ?, updated_at = ?, done = done + ?, links_resolved = links_resolved + ?,
    links_unresolved = links_unresolved + ?, crashes = crashes * ?
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

    def renew(
        self, done: int = 0, links: tuple[int, int] = (0, 0), *, heeds_cancel: bool = True, is_lasting: bool = True
    ) -> None:
        """Go on for another while, and add to what is done; `is_lasting` where another try will not begin before it.

        Raises LeaseLostError, CancelWantedError.
        """
        until, crashes = _until(limits.IMPORT_LEASE_SECONDS), int(not is_lasting)
        values = (until, clock.now(), done, *links, crashes, self.job_id, self._holder)
        row = database.execute(_RENEW, values).fetchone()
        if row is None:
            raise LeaseLostError
        if heeds_cancel and row[0]:
            raise CancelWantedError

    def release(self) -> None:
        """Let somebody else go on at once."""
        with database.transaction():
            ImportJob.update(lease_by=None, lease_until=None).where(self._is_mine()).execute()

    def wait(self, seconds: float, why: str | None) -> None:
        """After trouble, let somebody go on in so many seconds; `why` is what the job ends with if it never does."""
        with database.transaction():
            ImportJob.update(lease_until=_until(seconds)).where(self._is_mine()).execute()
            ImportJob.update(message=why).where(self._is_mine() & (ImportJob.stage != "undoing")).execute()

    def _is_mine(self) -> Any:
        return (ImportJob.id == self.job_id) & (ImportJob.lease_by == self._holder)


def claim(job_id: str = "", within: Collection[str] | None = None) -> Lease | None:
    """A lease on the job that has waited longest, or on the one that is named; None where nothing is to be done.

    `within`: only on one of these, or one that needs its archive no more.
    """
    now, holder = clock.now(), crypto.random_secret(9)
    can_do = "1 = 1" if within is None else _NEEDS_NO_FILE
    if within:
        can_do = f"(id IN ({database.marks(list(within))}) OR {can_do})"
    with database.transaction():
        values = (holder, _until(limits.IMPORT_LEASE_SECONDS), now, now, job_id, job_id, *(within or ()), now)
        row = database.execute(_CLAIM.format(can_do=can_do), values).fetchone()
    return Lease(str(row[0]), holder) if row else None


def _until(seconds: float) -> str:
    return clock.from_now(seconds)
