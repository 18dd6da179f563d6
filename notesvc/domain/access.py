"""Whose is it: the look-ups by which a caller gets at something that has an owner.

Whoever selects such a row by its id alone acts for nobody: a job, or a routine whose caller was looked at before.
"""

from typing import Any, Literal

from notesvc import clock, database, errors, limits
from notesvc.domain import intact
from notesvc.domain.caller import Caller
from notesvc.models import (
    Attachment,
    CollaborationRequest,
    Folder,
    ImportJob,
    Note,
    NoteBody,
    NoteVersion,
    Person,
    Share,
    SyncToken,
)

Role = Literal["owner", "editor", "viewer"]

_COLUMNS = Note.columns("n")
_OWN = f"SELECT {_COLUMNS} FROM notes n WHERE n.id = ? AND n.owner_id = ?"
_OWN_LIVE = f"{_OWN} AND n.deleted_at IS NULL"
_SHARED = "n.deleted_at IS NULL AND EXISTS (SELECT 1 FROM collaborators c WHERE c.note_id = n.id AND c.user_id = ?"
_READABLE = f"SELECT {_COLUMNS} FROM notes n WHERE n.id = ? AND (n.owner_id = ? OR {_SHARED}))"
_CHANGEABLE = (
    f"SELECT {_COLUMNS} FROM notes n WHERE n.id = ? AND n.deleted_at IS NULL "
    f"AND (n.owner_id = ? OR {_SHARED} AND c.role = 'editor'))"
)
_ROLE = """
SELECT CASE WHEN n.owner_id = ? THEN 'owner' ELSE c.role END FROM notes n
LEFT JOIN collaborators c ON c.note_id = n.id AND c.user_id = ? WHERE n.id = ? AND n.deleted_at IS NULL
"""
_SHARED_BY = """
SELECT n.id FROM collaborators c JOIN notes n ON n.id = c.note_id
WHERE c.user_id = ? AND n.owner_id = ? AND n.deleted_at IS NULL
"""
_SHOWN_BY = """
SELECT 1 FROM note_attachments a JOIN notes n ON n.id = a.note_id JOIN note_bodies b ON b.note_id = n.id
JOIN collaborators c ON c.note_id = n.id
WHERE a.attachment_id = ? AND c.user_id = ? AND n.owner_id = ? AND n.deleted_at IS NULL
    AND (a.state = 'put' AND ({found} OR {bound}) OR a.state = 'awaited' AND ?) LIMIT 1
"""
_BOUND = """
EXISTS (SELECT 1 FROM note_links l
    WHERE l.source_note_id = a.note_id AND l.kind = 'wiki' AND l.file_id = a.attachment_id)
"""
# The version that stood when somebody was let in, the first one they may read; 0 where there was none, or none yet.
_FIRST_SEEN = """
SELECT coalesce(max(v.number), 0) FROM collaborators c
JOIN note_versions v ON v.note_id = c.note_id AND v.created_at <= c.created_at WHERE c.note_id = ? AND c.user_id = ?
"""
_LIVE_FOLDER = "SELECT 1 FROM folders WHERE id = ? AND owner_id = ? AND deleted_at IS NULL"
# With its hash in one statement: between two, somebody else may have saved.
_BODY = """
SELECT b.content, n.content_hash, b.rich_content, b.rich_hash
FROM note_bodies b JOIN notes n ON n.id = b.note_id WHERE b.note_id = ?
"""


def note_to_read(caller: Caller, note_id: str) -> Note:
    """The note: the caller's own, in the trash or not, or a live one shared with them. Raises NotFound."""
    mine = (note_id, caller.user_id, caller.user_id)
    return Note.of(_or_not_found(database.execute(_READABLE, mine).fetchone()))


def note_to_change(caller: Caller, note_id: str) -> Note:
    """The note, if it is not in the trash and its text is the caller's to change.

    Raises NotFound, and Forbidden for a viewer of it.
    """
    row = database.execute(_CHANGEABLE, (note_id, caller.user_id, caller.user_id)).fetchone()
    if row is None:
        role_on(caller, note_id)
        raise errors.Forbidden("You may read this note, not change it.")
    return Note.of(row)


def own_note(caller: Caller, note_id: str) -> Note:
    """The caller's own note, in the trash or not. Raises NotFound, and Forbidden for a note shared with them."""
    return _own(_OWN, caller, note_id)


def own_live_note(caller: Caller, note_id: str) -> Note:
    """The caller's own note, if it is not in the trash. Raises NotFound, and Forbidden for one shared with them."""
    return _own(_OWN_LIVE, caller, note_id)


def role_on(caller: Caller, note_id: str) -> Role:
    """What the caller is to a live note. Raises NotFound where they may not see it."""
    row = _or_not_found(database.execute(_ROLE, (caller.user_id, caller.user_id, note_id)).fetchone())
    role: Role = _or_not_found(row[0])
    return role


def role_of(caller: Caller, note: Note) -> Role:
    """What the caller is to a note that a look-up of this module gave, in the trash or not."""
    return "owner" if note.owner_id == caller.user_id else role_on(caller, str(note.id))


def owner_of(caller: Caller, note_id: str) -> str:
    """Whose workspace a write to the note takes place in: what transactions lock. It opens nothing by itself."""
    row = database.execute("SELECT owner_id FROM notes WHERE id = ?", (note_id,)).fetchone()
    return str(row[0]) if row else caller.user_id


def as_seen_by(caller: Caller, note: Note) -> Note:
    """The note without what only its owner may see: where it stands in the owner's tree."""
    if note.owner_id == caller.user_id:
        return note
    return note.without_place()


def shared_by(owner_id: str, caller: Caller) -> set[str]:
    """The ids of the owner's live notes that are shared with the caller."""
    return {str(row[0]) for row in database.execute(_SHARED_BY, (caller.user_id, owner_id)).fetchall()}


def body_of(note: Note, *, is_replaced: bool = False) -> NoteBody:
    """The text of a note that a look-up of this module gave. Raises Busy for a damaged one, unless it `is_replaced`:
    then it is empty, so that whatever is restored differs from it."""
    content, content_hash, rich, rich_hash = _or_not_found(database.execute(_BODY, (note.id,)).fetchone())
    texts = ((content, content_hash), (rich, rich_hash))
    if is_replaced and not intact.are_intact(*texts):
        return NoteBody(note=note.id, content="", rich_content=None)
    intact.refuse_damaged(f"note {note.id}", *texts)
    return NoteBody(note=note.id, content=content, rich_content=rich, rich_hash=rich_hash)


def refuse_foreign_folder(caller: Caller, folder_id: str | None) -> None:
    """Raise NotFound unless the folder, if one is named, is the caller's and not in the trash."""
    if folder_id is not None:
        _or_not_found(database.execute(_LIVE_FOLDER, (folder_id, caller.user_id)).fetchone())


def folder_to_change(caller: Caller, folder_id: str) -> Folder:
    """The folder, if it is not in the trash. Raises NotFound."""
    mine = (Folder.id == folder_id) & (Folder.owner == caller.user_id) & Folder.deleted_at.is_null()
    return _or_not_found(Folder.get_or_none(mine))


def folder_in_trash(caller: Caller, folder_id: str) -> Folder | None:
    """The folder, if it is in the trash."""
    mine = (Folder.id == folder_id) & (Folder.owner == caller.user_id) & Folder.deleted_at.is_null(False)
    return Folder.get_or_none(mine)


def note_in_trash(caller: Caller, note_id: str) -> Note | None:
    """The note, if it is in the trash."""
    mine = (Note.id == note_id) & (Note.owner == caller.user_id) & Note.deleted_at.is_null(False)
    return Note.get_or_none(mine)


def version_to_read(caller: Caller, version_id: str) -> NoteVersion:
    """A version of a note that the caller may read. Raises NotFound, and Busy for a damaged one."""
    version = _or_not_found(NoteVersion.get_or_none(NoteVersion.id == version_id))
    note = note_to_read(caller, str(version.note_id))
    if int(version.number) < first_version_seen(caller, note):
        raise errors.NotFound
    texts: Any = ((version.content, version.content_hash), (version.rich_content, version.rich_hash))
    intact.refuse_damaged(f"version {version_id}", *texts)
    return version


def first_version_seen(caller: Caller, note: Note) -> int:
    """The number of the first version that the caller may read, of a note that they may read: those from before it
    was shared with them are the owner's alone, but for the one that stood then."""
    if note.owner_id == caller.user_id:
        return 0
    return int(database.execute(_FIRST_SEEN, (note.id, caller.user_id)).fetchone()[0])


def person_to_change(caller: Caller, person_id: str) -> Person:
    """The person. Raises NotFound."""
    return _or_not_found(Person.get_or_none((Person.id == person_id) & (Person.owner == caller.user_id)))


def attachment_to_read(caller: Caller, attachment_id: str) -> Attachment:
    """The attachment: the caller's own, or its owner's who shares a note with the caller that shows it.

    A note shows what its text names, if it was uploaded to it or its owner put it there; and for a while what was
    uploaded to it and waits for the save that names it. Raises NotFound.
    """
    attachment = _or_not_found(Attachment.get_or_none(Attachment.id == attachment_id))
    if attachment.owner_id != caller.user_id:
        shown = "b.content || coalesce(n.cover, '')"
        found = f"instr({shown}, ?) > 0" if database.on_sqlite() else f"strpos({shown}, ?) > 0"
        is_new = str(attachment.created_at) > clock.from_now(-limits.UPLOAD_AWAITED_SECONDS)
        asked = (attachment_id, caller.user_id, attachment.owner_id, f"/files/{attachment_id}/", is_new)
        _or_not_found(database.execute(_SHOWN_BY.format(found=found, bound=_BOUND), asked).fetchone())
    return attachment


def own_attachment(caller: Caller, attachment_id: str) -> Attachment:
    """The caller's own attachment. Raises NotFound."""
    mine = (Attachment.id == attachment_id) & (Attachment.owner == caller.user_id)
    return _or_not_found(Attachment.get_or_none(mine))


def token_to_change(caller: Caller, token_id: str) -> SyncToken:
    """The sync token, in any state. Raises NotFound."""
    return _or_not_found(SyncToken.get_or_none((SyncToken.id == token_id) & (SyncToken.user == caller.user_id)))


def import_to_read(caller: Caller, job_id: str) -> ImportJob:
    """The import job. Raises NotFound."""
    return _or_not_found(ImportJob.get_or_none((ImportJob.id == job_id) & (ImportJob.owner == caller.user_id)))


def own_share(caller: Caller, share_id: str) -> Share:
    """A public link of the caller's, in any state. Raises NotFound."""
    return _or_not_found(Share.get_or_none((Share.id == share_id) & (Share.owner == caller.user_id)))


def readers_of(note: Note) -> list[str]:
    """The ids of the users who may see the note, its owner first."""
    rows = database.execute("SELECT user_id FROM collaborators WHERE note_id = ? ORDER BY user_id", (note.id,))
    return [str(note.owner_id), *(str(row[0]) for row in rows.fetchall())]


def request_to_answer(caller: Caller, request_id: str) -> CollaborationRequest:
    """A request for a live note of the caller's that is still open. Raises NotFound."""
    is_open = (CollaborationRequest.id == request_id) & (CollaborationRequest.state == "open")
    asked: CollaborationRequest = _or_not_found(CollaborationRequest.get_or_none(is_open))
    is_own = (Note.id == asked.note_id) & (Note.owner == caller.user_id) & Note.deleted_at.is_null()
    _or_not_found(Note.get_or_none(is_own))
    return asked


def _own(statement: str, caller: Caller, note_id: str) -> Note:
    row = database.execute(statement, (note_id, caller.user_id)).fetchone()
    if row is not None:
        return Note.of(row)
    if role_on(caller, note_id) == "owner":
        raise errors.NotFound
    raise errors.Forbidden("Only the owner of this note may do this.")


def _or_not_found(row: Any) -> Any:
    if row is None:
        raise errors.NotFound
    return row
