"""A copy of a SQLite database that is in use, and whether a copy is good."""

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from peewee import sqlite3  # type: ignore[attr-defined]  # the library that peewee itself chose

from notesvc.manifest import DamagedError, Report
from notesvc.text.reading import rich_hash

Error = sqlite3.Error
DatabaseError = sqlite3.DatabaseError
OperationalError = sqlite3.OperationalError

_PAGES = 2_000
_STEPS = 10_000
_HASHED = (
    (
        "the body of note",
        "SELECT n.id, n.content_hash, CAST(b.content AS BLOB) FROM note_bodies b LEFT JOIN notes n ON n.id = b.note_id",
    ),
    ("version", "SELECT id, content_hash, CAST(content AS BLOB) FROM note_versions"),
)
# Of a database that has not been migrated yet, documents have no hashes.
_HASHED_DOCUMENTS = (
    ("the body of note", "SELECT note_id, rich_hash, CAST(rich_content AS BLOB) FROM note_bodies"),
    ("version", "SELECT id, rich_hash, CAST(rich_content AS BLOB) FROM note_versions"),
)
_HAS_HASHED_DOCUMENTS = "SELECT 1 FROM pragma_table_info('note_versions') WHERE name = 'rich_hash'"


def copy(source: Path, target: Path, report: Report) -> dict[str, int]:
    """Copy the database as it is at this moment, while others write; answers the rows of each table at that moment.

    The copy is one file that needs no other. Raises the errors of SQLite.
    """
    with pinned_connection(source) as original:
        rows = counts(original)
        copy_pinned(original, target, report)
    return rows


@contextlib.contextmanager
def pinned_connection(source: Path) -> Iterator[Any]:
    """A connection that goes on seeing the database as it is at this moment, while others write."""
    with open_connection(source, "rw") as connection:
        # Without a read transaction every commit of another process would start a copy anew.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield connection
        connection.execute("ROLLBACK")


def copy_pinned(original: Any, target: Path, report: Report) -> None:
    """Copy what the connection sees into a new file."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with open_connection(target, "rw") as made:
        original.backup(made, pages=_PAGES, progress=lambda _, left, all_: report(_progress(left, all_)))
        made.execute("PRAGMA journal_mode = delete")


def verify(path: Path, rows: dict[str, int], report: Report) -> list[str]:
    """Check a copy, all of it but the texts; returns its migrations. Raises DamagedError, or SQLite's errors."""
    with open_connection(path, "ro") as connection:
        report("checking the database's structure")
        refuse_broken(connection)
        if counts(connection) != rows:
            raise DamagedError("the copy does not have the rows of the original")
        return [str(row[0]) for row in connection.execute("SELECT name FROM schema_migration ORDER BY name")]


def damaged_texts(path: Path, report: Report) -> list[str]:
    """Which texts of a copy have not the hash that was stored with them."""
    with open_connection(path, "ro") as connection:
        hashed: tuple[tuple[str, str], ...] = _HASHED
        if connection.execute(_HAS_HASHED_DOCUMENTS).fetchone():
            hashed = (*_HASHED, *_HASHED_DOCUMENTS)
        return [each for what, rows in hashed for each in _damaged_texts(what, connection.execute(rows), report)]


def refuse_broken(connection: Any) -> None:
    """Raise DamagedError where SQLite's own checks find something."""
    found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)")]
    if found != ["ok"]:
        raise DamagedError("; ".join(" ".join(line.split()) for line in found))
    if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise DamagedError(f"a row of {broken[0]} points at a row of {broken[2]} that is missing")


def refuse_at_a_glance(path: Path, seconds: float) -> None:
    """Look for so long whether the pages hang together; what that does not reach is left to a full check.

    Raises DamagedError, or DatabaseError for a file that is no database.
    """
    deadline = time.monotonic() + seconds
    with open_connection(path, "rw") as connection:
        connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except OperationalError as error:
            if "interrupted" in str(error):
                return
            raise
    if found != "ok":
        raise DamagedError(" ".join(found.split()))


def counts(connection: Any) -> dict[str, int]:
    """The rows of each table, those of the search index and of SQLite itself left out."""
    tables = connection.execute(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite|_%' "
        "ESCAPE '|' ORDER BY name"
    ).fetchall()
    return {name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for (name,) in tables}


@contextlib.contextmanager
def open_connection(path: Path, mode: str) -> Iterator[Any]:
    """A plain connection in autocommit, of the one SQLite library of the process; closed at the end."""
    address = f"file:{quote(str(path))}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=30, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def _damaged_texts(what: str, texts: Iterable[tuple[str, str | None, bytes | None]], report: Report) -> Iterator[str]:
    for number, (key, expected, content) in enumerate(texts):
        report(f"checking texts: {number}")
        if rich_hash(content) != expected:
            yield f"{what} {key}"


def _progress(left: int, every: int) -> str:
    return f"copying the database: {100 * (every - left) // max(every, 1)} %"
