"""Whose is it: every look-up of something that has an owner. Nothing else selects such rows by id alone."""

from typing import Any

from notesvc import database, errors
from notesvc.domain.caller import Caller
from notesvc.models import Attachment, Folder, ImportJob, Note, NoteBody, NoteVersion, Person, SyncToken

_NOTE = f"SELECT {', '.join(Note.columns())} FROM notes WHERE id = ? AND owner_id = ?"
_LIVE_NOTE = f"{_NOTE} AND deleted_at IS NULL"
_LIVE_FOLDER = "SELECT 1 FROM folders WHERE id = ? AND owner_id = ? AND deleted_at IS NULL"
_BODY = "SELECT content, rich_content FROM note_bodies WHERE note_id = ?"


def note_to_read(caller: Caller, note_id: str) -> Note:
    """The note, in the trash or not. Raises NotFound."""
    return Note.of(_found(database.execute(_NOTE, (note_id, caller.user_id)).fetchone()))


def note_to_change(caller: Caller, note_id: str) -> Note:
    """The note, if it is not in the trash. Raises NotFound."""
    return Note.of(_found(database.execute(_LIVE_NOTE, (note_id, caller.user_id)).fetchone()))


def body_of(note: Note) -> NoteBody:
    """The text of a note that a look-up of this module gave."""
    content, rich_content = _found(database.execute(_BODY, (note.id,)).fetchone())
    return NoteBody(note=note.id, content=content, rich_content=rich_content)


def refuse_foreign_folder(caller: Caller, folder_id: str | None) -> None:
    """Raise NotFound unless the folder, if one is named, is the caller's and not in the trash."""
    if folder_id is not None:
        _found(database.execute(_LIVE_FOLDER, (folder_id, caller.user_id)).fetchone())


def folder_to_change(caller: Caller, folder_id: str) -> Folder:
    """The folder, if it is not in the trash. Raises NotFound."""
    mine = (Folder.id == folder_id) & (Folder.owner == caller.user_id) & Folder.deleted_at.is_null()
    return _found(Folder.get_or_none(mine))


def folder_in_trash(caller: Caller, folder_id: str) -> Folder | None:
    """The folder, if it is in the trash."""
    mine = (Folder.id == folder_id) & (Folder.owner == caller.user_id) & Folder.deleted_at.is_null(False)
    return Folder.get_or_none(mine)


def note_in_trash(caller: Caller, note_id: str) -> Note | None:
    """The note, if it is in the trash."""
    mine = (Note.id == note_id) & (Note.owner == caller.user_id) & Note.deleted_at.is_null(False)
    return Note.get_or_none(mine)


def version_to_read(caller: Caller, version_id: str) -> NoteVersion:
    """A version of a note that the caller may read. Raises NotFound."""
    query = (
        NoteVersion.select()
        .join(Note, on=(Note.id == NoteVersion.note))
        .where((NoteVersion.id == version_id) & (Note.owner == caller.user_id))
    )
    return _found(query.first())


def person_to_change(caller: Caller, person_id: str) -> Person:
    """The person. Raises NotFound."""
    return _found(Person.get_or_none((Person.id == person_id) & (Person.owner == caller.user_id)))


def attachment_to_read(caller: Caller, attachment_id: str) -> Attachment:
    """The attachment. Raises NotFound."""
    mine = (Attachment.id == attachment_id) & (Attachment.owner == caller.user_id)
    return _found(Attachment.get_or_none(mine))


def token_to_change(caller: Caller, token_id: str) -> SyncToken:
    """The sync token, in any state. Raises NotFound."""
    return _found(SyncToken.get_or_none((SyncToken.id == token_id) & (SyncToken.user == caller.user_id)))


def import_to_read(caller: Caller, job_id: str) -> ImportJob:
    """The import job. Raises NotFound."""
    return _found(ImportJob.get_or_none((ImportJob.id == job_id) & (ImportJob.owner == caller.user_id)))


def readers_of(note: Note) -> list[str]:
    """The ids of the users who may see the note."""
    return [str(note.owner_id)]


def _found(row: Any) -> Any:
    if row is None:
        raise errors.NotFound
    return row
