"""Who else may see or change a note, who was invited by address, and who asks to be let in."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE collaborators (
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role {text} NOT NULL CHECK (role IN ('viewer', 'editor')),
    created_at {text} NOT NULL,
    PRIMARY KEY (note_id, user_id)
){strict};
CREATE INDEX collaborators_user ON collaborators (user_id, created_at, note_id);

CREATE TABLE invitations (
    id {text} NOT NULL PRIMARY KEY,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    email {text} NOT NULL,
    email_key {text} NOT NULL,
    role {text} NOT NULL CHECK (role IN ('viewer', 'editor')),
    created_at {text} NOT NULL,
    UNIQUE (note_id, email_key)
){strict};
CREATE INDEX invitations_email ON invitations (email_key);

CREATE TABLE collaboration_requests (
    id {text} NOT NULL PRIMARY KEY,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role {text} NOT NULL CHECK (role IN ('viewer', 'editor')),
    state {text} NOT NULL CHECK (state IN ('open', 'declined')),
    created_at {text} NOT NULL,
    UNIQUE (note_id, user_id)
){strict};
CREATE INDEX collaboration_requests_user ON collaboration_requests (user_id);
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
