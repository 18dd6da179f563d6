"""Vectors of notes, for users who have set an address where they are made."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE ai_vectors (
    note_id {text} NOT NULL PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
    made_by {text} NOT NULL,
    revision {int} NOT NULL,
    vector {blob} NOT NULL
){strict}
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "blob": "BYTEA", "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
