"""Who may be in a note's room, and as what."""

from typing import Literal

from notesvc import clock, crypto, database, errors
from notesvc.domain import access
from notesvc.domain.caller import Caller

Role = Literal["editor", "viewer"]

_USER = "SELECT id, name, handle, is_admin FROM users WHERE id = ? AND disabled_at IS NULL AND deletion_at IS NULL"
_SESSIONS = "SELECT id_hash FROM sessions WHERE user_id = ? AND expires_at > ?"
ORIGIN = "collaboration"


class SignedOutError(Exception):
    """The session with which somebody entered is over, or the account is disabled."""


def role_in(caller: Caller, note_id: str) -> Role:
    """What the caller may be in the note's room. Raises NotFound, also for a note in the trash."""
    try:
        access.note_to_change(caller, note_id)
    except (errors.NotFound, errors.Forbidden):
        if access.note_to_read(caller, note_id).deleted_at is not None:
            raise errors.NotFound from None
        return "viewer"
    return "editor"


def member(user_id: str) -> Caller:
    """The user as the author of what is written in a room. Raises SignedOutError."""
    row = database.execute(_USER, (user_id,)).fetchone()
    if row is None:
        raise SignedOutError
    found, name, handle, is_admin = row
    return Caller(found, name, handle, bool(is_admin), ORIGIN)


def session_mark(id_hash: str | None) -> str:
    """What a room's token calls a session: nothing that opens it, nor what a leaked table could be tried against."""
    return crypto.digest(f"room {id_hash}")


def standing(user_id: str, session: str, note_id: str) -> tuple[Caller, Role]:
    """Who somebody in a room is at this moment, and what they may be there. Raises SignedOutError, NotFound."""
    rows = database.execute(_SESSIONS, (user_id, clock.now())).fetchall()
    if session not in [session_mark(id_hash) for (id_hash,) in rows]:
        raise SignedOutError
    caller = member(user_id)
    return caller, role_in(caller, note_id)
