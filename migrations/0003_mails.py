"""Mails that wait to be sent. What a mail says is worked out when it is sent: no token lies here."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE mails (
    id {text} NOT NULL PRIMARY KEY,
    kind {text} NOT NULL,
    recipient {text} NOT NULL,
    facts {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('waiting', 'failed')),
    attempts {int} NOT NULL,
    created_at {text} NOT NULL,
    due_at {text} NOT NULL,
    error {text}
){strict};
CREATE INDEX mails_due ON mails (state, due_at);
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
