"""A file that belongs to no row: a new note, or one that the mirror has lost sight of."""

import hashlib
from typing import Any

from notesvc import database, errors
from notesvc.domain import access, journal, trash
from notesvc.domain.mirror import file_form, listing, moving, saving_files
from notesvc.domain.mirror.listing import Found
from notesvc.domain.mirror.matching import Sight
from notesvc.domain.mirror.places import JOURNAL
from notesvc.domain.mirror.records import Record
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row
from notesvc.domain.text_work import ahead

_HAS_VERSION = "SELECT 1 FROM note_versions WHERE note_id = ? AND content_hash = ? LIMIT 1"


def adopt(work: Round, sight: Sight) -> None:
    """Make the file a note's. Raises refusals, BackendError."""
    found = work.read(sight.key, sight.tag)
    if found is None or found.form.note_id != sight.note_id:
        return
    note_id = found.form.note_id
    if note_id is not None and note_id not in work.rows.by_note:
        record = work.record_of(note_id) or _from_trash(work, note_id, found)
        if record is not None:
            _join(work, record, found, saving_files.new_fields(work, found))
            return
    _make(work, found)


def _make(work: Round, found: Found) -> None:
    folder, _, file_name = found.key.rpartition("/")
    name = moving.title_of(file_name)
    if folder == JOURNAL and moving.is_day(name) and _make_entry(work, found, _own_text(work, found), name):
        return
    parent_id = moving.folder_for(work, folder)
    _make_note(work, found, saving_files.new_fields(work, found), (name, parent_id))


@ahead
def _make_note(work: Round, found: Found, fields: dict[str, Any], target: tuple[str, str | None]) -> None:
    name, parent_id = target
    with database.transaction(work.mirror.owner_id):
        note = saving_files.make_note(work, fields, name, parent_id)
        _put_row(work, Row(str(note.id), found.key, name=name, parent_id=parent_id), found)


@ahead
def _make_entry(work: Round, found: Found, body: str, day: str) -> bool:
    """The entry of that day, unless it has one: then the file is a note like any other."""
    caller = work.mirror.caller
    with database.transaction(caller.user_id):
        try:
            journal.entry(caller, day)
            return False
        except errors.NotFound:
            note, _ = journal.write(caller, day, {"content": body})
        _put_row(work, Row(str(note.id), found.key, name=day), found)
    return True


@ahead
def _join(work: Round, record: Record, found: Found, fields: dict[str, Any]) -> None:
    """A note's file that was there before the mirror knew of it. Where it says what the note once said, it is written
    anew; where it says something else, that becomes a note of its own."""
    row = Row(record.id, found.key, name=record.name, parent_id=record.parent_id)
    ours = work.file_text(record, found.key)
    is_same = listing.sha256_of(ours) == found.sha256
    with database.transaction(work.mirror.owner_id):
        if not is_same and not _was_so(record.id, fields["content"]):
            saving_files.keep_apart(work, record, fields)
        _put_row(work, row, found, record.revision if is_same else 0)


def _put_row(work: Round, row: Row, found: Found, revision: int = 0) -> None:
    row.revision = revision
    work.see(row, found.tag, found.sha256)
    work.rows.agree(row, found.text)


def _own_text(work: Round, found: Found) -> str:
    return file_form.with_own_files(found.form.body, (found.key,), work.files.attachment_at)


def _was_so(note_id: str, content: str) -> bool:
    sha256 = hashlib.sha256(content.encode()).hexdigest()
    return database.execute(_HAS_VERSION, (note_id, sha256)).fetchone() is not None


def _from_trash(work: Round, note_id: str, found: Found) -> Record | None:
    """The note, back from the trash, where the file says what it says."""
    caller = work.mirror.caller
    if access.note_in_trash(caller, note_id) is None:
        return None
    if not _was_so(note_id, _own_text(work, found)):
        return None
    try:
        trash.restore(caller, note_id)
    except errors.Conflict:
        return None
    return work.record_of(note_id)
