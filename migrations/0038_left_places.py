"""Places of users whose accounts are gone: what the service has put there is still to be removed."""

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE left_places (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL,
    backend {text} NOT NULL CHECK (backend IN ('s3', 'webdav')),
    address {text},
    bucket {text},
    region {text},
    prefix {text},
    user_name {text},
    sealed {text},
    capabilities {text},
    given_up_at {text} NOT NULL
){strict}
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}


def up(migrator, db):
    db.execute_sql(_TABLE.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES)))
