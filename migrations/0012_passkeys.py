"""Passkeys (WebAuthn): public keys of users, and the challenges that are out."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE passkeys (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id {text} NOT NULL UNIQUE,
    public_key {text} NOT NULL,
    sign_count {int} NOT NULL,
    transports {text} NOT NULL,
    name {text} NOT NULL,
    is_synced {bool} NOT NULL,
    created_at {text} NOT NULL,
    used_at {text}
){strict};
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
    challenge_hash {text} NOT NULL PRIMARY KEY,
    browser_hash {text} NOT NULL,
    purpose {text} NOT NULL CHECK (purpose IN ('register', 'sign-in', 'step-up')),
    user_id {text} REFERENCES users (id) ON DELETE CASCADE,
    expires_at {text} NOT NULL
){strict};
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "bool": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "bool": "BOOLEAN", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
