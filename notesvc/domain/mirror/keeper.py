"""The worker of mirrors: whose round is due, and what becomes of one that fails. One thread a user."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from notesvc import clock, database, errors, limits
from notesvc.backends.causes import BackendError
from notesvc.domain import changes, notifications
from notesvc.domain.accounts import users
from notesvc.domain.mail import outbox
from notesvc.domain.mirror import pauses, rounds, states
from notesvc.domain.mirror.mirror import ORIGIN, Mirror, PauseError, StopError
from notesvc.domain.mirror.states import State
from notesvc.domain.storage import parts
from notesvc.domain.storage.claims import Claims
from notesvc.domain.storage.target import Target, overlap
from notesvc.models import InstanceFact, StoragePart

_INSTANCE = "instance_id"
_LOCK = "SELECT pg_try_advisory_lock(hashtextextended(?, 33))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended(?, 33))"

log = logging.getLogger("notesvc")


class Keeper:
    """Keeps all mirrors in step. Several threads may use it; each takes whom no other one serves."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._claims = Claims()
        self._looked_at: dict[str, float] = {}
        self._wrote_at: dict[str, float] = {}
        self._full_until: dict[str, float] = {}

    def work_some(self, should_stop: Callable[[], bool]) -> bool:
        """A round for each user whose turn it is; False when there was nothing to do."""
        is_busy = False
        for part in parts.everywhere("mirror"):
            owner_id = str(part.owner_id)
            if should_stop():
                break
            with self._claims.claim(owner_id) as is_free:
                if not is_free:
                    continue
                with _alone(owner_id) as is_alone:
                    is_busy |= is_alone and self._work(part, should_stop)
        return is_busy

    def _work(self, part: StoragePart, should_stop: Callable[[], bool]) -> bool:
        state, part_id = states.of(str(part.id)), str(part.id)
        if _is_held(part, state):
            return False
        is_whole = state.accepts is not None or self._is_due(self._looked_at, part_id, limits.MIRROR_SECONDS)
        if not is_whole and not self._may_write(part, state):
            return False
        try:
            self._round(part, should_stop, is_whole=is_whole)
        except StopError:
            return False
        except PauseError as error:
            _pause(part, error)
        except BackendError as error:
            self._fail(part, error)
        except errors.Busy as error:
            # A secret that does not open, or trouble of our own.
            _fall_behind(part, None, error.detail)
        return True

    def _may_write(self, part: StoragePart, state: State) -> bool:
        """Whether the way out alone is worth its while: something changed here since the last round."""
        part_id = str(part.id)
        if state.pause is not None or state.round_at is None or self._is_full(part_id):
            return False
        if changes.current_number(str(part.owner_id)) == state.change_number:
            return False
        return self._is_due(self._wrote_at, part_id, limits.MIRROR_QUIET_SECONDS)

    def _round(self, part: StoragePart, should_stop: Callable[[], bool], *, is_whole: bool) -> None:
        part_id = str(part.id)
        self._wrote_at[part_id] = self._now()
        if is_whole:
            self._looked_at[part_id] = self._now()
        _refuse_overlap(part)
        with closing(parts.open_backend(part)) as backend:
            capabilities = parts.capabilities_of(part)
            if capabilities is None:
                raise BackendError("garbled")
            mirror = Mirror(
                part_id,
                users.caller_of(users.by_id(str(part.owner_id)), ORIGIN),
                backend,
                capabilities,
                part.mode == "two_way" and capabilities.two_way,
                str(InstanceFact.get(InstanceFact.name == _INSTANCE).value),
                should_stop,
            )
            if not is_whole:
                rounds.run_out(mirror)
                return
            is_full = self._is_full(part_id)
            rounds.run(mirror, writes=not is_full)
        if not is_full:
            parts.set_state(part, "ok")

    def _fail(self, part: StoragePart, error: BackendError) -> None:
        part_id = str(part.id)
        if error.cause in pauses.REFUSALS:
            if states.pause(part_id, "credentials"):
                _notify(part)
            parts.set_state(part, "paused", error.cause, error.detail)
        elif error.cause == "full":
            self._full_until[part_id] = self._now() + limits.MIRROR_FULL_SECONDS
            parts.set_state(part, "behind", error.cause, error.detail)
        else:
            _fall_behind(part, error.cause, error.detail, error.retry_after or 0)

    def _is_full(self, part_id: str) -> bool:
        return self._full_until.get(part_id, 0.0) > self._now()

    def _is_due(self, since: dict[str, float], part_id: str, seconds: float) -> bool:
        return part_id not in since or self._now() - since[part_id] >= seconds


def _refuse_overlap(part: StoragePart) -> None:
    """Raise PauseError where the place lies in one that was set before it, or around it, whoever's that is."""
    for other in [*parts.everywhere("mirror"), *parts.everywhere("attachments")]:
        is_older = (str(other.created_at), str(other.id)) < (str(part.created_at), str(part.id))
        if is_older and overlap(_place(part), _place(other)):
            raise PauseError("other_marker")


def _place(part: StoragePart) -> Target:
    return Target(str(part.part), str(part.backend), None, part.address, part.bucket, None, part.prefix)


def _is_held(part: StoragePart, state: State) -> bool:
    """Whether it waits, for its time or for its owner; who sets the place anew, or goes on, ends that."""
    if state.accepts is not None or part.state == "ok":
        return False
    if state.pause is not None and state.pause["reason"] == "credentials":
        return True
    return state.next_at is not None and clock.now() < state.next_at


def _pause(part: StoragePart, error: PauseError) -> None:
    states.pause(str(part.id), error.reason, error.names, error.count)
    parts.set_state(part, "paused", None, pauses.DETAILS[error.reason])


def _fall_behind(part: StoragePart, cause: str | None, detail: str, least: int = 0) -> None:
    """Twice as long as the last time, and as long as the server asks for."""
    failures = states.of(str(part.id)).failures
    seconds = min(limits.STORAGE_PAUSE * 2 ** min(failures, 10), limits.STORAGE_PAUSE_MOST)
    states.fail(str(part.id), max(seconds, least))
    parts.set_state(part, "behind", cause, detail)


def _notify(part: StoragePart) -> None:
    owner_id = str(part.owner_id)
    with database.transaction(owner_id):
        notifications.security(owner_id, "storage_paused")
        outbox.queue("storage_paused", str(users.by_id(owner_id).email))


@contextmanager
def _alone(owner_id: str) -> Iterator[bool]:
    """Whether no other process has a round of this user's; on SQLite there is one process of jobs."""
    if database.on_sqlite():
        yield True
        return
    has_it = bool(database.execute(_LOCK, (owner_id,)).fetchone()[0])
    try:
        yield has_it
    finally:
        if has_it:
            database.execute(_UNLOCK, (owner_id,))
