"""Mirrors: what is known of the files that a workspace is kept in step with."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE mirror_states (
    part_id {text} NOT NULL PRIMARY KEY REFERENCES storage_parts (id) ON DELETE CASCADE,
    change_number {int} NOT NULL,
    round_at {text},
    failures {int} NOT NULL,
    next_at {text},
    pause {text},
    accepts {text}
){strict};
CREATE TABLE mirror_notes (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    note_id {text} NOT NULL,
    key {text} NOT NULL,
    tag {text},
    sha256 {text},
    revision {int} NOT NULL,
    name {text} NOT NULL,
    parent_id {text},
    missing {int} NOT NULL,
    unsure_at {text},
    base {blob},
    pending {blob},
    pending_sha256 {text},
    pending_revision {int},
    PRIMARY KEY (part_id, note_id)
){strict};
CREATE TABLE mirror_folders (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    folder_id {text} NOT NULL,
    file_name {text} NOT NULL,
    name {text} NOT NULL,
    parent_id {text},
    PRIMARY KEY (part_id, folder_id)
){strict};
CREATE TABLE mirror_files (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    attachment_id {text} NOT NULL,
    key {text} NOT NULL,
    name {text} NOT NULL,
    sha256 {text} NOT NULL,
    tag {text},
    PRIMARY KEY (part_id, attachment_id)
){strict};
CREATE TABLE mirror_left_files (
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    key {text} NOT NULL,
    tag {text} NOT NULL,
    reason {text} NOT NULL,
    PRIMARY KEY (part_id, key)
){strict};
CREATE TABLE mirror_conflicts (
    id {text} NOT NULL PRIMARY KEY,
    part_id {text} NOT NULL REFERENCES storage_parts (id) ON DELETE CASCADE,
    note_id {text} NOT NULL,
    name {text} NOT NULL,
    copy_id {text} NOT NULL,
    copy_name {text} NOT NULL,
    created_at {text} NOT NULL
){strict};
CREATE INDEX mirror_conflicts_part ON mirror_conflicts (part_id, id);
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "blob": "BLOB", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "blob": "BYTEA", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
