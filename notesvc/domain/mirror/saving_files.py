"""A file that somebody has written: a save of its note, a merge with what changed here, or a note of its own."""

from typing import Any

from notesvc import clock, database, errors, limits
from notesvc.domain import access, changes, notes, trash
from notesvc.domain.links import bindings
from notesvc.domain.mirror import listing
from notesvc.domain.mirror.file_form import Look, read
from notesvc.domain.mirror.listing import Found
from notesvc.domain.mirror.matching import Sight
from notesvc.domain.mirror.merging import Changes, ConflictError, merge
from notesvc.domain.mirror.records import Record
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead
from notesvc.models import Note
from notesvc.text import truncate

_CONFLICT = """
INSERT INTO mirror_conflicts (id, part_id, note_id, name, copy_id, copy_name, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""


def save(work: Round, row: Row, sight: Sight) -> None:
    """Bring a file that was found changed into its note. Raises PreconditionFailed, other refusals, BackendError."""
    found = work.read(sight.key, sight.tag)
    if found is None or found.form.note_id != sight.note_id:
        return
    if _is_known(work, row, found):
        return
    record = work.record_of(row.note_id)
    if record is None:
        _bring_back(work, row, found)
        return
    ours = work.file_text(record, sight.key)
    if listing.sha256_of(ours) == found.sha256:
        _agree(work, row, found, record.revision)
        return
    _merge(work, (row, record), found, ours)


def new_fields(work: Round, found: Found) -> dict[str, Any]:
    """What the file says, as fields of a note that is to be made. It may read other files: never in a transaction."""
    look = found.form.look or Look()
    said = Changes(found.form.body, look.tags, {"icon": look.icon, "cover": look.cover}, look.others)
    return work.fields(said, None, (found.key,))


def make_note(work: Round, fields: dict[str, Any], name: str, parent_id: str | None) -> Note:
    """A new note of these fields, its links bound, in the current transaction."""
    caller = work.mirror.caller
    note, _ = notes.create(caller, {**fields, "name": name, "parent_id": parent_id}, "import")
    bindings.settle_import(caller, [str(note.id)], changes.next_number(caller.user_id))
    return note


def keep_apart(work: Round, record: Record, fields: dict[str, Any]) -> None:
    """The file's text as a note of its own beside the note, and the conflict on record, in the current transaction."""
    name = _copy_name(record.name)
    copy = make_note(work, fields, name, record.parent_id)
    told = (record.id, record.name, str(copy.id), name, clock.now())
    database.execute(_CONFLICT, (clock.new_id(), work.mirror.part_id, *told))


def _is_known(work: Round, row: Row, found: Found) -> bool:
    """Whether the file holds what we have read already, or have written ourselves without hearing of it."""
    if found.sha256 == row.sha256:
        if found.tag != row.tag:
            work.see(row, found.tag, found.sha256)
        elif work.is_sure(row):
            row.unsure_at = None
        row.missing = 0
        work.rows.put(row)
        return True
    if found.sha256 != row.pending_sha256:
        return False
    with database.transaction(work.mirror.owner_id):
        row.revision = row.pending_revision or 0
        work.see(row, found.tag, found.sha256)
        work.rows.agree(row, found.text)
    return True


def _agree(work: Round, row: Row, found: Found, revision: int) -> None:
    with database.transaction(work.mirror.owner_id):
        row.revision = revision
        work.see(row, found.tag, found.sha256)
        work.rows.agree(row, found.text)


def _merge(work: Round, of: tuple[Row, Record], found: Found, ours: str) -> None:
    row, record = of
    # A file that nobody heard of before is the one that was being made.
    text = work.rows.base_of(row) or work.rows.pending_of(row)
    mine = read(ours)
    try:
        if text is None:
            raise ConflictError
        base = read(text)
        changed = merge(base, mine, found.form)
    except ConflictError:
        _save_apart(work, of, found, new_fields(work, found))
        return
    is_ours_changed = (base.look, base.body) != (mine.look, mine.body)
    fields = work.fields(changed, record, (found.key, row.key)) if changed else {}
    _save_changes(work, of, found, (fields, is_ours_changed or found.form.note_id != row.note_id))


@ahead
def _save_changes(work: Round, of: tuple[Row, Record], found: Found, what: tuple[dict[str, Any], bool]) -> None:
    (row, record), (fields, is_to_be_written) = of, what
    revision = record.revision
    with database.transaction(work.mirror.owner_id):
        if fields:
            guard = Precondition(etags=frozenset({record.etag}))
            note = notes.change(work.mirror.caller, record.id, fields, "import", guard)
            revision = int(note.revision)
        row.revision = 0 if is_to_be_written else revision
        work.see(row, found.tag, found.sha256)
        work.rows.agree(row, found.text)


@ahead
def _save_apart(work: Round, of: tuple[Row, Record], found: Found, fields: dict[str, Any]) -> None:
    row, record = of
    with database.transaction(work.mirror.owner_id):
        keep_apart(work, record, fields)
        row.revision = 0
        work.see(row, found.tag, found.sha256)
        work.rows.agree(row, found.text)


def _bring_back(work: Round, row: Row, found: Found) -> None:
    """The note was deleted here, and its file edited there: what was edited stays."""
    caller = work.mirror.caller
    if row.note_id in work.notes and _lives(work, row.note_id):
        # Its text is damaged: nothing is known to merge with.
        return
    if access.note_in_trash(caller, row.note_id) is not None:
        try:
            trash.restore(caller, row.note_id)
            return
        except errors.Conflict:
            # Its day has another entry by now: the file is a note like any other.
            pass
    work.rows.forget([row.note_id])


def _lives(work: Round, note_id: str) -> bool:
    try:
        access.own_live_note(work.mirror.caller, note_id)
    except errors.NotFound:
        return False
    return True


def _copy_name(name: str) -> str:
    behind = f" (from folder, {clock.now()[:10]})"
    return truncate.to_length(name or "Untitled", limits.MAX_NAME - len(behind)) + behind
