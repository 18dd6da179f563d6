"""What the jobs process does for the places of users: one worker a user, at the pace of the user's server."""

from typing import NamedTuple

from notesvc import clock, database, errors, limits
from notesvc.domain import changes, notifications
from notesvc.domain.accounts import users
from notesvc.domain.mail import outbox
from notesvc.domain.storage import carrying, moves, moving, parts, placed_files
from notesvc.domain.storage.carrying import Stop
from notesvc.domain.storage.claims import Claims
from notesvc.domain.storage.trouble import PlaceError
from notesvc.models import StorageMove, StoragePart

_OWNERS = """
SELECT DISTINCT owner_id FROM storage_parts
WHERE part = 'attachments' AND (standing = 'next' OR standing = 'current' AND backend <> 'local') ORDER BY owner_id
"""


class _Pause(NamedTuple):
    until: str
    seconds: float
    part_id: str
    updated_at: str


class Carrier:
    """Remembers whose server has failed, and whose files are all in their place. Several threads may use it."""

    def __init__(self) -> None:
        self._claims = Claims()
        self._pauses: dict[str, _Pause] = {}
        self._done: dict[str, tuple[int, str]] = {}

    def work_some(self, should_stop: Stop) -> bool:
        """Work for some seconds for each user who has files that wait and whom no other thread serves; False when there
        was nothing to do."""
        is_busy = False
        for (owner_id,) in database.execute(_OWNERS).fetchall():
            if should_stop():
                break
            with self._claims.claim(str(owner_id)) as is_free:
                # A secret that does not open holds up nobody else.
                is_busy |= is_free and self._work_for(str(owner_id), should_stop)
        return is_busy

    def _work_for(self, owner_id: str, should_stop: Stop) -> bool:
        # Each with its own pause: a new place may well take what the old one does not give.
        return self._carry(owner_id, should_stop) | self._move(owner_id, should_stop)

    def _carry(self, owner_id: str, should_stop: Stop) -> bool:
        part = parts.of(owner_id, "attachments")
        frozen_at = placed_files.last_frozen_at(owner_id)
        state = (changes.current_number(owner_id), f"{part.id} {part.updated_at} {frozen_at}")
        if not part.is_elsewhere or self._done.get(owner_id) == state or self._is_paused(part):
            return False
        try:
            has_more = carrying.bring_due(part, should_stop)
            carrying.bring_home(part)
        except (PlaceError, errors.Busy) as error:
            self._fail(part, error)
            return False
        self._pauses.pop(str(part.id), None)
        if not has_more:
            self._done[owner_id] = state
            parts.set_state(part, "ok")
        return has_more

    def _move(self, owner_id: str, should_stop: Stop) -> bool:
        move = moves.of(owner_id)
        target = None if move is None else parts.find(str(move.target_id))
        if move is None or target is None or move.state not in moves.UNDER_WAY or self._is_paused(target):
            return False
        try:
            return moving.work(move, should_stop)
        except (PlaceError, errors.Busy) as error:
            found = _as_place_error(error)
            self._wait(target, found)
            _tell_of_move(move, found)
            return False

    def _fail(self, part: StoragePart, error: PlaceError | errors.Busy) -> None:
        found = _as_place_error(error)
        self._wait(part, found)
        waiting = placed_files.count_waiting(str(part.id), str(part.owner_id))
        is_told = part.state == "paused" and part.cause == found.cause
        state = "paused" if found.stops or found.cause == "full" else "behind"
        if waiting == 0 and state == "behind":
            return
        with database.transaction(str(part.owner_id)):
            parts.set_state(part, state, found.cause, found.detail)
            if found.stops and not is_told:
                _notify(str(part.owner_id))

    def _wait(self, part: StoragePart, error: PlaceError) -> None:
        """Twice as long as the last time, and as long as the server asks for; until the user sets the place again
        where only they can mend it."""
        before = self._pauses.get(str(part.id))
        seconds = min(before.seconds * 2 if before else limits.STORAGE_PAUSE, limits.STORAGE_PAUSE_MOST)
        seconds = max(seconds, error.retry_after or 0)
        until = "9" if error.stops else clock.from_now(seconds)
        self._pauses[str(part.id)] = _Pause(until, seconds, str(part.id), str(part.updated_at))

    def _is_paused(self, part: StoragePart) -> bool:
        pause = self._pauses.get(str(part.id))
        if pause is None or pause.updated_at != part.updated_at:
            # A process that was started anew knows nothing of it, but what only the user can mend.
            return part.state == "paused" and part.cause in ("bad_credentials", "forbidden")
        return clock.now() < pause.until


def _as_place_error(error: PlaceError | errors.Busy) -> PlaceError:
    """A secret that does not open is as good as none."""
    return error if isinstance(error, PlaceError) else PlaceError("bad_credentials", error.detail)


def _tell_of_move(move: StorageMove, error: PlaceError) -> None:
    moving.fail(move, error)
    if error.stops:
        with database.transaction(str(move.owner_id)):
            _notify(str(move.owner_id))


def _notify(owner_id: str) -> None:
    """Tell the user that only they can mend it."""
    notifications.security(owner_id, "storage_paused")
    outbox.queue("storage_paused", str(users.by_id(owner_id).email))
