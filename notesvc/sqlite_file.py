"""The database as a SQLite file: its connections, and whether the files that they hold still lie where they did."""

import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import peewee

from notesvc import errors, limits, sqlite, trouble

Identity = tuple[int, int] | None

_PRAGMAS = {
    "synchronous": "full",
    "foreign_keys": 1,
    "cache_size": -2_000,
    "temp_store": "memory",
    "trusted_schema": 0,
}
_BESIDE = ("", "-wal", "-shm")
_opening = threading.Lock()
_open: weakref.WeakSet["Connection"] = weakref.WeakSet()


class Connection(sqlite.library.Connection):  # type: ignore[misc]
    """`files`: which they were when it was opened. None of them goes away while anybody has the database open."""

    files: tuple[Identity, ...]
    path: Path

    def close(self) -> None:
        _open.discard(self)
        super().close()


class SqliteFile(peewee.SqliteDatabase):
    """A SQLite file that must exist; each thread keeps its connection. `patience` is asked while others write: whether
    to wait on, after so many tries."""

    def __init__(self, path: Path, patience: Callable[[int], bool]) -> None:
        self.path = path
        self._patience = patience
        # mode=rw: a file that went missing is trouble (503), never an empty workspace.
        super().__init__(
            f"file:{quote_path(path)}?mode=rw",
            pragmas=_PRAGMAS,
            lock_type="IMMEDIATE",
            timeout=limits.LOCK_WAIT_SECONDS,
            uri=True,
            factory=Connection,
        )

    def refuse_replaced(self) -> None:
        """Raise Busy where this thread's connection holds files that are not those at the path any more: what it
        wrote would be lost with them."""
        connection, found = self.connection(), _files(self.path)
        if connection.files == found:
            return
        if _are_the_same(connection.files, found):
            connection.files = found
            return
        _rescue(connection)
        raise _trouble_with(found)

    def _connect(self) -> Any:
        with _opening:
            self._refuse_other_files()  # before SQLite takes what is there for a database with a log
            connection = self._make_connection()
            try:
                if _can_only_read(connection):
                    connection.close()
                    connection = self._make_connection()
                connection.path, connection.files = self.path, self._refuse_other_files()
            except BaseException:
                connection.close()
                raise
            _open.add(connection)
        # SQLite's own wait sleeps up to 100 ms at a time; short even steps keep the tail of writers short.
        if hasattr(connection, "set_busy_handler"):
            connection.set_busy_handler(self._patience)
        return connection

    def _refuse_other_files(self) -> tuple[Identity, ...]:
        """The files at the path; raise Busy where they are not those that this process's connections hold."""
        found = _files(self.path)
        if any(each.path == self.path and not _are_the_same(each.files, found) for each in _open):
            raise _trouble_with(found)
        return found

    def _make_connection(self) -> Any:
        return super()._connect()  # type: ignore[misc]


def file_identity(path: Path | str) -> Identity:
    """Which file lies at the path; None for none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_dev


def quote_path(path: Path) -> str:
    """The path as part of SQLite's addresses."""
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _files(path: Path) -> tuple[Identity, ...]:
    return tuple(file_identity(f"{path}{ending}") for ending in _BESIDE)


def _trouble_with(found: tuple[Identity, ...]) -> errors.Busy:
    return errors.Busy((trouble.DATABASE_AWAY if found[0] is None else trouble.DATABASE_REPLACED).words)


def _are_the_same(before: tuple[Identity, ...], now: tuple[Identity, ...]) -> bool:
    """A file that was not there before may have been made: a database gets its log with the first migration."""
    return all(each is None or each == other for each, other in zip(before, now, strict=True))


def _can_only_read(connection: Any) -> bool:
    """SQLite opens files for reading only where opening them for writing failed (too many files, say), and says
    nothing. What the first connection of a process opened, later ones share."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        # Writes nothing, as free pages are kept; but begins to write, which a mere beginning does not.
        connection.execute("PRAGMA incremental_vacuum")
    except sqlite.library.OperationalError as error:
        return "readonly" in str(error)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(limits.LOCK_WAIT_SECONDS * 1000)}")
    return False


def _rescue(connection: Connection) -> None:
    """Where the log was removed, bring what it holds into the database while this connection has it open still.

    Not where another lies in its place: whoever made that may have begun to count from its start.
    """
    database, wal, _ = _files(connection.path)
    if database == connection.files[0] and wal is None and not connection.in_transaction:
        try:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite.library.DatabaseError:
            return
