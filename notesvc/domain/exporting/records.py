"""What an export reads: small pages, each a short read of its own, so that no slow client holds a read open."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from pydantic import Field

from notesvc import trouble
from notesvc.domain.exporting import reading
from notesvc.domain.exporting.damage import Damage, Kind
from notesvc.domain.exporting.reading import Row
from notesvc.domain.resources import FolderShape, NoteFull, PersonMetadata
from notesvc.models.attachments import path_segment
from notesvc.shapes import Day, Id, Int64, RichContent, Shape, Time

Page = list[dict[str, Any]]


class ExportedPerson(PersonMetadata):
    """A person."""

    created_at: Time = Field(description="When it was made.")
    updated_at: Time = Field(description="When it last changed.")


class ExportedTag(Shape):
    """A tag."""

    tag: str = Field(description="The tag, case-folded.")
    color: str | None = Field(description="Its colour, as `#rrggbb`; null where none.")


class ExportedDay(Shape):
    """A day of the journal."""

    date: Day = Field(description="The day.")
    note_id: Id = Field(description="The note that is its entry.")


class ExportedVersion(Shape):
    """A version of a note."""

    id: Id = Field(description="The version's id.")
    note_id: Id = Field(description="The note that it is of.")
    name: str = Field(description="What the note was called.")
    content: str = Field(description="The markdown.")
    rich_content: RichContent | None = Field(description="The rich document; null where none was stored.")
    content_hash: str = Field(description="The sha256 of the markdown.")
    reason: str = Field(description="Why it was kept.")
    origin: str = Field(description="By which means it was written.")
    author_id: Id | None = Field(description="Who saved it; null when the account is gone.")
    created_at: Time = Field(description="When it was made.")


class ExportedAttachment(Shape):
    """A stored file."""

    id: Id = Field(description="The attachment's id.")
    name: str = Field(description="The file's name.")
    size: Int64 = Field(description="The file's size in bytes.")
    type: str = Field(description="The media type that the name promises.")
    url: str = Field(description="The file's address on this service.")
    sha256: str = Field(description="The sha256 of the file.")
    folder: str = Field(description="Where it lay in an imported vault.")
    note_id: Id | None = Field(description="The note that it was uploaded to; null where none.")
    created_at: Time = Field(description="When it was made.")


_TEXTS = ("content", "rich_content")
_OF_NOTE = [name for name in NoteFull.model_fields if name not in _TEXTS]


class Note(NamedTuple):
    """A live note as it is stored; `fields` are the others of `NoteFull`."""

    number: int
    content: str
    rich_content: str | None
    content_hash: str
    rich_hash: str | None
    fields: tuple[Any, ...]

    def column(self, field: str) -> Any:
        """A field as its column has it: JSON as text."""
        return self.fields[_OF_NOTE.index(field)]

    @property
    def id(self) -> str:
        return str(self.column("id"))

    @property
    def name(self) -> str:
        return str(self.column("name"))


ALL = -1
"""The change number that everything comes after."""

_ROWS = 1_000

_NUMBERS = """
SELECT number FROM notes WHERE owner_id = ? AND change_number > ? AND deleted_at IS NULL ORDER BY number
"""
_NOTES = f"""
SELECT n.number, {{content}}, {{rich}}, n.content_hash, b.rich_hash, {NoteFull.columns("n", without=_TEXTS)}
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.number IN ({{marks}}) AND n.deleted_at IS NULL ORDER BY n.number
"""
_VERSION_NUMBERS = """
SELECT v.number FROM note_versions v JOIN notes n ON n.id = v.note_id
WHERE n.owner_id = ? AND n.change_number > ? AND n.deleted_at IS NULL ORDER BY v.number
"""
_VERSIONS = f"""
SELECT number, {{content}}, {{rich}}, rich_hash, {ExportedVersion.columns(without=_TEXTS)}
FROM note_versions b WHERE number IN ({{marks}}) ORDER BY number
"""
_NAMES = {
    "note": "SELECT id, name FROM notes WHERE number = ?",
    "version": "SELECT id, name FROM note_versions WHERE number = ?",
}
_FOLDERS = f"""
SELECT {FolderShape.columns()} FROM folders
WHERE owner_id = ? AND change_number > ? AND deleted_at IS NULL ORDER BY sort_order, name_key, id
"""
_PEOPLE = f"""
SELECT {ExportedPerson.columns()} FROM people
WHERE owner_id = ? AND change_number > ? ORDER BY name_key, id
"""
_JOURNAL = """
SELECT journal_date, id FROM notes
WHERE owner_id = ? AND change_number > ? AND journal_date IS NOT NULL AND deleted_at IS NULL ORDER BY journal_date
"""
_ATTACHMENTS = """
SELECT a.name_key, a.id, a.name, a.size, a.type, a.content_hash, a.folder, n.id, a.created_at
FROM attachments a LEFT JOIN notes n ON n.id = a.note_id AND n.deleted_at IS NULL
WHERE a.owner_id = ? AND a.change_number > ? AND (a.name_key, a.id) > (?, ?)
ORDER BY a.name_key, a.id LIMIT ?
"""
_IN_TRASH = "SELECT id FROM {table} WHERE owner_id = ? AND change_number > ? AND deleted_at IS NOT NULL ORDER BY id"
_BURIED = "SELECT resource_id FROM tombstones WHERE owner_id = ? AND kind = ? AND change_number > ? ORDER BY 1"


def notes(owner_id: str, since: int, damage: Damage) -> Iterator[list[Note]]:
    """The live notes that changed after `since` and are as they were saved, a page at a time; each page is read when
    it is wanted, and has those that live by then."""

    def lost(number: int) -> None:
        damage.add("note", _name_of("note", number), None)

    for rows in reading.pages(_NOTES, _numbers(_NUMBERS, owner_id, since), lost):
        found = [Note._make((*row[:5], row[5:])) for row in rows]
        yield [note for note in found if _is_whole(note, damage)]


def note(row: Note) -> dict[str, Any]:
    """A note in full; `richContent` is the stored document or null."""
    return NoteFull.of(row.fields, content=row.content, rich_content=_json(row.rich_content))


def versions(owner_id: str, since: int, damage: Damage) -> Iterator[Page]:
    """The versions of the live notes that changed after `since`, oldest first, as far as they are whole."""

    def lost(number: int) -> None:
        damage.add("version", _name_of("version", number), None)

    for rows in reading.pages(_VERSIONS, _numbers(_VERSION_NUMBERS, owner_id, since), lost):
        found = [(row, _version(row)) for row in rows]
        yield [version for row, version in found if _is_whole_version(row, version, damage)]


def folders(owner_id: str, since: int) -> Page:
    """The live folders that changed after `since`."""
    return FolderShape.each(reading.rows(_FOLDERS, owner_id, since))


def people(owner_id: str, since: int) -> Page:
    """The people who changed after `since`."""
    return ExportedPerson.each(reading.rows(_PEOPLE, owner_id, since))


def journal(owner_id: str, since: int) -> Page:
    """Which notes are whose day's entry, of those that changed after `since`."""
    return ExportedDay.each(reading.rows(_JOURNAL, owner_id, since))


def attachments(owner_id: str, since: int) -> Iterator[Page]:
    """The attachments that changed after `since`; `noteId` is null when its note is not exported."""
    after = ("", "")
    while rows := reading.rows(_ATTACHMENTS, owner_id, since, *after, _ROWS):
        after = rows[-1][0], rows[-1][1]
        yield [_attachment(row) for row in rows]


def deletions(owner_id: str, since: int) -> dict[str, list[str]]:
    """The ids of what went to the trash or for good after `since`."""
    found = {kind: _tombstones(owner_id, kind, since) for kind in ("note", "folder", "person", "attachment")}
    return {
        "notes": _in_trash("notes", owner_id, since) + found["note"],
        "folders": _in_trash("folders", owner_id, since) + found["folder"],
        "people": found["person"],
        "attachments": found["attachment"],
    }


def _numbers(statement: str, owner_id: str, since: int) -> list[int]:
    return [int(row[0]) for row in reading.rows(statement, owner_id, since)]


def _name_of(kind: Kind, number: int) -> tuple[str, str]:
    """The id and the name of a row whose text cannot be read, as far as these can."""
    try:
        row = reading.rows(_NAMES[kind], number)[0]
    except Exception as error:
        if trouble.cause_of(error) is not trouble.DATABASE_DAMAGED:
            raise
        return f"in row {number}", "?"
    return str(row[0]), str(row[1])


def _in_trash(table: str, owner_id: str, since: int) -> list[str]:
    return [row[0] for row in reading.rows(_IN_TRASH.format(table=table), owner_id, since)]


def _tombstones(owner_id: str, kind: str, since: int) -> list[str]:
    return [row[0] for row in reading.rows(_BURIED, owner_id, kind, since)]


def _is_whole(note: Note, damage: Damage) -> bool:
    rich = (note.rich_content, note.rich_hash)
    return damage.is_whole("note", (note.id, note.name), (note.content, note.content_hash), rich)


def _is_whole_version(row: Row, version: dict[str, Any], damage: Damage) -> bool:
    _, content, rich, rich_hash, *_ = row
    named = (version["id"], version["name"])
    return damage.is_whole("version", named, (content, version["contentHash"]), (rich, rich_hash))


def _json(text: str | None) -> Any:
    return None if text is None else orjson.Fragment(text)


def _version(row: Row) -> dict[str, Any]:
    _, content, rich, _, *fields = row
    return ExportedVersion.of(tuple(fields), content=content, rich_content=_json(rich))


def _attachment(row: Row) -> dict[str, Any]:
    _, attachment_id, name, *_ = row
    return ExportedAttachment.of(row[1:], url=f"/files/{attachment_id}/{path_segment(name)}")
