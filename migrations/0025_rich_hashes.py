"""The sha256 of each stored document beside it, so that a damaged one is never shown as what was saved."""

import hashlib

from peewee import SqliteDatabase

_TABLES = ("note_bodies", "note_versions")
_ON_SQLITE = "sha256_of(CAST(rich_content AS BLOB))"
_ON_POSTGRES = "encode(sha256(convert_to(rich_content, 'UTF8')), 'hex')"


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    column = "rich_hash TEXT" if on_sqlite else 'rich_hash TEXT COLLATE "C"'
    computed = _ON_SQLITE if on_sqlite else _ON_POSTGRES
    if on_sqlite:
        db.register_function(lambda document: hashlib.sha256(document).hexdigest(), "sha256_of", 1)
    for table in _TABLES:
        db.execute_sql(f"ALTER TABLE {table} ADD COLUMN {column}")
        db.execute_sql(f"UPDATE {table} SET rich_hash = {computed} WHERE rich_content IS NOT NULL")
