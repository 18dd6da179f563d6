"""The tables of a Postgres database as files, of one moment, and whether such files are good."""

import re
from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from notesvc.durable import private, sync
from notesvc.manifest import DamagedError, Report
from notesvc.text.reading import rich_hash

# Made anew at a restore: counters that pass in a minute, the migrations' own history, and what derives from notes.
DERIVED = frozenset({"rate_windows", "schema_migration", "note_search"})

_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
_COLUMNS = """
SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
"""
_REFERENCES = "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'"
_ESCAPE = re.compile(rb"\\(.)", re.DOTALL)
_ESCAPED = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
_BLOCK = 256 * 1024
_RICH = ("rich_content", "rich_hash")


def dump(url: str, folder: Path, report: Report) -> tuple[dict[str, int], dict[str, list[str]], list[str]]:
    """Write a file per table; answers rows and columns of each in an order for restoring, and the migrations."""
    with psycopg.connect(url, client_encoding="utf8") as connection:
        # One snapshot for all tables, however long it takes and whoever writes meanwhile.
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        columns = {table: _columns(connection, table) for table in in_order(connection)}
        rows = {}
        for table in columns:
            report(f"copying {table}")
            rows[table] = _count(connection, table)
            _write(connection, table, columns[table], file_of(folder, table))
        names = connection.execute("SELECT name FROM schema_migration ORDER BY name").fetchall()
    return rows, columns, [str(row[0]) for row in names]


def load(connection: psycopg.Connection[Any], table: str, columns: list[str], folder: Path) -> None:
    """Read a table's file into the table, in the current transaction, and let its numbering go on after it."""
    with (
        open(file_of(folder, table), "rb") as file,
        connection.cursor().copy(_statement(table, columns, "FROM STDIN")) as copy,
    ):
        while block := file.read(_BLOCK):
            copy.write(block)
    for column in columns:
        row = connection.execute("SELECT pg_get_serial_sequence(%s, %s)", (table, column)).fetchone()
        if row is not None and row[0] is not None:
            connection.execute(
                sql.SQL("SELECT setval(%s, coalesce(max({0}), 0) + 1, false) FROM {1}").format(
                    sql.Identifier(column), sql.Identifier(table)
                ),
                (row[0],),
            )


def verify(folder: Path, rows: dict[str, int], report: Report) -> None:
    """Count the rows of all files again. Raises DamagedError."""
    for table, expected in rows.items():
        report(f"checking {table}")
        with open(file_of(folder, table), "rb") as file:
            if sum(1 for _ in file) != expected:
                raise DamagedError(f"the copy of {table} does not have the rows of the original")


def damaged_texts(folder: Path, columns: dict[str, list[str]]) -> Iterator[str]:
    """Which texts have not the hash that was stored with them."""
    hashes = {row[0]: row[1] for row in _values(folder, "notes", columns, ("id", "content_hash"))}
    # Of a database that has not been migrated yet, documents have no hashes.
    rich_columns = _RICH if "rich_hash" in columns["note_versions"] else ()
    for note_id, content, *rich in _values(folder, "note_bodies", columns, ("note_id", "content", *rich_columns)):
        if not _are_intact((content or b"", hashes.get(note_id)), rich):
            yield f"the body of note {(note_id or b'?').decode()}"
    for version_id, content, expected, *rich in _values(
        folder, "note_versions", columns, ("id", "content", "content_hash", *rich_columns)
    ):
        if not _are_intact((content, expected), rich):
            yield f"version {(version_id or b'?').decode()}"


def in_order(connection: psycopg.Connection[Any]) -> list[str]:
    """The tables that a backup holds, each after those that it refers to."""
    tables = {str(row[0]) for row in connection.execute(_TABLES)} - DERIVED
    before: dict[str, set[str]] = {table: set() for table in sorted(tables)}
    for table, other in connection.execute(_REFERENCES).fetchall():
        if table in tables and other in tables and table != other:
            before[table].add(other)
    return list(TopologicalSorter(before).static_order())


def file_of(folder: Path, table: str) -> Path:
    """Where a table's rows are."""
    return folder / f"{table}.copy"


def _columns(connection: psycopg.Connection[Any], table: str) -> list[str]:
    return [str(row[0]) for row in connection.execute(_COLUMNS, (f'"{table}"',))]


def _count(connection: psycopg.Connection[Any], table: str) -> int:
    row = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    return int(row[0]) if row else 0


def _write(connection: psycopg.Connection[Any], table: str, columns: list[str], path: Path) -> None:
    with (
        open(path, "wb", opener=private) as file,
        connection.cursor().copy(_statement(table, columns, "TO STDOUT")) as copy,
    ):
        for block in copy:
            file.write(block)
    sync(path)


def _statement(table: str, columns: list[str], direction: str) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) ").format(sql.Identifier(table), names) + sql.SQL(direction)


def _values(
    folder: Path, table: str, columns: dict[str, list[str]], wanted: tuple[str, ...]
) -> Iterator[tuple[bytes | None, ...]]:
    """The wanted columns of each row; in COPY's text format a row is one line."""
    places = [columns[table].index(name) for name in wanted]
    with open(file_of(folder, table), "rb") as file:
        for line in file:
            fields = line.rstrip(b"\n").split(b"\t")
            yield tuple(_plain(fields[place]) for place in places)


def _plain(text: bytes) -> bytes | None:
    if text == rb"\N":
        return None
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)


def _are_intact(*texts: Sequence[bytes | None]) -> bool:
    """Each a text and its hash, or nothing where none was ever stored."""
    return all(
        rich_hash(text) == (expected and expected.decode(errors="replace")) for text, expected in filter(None, texts)
    )
