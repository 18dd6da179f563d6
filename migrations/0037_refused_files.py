"""Files that a place has refused because they are too large for it: they stay on the service's own disk."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE refused_files (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    content_hash {text} NOT NULL,
    size {int} NOT NULL CHECK (size >= 0),
    refused_at {text} NOT NULL,
    PRIMARY KEY (part_id, content_hash)
){strict}
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
