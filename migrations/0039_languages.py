"""The language that the service speaks to a user in; null where none is known."""


def up(migrator, db):
    db.execute_sql("ALTER TABLE users ADD COLUMN language TEXT")
