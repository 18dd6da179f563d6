"""Looks at the database every half second: which notes others have changed, and who may still be where."""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import peewee

from notesvc import database, errors, limits
from notesvc.collab import bridge, wire
from notesvc.collab.connection import Connection, RefusedError
from notesvc.collab.room import Room
from notesvc.domain.sharing import room_access

_MINUTE = 60.0
# In how many looks everybody's rights are gone through.
_LOOKS = max(1, int(limits.ROOM_RIGHTS_SECONDS / limits.ROOM_WATCH_SECONDS))

Pass = tuple[str, str, str]
"""The user, the session and the note that a connection stands on."""

log = logging.getLogger("notesvc")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one look found: revisions of the notes that are there, and of each pass the role, or the refusal."""

    revisions: dict[str, int]
    roles: dict[Pass, str | RefusedError]


class Watch:
    """One thread that looks; on SQLite it looks at nothing while nobody has written anything."""

    def __init__(self) -> None:
        # One thread: SQLite's counter of changes counts for the connection that asks.
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="watch")
        self._version: Any = None
        self._unchecked: list[Pass] = []
        self._swept_at = float("-inf")
        self._watched: set[str] = set()

    def look(self, note_ids: list[str], passes: Iterable[Pass], now: float) -> Snapshot | None:
        """What there is to see at `now` (seconds of the monotonic clock); None when nothing changed."""
        with database.connection():
            is_new, self._watched = not self._watched >= set(note_ids), set(note_ids)
            if not self._begin(set(passes), now) and not is_new:
                return None
            size = max(1, len(set(passes)) // _LOOKS)
            some, self._unchecked = self._unchecked[:size], self._unchecked[size:]
            return Snapshot(bridge.revisions(note_ids), {each: _role(each) for each in some})

    def _begin(self, passes: set[Pass], now: float) -> bool:
        has_changed = self._has_changed()
        if has_changed or now - self._swept_at >= _MINUTE:
            # Those whose turn comes soonest first, then all once more.
            waiting = [each for each in self._unchecked if each in passes]
            self._unchecked = waiting + [each for each in passes if each not in set(waiting)]
            self._swept_at = now
        return has_changed or bool(self._unchecked)

    def _has_changed(self) -> bool:
        if not database.on_sqlite():
            return True
        version = database.execute("PRAGMA data_version").fetchone()
        before, self._version = self._version, version
        return bool(version != before)


def act(rooms: Iterable[Room], seen: Snapshot) -> None:
    """Close and change the connections whose rights changed; mark the rooms whose notes others may have changed.

    A room that saved while the look was taken is marked too, and finds its own revision there.
    """
    for room in rooms:
        for connection in list(room.connections.values()):
            found = seen.roles.get(pass_of(room, connection))
            if found is not None:
                _apply(connection, found)
        if seen.revisions.get(room.note_id) != room.facts.revision:
            room.outside_changed = True


def pass_of(room: Room, connection: Connection) -> Pass:
    return connection.caller.user_id, connection.session, room.note_id


def look_safely(look: Callable[[], Snapshot | None]) -> Snapshot | None:
    """A look that fails is made again half a second later; nobody loses a right for our trouble."""
    try:
        return look()
    except (errors.Busy, peewee.PeeweeException, OSError) as error:
        log.warning("rooms", extra={"fields": {"event": "room_watch_failed", "error": str(error)[:200]}})
        return None


def _apply(connection: Connection, found: str | RefusedError) -> None:
    if isinstance(found, RefusedError):
        connection.close(found)
    elif found == "viewer" and connection.role == "editor":
        connection.role = "viewer"
        connection.put(wire.own(wire.ROLE, role="viewer"))
    elif found == "editor" and connection.role == "viewer" and not connection.is_offered_more:
        # Its updates count from a fresh start only: it comes again with a new token when it wants to edit.
        connection.is_offered_more = True
        connection.put(wire.own(wire.ROLE, role="editor"))


def _role(each: Pass) -> str | RefusedError:
    try:
        return room_access.standing(*each)[1]
    except room_access.SignedOutError:
        return RefusedError(wire.UNAUTHENTICATED, "the session is over")
    except errors.NotFound:
        return RefusedError(wire.FORBIDDEN, "you may not see this note any more")
