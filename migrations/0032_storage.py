"""Storage: where the files of users lie and where their mirrors are, and the moving of files between places."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE storage_parts (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    part {text} NOT NULL CHECK (part IN ('attachments', 'mirror')),
    standing {text} NOT NULL CHECK (standing IN ('current', 'next', 'former')),
    backend {text} NOT NULL CHECK (backend IN ('local', 'none', 'folder', 's3', 'webdav')),
    mode {text} CHECK (mode IN ('one_way', 'two_way')),
    address {text},
    bucket {text},
    region {text},
    prefix {text},
    user_name {text},
    sealed {text},
    capabilities {text},
    state {text} NOT NULL CHECK (state IN ('ok', 'behind', 'paused')),
    since {text},
    cause {text},
    detail {text},
    kept_until {text},
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL
){strict};
CREATE UNIQUE INDEX storage_parts_standing ON storage_parts (owner_id, part, standing) WHERE standing <> 'former';
CREATE INDEX storage_parts_owner ON storage_parts (owner_id, part);
CREATE TABLE placed_files (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    content_hash {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('there', 'damaged')),
    size {int} NOT NULL CHECK (size >= 0),
    tag {text},
    verified_at {text},
    orphaned_at {text},
    PRIMARY KEY (part_id, content_hash)
){strict};
CREATE INDEX placed_files_hash ON placed_files (content_hash);
CREATE TABLE storage_moves (
    owner_id {text} NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    source_id {text} REFERENCES storage_parts (id) ON DELETE SET NULL,
    target_id {text} REFERENCES storage_parts (id) ON DELETE SET NULL,
    state {text} NOT NULL CHECK (
        state IN ('planned', 'copying', 'verifying', 'switching', 'done', 'paused', 'cancelled')
    ),
    done {int} NOT NULL CHECK (done >= 0),
    total {int} NOT NULL CHECK (total >= 0),
    done_bytes {int} NOT NULL CHECK (done_bytes >= 0),
    total_bytes {int} NOT NULL CHECK (total_bytes >= 0),
    cause {text},
    detail {text},
    kept_until {text},
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL
){strict};
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
