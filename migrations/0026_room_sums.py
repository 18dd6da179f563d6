"""A checksum beside each part of a room, on Postgres; NULL for what is older. On SQLite the worker adds it itself."""

from peewee import SqliteDatabase


def up(migrator, db):
    if not isinstance(db, SqliteDatabase):
        db.execute_sql("ALTER TABLE collab_rooms ADD COLUMN state_sum BIGINT, ADD COLUMN facts_sum BIGINT")
        db.execute_sql("ALTER TABLE collab_updates ADD COLUMN change_sum BIGINT")
