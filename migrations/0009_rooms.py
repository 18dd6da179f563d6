"""Rooms on Postgres: shared documents and their updates. On SQLite the worker keeps them in a file of its own."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE collab_rooms (
    note_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    epoch BIGINT NOT NULL,
    touched_at TEXT COLLATE "C" NOT NULL,
    generation TEXT COLLATE "C" NOT NULL,
    mode TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    content_hash TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    rich_content TEXT COLLATE "C",
    dead_base TEXT COLLATE "C",
    saving_hash TEXT COLLATE "C",
    state BYTEA NOT NULL
);
CREATE INDEX collab_rooms_touched ON collab_rooms (touched_at);
CREATE TABLE collab_updates (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    note_id TEXT COLLATE "C" NOT NULL,
    change BYTEA NOT NULL
);
CREATE INDEX collab_updates_note ON collab_updates (note_id, number);
"""


def up(migrator, db):
    if isinstance(db, SqliteDatabase):
        return
    for statement in filter(str.strip, _TABLES.split(";\n")):
        db.execute_sql(statement)
