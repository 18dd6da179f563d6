"""The page that a note was kept from, as a key to look it up by, and the key of the sync interface that kept it."""

import hashlib
import json
from urllib.parse import urlsplit

from peewee import SqliteDatabase

_TABLES = """
ALTER TABLE notes ADD COLUMN url_key {text};
CREATE INDEX notes_url ON notes (owner_id, url_key) WHERE url_key IS NOT NULL;
CREATE TABLE captures (
    note_id {text} NOT NULL PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
    token_id {text} NOT NULL
){strict};
CREATE INDEX captures_token ON captures (token_id);
"""
_KEPT = """
INSERT INTO captures (note_id, token_id)
SELECT e.resource_id, min(e.token_id) FROM sync_events e JOIN notes n ON n.id = e.resource_id
WHERE e.operation = 'capture' AND e.status = 'success' GROUP BY e.resource_id
"""


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    kinds = {"text": "TEXT", "strict": " STRICT"} if on_sqlite else {"text": 'TEXT COLLATE "C"', "strict": ""}
    for statement in filter(str.strip, _TABLES.format(**kinds).split(";\n")):
        db.execute_sql(statement)
    db.execute_sql(_KEPT)
    mark = "?" if on_sqlite else "%s"
    rows = db.execute_sql("SELECT number, properties FROM notes").fetchall()
    for number, properties in rows:
        key = _url_key(json.loads(properties).get("url"))
        if key is not None:
            db.execute_sql(f"UPDATE notes SET url_key = {mark} WHERE number = {mark}", (key, number))


def _url_key(url):
    try:
        parts = urlsplit(url.strip()) if isinstance(url, str) else urlsplit("")
        host = parts.netloc.rpartition("@")[2].lower()
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not host:
        return None
    query = [pair for pair in parts.query.split("&") if pair and not _is_about_the_visit(pair)]
    normal = f"{parts.scheme.lower()}://{host}{parts.path.rstrip('/')}{'?' if query else ''}{'&'.join(query)}"
    return hashlib.sha256(normal.encode(errors="replace")).hexdigest()[:32]


def _is_about_the_visit(pair):
    name = pair.partition("=")[0].lower()
    return name.startswith("utm_") or name in ("fbclid", "gclid")
