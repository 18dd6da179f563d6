"""Which notes were opened last."""

import peewee

from notesvc import clock, database, limits
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteVisit


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
    query = (
        Note.select()
        .join(NoteVisit, on=(NoteVisit.note == Note.id))
        .where((NoteVisit.user == caller.user_id) & (Note.owner == caller.user_id) & Note.deleted_at.is_null())
        .order_by(NoteVisit.opened_at.desc(), Note.id.desc())
        .limit(limits.RECENTS)
    )
    return list(query)


def _latest(caller: Caller) -> str | None:
    row = database.execute(
        "SELECT note_id FROM note_visits WHERE user_id = ? ORDER BY opened_at DESC LIMIT 1", (caller.user_id,)
    ).fetchone()
    return row[0] if row else None
