"""The notes and folders of the workspace as the mirror needs them: where they stand, and their files' texts."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import orjson

from notesvc import database
from notesvc.domain import batches, intact
from notesvc.domain.mirror import file_form
from notesvc.domain.mirror.file_form import Look
from notesvc.text.markdown import file_addresses

_STANDING = """
SELECT id, revision, name, parent_id, journal_date FROM notes WHERE owner_id = ? AND deleted_at IS NULL ORDER BY number
"""
_FOLDERS = "SELECT id, name, parent_id FROM folders WHERE owner_id = ? AND deleted_at IS NULL ORDER BY sort_order, id"
_TEXTS = """
SELECT n.id, n.revision, n.name, n.parent_id, n.tags, n.properties, n.icon, n.cover, b.content, n.content_hash
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.id IN ({marks}) AND n.owner_id = ? AND n.deleted_at IS NULL
"""
_CHUNK = 100


class Standing(NamedTuple):
    """Where a live note stands."""

    id: str
    revision: int
    name: str
    parent_id: str | None
    journal_date: str | None


class FolderPlace(NamedTuple):
    """Where a live folder stands."""

    id: str
    name: str
    parent_id: str | None


class Record(NamedTuple):
    """A live note with its text."""

    id: str
    revision: int
    name: str
    parent_id: str | None
    look: Look
    content: str

    @property
    def etag(self) -> str:
        return f'"{self.revision}"'

    def file_text(self, key: str, key_of: Callable[[str], str | None]) -> str:
        """The text of its file at that key; `key_of` tells where attachments are."""
        return file_form.write(self.id, self.look, file_addresses.with_relative_files(self.content, key, key_of))


def standings(owner_id: str) -> dict[str, Standing]:
    """Every live note of the workspace, by id."""
    return {row[0]: Standing._make(row) for row in database.execute(_STANDING, (owner_id,)).fetchall()}


def folders(owner_id: str) -> dict[str, FolderPlace]:
    """Every live folder of the workspace, by id."""
    return {row[0]: FolderPlace._make(row) for row in database.execute(_FOLDERS, (owner_id,)).fetchall()}


def texts(owner_id: str, note_ids: Iterable[str]) -> Iterator[list[Record]]:
    """Those of the notes that live and are as they were saved, in portions; a damaged one is named in the log."""
    for chunk in batches.chunks(note_ids, _CHUNK):
        rows = database.execute(_TEXTS.format(marks=database.marks(chunk)), (*chunk, owner_id)).fetchall()
        yield [_record(row) for row in rows if _is_whole(row)]


def text(owner_id: str, note_id: str) -> Record | None:
    """The note, if it lives and is as it was saved."""
    return next((record for page in texts(owner_id, [note_id]) for record in page), None)


def _is_whole(row: Any) -> bool:
    if intact.are_intact((row[8], row[9])):
        return True
    intact.tell(f"note {row[0]}")
    return False


def _record(row: Any) -> Record:
    note_id, revision, name, parent_id, tags, properties, icon, cover, content, _ = row
    look = Look(tuple(orjson.loads(tags)), icon, cover, orjson.loads(properties))
    return Record(note_id, revision, name, parent_id, look, content)
