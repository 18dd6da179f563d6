"""Texts as they were before a rename: for an hour, renaming back gives just these again."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE former_texts (
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    source_note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    revision {number} NOT NULL,
    created_at {text} NOT NULL,
    content {text} NOT NULL,
    content_hash {text} NOT NULL,
    rich_content {text},
    rich_hash {text},
    PRIMARY KEY (note_id, source_note_id)
){strict}
"""
_SQLITE = {"text": "TEXT", "number": "INTEGER", "strict": " STRICT, WITHOUT ROWID"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "number": "BIGINT", "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
    db.execute_sql("CREATE INDEX former_texts_source ON former_texts (source_note_id)")
    db.execute_sql("CREATE INDEX former_texts_age ON former_texts (created_at)")
