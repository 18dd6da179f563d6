"""The floor's database: a connection for each thread, and one writer at a time in a process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import peewee

_BUSY_STEP_SECONDS = 0.0005
_BUSY_TRIES = 10_000
_PRAGMAS = ("synchronous = full", "foreign_keys = 1", "cache_size = -2000", "temp_store = memory")


class Store:
    """A database that the service has made, with the pragmas that the service chooses."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = threading.Lock()
        self._threads = threading.local()

    def connection(self) -> Any:
        """This thread's connection."""
        if not hasattr(self._threads, "connection"):
            self._threads.connection = self.opened()
        return self._threads.connection

    def opened(self) -> Any:
        """A new connection."""
        connection = peewee.sqlite3.connect(self._path, isolation_level=None)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        # SQLite's own wait sleeps up to 100 ms at a time: two processes that write would be slower than need be.
        if hasattr(connection, "set_busy_handler"):
            connection.set_busy_handler(lambda tries: tries < _BUSY_TRIES and not time.sleep(_BUSY_STEP_SECONDS))
        return connection

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """A transaction, on disk when it ends."""
        connection = self.connection()
        with self._turn:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
