"""The events of each user, numbered without gaps and written in the transaction of what they tell of."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from notesvc import clock, database, limits

Kind = Literal["notification", "note", "folder"]
CHANNEL = "notesvc_events"

# The counter's row is locked until the transaction ends, so that nobody sees a number before a lower one.
_NEXT = """
INSERT INTO event_counters (user_id, number) VALUES (?, 1)
ON CONFLICT (user_id) DO UPDATE SET number = event_counters.number + 1 RETURNING number
"""
_INSERT = "INSERT INTO events (user_id, number, kind, subject_id, change, created_at) VALUES (?, ?, ?, ?, ?, ?)"
_AFTER = """
SELECT number, kind, subject_id, change, created_at FROM events WHERE user_id = ? AND number > ?
ORDER BY number LIMIT ?
"""


class Event(NamedTuple):
    """What a stream sends: a notification, or a note or folder (None: the whole tree) that changed."""

    number: int
    kind: Kind
    subject_id: str | None
    change: str
    created_at: str


def append(user_ids: Iterable[str], kind: Kind, subject_id: str | None, change: str) -> None:
    """Tell each of the users once, in the current transaction; always in one order, so that writers do not lock
    each other out."""
    now = clock.now()
    for user_id in sorted(set(user_ids)):
        number = database.execute(_NEXT, (user_id,)).fetchall()[0][0]
        database.execute(_INSERT, (user_id, number, kind, subject_id, change, now))
    if not database.on_sqlite():
        database.execute("SELECT pg_notify(?, '')", (CHANNEL,))


def after(user_id: str, number: int) -> list[Event]:
    """The user's events after that one, at most `limits.EVENTS_AT_ONCE`."""
    rows = database.execute(_AFTER, (user_id, number, limits.EVENTS_AT_ONCE)).fetchall()
    return [Event._make(row) for row in rows]


def latest(user_ids: list[str]) -> dict[str, int]:
    """The number of each user's latest event; who never had one is left out."""
    rows = database.execute(
        f"SELECT user_id, number FROM event_counters WHERE user_id IN ({database.marks(user_ids)})", user_ids
    ).fetchall()
    return {str(row[0]): int(row[1]) for row in rows}


def can_go_on(user_id: str, number: int) -> bool:
    """Whether everything after that event is still kept, and there was such an event."""
    last = latest([user_id]).get(user_id, 0)
    if number == last:
        return True
    row = database.execute("SELECT min(number) FROM events WHERE user_id = ?", (user_id,)).fetchone()
    return row[0] is not None and row[0] - 1 <= number < last


def sweep() -> None:
    """Forget events that are older than `limits.EVENT_DAYS`: who was away that long loads everything anew."""
    with database.transaction():
        before = clock.from_now(-limits.EVENT_DAYS * 86_400)
        database.execute("DELETE FROM events WHERE created_at < ?", (before,))
