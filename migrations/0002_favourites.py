"""Notes that a user keeps at hand, and where among them an imported note goes."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE favourites (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    PRIMARY KEY (user_id, note_id)
){strict};
CREATE INDEX favourites_order ON favourites (user_id, position, note_id);
CREATE INDEX favourites_note ON favourites (note_id);
ALTER TABLE import_items ADD COLUMN favourite {int};
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT, WITHOUT ROWID"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
