"""Addresses that were invited to a note: kept whether or not they have an account, so that nobody is told."""

from typing import Any

from notesvc import clock, database, errors
from notesvc.domain.accounts import users
from notesvc.domain.mail import outbox
from notesvc.models import Invitation, Note

_FOR_USER = """
SELECT i.id, i.note_id, n.owner_id FROM users u JOIN invitations i ON i.email_key = u.email_key
JOIN notes n ON n.id = i.note_id WHERE u.id = ? AND u.email_verified_at IS NOT NULL AND u.disabled_at IS NULL
"""


def of_note(note: Note) -> list[Invitation]:
    """The invitations to the note, oldest first."""
    return list(Invitation.select().where(Invitation.note == note.id).order_by(Invitation.created_at, Invitation.id))


def add(note: Note, email: str, role: str) -> tuple[Invitation, bool]:
    """Invite an address and have a mail sent, in the current transaction; one that is invited gets the role.

    Answers the invitation and whether it is new. Raises InvalidInput for what is no address.
    """
    users.check_new_email(email)
    if "." not in email.rpartition("@")[2]:
        # Said of every such address alike, whether or not somebody here has it.
        raise errors.InvalidInput("email", "must be an e-mail address with a whole domain, such as name@example.org")
    key = users.key_of(email)
    present = Invitation.get_or_none((Invitation.note == note.id) & (Invitation.email_key == key))
    if present is not None:
        change(note, str(present.id), role)
        present.role = role
        return present, False
    row = {"id": clock.new_id(), "note": note.id, "email": email, "email_key": key, "role": role}
    made = Invitation.create(**row, created_at=clock.now())
    outbox.queue("invitation", email, invitation=str(made.id), user=str(note.owner_id))
    return made, True


def change(note: Note, invitation_id: str, role: str) -> bool:
    """Give an invitation another role; False when the note has no such one."""
    mine = (Invitation.id == invitation_id) & (Invitation.note == note.id)
    return bool(Invitation.update(role=role).where(mine).execute())


def withdraw(note: Note, invitation_id: str) -> bool:
    """Take an invitation back; False when the note has no such one."""
    mine = (Invitation.id == invitation_id) & (Invitation.note == note.id)
    return bool(Invitation.delete().where(mine).execute())


def for_user(user_id: str) -> list[tuple[str, str, str]]:
    """Ids of invitations to an address that the user has proven to be theirs, each with its note's and the owner's."""
    rows: list[tuple[str, str, str]] = database.execute(_FOR_USER, (user_id,)).fetchall()
    return rows


def take(invitation_id: str) -> Any:
    """Spend an invitation, in the current transaction; answers its role, None when somebody was faster."""
    found = Invitation.get_or_none(Invitation.id == invitation_id)
    if found is None or not Invitation.delete().where(Invitation.id == invitation_id).execute():
        return None
    return found.role
