"""Mail addresses that were proven, links that prove them, sign-ups that wait for theirs, browsers seen before."""

from peewee import SqliteDatabase

_TABLES = """
ALTER TABLE users ADD COLUMN email_verified_at {text};

CREATE TABLE mail_links (
    token_hash {text} NOT NULL PRIMARY KEY,
    purpose {text} NOT NULL CHECK (purpose IN ('verify', 'reset', 'change')),
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email {text} NOT NULL,
    created_at {text} NOT NULL,
    expires_at {text} NOT NULL
){strict};
CREATE INDEX mail_links_user ON mail_links (user_id);

CREATE TABLE sign_ups (
    id {text} NOT NULL PRIMARY KEY,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    password_hash {text} NOT NULL,
    name {text} NOT NULL,
    handle {text},
    token_hash {text} UNIQUE,
    expires_at {text} NOT NULL
){strict};
CREATE INDEX sign_ups_email ON sign_ups (email_key);

CREATE TABLE known_browsers (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    fingerprint {text} NOT NULL,
    seen_at {text} NOT NULL,
    PRIMARY KEY (user_id, fingerprint)
){strict};
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
