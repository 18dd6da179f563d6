"""Who wrote a version together with its author: a room's save holds the words of several."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE note_version_authors (
    version_id {text} NOT NULL REFERENCES note_versions (id) ON DELETE CASCADE,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (version_id, user_id)
){strict};
CREATE INDEX note_version_authors_user ON note_version_authors (user_id);
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
