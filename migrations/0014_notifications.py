"""What users are told: notifications, the events that streams send, and what everybody wants to hear of."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE notifications (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {text} NOT NULL,
    actor_id {text} REFERENCES users (id) ON DELETE SET NULL,
    note_id {text} REFERENCES notes (id) ON DELETE CASCADE,
    facts {text} NOT NULL,
    key {text},
    created_at {text} NOT NULL,
    read_at {text},
    UNIQUE (user_id, key)
){strict};
CREATE INDEX notifications_order ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (user_id, kind, note_id) WHERE read_at IS NULL;
CREATE INDEX notifications_note ON notifications (note_id);
CREATE INDEX notifications_actor ON notifications (actor_id);
CREATE INDEX notifications_age ON notifications (created_at);

CREATE TABLE event_counters (
    user_id {text} NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    number {int} NOT NULL
){strict};

CREATE TABLE events (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number {int} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('notification', 'note', 'folder')),
    subject_id {text},
    change {text} NOT NULL,
    created_at {text} NOT NULL,
    PRIMARY KEY (user_id, number)
){strict};
CREATE INDEX events_age ON events (created_at);

CREATE TABLE watches (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {text} NOT NULL CHECK (kind IN ('note', 'folder', 'tag', 'person')),
    target {text} NOT NULL,
    PRIMARY KEY (user_id, kind, target)
){strict};
CREATE INDEX watches_target ON watches (kind, target);

CREATE TABLE mutes (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, note_id)
){strict};
CREATE INDEX mutes_note ON mutes (note_id);

CREATE TABLE mailed_kinds (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {text} NOT NULL,
    PRIMARY KEY (user_id, kind)
){strict};
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
