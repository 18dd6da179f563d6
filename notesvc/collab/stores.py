"""The databases in which rooms are kept: a SQLite file of their own, or the service's Postgres."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

from notesvc import limits, sqlite
from notesvc.collab.store import RoomStore
from notesvc.config import Settings

# A little more than the 1,000 pages after which SQLite writes the log into the database.
_LOG_BYTES = 4_500_000
# SQLite's own choice, in KiB when negative.
_CACHE = -2_000
_SQLITE_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS collab_rooms (
        note_id TEXT NOT NULL PRIMARY KEY, epoch INTEGER NOT NULL, touched_at TEXT NOT NULL,
        generation TEXT NOT NULL, mode TEXT NOT NULL, revision INTEGER NOT NULL, content_hash TEXT NOT NULL,
        content TEXT NOT NULL, rich_content TEXT, dead_base TEXT, saving_hash TEXT, state BLOB NOT NULL,
        state_sum INTEGER, facts_sum INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE IF NOT EXISTS collab_updates (
        number INTEGER PRIMARY KEY, note_id TEXT NOT NULL, change BLOB NOT NULL, change_sum INTEGER
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS collab_updates_note ON collab_updates (note_id, number)",
    """
    CREATE TABLE IF NOT EXISTS collab_clients (
        note_id TEXT NOT NULL, client INTEGER NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (note_id, client)
    ) STRICT, WITHOUT ROWID
    """,
)
_ADDED = (("collab_rooms", "state_sum"), ("collab_rooms", "facts_sum"), ("collab_updates", "change_sum"))


class SqliteRoomStore(RoomStore):
    """A file of its own beside the notes: appending never waits for who writes notes, nor they for it."""

    def __init__(self, settings: Settings) -> None:
        path = settings.rooms_path
        path.touch(mode=0o600, exist_ok=True)
        self._connection = sqlite.library.connect(path, timeout=limits.LOCK_WAIT_SECONDS, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = wal")
        self._connection.execute("PRAGMA synchronous = full")
        for statement in _SQLITE_TABLES:
            self._connection.execute(statement)
        for table, column in _ADDED:
            self._add(table, column)
        self._connection.commit()
        # On a full disk rooms are still to be read.
        with contextlib.suppress(sqlite.library.Error, OSError):
            self._lengthen_log(path.with_name(f"{path.name}-wal"))

    def _add(self, table: str, column: str) -> None:
        """Give a file that an earlier version made a column that it lacks."""
        found = self._connection.execute("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", (table, column))
        if found.fetchone() is None:
            self._connection.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER")

    def _lengthen_log(self, path: Path) -> None:
        """Give the write-ahead log its full length on the disk. What is written over is there in a tenth of the time
        that it takes in a file that grows, as this one would until SQLite began at its start again.
        """
        # With next to no cache the pages are written at once; taken back, they are no part of the log.
        self._connection.execute("PRAGMA cache_size = 1")
        try:
            statement = "INSERT INTO collab_updates (note_id, change) VALUES ('', zeroblob(?))"
            self._connection.execute(statement, (_LOG_BYTES,))
        finally:
            self._connection.rollback()
            self._connection.execute(f"PRAGMA cache_size = {_CACHE}")
        with open(path, "rb") as file:
            os.fsync(file.fileno())

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Any]:
        with self._connection:
            yield self._connection.cursor()

    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        return cursor.execute(statement, values)

    def close(self) -> None:
        self._connection.close()


class PostgresRoomStore(RoomStore):
    """Tables in the service's database, over a connection of their own that is made anew when it broke."""

    _for_share = " FOR SHARE"

    def __init__(self, settings: Settings) -> None:
        self._url = settings.database_url
        self._connection: Any = None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._url, connect_timeout=5)
        try:
            with self._connection.transaction(), self._connection.cursor() as cursor:
                yield cursor
        except psycopg.Error:
            self.close()
            raise

    def _run(self, cursor: Any, statement: str, values: Sequence[Any] = ()) -> Any:
        return cursor.execute(statement.replace("?", "%s"), values)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def open_store(settings: Settings) -> RoomStore:
    """The rooms of the service's database."""
    return SqliteRoomStore(settings) if settings.is_sqlite else PostgresRoomStore(settings)
