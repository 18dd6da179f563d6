"""Working on import jobs: in short transactions, from wherever the last process stopped."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from notesvc import database, limits
from notesvc.domain import changes, indexing, notifying, text_work
from notesvc.domain.accounts import users
from notesvc.domain.importing import binding, job_items, jobs, lease, readers, report, rollback, writer
from notesvc.domain.importing.drafts import Draft, ImportContext, NoteDraft, Source
from notesvc.domain.importing.dry_run import DryRun
from notesvc.domain.importing.errors import ArchiveRefusedError, passing
from notesvc.domain.importing.job_items import FILES, Item
from notesvc.domain.importing.lease import CancelWantedError, Lease, LeaseLostError
from notesvc.models import ImportJob

log = logging.getLogger("notesvc")

_PLANNED_AT_ONCE = 500
_PROGRESS_SECONDS = 0.2
_ERASED_AT_ONCE = 50
_PAUSE_AFTER_TROUBLE_SECONDS = 5
_CANCELLED = "the import was cancelled"
_TAKEN_BACK = "taken back"
_OUR_FAULT = "something went wrong on the server; nothing was kept"


class _StopWantedError(Exception):
    """The time is up; somebody will go on later."""


def run_some(folder: Path, should_stop: Callable[[], bool]) -> bool:
    """Work for a while on the job that has waited longest; False where none waits.

    `folder` is where uploads lie. A connection must be open. Returns early when `should_stop` says so.
    """
    claimed = lease.claim(within=jobs.lying_in(folder))
    if claimed is None:
        return False
    _work(claimed, folder, _for_a_while(should_stop))
    return True


def run_one(job_id: str, folder: Path, progress: Callable[[ImportJob], object]) -> ImportJob:
    """Work on one job to its end, as a command does; `progress` is called every so often."""
    looked_at = time.monotonic()

    def look() -> bool:
        nonlocal looked_at
        if time.monotonic() - looked_at > _PROGRESS_SECONDS:
            looked_at = time.monotonic()
            progress(ImportJob.get_by_id(job_id))
        return False

    while ImportJob.get_by_id(job_id).state in ("queued", "running"):
        claimed = lease.claim(job_id)
        if claimed is None:
            progress(ImportJob.get_by_id(job_id))
            time.sleep(_PROGRESS_SECONDS)
            continue
        _work(claimed, folder, look)
    return ImportJob.get_by_id(job_id)


def _for_a_while(should_stop: Callable[[], bool]) -> Callable[[], bool]:
    """Also stop after a slice of time that begins when it is first asked: opening a large archive is not work."""
    until: float | None = None

    def is_over() -> bool:
        nonlocal until
        until = until or time.monotonic() + limits.IMPORT_SLICE_SECONDS
        return should_stop() or time.monotonic() > until

    return is_over


def _work(held: Lease, folder: Path, should_stop: Callable[[], bool]) -> None:
    """Work until the job has ended or it is time to stop; whatever happens, somebody can go on."""
    try:
        Run(held, folder, should_stop).go_on()
    except LeaseLostError:
        log.warning("import", extra={"fields": {"event": "import_lease_lost", "job": held.job_id}})
    except _StopWantedError:
        held.release()
    except KeyboardInterrupt:
        held.release()
        raise
    except Exception as error:
        words = passing(error)
        if words is None:
            log.exception("import", extra={"fields": {"event": "import_stuck", "job": held.job_id}})
        else:
            fields = {"event": "import_waits", "job": held.job_id, "error": str(error)[:200]}
            log.warning("import", extra={"fields": fields})
        held.wait(_PAUSE_AFTER_TROUBLE_SECONDS, words and f"{words} Nothing was kept.")


class Run:
    """One process's work on one job."""

    def __init__(self, held: Lease, folder: Path, should_stop: Callable[[], bool]) -> None:
        self._lease = held
        self._folder = folder
        self._should_stop = should_stop
        self._job: Any = ImportJob.get_by_id(held.job_id)
        self._owner_id = str(self._job.owner.id)
        self._caller = users.caller_of(self._job.owner, "import")

    def go_on(self) -> None:
        """Continue at the stage that was reached. Raises LeaseLostError, and what passes by itself."""
        try:
            if self._job.crashes > limits.IMPORT_CRASHES:
                raise ArchiveRefusedError(self._job.message or _OUR_FAULT)
            if self._job.is_cancel_wanted and self._job.stage != "undoing":
                raise CancelWantedError
            if self._job.stage != "undoing":
                self._make()
                return
        except CancelWantedError:
            self._give_up(None)
        except ArchiveRefusedError as refusal:
            self._give_up(str(refusal))
        except (LeaseLostError, _StopWantedError):
            raise
        except Exception as error:
            if passing(error) is not None:
                raise
            log.exception("import", extra={"fields": {"event": "import_failed", "job": self._lease.job_id}})
            self._give_up(_OUR_FAULT)
        self._undo()

    # Making

    def _make(self) -> None:
        depth = readers.depth_of(self._caller, self._job.parent_id)
        self._context = ImportContext(self._job, self._caller, depth)
        source = readers.open_source(self._context, self._folder)
        try:
            if self._job.stage == "planning":
                self._plan(source)
            for items in self._batches():
                self._store(source.drafts(items))
        finally:
            source.close()
        self._finish()

    def _plan(self, source: Source) -> None:
        with database.transaction(self._owner_id):
            self._lease.renew(is_lasting=False)
            job_items.clear(str(self._job.id))
            self._set(done=0)
        items, total = source.plan(), 0
        while some := list(islice(items, _PLANNED_AT_ONCE)):
            total += sum(item.kind in FILES for item in some)
            settled = sum(item.kind in FILES and item.outcome != "waiting" for item in some)
            with database.transaction(self._owner_id):
                self._lease.renew(settled, is_lasting=False)
                job_items.write(str(self._job.id), some)
            time.sleep(limits.IMPORT_PAUSE_SECONDS)
        self._set(stage="making", total=total)

    def _batches(self) -> Iterator[list[Item]]:
        """What waits, in runs of one kind that do not take too much memory."""
        after = -1
        while waiting := job_items.waiting(str(self._job.id), after, limits.IMPORT_BATCH_NOTES):
            batch = _first_of_a_kind(waiting)
            yield batch
            after = batch[-1].position

    def _store(self, drafts: list[Draft]) -> None:
        waiting = deque(drafts)
        with text_work.keep_results():
            while waiting:
                if self._should_stop():
                    raise _StopWantedError
                for _ in range(self._store_some(list(waiting))):
                    waiting.popleft()
                time.sleep(limits.IMPORT_PAUSE_SECONDS)

    @text_work.ahead
    def _store_some(self, drafts: Sequence[Draft]) -> int:
        """As many drafts as fit a short transaction, at least one; answers how many."""
        ready = _ready(drafts, self._job.is_dry_run)
        with database.transaction(self._owner_id):
            until = time.monotonic() + limits.IMPORT_BATCH_SECONDS
            make = self._maker(drafts)
            done, resolved, unresolved = 0, 0, 0
            for draft in drafts[:ready]:
                if done and time.monotonic() > until:
                    break
                job_items.settle(str(self._job.id), make(draft))
                done += 1
                if isinstance(draft, NoteDraft):
                    resolved, unresolved = resolved + draft.links[0], unresolved + draft.links[1]
            files = done if drafts[0].item.kind in FILES else 0
            self._lease.renew(files, (resolved, unresolved))
        return done

    def _maker(self, drafts: Sequence[Draft]) -> Callable[[Draft], Item]:
        if self._job.is_dry_run:
            return DryRun(self._context, drafts).make
        parents = {str(draft.item.parent_id) for draft in drafts if draft.item.parent_id is not None}
        number = changes.next_number(self._owner_id)
        return writer.Writer(self._context, number, parents).make

    def _finish(self) -> None:
        if not self._job.is_dry_run:
            self._bind_links()
        self._job = ImportJob.get_by_id(self._job.id)
        self._end("done", report.summary(self._job), heeds_cancel=True)

    def _bind_links(self) -> None:
        for items in binding.batches(str(self._job.id)):
            if self._should_stop():
                raise _StopWantedError
            binding.bind(self._lease, self._caller, items)
            time.sleep(limits.IMPORT_PAUSE_SECONDS)

    # Rollback

    def _give_up(self, message: str | None) -> None:
        with database.transaction(self._owner_id):
            self._lease.renew(heeds_cancel=False)
            ImportJob.update(stage="undoing", message=message).where(ImportJob.id == self._job.id).execute()
        self._job = ImportJob.get_by_id(self._job.id)

    def _undo(self) -> None:
        job_id = str(self._job.id)
        for kind in rollback.ERASED:
            beyond = job_items.length(job_id)
            while items := job_items.made_before(job_id, kind, beyond, _ERASED_AT_ONCE):
                beyond = items[-1].position
                self._erase(items)
        self._settle_rest()
        self._end("cancelled" if self._job.message is None else "failed", report.NOTHING, heeds_cancel=False)

    def _erase(self, items: list[Item]) -> None:
        if self._should_stop():
            raise _StopWantedError
        with database.transaction(self._owner_id):
            self._lease.renew(heeds_cancel=False)
            if not self._job.is_dry_run:
                rollback.erase(self._caller, items)
            job_items.settle_again(str(self._job.id), items, "skipped", _TAKEN_BACK if items[0].kind in FILES else None)
        time.sleep(limits.IMPORT_PAUSE_SECONDS)

    def _settle_rest(self) -> None:
        job_id = str(self._job.id)
        for first in range(0, job_items.length(job_id), _PLANNED_AT_ONCE):
            with database.transaction(self._owner_id):
                self._lease.renew(heeds_cancel=False)
                job_items.settle_rest(job_id, first, first + _PLANNED_AT_ONCE, self._job.message or _CANCELLED)

    # The end of either

    def _end(self, state: str, summary: dict[str, object], *, heeds_cancel: bool) -> None:
        with database.transaction(self._owner_id):
            self._lease.renew(heeds_cancel=heeds_cancel)
            message = None if state == "done" else self._job.message
            self._set(state=state, stage="ended", report=summary, message=message, lease_by=None, lease_until=None)
            if not self._job.is_dry_run:
                notifying.import_ended(self._job, state, job_items.folder_of(self._job))
        jobs.remove_files(self._folder, str(self._job.id))
        fields = {"event": "import_ended", "job": self._job.id, "state": state, "user": self._owner_id}
        log.info("import", extra={"fields": fields})

    def _set(self, **fields: object) -> None:
        with database.transaction(self._owner_id):
            ImportJob.update(**fields).where(ImportJob.id == self._job.id).execute()


def _ready(drafts: Sequence[Draft], is_dry_run: bool) -> int:
    """Reads the texts of the first drafts, as far as a short transaction may come; answers how many those are."""
    characters = 0
    for count, draft in enumerate(drafts):
        if not isinstance(draft, NoteDraft) or is_dry_run:
            continue
        characters += len(draft.body.content)
        if count and characters > limits.IMPORT_READ_CHARACTERS:
            return count
        indexing.read(str(draft.body.content))
        if draft.versions is not None:
            draft.version_rows = draft.version_rows or list(draft.versions())
            return count + 1
    return len(drafts)


def _first_of_a_kind(items: list[Item]) -> list[Item]:
    """The longest beginning whose items are of one kind and together not too large; at least one."""
    size = 0
    for count, item in enumerate(items):
        size += item.size
        if count and (item.kind != items[0].kind or size > limits.IMPORT_BATCH_BYTES):
            return items[:count]
    return items
