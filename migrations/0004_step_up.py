"""Until when a session may do sensitive things."""

from peewee import SqliteDatabase


def up(migrator, db):
    text = "TEXT" if isinstance(db, SqliteDatabase) else 'TEXT COLLATE "C"'
    db.execute_sql(f"ALTER TABLE sessions ADD COLUMN stepped_up_until {text}")
