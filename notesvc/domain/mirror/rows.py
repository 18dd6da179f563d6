"""What the mirror remembers of its notes: rows that are read at the beginning of a round, and kept true within it."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from notesvc import database
from notesvc.domain import batches

_COLUMNS = "note_id, key, tag, sha256, revision, name, parent_id, missing, unsure_at, pending_sha256, pending_revision"
_SELECT = f"SELECT {_COLUMNS} FROM mirror_notes WHERE part_id = ?"
_PUT = """
INSERT INTO mirror_notes (part_id, note_id, key, tag, sha256, revision, name, parent_id, missing, unsure_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (part_id, note_id) DO UPDATE SET key = excluded.key, tag = excluded.tag, sha256 = excluded.sha256,
    revision = excluded.revision, name = excluded.name, parent_id = excluded.parent_id, missing = excluded.missing,
    unsure_at = excluded.unsure_at
"""
_AGREE = """
UPDATE mirror_notes SET base = ?, pending = NULL, pending_sha256 = NULL, pending_revision = NULL
WHERE part_id = ? AND note_id = ?
"""
_PEND = """
UPDATE mirror_notes SET pending = ?, pending_sha256 = ?, pending_revision = ? WHERE part_id = ? AND note_id = ?
"""


@dataclass(slots=True)
class Row:
    """A row of `mirror_notes` without its texts; what is changed is stored by `Rows.put` or `Rows.agree`."""

    note_id: str
    key: str
    tag: str | None = None
    sha256: str | None = None
    revision: int = 0
    name: str = ""
    parent_id: str | None = None
    missing: int = 0
    unsure_at: str | None = None
    pending_sha256: str | None = None
    pending_revision: int | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a file of it, as far as is known."""
        return self.tag is not None


class Rows:
    """The rows of one mirror, by note."""

    def __init__(self, part_id: str) -> None:
        self.part_id = part_id
        found = database.execute(_SELECT, (part_id,)).fetchall()
        self.by_note: dict[str, Row] = {str(row[0]): Row(*row) for row in found}

    def put(self, row: Row) -> None:
        """Store it, in the current transaction or one of its own."""
        self.by_note[row.note_id] = row
        database.execute(_PUT, (self.part_id, *_values(row)))

    def agree(self, row: Row, text: str) -> None:
        """Store it with the text that both sides have; nothing is pending any more."""
        row.pending_sha256 = row.pending_revision = None
        row.missing = 0
        self.put(row)
        database.execute(_AGREE, (deflate(text), self.part_id, row.note_id))

    def pend(self, row: Row, text: str, sha256: str, revision: int) -> None:
        """Store that this text is about to be written there."""
        row.pending_sha256, row.pending_revision = sha256, revision
        self.put(row)
        database.execute(_PEND, (deflate(text), sha256, revision, self.part_id, row.note_id))

    def forget(self, note_ids: Iterable[str]) -> None:
        """Remove rows of notes whose files are gone."""
        for chunk in batches.chunks(list(note_ids)):
            for note_id in chunk:
                self.by_note.pop(note_id, None)
            where = f"part_id = ? AND note_id IN ({database.marks(chunk)})"
            database.execute(f"DELETE FROM mirror_notes WHERE {where}", (self.part_id, *chunk))

    def base_of(self, row: Row) -> str | None:
        """The text that both sides had last."""
        return self._text("base", row)

    def pending_of(self, row: Row) -> str | None:
        """The text that was about to be written."""
        return self._text("pending", row)

    def _text(self, column: str, row: Row) -> str | None:
        asked = (self.part_id, row.note_id)
        found = database.execute(f"SELECT {column} FROM mirror_notes WHERE part_id = ? AND note_id = ?", asked)
        stored = found.fetchone()
        return inflate(stored[0]) if stored and stored[0] is not None else None


def deflate(text: str) -> bytes:
    return zlib.compress(text.encode(), 3)


def inflate(stored: Any) -> str:
    return zlib.decompress(bytes(stored)).decode()


def _values(row: Row) -> Sequence[Any]:
    return (
        row.note_id,
        row.key,
        row.tag,
        row.sha256,
        row.revision,
        row.name,
        row.parent_id,
        row.missing,
        row.unsure_at,
    )
