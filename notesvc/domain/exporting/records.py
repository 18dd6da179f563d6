"""What an export reads: small pages, each a short read of its own, so that no slow client holds a read open."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from notesvc import trouble
from notesvc.domain.exporting import reading
from notesvc.domain.exporting.damage import Damage, Kind
from notesvc.domain.exporting.reading import Row
from notesvc.models.attachments import path_segment

Page = list[dict[str, Any]]


class Note(NamedTuple):
    """A live note as it is stored: JSON as text."""

    number: int
    content: str
    rich_content: str | None
    id: str
    name: str
    mode: str
    tags: str
    properties: str
    icon: str | None
    cover: str | None
    journal_meta: str | None
    parent_id: str | None
    sort_order: int
    created_at: str
    updated_at: str
    content_hash: str
    rich_hash: str | None


ALL = -1
"""The change number that everything comes after."""

_ROWS = 1_000

_NUMBERS = """
SELECT number FROM notes WHERE owner_id = ? AND change_number > ? AND deleted_at IS NULL ORDER BY number
"""
_NOTES = """
SELECT n.number, {content}, {rich}, n.id, n.name, n.mode, n.tags, n.properties, n.icon, n.cover,
    n.journal_meta, n.parent_id, n.sort_order, n.created_at, n.updated_at,
    n.content_hash, b.rich_hash
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.number IN ({marks}) AND n.deleted_at IS NULL ORDER BY n.number
"""
_VERSION_NUMBERS = """
SELECT v.number FROM note_versions v JOIN notes n ON n.id = v.note_id
WHERE n.owner_id = ? AND n.change_number > ? AND n.deleted_at IS NULL ORDER BY v.number
"""
_VERSIONS = """
SELECT number, {content}, {rich}, id, note_id, name, content_hash, reason, origin, author_id, created_at, rich_hash
FROM note_versions b WHERE number IN ({marks}) ORDER BY number
"""
_NAMES = {
    "note": "SELECT id, name FROM notes WHERE number = ?",
    "version": "SELECT id, name FROM note_versions WHERE number = ?",
}
_FOLDERS = """
SELECT id, name, parent_id, sort_order, icon, created_at, updated_at FROM folders
WHERE owner_id = ? AND change_number > ? AND deleted_at IS NULL ORDER BY sort_order, name_key, id
"""
_PEOPLE = """
SELECT id, name, aliases, email, notes, color, created_at, updated_at FROM people
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
        damage.add("note", _named("note", number), None)

    for rows in reading.pages(_NOTES, _numbers(_NUMBERS, owner_id, since), lost):
        found = [Note._make(row) for row in rows]
        yield [note for note in found if _is_whole(note, damage)]


def note(row: Note) -> dict[str, Any]:
    """A note in full; `richContent` is the stored document or null."""
    return {
        "id": row.id,
        "name": row.name,
        "content": row.content,
        "richContent": _json(row.rich_content),
        "mode": row.mode,
        "tags": orjson.Fragment(row.tags),
        "properties": orjson.Fragment(row.properties),
        "icon": row.icon,
        "cover": row.cover,
        "journalMeta": _json(row.journal_meta),
        "parentId": row.parent_id,
        "sortOrder": row.sort_order,
        "createdAt": row.created_at,
        "updatedAt": row.updated_at,
        "deletedAt": None,
    }


def versions(owner_id: str, since: int, damage: Damage) -> Iterator[Page]:
    """The versions of the live notes that changed after `since`, oldest first, as far as they are whole."""

    def lost(number: int) -> None:
        damage.add("version", _named("version", number), None)

    for rows in reading.pages(_VERSIONS, _numbers(_VERSION_NUMBERS, owner_id, since), lost):
        yield [_version(row) for row in rows if _is_whole_version(row, damage)]


def folders(owner_id: str, since: int) -> Page:
    """The live folders that changed after `since`."""
    return [_folder(row) for row in reading.rows(_FOLDERS, owner_id, since)]


def people(owner_id: str, since: int) -> Page:
    """The people who changed after `since`."""
    return [_person(row) for row in reading.rows(_PEOPLE, owner_id, since)]


def journal(owner_id: str, since: int) -> Page:
    """Which notes are whose day's entry, of those that changed after `since`."""
    return [{"date": date, "noteId": note_id} for date, note_id in reading.rows(_JOURNAL, owner_id, since)]


def attachments(owner_id: str, since: int) -> Iterator[Page]:
    """The attachments that changed after `since`; `noteId` is null when its note is not exported."""
    after = ("", "")
    while rows := reading.rows(_ATTACHMENTS, owner_id, since, *after, _ROWS):
        after = rows[-1][0], rows[-1][1]
        yield [_attachment(row) for row in rows]


def deleted(owner_id: str, since: int) -> dict[str, list[str]]:
    """The ids of what went to the trash or for good after `since`."""
    found = {kind: _buried(owner_id, kind, since) for kind in ("note", "folder", "person", "attachment")}
    return {
        "notes": _in_trash("notes", owner_id, since) + found["note"],
        "folders": _in_trash("folders", owner_id, since) + found["folder"],
        "people": found["person"],
        "attachments": found["attachment"],
    }


def _numbers(statement: str, owner_id: str, since: int) -> list[int]:
    return [int(row[0]) for row in reading.rows(statement, owner_id, since)]


def _named(kind: Kind, number: int) -> tuple[str, str]:
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


def _buried(owner_id: str, kind: str, since: int) -> list[str]:
    return [row[0] for row in reading.rows(_BURIED, owner_id, kind, since)]


def _is_whole(note: Note, damage: Damage) -> bool:
    rich = (note.rich_content, note.rich_hash)
    return damage.is_whole("note", (note.id, note.name), (note.content, note.content_hash), rich)


def _is_whole_version(row: Row, damage: Damage) -> bool:
    _, content, rich, version_id, _, name, content_hash, *_, rich_hash = row
    return damage.is_whole("version", (version_id, name), (content, content_hash), (rich, rich_hash))


def _json(text: str | None) -> Any:
    return None if text is None else orjson.Fragment(text)


def _version(row: Row) -> dict[str, Any]:
    _, content, rich, version_id, note_id, name, content_hash, reason, origin, author_id, created_at, _ = row
    return {
        "id": version_id,
        "noteId": note_id,
        "name": name,
        "content": content,
        "richContent": _json(rich),
        "contentHash": content_hash,
        "reason": reason,
        "origin": origin,
        "authorId": author_id,
        "createdAt": created_at,
    }


def _folder(row: Row) -> dict[str, Any]:
    folder_id, name, parent_id, sort_order, icon, created_at, updated_at = row
    return {
        "id": folder_id,
        "name": name,
        "parentId": parent_id,
        "sortOrder": sort_order,
        "icon": icon,
        "createdAt": created_at,
        "updatedAt": updated_at,
        "deletedAt": None,
    }


def _person(row: Row) -> dict[str, Any]:
    person_id, name, aliases, email, text, color, created_at, updated_at = row
    return {
        "id": person_id,
        "name": name,
        "aliases": orjson.Fragment(aliases),
        "email": email,
        "notes": text,
        "color": color,
        "createdAt": created_at,
        "updatedAt": updated_at,
    }


def _attachment(row: Row) -> dict[str, Any]:
    _, attachment_id, name, size, media_type, content_hash, folder, note_id, created_at = row
    return {
        "id": attachment_id,
        "name": name,
        "size": size,
        "type": media_type,
        "url": f"/files/{attachment_id}/{path_segment(name)}",
        "sha256": content_hash,
        "folder": folder,
        "noteId": note_id,
        "createdAt": created_at,
    }
