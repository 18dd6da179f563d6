"""Language models: providers that users have set up, their own prompts, and the calls that were made."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE ai_keys (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider {text} NOT NULL,
    sealed {text},
    last4 {text},
    base_url {text},
    model {text},
    embeddings_url {text},
    embeddings_model {text},
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL,
    PRIMARY KEY (user_id, provider)
){strict};
CREATE TABLE ai_prompts (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name {text} NOT NULL,
    instruction {text} NOT NULL,
    created_at {text} NOT NULL,
    updated_at {text} NOT NULL
){strict};
CREATE INDEX ai_prompts_user ON ai_prompts (user_id, name, id);
CREATE TABLE ai_calls (
    id {text} NOT NULL PRIMARY KEY,
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at {text} NOT NULL,
    action {text} NOT NULL,
    provider {text} NOT NULL,
    model {text} NOT NULL,
    request_id {text} NOT NULL,
    state {text} NOT NULL CHECK (state IN ('reserved', 'settled')),
    reserved {int} NOT NULL CHECK (reserved >= 0),
    input {int} NOT NULL CHECK (input >= 0),
    output {int} NOT NULL CHECK (output >= 0),
    cause {text}
){strict};
CREATE INDEX ai_calls_user ON ai_calls (user_id, at);
CREATE INDEX ai_calls_age ON ai_calls (at);
CREATE INDEX ai_calls_errors ON ai_calls (user_id, at, id) WHERE cause IS NOT NULL;
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
