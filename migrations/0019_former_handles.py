"""Handles that users had before stay theirs: a mention by one goes on meaning who had it."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE former_handles (
    handle_key {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE
){strict}
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT, WITHOUT ROWID"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
    db.execute_sql("CREATE INDEX former_handles_user ON former_handles (user_id)")
