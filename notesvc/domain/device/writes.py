"""What a device writes: the workspace's own routines, each once for its key and with its line of activity."""

from collections.abc import Callable, Mapping
from typing import Any

from notesvc import database, errors
from notesvc.domain import attachments, folders, idempotency, journal, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.device import activity, records
from notesvc.domain.device.activity import Act
from notesvc.domain.device.records import MirroredFolder, MirroredNoteSaved
from notesvc.domain.idempotency import Key, Outcome
from notesvc.domain.preconditions import Precondition
from notesvc.domain.sync_operations import MIRROR_FILES, MIRROR_FOLDERS, MIRROR_NOTES, Operation
from notesvc.domain.text_work import ahead
from notesvc.models import Attachment, Folder, Note

Fields = Mapping[str, Any]


def create_note(caller: Caller, key: Key | None, fields: Fields) -> Outcome:
    """Make a note, or with a `journal_date` that day's entry; the answer is a `MirroredNote`, for a repeat of the key
    as it stands.

    Raises what `notes.create` does, and Conflict (`idempotency_conflict`).
    """

    def make() -> Outcome:
        given = dict(fields)
        date = given.pop("journal_date", None)
        note = notes.create(caller, given)[0] if date is None else journal.make_entry(caller, date, given)
        return Outcome(str(note.id), {"name": note.name})

    made = _once(caller, MIRROR_NOTES, key, "created", make)
    return Outcome(made.resource_id, records.note(caller, made.resource_id), made.is_replay)


def change_note(caller: Caller, key: Key | None, note_id: str, fields: Fields, based_on: Precondition) -> Outcome:
    """Change the caller's own note; the answer is a `MirroredNoteSaved`. Raises what `notes.change` does."""

    def make() -> Outcome:
        _refuse_foreign(caller, note_id)
        return _outcome_of(notes.change(caller, note_id, fields, "autosave", based_on))

    return _once(caller, MIRROR_NOTES, key, "changed", make)


def delete_note(caller: Caller, key: Key | None, note_id: str, based_on: Precondition) -> Outcome:
    """Move the note to the trash; the answer is nothing. Raises what `trash.delete_note` does."""

    def make() -> Outcome:
        _refuse_foreign(caller, note_id)
        trash.delete_note(caller, note_id, based_on)
        return Outcome(note_id, None)

    return _once(caller, MIRROR_NOTES, key, "deleted", make)


def restore_note(caller: Caller, key: Key | None, note_id: str) -> Outcome:
    """Bring the note back; the answer is a `MirroredNoteSaved`. Raises what `trash.restore_note` does."""
    return _once(caller, MIRROR_NOTES, key, "restored", lambda: _outcome_of(trash.restore_note(caller, note_id)))


def create_folder(caller: Caller, key: Key | None, fields: Fields) -> Outcome:
    """Make a folder; the answer is a `MirroredFolder`. Raises what `folders.create` does."""
    return _once(caller, MIRROR_FOLDERS, key, "others", lambda: _outcome_of_folder(folders.create(caller, fields)))


def change_folder(caller: Caller, key: Key | None, folder_id: str, fields: Fields, based_on: Precondition) -> Outcome:
    """Change a folder; the answer is a `MirroredFolder`. Raises what `folders.change` does."""

    def make() -> Outcome:
        return _outcome_of_folder(folders.change(caller, folder_id, fields, based_on))

    return _once(caller, MIRROR_FOLDERS, key, "others", make)


def delete_folder(caller: Caller, key: Key | None, folder_id: str, based_on: Precondition) -> Outcome:
    """Move an empty folder to the trash; the answer is nothing. Raises what `trash.delete_empty_folder` does."""

    def make() -> Outcome:
        trash.delete_empty_folder(caller, folder_id, based_on)
        return Outcome(folder_id, None)

    return _once(caller, MIRROR_FOLDERS, key, "others", make)


def add_known_file(caller: Caller, key: Key | None, sha256: str, name: str, note_id: str | None) -> Outcome:
    """A further attachment of a file that the caller has already; the answer is a `MirroredFile`.

    Raises NotFound where they have none with that hash, and what `attachments.add_to` does.
    """

    def make() -> Outcome:
        known = file_of(caller, sha256)
        if note_id is not None:
            _refuse_foreign(caller, note_id)
        made = attachments.add_to(caller, (sha256, int(known.size)), name, note_id)
        return Outcome(str(made.id), records.file(made))

    return _once(caller, MIRROR_FILES, key, "others", make)


def add_file(caller: Caller, key: Key | None, stored: tuple[str, int], name: str, note_id: str | None) -> Outcome:
    """An attachment of a file that is stored already as (hash, size); the answer is a `MirroredFile`.

    Raises what `attachments.add_to` does.
    """

    def make() -> Outcome:
        if note_id is not None:
            _refuse_foreign(caller, note_id)
        made = attachments.add_to(caller, stored, name, note_id)
        return Outcome(str(made.id), records.file(made))

    return _once(caller, MIRROR_FILES, key, "others", make)


def file_of(caller: Caller, sha256: str) -> Attachment:
    """The first of the caller's own attachments with that hash. Raises NotFound."""
    mine = (Attachment.owner == caller.user_id) & (Attachment.content_hash == sha256)
    found: Attachment | None = Attachment.select().where(mine).order_by(Attachment.id).first()
    if found is None:
        raise errors.NotFound
    return found


@ahead
def _once(caller: Caller, operation: Operation, key: Key | None, act: Act, make: Callable[[], Outcome]) -> Outcome:
    with database.transaction(caller.user_id):
        outcome = idempotency.once(caller, key, make)
        if not outcome.is_replay:
            activity.record(caller, operation, act, (outcome.resource_id, (outcome.answer or {}).get("name")))
    return outcome


def _refuse_foreign(caller: Caller, note_id: str) -> None:
    """A mirror has the own workspace, and nothing that others share with its user."""
    if Note.get_or_none((Note.id == note_id) & (Note.owner == caller.user_id)) is None:
        raise errors.NotFound


def _outcome_of(note: Note) -> Outcome:
    return Outcome(str(note.id), MirroredNoteSaved.of(note, sha256=note.content_hash))


def _outcome_of_folder(folder: Folder) -> Outcome:
    return Outcome(str(folder.id), MirroredFolder.of(folder))
