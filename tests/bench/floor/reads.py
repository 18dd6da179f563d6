"""The floor's reads: the service's questions, asked by hand."""

from html import escape
from typing import Any

import orjson

_FIELDS = ("id", "name", "parentId", "tags", "icon", "updatedAt", "sortOrder")
_COLUMNS = "n.id, n.name, n.parent_id, n.tags, n.icon, n.updated_at, n.sort_order"
_PAGE = 25
_BEFORE, _WIDTH = 53, 160

_LIST = f"""
SELECT {_COLUMNS} FROM notes n WHERE n.owner_id = ? AND n.deleted_at IS NULL
ORDER BY n.updated_at DESC, n.id DESC LIMIT ?
"""
_SEARCH = """
WITH hits AS MATERIALIZED (SELECT n.number, n.updated_at, n.id, {tier} AS tier FROM {source}
    WHERE n.owner_id = :owner AND n.deleted_at IS NULL)
SELECT {columns}, h.tier, b.content, (SELECT count(*) FROM hits) FROM
    (SELECT * FROM hits ORDER BY tier DESC, updated_at DESC, id DESC LIMIT {page}) h
    JOIN notes n ON n.number = h.number JOIN note_bodies b ON b.note_id = n.id
ORDER BY h.tier DESC, h.updated_at DESC, h.id DESC
"""
_TIER = """
CASE WHEN n.name_key = :q THEN 3
    WHEN n.number IN (SELECT rowid FROM note_search WHERE note_search MATCH :in_title) THEN 2 ELSE 1 END
"""
# From the few to the notes: left to itself SQLite walks all notes of the owner.
_WITH_WORDS = """
(SELECT rowid AS number FROM note_search WHERE note_search MATCH :match) w
    CROSS JOIN notes n ON n.number = w.number
"""
_LINKING = """
(SELECT source_note_id AS id FROM note_links WHERE owner_id = :owner AND kind = '{kind}' AND target_key {key}) w
    CROSS JOIN notes n ON n.id = w.id
"""
_BY_PERSON = "IN (SELECT person_id FROM person_names WHERE owner_id = :owner AND name_key = :q)"
_FOLDERS = """
SELECT id, name, icon, parent_id, sort_order FROM folders WHERE owner_id = ? AND deleted_at IS NULL
ORDER BY sort_order, name_key, id
"""
_COUNTS = """
SELECT parent_id, count(*) FROM notes WHERE owner_id = ? AND parent_id IS NOT NULL AND deleted_at IS NULL
GROUP BY parent_id
"""


def metadata(row: Any) -> dict[str, Any]:
    """A note as in lists."""
    note = dict(zip(_FIELDS, row, strict=True))
    note["tags"] = orjson.Fragment(note["tags"])
    return note


def notes(connection: Any, owner: str, limit: int) -> dict[str, Any]:
    """A page of the list of notes."""
    rows = connection.execute(_LIST, (owner, limit + 1)).fetchall()
    return {"notes": [metadata(row) for row in rows[:limit]], "nextCursor": None}


def search(connection: Any, owner: str, q: str) -> dict[str, Any]:
    """The first page of what is found, its snippets, and how many there are."""
    operator, _, value = q.partition(":")
    if operator == "tag":
        found = _found(connection, "1", _LINKING.format(kind="tag", key="= :q"), (owner, value))
    elif operator == "person":
        source = _LINKING.format(kind="person", key=_BY_PERSON)
        found = _found(connection, "1", source, (owner, value.strip('"').lower()))
    else:
        found = _found(connection, _TIER, _WITH_WORDS, (owner, q))
    results = [
        {"note": metadata(row[:7]), "snippet": _snippet(row[8], "" if value else q), "score": row[7]} for row in found
    ]
    return {"results": results, "total": found[0][9] if found else 0, "nextCursor": None}


def folders(connection: Any, owner: str) -> dict[str, Any]:
    """The tree, depth first."""
    counts = dict(connection.execute(_COUNTS, (owner,)).fetchall())
    children: dict[str | None, list[Any]] = {}
    for row in connection.execute(_FOLDERS, (owner,)):
        children.setdefault(row[3], []).append(row)
    tree: list[dict[str, Any]] = []
    _grow(tree, children, counts, (None, 0, ""))
    return {"folders": tree}


def _found(connection: Any, tier: str, source: str, asked: tuple[str, str]) -> list[Any]:
    statement = _SEARCH.format(tier=tier, source=source, columns=_COLUMNS, page=_PAGE)
    owner, q = asked
    phrase = f'"{q if q.isascii() else " ".join(q)}" *'
    values = {"owner": owner, "q": q, "match": phrase, "in_title": f"title : {phrase}"}
    found: list[Any] = connection.execute(statement, values).fetchall()
    return found


def _snippet(text: str, word: str) -> str:
    at = text.lower().find(word) if word else -1
    if at < 0:
        return escape(text[:_WIDTH])
    start, end = max(0, at - _BEFORE), at + len(word)
    return f"{escape(text[start:at])}<mark>{escape(text[at:end])}</mark>{escape(text[end : start + _WIDTH])}"


def _grow(
    tree: list[dict[str, Any]],
    children: dict[str | None, list[Any]],
    counts: dict[str, int],
    place: tuple[str | None, int, str],
) -> None:
    parent, depth, above = place
    for folder_id, name, icon, parent_id, sort_order in children.get(parent, ()):
        path = f"{above}/{name}" if above else name
        branch = {"id": folder_id, "name": name, "icon": icon, "parentId": parent_id, "sortOrder": sort_order}
        tree.append({**branch, "depth": depth, "path": path, "noteCount": counts.get(folder_id, 0)})
        _grow(tree, children, counts, (folder_id, depth + 1, path))
