"""Who else may read or change a note: the owner decides, a collaborator may leave."""

import contextlib
from dataclasses import dataclass
from typing import Literal

from notesvc import clock, database, errors, limits
from notesvc.domain import access, cursors, indexing, listing, notifying
from notesvc.domain.access import Role
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.domain.listing import Row
from notesvc.domain.sharing import note_invitations
from notesvc.domain.text_work import ahead
from notesvc.models import Collaborator, Note, User

CollaboratorRole = Literal["viewer", "editor"]

_MEMBERS = """
SELECT u.id, u.handle, u.name, c.role, c.created_at FROM collaborators c JOIN users u ON u.id = c.user_id
WHERE c.note_id = ? ORDER BY c.created_at, u.id
"""
_SHARED_WITH = f"""
SELECT c.role, c.created_at, u.id, u.handle, u.name, {listing.COLUMNS} FROM collaborators c
JOIN notes n ON n.id = c.note_id JOIN users u ON u.id = n.owner_id
WHERE c.user_id = ? AND n.deleted_at IS NULL AND (c.created_at, n.id) < (?, ?)
ORDER BY c.created_at DESC, n.id DESC LIMIT ?
"""
_AFTER_ALL = "~"


@dataclass(frozen=True, slots=True)
class Account:
    """A user, as others see them."""

    user_id: str
    handle: str
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A collaborator, or (`account` is None) an address that was invited and has not come yet."""

    id: str
    account: Account | None
    email: str | None
    role: CollaboratorRole
    created_at: str


@dataclass(frozen=True, slots=True)
class Circle:
    """Those around a note, and what the caller is among them."""

    role: Role
    owner: Account
    members: list[Member]


@dataclass(frozen=True, slots=True)
class SharedNote:
    """A note of somebody else's, without its place in their tree."""

    note: Row
    role: CollaboratorRole
    owner: Account
    shared_at: str


def of_note(caller: Caller, note_id: str) -> Circle:
    """Those around a live note, in the order in which they came. Addresses are for the owner alone.

    Raises NotFound.
    """
    role = access.role_on(caller, note_id)
    note = access.note_to_read(caller, note_id)
    return Circle(role, _account(str(note.owner_id)), _members(note, role == "owner"))


@ahead
def invite(
    caller: Caller, note_id: str, role: CollaboratorRole, *, handle: str | None, email: str | None
) -> tuple[Member, bool]:
    """Let somebody in, by handle at once; an address gets a mail and comes in when its user has signed in.

    Answers the member and whether it is new; one that is there gets the role. Whether an address has an account is
    not told. Raises NotFound, Forbidden for who does not own the note, InvalidInput.
    """
    with database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        present = _members(note, with_addresses=True)
        if handle is not None:
            user = _user(caller, handle)
            return _let_in(caller, note, user, role, present)
        if users.key_of(str(email)) == users.by_id(caller.user_id).email_key:
            raise errors.InvalidInput("email", "is your own")
        _refuse_crowd(present)
        invitation, is_new = note_invitations.add(note, str(email).strip(), role)
        return _member_of_invitation(invitation), is_new


def change_role(caller: Caller, note_id: str, member_id: str, role: CollaboratorRole) -> Member:
    """Make a collaborator, or an invited address, viewer or editor. Raises NotFound, Forbidden."""
    with database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        mine = (Collaborator.note == note.id) & (Collaborator.user == member_id)
        changed = Collaborator.update(role=role).where(mine).execute() or note_invitations.change(note, member_id, role)
        if not changed:
            raise errors.NotFound
        notifying.notes_changed(caller.user_id, [note_id], "shared")
        return next(member for member in _members(note, with_addresses=True) if member.id == member_id)


@ahead
def remove(caller: Caller, note_id: str, member_id: str) -> None:
    """Take somebody out, or take an invitation back; a collaborator may so leave. Raises NotFound, Forbidden."""
    with database.transaction(access.owner_of(caller, note_id)):
        if member_id == caller.user_id and access.role_on(caller, note_id) != "owner":
            note = access.note_to_read(caller, note_id)
        else:
            note = access.own_live_note(caller, note_id)
        mine = (Collaborator.note == note.id) & (Collaborator.user == member_id)
        if Collaborator.delete().where(mine).execute():
            notifying.collaborator_removed(note, member_id)
            indexing.rewrite_links(note, indexing.read(str(access.body_of(note).content)))
        elif not note_invitations.withdraw(note, member_id):
            raise errors.NotFound


def admit(caller: Caller | None, note: Note, user_id: str, role: CollaboratorRole) -> None:
    """Make the user a collaborator with the role, in the current transaction, which is one of the owner's.

    The caller invites them; without one they come by an invitation of their own accord.
    """
    row = {"note": note.id, "user": user_id, "role": role, "created_at": clock.now()}
    Collaborator.insert(row).on_conflict(
        conflict_target=[Collaborator.note, Collaborator.user], preserve=[Collaborator.role]
    ).execute()
    indexing.rewrite_links(note, indexing.read(str(access.body_of(note).content)))
    notifying.collaborator_added(caller, note, user_id, role)


@ahead
def claim(user_id: str) -> None:
    """Let the user into the notes to which an address was invited that they have proven to be theirs. Best effort:
    nobody is kept out for it, and it is tried again with each page that is opened."""
    with contextlib.suppress(*database.TROUBLE):
        _claim(user_id)


def _claim(user_id: str) -> None:
    for invitation_id, note_id, owner_id in note_invitations.for_user(user_id):
        with database.transaction(owner_id):
            role = note_invitations.take(invitation_id)
            note = Note.get_or_none(Note.id == note_id)
            is_in = Collaborator.get_or_none((Collaborator.note == note_id) & (Collaborator.user == user_id))
            if role is not None and note is not None and owner_id != user_id and is_in is None:
                admit(None, note, user_id, role)
                notifying.invitation_claimed(note, user_id, role)


def shared_with(caller: Caller, cursor: str | None, size: int) -> tuple[list[SharedNote], str | None]:
    """A page of the live notes that are shared with the caller, the latest first. Raises InvalidInput."""
    after = cursors.decode("shared", cursor, (str, str)) if cursor else [_AFTER_ALL, ""]
    rows = database.execute(_SHARED_WITH, (caller.user_id, *after, size + 1)).fetchall()
    page = [_shared_note(row) for row in rows[:size]]
    following = cursors.encode("shared", (page[-1].shared_at, page[-1].note[0])) if len(rows) > size else None
    return page, following


def shared_role(text: str) -> CollaboratorRole:
    """The role that a row holds."""
    return "editor" if text == "editor" else "viewer"


def member(note: Note, user_id: str) -> Member:
    """A collaborator who is known to be one."""
    return next(each for each in _members(note, with_addresses=False) if each.id == user_id)


def _let_in(
    caller: Caller, note: Note, user: User, role: CollaboratorRole, present: list[Member]
) -> tuple[Member, bool]:
    is_new = all(each.id != user.id for each in present)
    if is_new:
        _refuse_crowd(present)
    admit(caller if is_new else None, note, str(user.id), role)
    return member(note, str(user.id)), is_new


def _user(caller: Caller, handle: str) -> User:
    user = users.with_handle(handle.removeprefix("@"))
    if user is None or user.disabled_at is not None:
        raise errors.InvalidInput("handle", "is nobody's")
    if user.id == caller.user_id:
        raise errors.InvalidInput("handle", "is your own")
    return user


def _refuse_crowd(present: list[Member]) -> None:
    if len(present) >= limits.COLLABORATORS:
        raise errors.InvalidInput("", f"a note has at most {limits.COLLABORATORS} collaborators")


def _members(note: Note, with_addresses: bool) -> list[Member]:
    rows = database.execute(_MEMBERS, (note.id,)).fetchall()
    members = [Member(row[0], Account(*row[:3]), None, row[3], row[4]) for row in rows]
    return members + [
        _member_of_invitation(each) for each in (note_invitations.of_note(note) if with_addresses else [])
    ]


def _member_of_invitation(row: note_invitations.Invitation) -> Member:
    return Member(str(row.id), None, str(row.email), shared_role(str(row.role)), str(row.created_at))


def _account(user_id: str) -> Account:
    user = users.by_id(user_id)
    return Account(str(user.id), str(user.handle), str(user.name))


def _shared_note(row: tuple[str, ...]) -> SharedNote:
    role, shared_at, user_id, handle, name, *note = row
    return SharedNote(listing.without_place(note), shared_role(role), Account(user_id, handle, name), shared_at)
