"""What a device did in a row, summed up in one line of activity."""

from peewee import SqliteDatabase


def up(migrator, db):
    text = "TEXT" if isinstance(db, SqliteDatabase) else 'TEXT COLLATE "C"'
    db.execute_sql(f"ALTER TABLE sync_events ADD COLUMN mirrored {text}")
