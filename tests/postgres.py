"""Databases on the Postgres server of the tests."""

import contextlib
import os
import secrets
from collections.abc import Iterator

import psycopg

from tests.places import missing

SERVER = os.environ.get("NOTESVC_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")
# So many tests have a database one after the other; what they deleted stays in it as dead rows.
_TURNS = 200
_OWN = 16_384  # the first number that is not the system's
_HISTORY = "schema_migration"
_SHAPE = f"""
SELECT md5(string_agg(one, ',' ORDER BY one)) FROM (
    SELECT concat('schema', oid, nspname) AS one FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT concat('class', oid, relname, relnamespace) FROM pg_class
        WHERE oid >= {_OWN} AND relpersistence <> 't'
    UNION ALL SELECT concat('column', attrelid, attnum, attname, atttypid, attnotnull, attisdropped) FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid WHERE attrelid >= {_OWN} AND relpersistence <> 't'
    UNION ALL SELECT concat('constraint', oid, conname) FROM pg_constraint
    UNION ALL SELECT concat('trigger', oid, tgname, tgenabled) FROM pg_trigger
) AS all_of_it
"""
_NAMES = f"""
SELECT relname FROM pg_class
WHERE relkind = %s AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '{_HISTORY}%%'
"""
_END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def url(name: str) -> str:
    """The address of that database."""
    return f"{SERVER.rpartition('/')[0]}/{name}"


@contextlib.contextmanager
def scratch(template: str = "template1") -> Iterator[str]:
    """The name of a new database, which goes at the end."""
    name = f"notesvc_test_{secrets.token_hex(6)}"
    with server() as on:
        on.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield name
    finally:
        with server() as on:
            on.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def server() -> psycopg.Connection[tuple[object, ...]]:
    """A connection to the server; without one the test is skipped."""
    try:
        return psycopg.connect(SERVER, autocommit=True, connect_timeout=60)
    except psycopg.OperationalError as error:
        missing(f"Postgres is not reachable: {error}")
        raise


class InTurns:
    """A database that tests have one after the other, emptied in between: that costs a hundredth of a new one.

    One whose tables a test has changed is given up for a new one, and so is one that has served long.
    """

    def __init__(self, template: str) -> None:
        self._template = template
        self._held = contextlib.ExitStack()
        self._name = ""
        self._own: psycopg.Connection[tuple[object, ...]] | None = None
        self._shape: object = None
        self._turns = 0

    def next(self) -> str:
        """The name of the database, as empty as the template."""
        self._turns += 1
        if self._own is None or self._turns > _TURNS or not self._emptied(self._own):
            self._own = self._renew()
        return self._name

    def close(self) -> None:
        """Drop it."""
        self._held.close()

    def _renew(self) -> psycopg.Connection[tuple[object, ...]]:
        self._held.close()
        self._name, self._turns = self._held.enter_context(scratch(self._template)), 1
        own = self._held.enter_context(psycopg.connect(url(self._name)))
        for table in _names(own, "r"):
            # Nothing of the server's own doing between two tests: what it measures would change its plans.
            own.execute(f'ALTER TABLE "{table}" SET (autovacuum_enabled = off)')
        self._shape = _shape(own)
        own.commit()
        return own

    def _emptied(self, own: psycopg.Connection[tuple[object, ...]]) -> bool:
        own.execute(_END_OTHERS)
        if _shape(own) != self._shape:
            return False
        _empty(own)
        own.commit()
        return True


def empty(url: str) -> None:
    """Take out of all tables what is in them, while others use the database."""
    with psycopg.connect(url) as own:
        _empty(own)


def _empty(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    # Foreign keys are not looked at: the tables are emptied in any order. Nobody needs it after a crash.
    statements = ["SET LOCAL session_replication_role = replica", "SET LOCAL synchronous_commit = off"]
    for table in _names(connection, "r"):
        # The id stays: folders belong to the database by it.
        rows = "WHERE name <> 'instance_id'" if table == "instance_facts" else ""
        statements.append(f'DELETE FROM "{table}" {rows}')
    statements += [f"SELECT setval('{sequence}', 1, false)" for sequence in _names(connection, "S")]
    connection.execute("; ".join(statements))


def _shape(connection: psycopg.Connection[tuple[object, ...]]) -> object:
    row = connection.execute(_SHAPE).fetchone()
    return row and row[0]


def _names(connection: psycopg.Connection[tuple[object, ...]], kind: str) -> list[str]:
    return [str(name) for (name,) in connection.execute(_NAMES, (kind,)).fetchall()]
