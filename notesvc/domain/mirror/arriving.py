"""Files that come after the note that names them: they become attachments then, as if they had been there."""

import itertools
from collections.abc import Collection

from notesvc import database, errors
from notesvc.backends.backend import Entry
from notesvc.domain import notes
from notesvc.domain.mirror import file_form, listing, records
from notesvc.domain.mirror.left_files import COMING, NOBODYS
from notesvc.domain.mirror.records import Record
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead


def take_in(work: Round) -> None:
    """Make attachments of files that are new, and that notes name. Raises BackendError, Busy."""
    strays = {entry.key: entry for entry in (work.entries or {}).values() if _is_stray(work, entry)}
    if not strays:
        return
    namers = _namers(work, strays)
    for key, entry in strays.items():
        _record(work, entry, is_named=key in namers)
    late: set[str] = set()
    for note_id in sorted(set().union(*namers.values())):
        work.mirror.heed_stop()
        if not _bind(work, work.rows.by_note[note_id]):
            late.add(note_id)
    for key, note_ids in namers.items():
        if not note_ids & late and work.left.reason_of(strays[key]) == COMING:
            work.left.drop(key)


def _record(work: Round, entry: Entry, *, is_named: bool) -> None:
    if is_named:
        work.left.leave(entry.key, entry.tag, COMING)
    elif work.files.is_known(entry.key):
        work.left.drop(entry.key)
    else:
        work.left.leave(entry.key, entry.tag, NOBODYS)


def _is_stray(work: Round, entry: Entry) -> bool:
    if listing.is_note(entry.key) or not listing.is_shown(entry.key):
        return False
    reason = work.left.reason_of(entry)
    return reason == COMING or (reason is None and not work.files.is_known(entry.key))


def _namers(work: Round, keys: Collection[str]) -> dict[str, set[str]]:
    """The notes that name each of these, seen from their files."""
    found: dict[str, set[str]] = {}
    note_ids = [row.note_id for row in work.rows.by_note.values() if row.is_there and row.note_id in work.notes]
    texts = itertools.chain.from_iterable(records.texts(work.mirror.owner_id, note_ids))
    for record in texts:
        for key in file_form.keys_named(record.content, work.rows.by_note[record.id].key).intersection(keys):
            found.setdefault(key, set()).add(record.id)
    return found


def _bind(work: Round, row: Row) -> bool:
    """Give the note the addresses of its files; False where somebody writes it at this moment."""
    record = work.record_of(row.note_id)
    if record is None:
        return True
    content = file_form.with_own_files(record.content, (row.key,), work.files.attachment_at)
    try:
        if content != record.content:
            _save(work, row, record, content)
    except errors.PreconditionFailed:
        return False
    except errors.Busy:
        raise
    except errors.Refusal:
        # Longer than a note may be: the address in it stays as it is.
        pass
    return True


@ahead
def _save(work: Round, row: Row, record: Record, content: str) -> None:
    with database.transaction(work.mirror.owner_id):
        guard = Precondition(etags=frozenset({record.etag}))
        notes.change(work.mirror.caller, record.id, {"content": content}, "import", guard)
        # What the file says may read otherwise by now.
        row.revision = 0
        work.rows.put(row)
