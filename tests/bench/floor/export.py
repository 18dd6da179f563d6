"""The floor's export: the whole workspace as one stream of JSON, read in one go."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from notesvc import clock

_ROWS = 200
_NOTES = """
SELECT n.id, n.name, b.content, b.rich_content, n.mode, n.tags, n.properties, n.icon, n.cover, n.journal_meta,
    n.parent_id, n.sort_order, n.created_at, n.updated_at, NULL
FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.owner_id = ? AND n.deleted_at IS NULL ORDER BY n.number
"""
_FOLDERS = """
SELECT id, name, parent_id, sort_order, icon, created_at, updated_at, NULL FROM folders
WHERE owner_id = ? AND deleted_at IS NULL ORDER BY sort_order, name_key, id
"""
_PEOPLE = """
SELECT id, name, aliases, email, notes, color, created_at, updated_at FROM people WHERE owner_id = ?
ORDER BY name_key, id
"""
_TAGS = """
SELECT l.target_key, t.color FROM note_links l LEFT JOIN tags t ON t.owner_id = l.owner_id AND t.tag = l.target_key
WHERE l.owner_id = ? AND l.kind = 'tag' GROUP BY l.target_key ORDER BY l.target_key
"""
_JOURNAL = "SELECT journal_date, id FROM notes WHERE owner_id = ? AND journal_date IS NOT NULL AND deleted_at IS NULL"
_ATTACHMENTS = """
SELECT id, name, size, type, content_hash, folder, note_id, created_at FROM attachments WHERE owner_id = ?
"""
_TEXT = ("id", "name", "content", "richContent")
_TIMES = ("createdAt", "updatedAt", "deletedAt")
# name in the answer, statement, fields, which of them are stored as JSON
_PARTS: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("folders", _FOLDERS, ("id", "name", "parentId", "sortOrder", "icon", *_TIMES), ()),
    (
        "notes",
        _NOTES,
        (*_TEXT, "mode", "tags", "properties", "icon", "cover", "journalMeta", "parentId", "sortOrder", *_TIMES),
        ("richContent", "tags", "properties", "journalMeta"),
    ),
    ("people", _PEOPLE, ("id", "name", "aliases", "email", "notes", "color", *_TIMES[:2]), ("aliases",)),
    ("tags", _TAGS, ("tag", "color"), ()),
    ("journal", _JOURNAL, ("date", "noteId"), ()),
    (
        "attachments",
        _ATTACHMENTS,
        ("id", "name", "size", "type", "sha256", "folder", "noteId", "createdAt"),
        (),
    ),
)


def pieces(connection: Any, owner: str) -> Iterator[bytes]:
    """The export, a page of rows at a time."""
    user, name = connection.execute("SELECT id, name FROM users WHERE id = ?", (owner,)).fetchone()
    head = {"format": "notesvc.workspace", "formatVersion": 1, "exportedAt": clock.now(), "cursor": ""}
    yield orjson.dumps({**head, "user": {"id": user, "name": name}})[:-1]
    for part, statement, fields, stored_as_json in _PARTS:
        yield f',"{part}":['.encode()
        yield from _pages(connection.execute(statement, (owner,)), fields, stored_as_json)
        yield b"]"
    yield b"}\n"


def _pages(cursor: Any, fields: tuple[str, ...], stored_as_json: Iterable[str]) -> Iterator[bytes]:
    comma = b""
    while rows := cursor.fetchmany(_ROWS):
        page = [dict(zip(fields, row, strict=True)) for row in rows]
        for each in page:
            for name in stored_as_json:
                each[name] = orjson.Fragment(each[name]) if each[name] is not None else None
        yield comma + orjson.dumps(page)[1:-1]
        comma = b","
