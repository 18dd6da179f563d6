"""Pictures of diagrams, as the browsers of their owners have drawn them for public pages."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE diagrams (
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source_hash {text} NOT NULL,
    picture {blob} NOT NULL,
    created_at {text} NOT NULL,
    PRIMARY KEY (owner_id, source_hash)
){strict}
"""
_SQLITE = {"text": "TEXT", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "blob": "BYTEA", "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
