"""When an account that its user deleted goes for good."""


def up(migrator, db):
    db.execute_sql("ALTER TABLE users ADD COLUMN deletion_at TEXT")
