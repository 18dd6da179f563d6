"""The way out: files are made, moved, replaced and removed as notes were; never over what nobody here has read."""

import contextlib
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from notesvc import database
from notesvc.backends.backend import Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.domain import batches
from notesvc.domain.mirror import listing, records, writing
from notesvc.domain.mirror.records import Record, Standing
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row

_AT_ONCE = 20
"""Files between two records: what others edit of those that no record tells of yet may end as a conflict."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is to be written."""

    row: Row
    record: Record
    text: str
    sha256: str

    @property
    def content(self) -> bytes:
        return self.text.encode()


def write_out(work: Round) -> None:
    """Bring the files in line with the notes. What somebody has changed there meanwhile is left for the next round.

    Raises BackendError, Busy, StopError.
    """
    for gone in [row for row in work.rows.by_note.values() if row.note_id not in work.notes]:
        work.mirror.heed_stop()
        _remove(work, gone)
    for note in work.notes.values():
        row = work.rows.by_note.get(note.id)
        if row is not None and row.is_there and not row.missing:
            _move(work, note, row)
    due = [note.id for note in work.notes.values() if _is_due(work, note)]
    shared = {key for key, times in Counter(row.key for row in work.rows.by_note.values()).items() if times > 1}
    for chunk in batches.chunks(due, _AT_ONCE):
        work.mirror.heed_stop()
        _write(work, [record for page in records.texts(work.mirror.owner_id, chunk) for record in page], shared)


def count_due(work: Round) -> int:
    """How many notes wait to be written, moved or removed."""
    gone = sum(note_id not in work.notes for note_id in work.rows.by_note)
    return gone + sum(_is_due(work, note) for note in work.notes.values())


def _is_due(work: Round, note: Standing) -> bool:
    row = work.rows.by_note.get(note.id)
    if row is None:
        return True
    if not row.is_there:
        # Where nobody has listed the files it may be there all the same: made, and the answer lost.
        return work.entries is not None or row.pending_sha256 is None
    return row.revision != note.revision and not row.missing


def _remove(work: Round, row: Row) -> None:
    if row.is_there and not row.missing:
        try:
            work.mirror.backend.remove(row.key, _seen(row))
        except ChangedError:
            if work.mirror.is_two_way:
                # Somebody has edited it: the next round reads that, and brings the note back.
                return
    work.rows.forget([row.note_id])
    work.places.free(row.key)


def _move(work: Round, note: Standing, row: Row) -> None:
    key = work.places.key_for(note, row)
    if key != row.key:
        work.mirror.heed_stop()
        try:
            tag = work.mirror.backend.move(row.key, key, _seen(row))
        except (ChangedError, MissingError):
            return
        work.places.free(row.key)
        work.places.take(key)
        row.key, row.revision = key, 0
        work.see(row, tag, str(row.sha256))
    if (row.name, row.parent_id) != (note.name, note.parent_id):
        row.name, row.parent_id = note.name, note.parent_id
        work.rows.put(row)


def _write(work: Round, found: list[Record], shared: Collection[str]) -> None:
    drafts: list[Draft] = []
    with database.transaction(work.mirror.owner_id):
        for record in found:
            row = _row_for(work, record, shared)
            text = work.file_text(record, row.key)
            draft = Draft(row, record, text, listing.sha256_of(text))
            if row.is_there and draft.sha256 == row.sha256:
                row.revision = record.revision
                work.rows.put(row)
            else:
                work.rows.pend(row, text, draft.sha256, record.revision)
                drafts.append(draft)
    with _kept(work) as done:
        for draft in drafts:
            work.mirror.heed_stop()
            tag = writing.put(work, draft.row, draft.content, draft.sha256)
            if tag is not None:
                done.append((draft, tag))


def _row_for(work: Round, record: Record, shared: Collection[str]) -> Row:
    """The note's row, with a key of its own where it has no file yet."""
    row = work.rows.by_note.get(record.id)
    if row is not None and row.is_there:
        return row
    standing = work.notes[record.id]
    if row is None:
        row = Row(record.id, work.places.key_for(standing, None))
    else:
        row.key = work.places.key_for(standing, None if row.key in shared else row)
    row.name, row.parent_id = standing.name, standing.parent_id
    work.places.take(row.key)
    return row


@contextlib.contextmanager
def _kept(work: Round) -> Iterator[list[tuple[Draft, str]]]:
    """What was written is on record also where the next thing fails."""
    done: list[tuple[Draft, str]] = []
    try:
        yield done
    except BackendError:
        _keep(work, done)
        raise
    _keep(work, done)


def _keep(work: Round, done: list[tuple[Draft, str]]) -> None:
    with database.transaction(work.mirror.owner_id):
        for draft, tag in done:
            draft.row.revision = draft.record.revision
            work.see(draft.row, tag, draft.sha256)
            work.rows.agree(draft.row, draft.text)


def _seen(row: Row) -> Seen:
    return Seen(str(row.tag), str(row.sha256))
