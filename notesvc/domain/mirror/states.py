"""How far each mirror is, what stops it, and what its owner has said to that."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from notesvc import clock, database
from notesvc.domain.mirror.left_files import COMING, DETAILS, NOBODYS

_END = """
INSERT INTO mirror_states (part_id, change_number, round_at, failures) VALUES (?, ?, ?, 0)
ON CONFLICT (part_id) DO UPDATE SET change_number = coalesce(?, mirror_states.change_number),
    round_at = excluded.round_at, failures = 0, next_at = NULL, pause = NULL, accepts = NULL
"""
_CONFLICTS = """
SELECT note_id, name, copy_id, copy_name, created_at FROM mirror_conflicts WHERE part_id = ? ORDER BY id DESC LIMIT ?
"""


class State(NamedTuple):
    """A row of `mirror_states`."""

    change_number: int = -1
    round_at: str | None = None
    failures: int = 0
    next_at: str | None = None
    pause: dict[str, Any] | None = None
    accepts: str | None = None


class Conflict(NamedTuple):
    """A file whose text became a note of its own."""

    note_id: str
    name: str
    copy_id: str
    copy_name: str
    created_at: str


class LeftFile(NamedTuple):
    """A file that is left alone, and why: of `left_files.DETAILS`, or `refused`, which the detail explains."""

    name: str
    reason: str
    detail: str


def of(part_id: str) -> State:
    """The state; that of a mirror which has had no round yet where there is none."""
    asked = "SELECT change_number, round_at, failures, next_at, pause, accepts FROM mirror_states WHERE part_id = ?"
    row = database.execute(asked, (part_id,)).fetchone()
    if row is None:
        return State()
    return State(row[0], row[1], row[2], row[3], orjson.loads(row[4]) if row[4] else None, row[5])


def is_known(part_id: str) -> bool:
    """Whether the mirror has ever been at this place."""
    return of(part_id).round_at is not None or _has_rows(part_id)


def accepts_of(part_id: str) -> str | None:
    """The reason of a pause that the owner goes on after."""
    return of(part_id).accepts


def end_round(part_id: str, change_number: int | None) -> None:
    """A whole round has ended well; all changes up to that number are there, if one is given."""
    with database.transaction():
        number = -1 if change_number is None else change_number
        database.execute(_END, (part_id, number, clock.now(), change_number))


def note_number(part_id: str, change_number: int) -> None:
    """All changes up to that number are there."""
    with database.transaction():
        database.execute("UPDATE mirror_states SET change_number = ? WHERE part_id = ?", (change_number, part_id))


def fail(part_id: str, seconds: float) -> None:
    """A round has failed: the next one is in so many seconds."""
    with database.transaction():
        _make(part_id)
        values = (clock.from_now(seconds), part_id)
        database.execute("UPDATE mirror_states SET failures = failures + 1, next_at = ? WHERE part_id = ?", values)


def pause(part_id: str, reason: str, names: Sequence[str] = (), count: int = 0) -> bool:
    """Stop until the owner goes on, or the reason has gone; answers whether this is new."""
    with database.transaction():
        _make(part_id)
        before = of(part_id).pause
        told = orjson.dumps({"reason": reason, "count": count, "names": list(names)}).decode()
        database.execute("UPDATE mirror_states SET pause = ? WHERE part_id = ?", (told, part_id))
        return before is None or before["reason"] != reason


def accept(part_id: str) -> None:
    """Go on after what the mirror is paused for; what failed is tried at once."""
    with database.transaction():
        paused = of(part_id).pause
        if paused is not None:
            values = (paused["reason"], part_id)
            database.execute("UPDATE mirror_states SET accepts = ?, next_at = NULL WHERE part_id = ?", values)


def forget_notes(part_id: str) -> None:
    """Know nothing of any file."""
    with database.transaction():
        for table in ("mirror_notes", "mirror_files", "mirror_left_files"):
            database.execute(f"DELETE FROM {table} WHERE part_id = ?", (part_id,))


def conflicts(part_id: str, most: int) -> list[Conflict]:
    """The latest conflicts."""
    return [Conflict._make(row) for row in database.execute(_CONFLICTS, (part_id, most)).fetchall()]


def left_files(part_id: str, most: int) -> list[LeftFile]:
    """Files that are left alone, but for those that no note names."""
    asked = "SELECT key, reason FROM mirror_left_files WHERE part_id = ? AND reason NOT IN (?, ?) ORDER BY key LIMIT ?"
    found = database.execute(asked, (part_id, NOBODYS, COMING, most)).fetchall()
    return [_left_file(*row) for row in found]


def _left_file(key: str, reason: str) -> LeftFile:
    return LeftFile(key, reason if reason in DETAILS else "refused", DETAILS.get(reason, reason))


def _has_rows(part_id: str) -> bool:
    return database.execute("SELECT 1 FROM mirror_notes WHERE part_id = ? LIMIT 1", (part_id,)).fetchone() is not None


def _make(part_id: str) -> None:
    made = "INSERT INTO mirror_states (part_id, change_number, failures) VALUES (?, -1, 0) ON CONFLICT DO NOTHING"
    database.execute(made, (part_id,))
