"""The floor's writes: the rows that the service writes, by hand."""

import hashlib
from typing import Any

import orjson

from notesvc import clock, limits
from tests.bench.floor import links

_METADATA = ("id", "name", "parentId", "tags", "icon", "updatedAt", "sortOrder")
_NOTE = """
INSERT INTO notes (id, owner_id, parent_id, name, name_key, mode, tags, properties, sort_order, revision,
    content_hash, created_at, updated_at, change_number) VALUES (?, ?, ?, ?, ?, 'block', ?, ?, ?, 1, ?, ?, ?, ?)
"""
_LAST_PLACE = """
SELECT coalesce(max(sort_order), 0) + 1024 FROM notes WHERE owner_id = ? AND parent_id IS ? AND deleted_at IS NULL
"""
_NUMBER = "UPDATE users SET change_number = change_number + 1 WHERE id = ? RETURNING change_number"
_LINK = "INSERT INTO note_links (source_note_id, kind, target_label, target_key, owner_id) VALUES (?, ?, ?, ?, ?)"
_UNLINK = "DELETE FROM note_links WHERE source_note_id = ? AND kind = ? AND target_label = ?"
_LINKS = "SELECT kind, target_label, target_key FROM note_links WHERE source_note_id = ?"
_VERSION = """
INSERT INTO note_versions (id, note_id, name, content_hash, reason, origin, author_id, size, created_at, content)
VALUES (?, ?, ?, ?, ?, 'web', ?, ?, ?, ?)
"""
_COALESCE = """
UPDATE note_versions SET name = ?, content_hash = ?, size = ?, content = ?
WHERE number = (SELECT max(number) FROM note_versions WHERE note_id = ?) AND reason = 'autosave' AND created_at > ?
"""
_SAVE = """
UPDATE notes SET content_hash = ?, revision = revision + 1, updated_at = ?, change_number = ?
WHERE id = ? AND owner_id = ? AND deleted_at IS NULL
RETURNING number, name, parent_id, tags, icon, updated_at, sort_order, revision
"""
_SOURCES = """
SELECT DISTINCT l.source_note_id, b.content FROM note_links l JOIN note_bodies b ON b.note_id = l.source_note_id
WHERE l.owner_id = ? AND l.kind = 'wiki' AND l.target_key = ?
"""
_EVENT = """
INSERT INTO sync_events (id, user_id, token_id, token_name, operation, status, source, idempotency_key, resource_id,
    resource_name, created_at) VALUES (?, ?, ?, ?, ?, 'success', ?, ?, ?, ?, ?)
"""
_KEY = """
INSERT INTO idempotency_keys (user_id, key, request_hash, resource_id, answer, created_at) VALUES (?, ?, ?, ?, ?, ?)
"""


def insert(connection: Any, owner: str, asked: dict[str, Any], reason: str = "manual") -> dict[str, Any]:
    """A new note in the open transaction: note, body, links, words and first version; the note as answered."""
    note_id, now, body, tags = clock.new_id(), clock.now(), asked.get("content", ""), asked.get("tags", [])
    name, parent_id, properties = asked.get("name", ""), asked.get("parentId"), asked.get("properties", {})
    place = connection.execute(_LAST_PLACE, (owner, parent_id)).fetchone()[0]
    change = connection.execute(_NUMBER, (owner,)).fetchone()[0]
    digest = hashlib.sha256(body.encode()).hexdigest()
    texts = (orjson.dumps(tags).decode(), orjson.dumps(properties).decode())
    row = (note_id, owner, parent_id, name, name.lower(), *texts, place, digest, now, now, change)
    number = connection.execute(_NOTE, row).lastrowid
    connection.execute("INSERT INTO note_bodies (note_id, content) VALUES (?, ?)", (note_id, body))
    _link(connection, owner, note_id, links.found_in(connection, owner, body, tags))
    _index(connection, number, name, body)
    _keep_version(connection, (note_id, name, digest, reason, owner, len(body), now, body))
    metadata = _metadata((note_id, name, parent_id, tags, None, now, place))
    return {
        **metadata,
        "content": body,
        "richContent": None,
        "mode": "block",
        "properties": properties,
        "cover": None,
        "journalMeta": None,
        "createdAt": now,
        "deletedAt": None,
    }


def capture(connection: Any, owner: str, asked: dict[str, Any], key: str) -> dict[str, Any]:
    """A new note from a clip, with the rows that a capture leaves beside it: event, key, the token's last use."""
    properties = {"url": asked["url"], "source": asked["source"]}
    note = {"name": asked["title"], "content": asked["markdown"], "tags": asked["tags"], "properties": properties}
    made, now = insert(connection, owner, note, "capture"), clock.now()
    asked_hash = hashlib.sha256(orjson.dumps(asked)).hexdigest()
    record(connection, owner, "capture", (asked["source"], key, made["id"], asked["title"]))
    metadata = {name: made[name] for name in _METADATA}
    connection.execute(_KEY, (owner, key, asked_hash, made["id"], orjson.dumps(metadata).decode(), now))
    return {"id": made["id"], "name": made["name"], "path": f"/notes/{made['id']}", "note": metadata, "warnings": []}


def record(connection: Any, owner: str, operation: str, details: tuple[str | None, ...] = (None,) * 4) -> None:
    """The line of activity of a key, and the time of its last use."""
    token_id, token_name = connection.execute("SELECT id, name FROM sync_tokens LIMIT 1").fetchone()
    now = clock.now()
    connection.execute("UPDATE sync_tokens SET last_used_at = ? WHERE id = ?", (now, token_id))
    connection.execute(_EVENT, (clock.new_id(), owner, token_id, token_name, operation, *details, now))


def change(connection: Any, owner: str, note_id: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Save a new text, or give a new name and write it into the links that meant the note."""
    change_number = connection.execute(_NUMBER, (owner,)).fetchone()[0]
    if "name" in asked:
        return _rename(connection, owner, note_id, (asked["name"], change_number))
    return _save(connection, owner, note_id, (asked["content"], change_number))


def _save(connection: Any, owner: str, note_id: str, text: tuple[str, int]) -> dict[str, Any]:
    body, change_number = text
    digest = hashlib.sha256(body.encode()).hexdigest()
    row = connection.execute(_SAVE, (digest, clock.now(), change_number, note_id, owner)).fetchone()
    number, name, parent_id, tags, icon, now, place, revision = row
    connection.execute("UPDATE note_bodies SET content = ? WHERE note_id = ?", (body, note_id))
    wanted = links.found_in(connection, owner, body, orjson.loads(tags))
    present = set(connection.execute(_LINKS, (note_id,)).fetchall())
    connection.executemany(_UNLINK, [(note_id, kind, label) for kind, label, _ in present - wanted])
    _link(connection, owner, note_id, wanted - present)
    connection.execute("DELETE FROM note_search WHERE rowid = ?", (number,))
    _index(connection, number, name, body)
    # The service's window: autosaves within a minute are one version.
    window = clock.from_now(-limits.AUTOSAVE_WINDOW_SECONDS)
    if not connection.execute(_COALESCE, (name, digest, len(body), body, note_id, window)).rowcount:
        _keep_version(connection, (note_id, name, digest, "autosave", owner, len(body), now, body))
    metadata = _metadata((note_id, name, parent_id, orjson.loads(tags), icon, now, place))
    return {**metadata, "etag": f'"{revision}"'}


def _rename(connection: Any, owner: str, note_id: str, name: tuple[str, int]) -> dict[str, Any]:
    new, change_number = name
    old = connection.execute("SELECT name FROM notes WHERE id = ? AND owner_id = ?", (note_id, owner)).fetchone()[0]
    connection.execute("UPDATE notes SET name = ?, name_key = ? WHERE id = ?", (new, new.lower(), note_id))
    for source_id, body in connection.execute(_SOURCES, (owner, old.lower())).fetchall():
        _save(connection, owner, source_id, (body.replace(f"[[{old}", f"[[{new}"), change_number))
    body = connection.execute("SELECT content FROM note_bodies WHERE note_id = ?", (note_id,)).fetchone()[0]
    return _save(connection, owner, note_id, (body, change_number))


def _link(connection: Any, owner: str, note_id: str, found: set[links.Link]) -> None:
    connection.executemany(_LINK, [(note_id, *link, owner) for link in found])


def _index(connection: Any, number: int, name: str, body: str) -> None:
    words = (number, name.lower(), body.lower())
    connection.execute("INSERT INTO note_search (rowid, title, body) VALUES (?, ?, ?)", words)


def _keep_version(connection: Any, values: tuple[Any, ...]) -> None:
    connection.execute(_VERSION, (clock.new_id(), *values))


def _metadata(row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(_METADATA, row, strict=True))
