"""Codes with which a device without a browser asks for a key (RFC 8628)."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE device_codes (
    device_hash {text} NOT NULL PRIMARY KEY,
    user_hash {text} NOT NULL UNIQUE,
    client {text} NOT NULL,
    name {text} NOT NULL,
    scopes {text} NOT NULL,
    address {text} NOT NULL,
    wait {int} NOT NULL,
    created_at {text} NOT NULL,
    expires_at {text} NOT NULL,
    polled_at {text},
    user_id {text} REFERENCES users (id) ON DELETE CASCADE,
    state {text} NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'spent'))
){strict};
CREATE INDEX device_codes_expiry ON device_codes (expires_at);
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
