"""Second factors: the sealed secret of an authenticator app, and hashed recovery codes."""

from peewee import SqliteDatabase

_TABLES = """
CREATE TABLE second_factors (
    user_id {text} NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed {text},
    pending {text},
    last_step {int} NOT NULL
){strict};

CREATE TABLE recovery_codes (
    user_id {text} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash {text} NOT NULL,
    PRIMARY KEY (user_id, code_hash)
){strict};
"""
_SQLITE = {"text": "TEXT", "int": "INTEGER", "strict": " STRICT"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "int": "BIGINT", "strict": ""}


def up(migrator, db):
    statements = _TABLES.format(**(_SQLITE if isinstance(db, SqliteDatabase) else _POSTGRES))
    for statement in filter(str.strip, statements.split(";\n")):
        db.execute_sql(statement)
