"""Which notes were opened last."""

import peewee

from notesvc import clock, database, limits
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteVisit

_LATEST = f"""
SELECT {Note.columns("n")} FROM note_visits v JOIN notes n ON n.id = v.note_id
WHERE v.user_id = ? AND n.owner_id = v.user_id AND n.deleted_at IS NULL ORDER BY v.opened_at DESC, n.id DESC LIMIT ?
"""


def remember(caller: Caller, note: Note) -> None:
    """Note that the caller's own note was opened. Best effort: reading goes on when the database is busy or full."""
    if note.deleted_at is not None or note.owner_id != caller.user_id or _latest(caller) == note.id:
        return
    try:
        with database.hurried_transaction():
            NoteVisit.insert(user=caller.user_id, note=note.id, opened_at=clock.now()).on_conflict(
                conflict_target=[NoteVisit.user, NoteVisit.note], preserve=[NoteVisit.opened_at]
            ).execute()
    except (*database.TROUBLE, peewee.IntegrityError):
        return


def recents(caller: Caller) -> list[Note]:
    """The notes opened last, latest first."""
    return [Note.of(row) for row in database.execute(_LATEST, (caller.user_id, limits.RECENTS)).fetchall()]


def _latest(caller: Caller) -> str | None:
    row = database.execute(
        "SELECT note_id FROM note_visits WHERE user_id = ? ORDER BY opened_at DESC LIMIT 1", (caller.user_id,)
    ).fetchone()
    return row[0] if row else None
