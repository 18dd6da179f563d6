"""An Idempotency-Key stands in one event of the activity: later ones of the key refer to that."""

from peewee import SqliteDatabase

# The first event of each key, and the later ones.
_REFER = """
UPDATE sync_events SET first_event_id = f.id, idempotency_key = NULL
FROM (
    SELECT id, user_id, idempotency_key AS given,
        row_number() OVER (PARTITION BY user_id, idempotency_key ORDER BY created_at, id) AS place
    FROM sync_events WHERE idempotency_key IS NOT NULL
) f
WHERE f.place = 1 AND f.user_id = sync_events.user_id AND f.given = sync_events.idempotency_key
    AND f.id <> sync_events.id
"""
_UNIQUE = """
CREATE UNIQUE INDEX sync_events_key ON sync_events (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL
"""


def up(migrator, db):
    text = "TEXT" if isinstance(db, SqliteDatabase) else 'TEXT COLLATE "C"'
    db.execute_sql(f"ALTER TABLE sync_events ADD COLUMN first_event_id {text}")
    db.execute_sql(_REFER)
    db.execute_sql(_UNIQUE)
