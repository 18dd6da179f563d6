"""Another process at work on the same database, as a connection of its own."""

import contextlib
from collections.abc import Iterator

import psycopg

from notesvc import sqlite
from notesvc.config import Settings


@contextlib.contextmanager
def writing_elsewhere(settings: Settings, table: str) -> Iterator[None]:
    """Meanwhile somebody else is in the middle of a write to the table (on SQLite: to the database)."""
    if settings.is_sqlite:
        connection = sqlite.library.connect(settings.database_path, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
    else:
        connection = psycopg.connect(settings.database_url)
        connection.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
    try:
        yield
    finally:
        connection.rollback()
        connection.close()
