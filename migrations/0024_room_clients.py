"""Who wrote first under a client id in a room, on Postgres. On SQLite the worker keeps it in a file of its own."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE collab_clients (
    note_id TEXT COLLATE "C" NOT NULL,
    client BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (note_id, client)
)
"""


def up(migrator, db):
    if not isinstance(db, SqliteDatabase):
        db.execute_sql(_TABLE)
