"""The databases that a restore has kept beside the new one: what they name is not to be lost."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from notesvc import database, sqlite
from notesvc.config import Settings

# Databases from before there were shares have no files of theirs.
_TABLES = ("attachments", "share_files")
_FILES = "SELECT DISTINCT content_hash FROM {}"
_ON_POSTGRES = """
SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
WHERE starts_with(schemaname::text, 'before_restore_') AND tablename IN (?, ?)
"""
_ON_SQLITE = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (?, ?)"


def files(settings: Settings) -> Iterator[str]:
    """The hashes of the files that their attachments and shares name; of a damaged one what can be read."""
    if not settings.is_sqlite:
        yield from _file_names(database.execute, _ON_POSTGRES)
        return
    for path in sorted(settings.database_path.parent.glob("before-restore-*.sqlite")):
        address = path.absolute().as_uri() + "?mode=ro"
        with (
            contextlib.suppress(sqlite.library.Error),
            contextlib.closing(sqlite.library.connect(address, uri=True, timeout=5)) as kept,
        ):
            yield from _file_names(kept.execute, _ON_SQLITE)


def _file_names(execute: Callable[..., Any], tables: str) -> Iterator[str]:
    for (table,) in execute(tables, _TABLES).fetchall():
        yield from (str(row[0]) for row in execute(_FILES.format(table)).fetchall())
