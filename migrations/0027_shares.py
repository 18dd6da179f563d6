"""Public links: the shares of notes and folders, their frozen pages and files, who may enter, and how often they were
looked at."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE shares (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id {text} REFERENCES notes (id) ON DELETE CASCADE,
    folder_id {text} REFERENCES folders (id) ON DELETE CASCADE,
    slug {text} NOT NULL,
    password_hash {text},
    expires_at {text},
    view_limit {int},
    views_left {int},
    is_indexed {bool} NOT NULL,
    theme {text} NOT NULL,
    may_be_linked {bool} NOT NULL,
    has_feed {bool} NOT NULL,
    generation {int} NOT NULL,
    frozen_at {text},
    frozen_number {int} NOT NULL,
    warnings {text} NOT NULL,
    freeze_id {text},
    freeze_wanted_at {text},
    freeze_done {int} NOT NULL,
    freeze_total {int} NOT NULL,
    views {int} NOT NULL,
    expiry_told_at {text},
    revoked_at {text},
    created_at {text} NOT NULL,
    CHECK ((note_id IS NULL) <> (folder_id IS NULL))
){strict};
CREATE UNIQUE INDEX shares_slug ON shares (slug) WHERE revoked_at IS NULL;
CREATE INDEX shares_owner ON shares (owner_id, created_at, id);
CREATE INDEX shares_note ON shares (note_id);
CREATE INDEX shares_folder ON shares (folder_id);
CREATE INDEX shares_waiting ON shares (freeze_wanted_at) WHERE freeze_wanted_at IS NOT NULL;
CREATE TABLE share_pages (
    share_id {text} NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    generation {int} NOT NULL,
    path {text} NOT NULL,
    position {int} NOT NULL,
    note_id {text},
    title {text} NOT NULL,
    body {text} NOT NULL,
    linked_slugs {text} NOT NULL,
    updated_at {text} NOT NULL,
    etag {text} NOT NULL,
    html {blob} NOT NULL,
    PRIMARY KEY (share_id, generation, path)
){strict};
CREATE TABLE share_files (
    share_id {text} NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    generation {int} NOT NULL,
    number {int} NOT NULL,
    note_id {text} NOT NULL,
    name {text} NOT NULL,
    size {int} NOT NULL,
    content_hash {text} NOT NULL,
    PRIMARY KEY (share_id, generation, number)
){strict};
CREATE INDEX share_files_content ON share_files (content_hash);
CREATE TABLE share_passes (
    token_hash {text} NOT NULL PRIMARY KEY,
    share_id {text} NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    kind {text} NOT NULL,
    expires_at {text} NOT NULL
){strict};
CREATE INDEX share_passes_share ON share_passes (share_id);
CREATE INDEX share_passes_age ON share_passes (expires_at);
CREATE TABLE share_views (
    share_id {text} NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    day {text} NOT NULL,
    host {text} NOT NULL,
    views {int} NOT NULL,
    PRIMARY KEY (share_id, day, host)
){strict};
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "bool": "INTEGER", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "bool": "BOOLEAN", "blob": "BYTEA", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
