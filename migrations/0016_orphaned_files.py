"""Since when no attachment names a stored file: it goes only when it has been seen so for long."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE orphaned_files (
    content_hash {text} NOT NULL PRIMARY KEY,
    orphaned_at {text} NOT NULL
){strict}
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT, WITHOUT ROWID"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
