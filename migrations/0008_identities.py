"""Who users are elsewhere, and sign-ins that are under way there."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE identities (
    issuer {text} NOT NULL,
    subject {text} NOT NULL,
    provider {text} NOT NULL,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email {text},
    created_at {text} NOT NULL,
    used_at {text},
    PRIMARY KEY (issuer, subject)
){strict};
CREATE INDEX identities_user ON identities (user_id);

CREATE TABLE sign_in_attempts (
    state_hash {text} NOT NULL PRIMARY KEY,
    browser_hash {text} NOT NULL,
    provider {text} NOT NULL,
    purpose {text} NOT NULL CHECK (purpose IN ('sign-in', 'link', 'step-up')),
    sealed {text} NOT NULL,
    session_hash {text},
    next {text} NOT NULL,
    expires_at {text} NOT NULL
){strict};
CREATE INDEX sign_in_attempts_expiry ON sign_in_attempts (expires_at);
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
