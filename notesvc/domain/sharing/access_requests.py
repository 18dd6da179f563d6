"""Somebody has a link to a note and asks its owner to be let in. Whether there is such a note is not told."""

from dataclasses import dataclass

from notesvc import clock, database, errors, limits
from notesvc.domain import access, notifying
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import collaborators
from notesvc.domain.sharing.collaborators import Account, CollaboratorRole, Member
from notesvc.domain.text_work import ahead
from notesvc.models import CollaborationRequest, Note

_DAY = 86_400
_OPEN = """
SELECT r.id, n.id, n.name, u.id, u.handle, u.name, r.role, r.created_at FROM notes n
JOIN collaboration_requests r ON r.note_id = n.id JOIN users u ON u.id = r.user_id
WHERE n.owner_id = ? AND n.deleted_at IS NULL AND r.state = 'open' AND u.disabled_at IS NULL
ORDER BY r.created_at, r.id
"""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for what."""

    id: str
    note_id: str
    note_name: str
    user: Account
    role: CollaboratorRole
    created_at: str


def of_owner(caller: Caller) -> list[Request]:
    """The requests that the caller may answer, oldest first."""
    rows = database.execute(_OPEN, (caller.user_id,)).fetchall()
    return [Request(row[0], row[1], row[2], Account(*row[3:6]), row[6], row[7]) for row in rows]


def ask(caller: Caller, note_id: str, role: CollaboratorRole) -> None:
    """Ask the note's owner. Asking again changes what is asked for; after a no, a week has to pass.

    Raises InvalidInput where the caller is that much to the note already.
    """
    with database.transaction(access.owner_of(caller, note_id)):
        note = Note.get_or_none((Note.id == note_id) & Note.deleted_at.is_null())
        if note is None:
            return
        _refuse_needless(caller, note_id, role)
        mine = (CollaborationRequest.note == note_id) & (CollaborationRequest.user == caller.user_id)
        present = CollaborationRequest.get_or_none(mine)
        if present is None:
            row = {"id": clock.new_id(), "note": note_id, "user": caller.user_id, "role": role, "state": "open"}
            made = CollaborationRequest.create(**row, created_at=clock.now())
            notifying.access_requested(caller, note, str(made.id), role)
        elif present.state == "open":
            CollaborationRequest.update(role=role).where(mine).execute()
        elif clock.later(present.created_at, limits.REQUEST_AGAIN_DAYS * _DAY) <= clock.now():
            CollaborationRequest.update(role=role, state="open", created_at=clock.now()).where(mine).execute()
            notifying.access_requested(caller, note, str(present.id), role)


@ahead
def accept(caller: Caller, request_id: str) -> Member:
    """Let in who asked, with the role asked for. Raises NotFound."""
    with database.transaction(caller.user_id):
        asked = access.request_to_answer(caller, request_id)
        note = access.own_live_note(caller, str(asked.note_id))
        role = collaborators.shared_role(str(asked.role))
        collaborators.admit(None, note, str(asked.user_id), role)
        notifying.access_granted(caller, note, str(asked.user_id), role)
        asked.delete_instance()
        return collaborators.member(note, str(asked.user_id))


def decline(caller: Caller, request_id: str) -> None:
    """Say no; who asked is not told. Raises NotFound."""
    with database.transaction(caller.user_id):
        asked = access.request_to_answer(caller, request_id)
        declined = {"state": "declined", "created_at": clock.now()}
        CollaborationRequest.update(**declined).where(CollaborationRequest.id == asked.id).execute()


def _refuse_needless(caller: Caller, note_id: str, role: CollaboratorRole) -> None:
    try:
        present = access.role_on(caller, note_id)
    except errors.NotFound:
        return
    if present == "owner" or present == role or present == "editor":
        raise errors.InvalidInput("noteId", "is open to you already")
