"""Notes that a user keeps at hand, in the order in which they were put there."""

from notesvc import clock, database
from notesvc.domain import access, changes, listing
from notesvc.domain.caller import Caller
from notesvc.domain.listing import Row

_LIVE = "FROM favourites f JOIN notes n ON n.id = f.note_id WHERE f.user_id = ? AND n.deleted_at IS NULL"
_ORDER = "ORDER BY f.position, f.note_id"
_ADD = "INSERT INTO favourites (user_id, note_id, position) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


def favourites(caller: Caller) -> list[Row]:
    """The caller's favourites that are not in the trash; those that are come back with their notes."""
    rows: list[Row] = database.execute(f"SELECT {listing.COLUMNS} {_LIVE} {_ORDER}", (caller.user_id,)).fetchall()
    return rows


def ids(user_id: str) -> list[str]:
    """Just the ids, for an export."""
    return [str(row[0]) for row in database.execute(f"SELECT n.id {_LIVE} {_ORDER}", (user_id,)).fetchall()]


def add(caller: Caller, note_id: str) -> None:
    """Put the note behind the others; one that is there stays where it is. Raises NotFound."""
    with database.transaction(caller.user_id):
        access.own_live_note(caller, note_id)
        if _is_there(caller, note_id):
            return
        changes.next_number(caller.user_id)
        place(caller, note_id, max(clock.timestamp_ms(), _last(caller) + 1))


def place(caller: Caller, note_id: str, position: int) -> None:
    """Put the note at a position, in the current transaction.

    Positions are moments in milliseconds, so that an import, which brings notes in an order of its own, knows
    beforehand where each of its favourites goes: behind all that were there when it began.
    """
    database.execute(_ADD, (caller.user_id, note_id, position))


def remove(caller: Caller, note_id: str) -> None:
    """Take the note out; one that is none stays none. Raises NotFound."""
    with database.transaction(caller.user_id):
        access.own_note(caller, note_id)
        if not _is_there(caller, note_id):
            return
        changes.next_number(caller.user_id)
        database.execute("DELETE FROM favourites WHERE user_id = ? AND note_id = ?", (caller.user_id, note_id))


def _is_there(caller: Caller, note_id: str) -> bool:
    mine = (caller.user_id, note_id)
    return database.execute("SELECT 1 FROM favourites WHERE user_id = ? AND note_id = ?", mine).fetchone() is not None


def _last(caller: Caller) -> int:
    row = database.execute("SELECT max(position) FROM favourites WHERE user_id = ?", (caller.user_id,)).fetchone()
    return int(row[0] or 0)
