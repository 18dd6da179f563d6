"""The tables of the first release, on SQLite (STRICT) and on Postgres (byte-wise collation)."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE instance_facts (
    name {text} NOT NULL PRIMARY KEY,
    value {text} NOT NULL
){strict};

CREATE TABLE users (
    id {text} NOT NULL PRIMARY KEY,
    email {text} NOT NULL,
    email_key {text} NOT NULL UNIQUE,
    handle {text} NOT NULL,
    handle_key {text} NOT NULL UNIQUE,
    name {text} NOT NULL,
    password_hash {text},
    is_admin {bool} NOT NULL,
    disabled_at {text},
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL,
    change_number {int} NOT NULL DEFAULT 0
){strict};

CREATE TABLE sessions (
    id_hash {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at {text} NOT NULL,
    seen_at {text} NOT NULL,
    expires_at {text} NOT NULL,
    address {text} NOT NULL,
    agent {text} NOT NULL
){strict};
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE invites (
    code_hash {text} NOT NULL PRIMARY KEY,
    created_at {text} NOT NULL,
    expires_at {text} NOT NULL,
    uses_left {int} NOT NULL CHECK (uses_left >= 0)
){strict};

CREATE TABLE sync_tokens (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    prefix {text} NOT NULL,
    secret_hash {text} NOT NULL UNIQUE,
    scopes {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('api', 'device')),
    created_at {text} NOT NULL,
    expires_at {text},
    last_used_at {text},
    revoked_at {text}
){strict};
CREATE INDEX sync_tokens_user ON sync_tokens (user_id, created_at);

CREATE TABLE sync_events (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_id {text} NOT NULL,
    token_name {text} NOT NULL,
    operation {text} NOT NULL,
    status {text} NOT NULL,
    source {text},
    idempotency_key {text},
    resource_id {text},
    resource_name {text},
    message {text},
    created_at {text} NOT NULL
){strict};
CREATE INDEX sync_events_user ON sync_events (user_id, created_at, id);

CREATE TABLE idempotency_keys (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key {text} NOT NULL,
    request_hash {text} NOT NULL,
    resource_id {text} NOT NULL,
    answer {text} NOT NULL,
    created_at {text} NOT NULL,
    PRIMARY KEY (user_id, key)
){strict};

CREATE TABLE folders (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    parent_id {text} REFERENCES folders (id) ON DELETE SET NULL,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    icon {text},
    sort_order {int} NOT NULL,
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL,
    deleted_at {text},
    deletion_id {text},
    change_number {int} NOT NULL
){strict};
CREATE INDEX folders_siblings ON folders (owner_id, parent_id, sort_order);
CREATE INDEX folders_parent ON folders (parent_id);

CREATE TABLE notes (
    number {serial},
    id {text} NOT NULL UNIQUE,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    parent_id {text} REFERENCES folders (id) ON DELETE SET NULL,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    mode {text} NOT NULL CHECK (mode IN ('block', 'raw')),
    tags {text} NOT NULL,
    properties {text} NOT NULL,
    icon {text},
    cover {text},
    journal_date {text},
    journal_meta {text},
    sort_order {int} NOT NULL,
    revision {int} NOT NULL,
    content_hash {text} NOT NULL,
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL,
    deleted_at {text},
    deletion_id {text},
    change_number {int} NOT NULL
){strict};
CREATE INDEX notes_siblings ON notes (owner_id, parent_id, sort_order, id) WHERE deleted_at IS NULL;
CREATE INDEX notes_name ON notes (owner_id, name_key);
CREATE INDEX notes_change ON notes (owner_id, change_number);
CREATE INDEX notes_updated ON notes (owner_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX notes_parent ON notes (parent_id);
CREATE INDEX notes_trash ON notes (owner_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX notes_journal ON notes (owner_id, journal_date)
    WHERE journal_date IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE note_bodies (
    note_id {text} NOT NULL PRIMARY KEY REFERENCES notes (id) ON DELETE CASCADE,
    content {text} NOT NULL,
    rich_content {text}
){strict};

CREATE TABLE note_aliases (
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    owner_id {text} NOT NULL,
    name_key {text} NOT NULL,
    PRIMARY KEY (note_id, name_key)
){strict};
CREATE INDEX note_aliases_name ON note_aliases (owner_id, name_key);

CREATE TABLE note_links (
    source_note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    kind {text} NOT NULL CHECK (kind IN ('wiki', 'note', 'tag', 'person', 'user')),
    target_label {text} NOT NULL,
    target_key {text} NOT NULL,
    owner_id {text} NOT NULL,
    PRIMARY KEY (source_note_id, kind, target_label)
){strict_without_rowid};
CREATE INDEX note_links_target ON note_links (owner_id, kind, target_key);

CREATE TABLE note_versions (
    number {serial},
    id {text} NOT NULL UNIQUE,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    content_hash {text} NOT NULL,
    reason {text} NOT NULL
        CHECK (reason IN ('autosave', 'manual', 'restore', 'import', 'capture', 'collaboration')),
    origin {text} NOT NULL,
    author_id {text},
    size {int} NOT NULL,
    created_at {text} NOT NULL,
    content {text} NOT NULL,
    rich_content {text}
){strict};
CREATE INDEX note_versions_note ON note_versions (note_id, number);

CREATE TABLE note_visits (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    opened_at {text} NOT NULL,
    PRIMARY KEY (user_id, note_id)
){strict};
CREATE INDEX note_visits_recent ON note_visits (user_id, opened_at);
CREATE INDEX note_visits_note ON note_visits (note_id);

CREATE TABLE tags (
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tag {text} NOT NULL,
    color {text} NOT NULL,
    PRIMARY KEY (owner_id, tag)
){strict};

CREATE TABLE people (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    aliases {text} NOT NULL,
    email {text},
    notes {text} NOT NULL,
    color {text},
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL,
    change_number {int} NOT NULL
){strict};
CREATE INDEX people_owner ON people (owner_id, name_key);

CREATE TABLE person_names (
    owner_id {text} NOT NULL,
    name_key {text} NOT NULL,
    initial {text} NOT NULL,
    person_id {text} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (owner_id, name_key)
){strict};
CREATE INDEX person_names_initial ON person_names (owner_id, initial);
CREATE INDEX person_names_person ON person_names (person_id);

CREATE TABLE attachments (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    note_id {text} REFERENCES notes (id) ON DELETE SET NULL,
    name {text} NOT NULL,
    name_key {text} NOT NULL,
    folder {text} NOT NULL,
    type {text} NOT NULL,
    size {int} NOT NULL,
    content_hash {text} NOT NULL,
    created_at {text} NOT NULL,
    change_number {int} NOT NULL
){strict};
CREATE INDEX attachments_owner ON attachments (owner_id, name_key);
CREATE INDEX attachments_hash ON attachments (content_hash);
CREATE INDEX attachments_note ON attachments (note_id);

CREATE TABLE tombstones (
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind {text} NOT NULL,
    resource_id {text} NOT NULL,
    change_number {int} NOT NULL,
    PRIMARY KEY (owner_id, kind, resource_id)
){strict};
CREATE INDEX tombstones_change ON tombstones (owner_id, change_number);

CREATE TABLE import_jobs (
    id {text} NOT NULL PRIMARY KEY,
    owner_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    parent_id {text},
    file_name {text} NOT NULL,
    kind {text} NOT NULL CHECK (kind IN ('vault', 'text', 'workspace-zip', 'workspace-json')),
    is_dry_run {bool} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    stage {text} NOT NULL CHECK (stage IN ('planning', 'making', 'undoing', 'ended', 'taken back')),
    is_cancel_wanted {bool} NOT NULL,
    done {int} NOT NULL,
    total {int} NOT NULL,
    links_resolved {int} NOT NULL,
    links_unresolved {int} NOT NULL,
    message {text},
    report {text},
    lease_by {text},
    lease_until {text},
    crashes {int} NOT NULL,
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL
){strict};
CREATE INDEX import_jobs_state ON import_jobs (state);
CREATE INDEX import_jobs_owner ON import_jobs (owner_id);

CREATE TABLE import_items (
    job_id {text} NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
    position {int} NOT NULL,
    path {text} NOT NULL,
    path_key {text} NOT NULL,
    name_key {text} NOT NULL,
    kind {text} NOT NULL
        CHECK (kind IN ('folder', 'person', 'tag', 'attachment', 'note', 'version', 'other')),
    outcome {text} NOT NULL CHECK (outcome IN ('waiting', 'created', 'skipped', 'failed')),
    resource_id {text},
    parent_id {text},
    sort_order {int} NOT NULL,
    old_id {text},
    place {int} NOT NULL,
    size {int} NOT NULL,
    reason {text},
    PRIMARY KEY (job_id, position)
){strict_without_rowid};
CREATE INDEX import_items_path ON import_items (job_id, path_key);
CREATE INDEX import_items_name ON import_items (job_id, name_key);
CREATE INDEX import_items_old ON import_items (job_id, old_id) WHERE old_id IS NOT NULL;
CREATE INDEX import_items_note ON import_items (job_id, parent_id) WHERE kind = 'attachment';
"""

_SQLITE = {
    "text": "TEXT",
    "int": "INTEGER",
    "bool": "INTEGER",
    "serial": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "strict": " STRICT",
    "strict_without_rowid": " STRICT, WITHOUT ROWID",
}
_POSTGRES = {
    "text": 'TEXT COLLATE "C"',
    "int": "BIGINT",
    "bool": "BOOLEAN",
    "serial": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "strict": "",
    "strict_without_rowid": "",
}

# The texts arrive folded (notesvc/text/fold.py): tokens parted by spaces, so the plainest tokenizer is exact.
_SQLITE_SEARCH = "CREATE VIRTUAL TABLE note_search USING fts5 (title, body, {options}tokenize = 'ascii')"
_POSTGRES_SEARCH = """
CREATE TABLE note_search (
    number BIGINT NOT NULL PRIMARY KEY REFERENCES notes (number) ON DELETE CASCADE,
    title TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    title_words TSVECTOR NOT NULL,
    words TSVECTOR NOT NULL
);
CREATE INDEX note_search_title_words ON note_search USING gin (title_words);
CREATE INDEX note_search_words ON note_search USING gin (words);
CREATE UNLOGGED TABLE rate_windows (
    key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    hits BIGINT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX rate_windows_expiry ON rate_windows (expires_at);
"""


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    statements = _TABLES.format(**(_SQLITE if on_sqlite else _POSTGRES))
    if on_sqlite:
        # Older libraries (allowed by a setting) keep the folded text a second time instead.
        options = "content = '', contentless_delete = 1, " if db.server_version >= (3, 43, 0) else ""
        statements += _SQLITE_SEARCH.format(options=options)
    else:
        statements += _POSTGRES_SEARCH
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
