"""Fixed windows for Flask-Limiter, counted exactly over all processes: a `limits` storage in the shared database."""

import contextlib
import logging
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import peewee
from limits.storage import Storage

from notesvc import database, limits, sqlite, sqlite_file, trouble
from notesvc.config import Settings

# A window that has passed starts anew. So does one that ends far in the future: the clock was set back. The
# slack of 30 s is for processes that read the clock before they got the lock (they would admit twice the limit).
_HIT = """
INSERT INTO rate_windows (key, hits, expires_at) VALUES ({key}, {amount}, {now} + {window})
ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN rate_windows.expires_at <= {now} OR rate_windows.expires_at > {now} + {window} + 30
        THEN {amount} ELSE rate_windows.hits + {amount} END,
    expires_at = CASE WHEN rate_windows.expires_at <= {now} OR rate_windows.expires_at > {now} + {window} + 30
        THEN {now} + {window} ELSE rate_windows.expires_at END
RETURNING hits
"""
_SQLITE_HIT = _HIT.format(key=":key", amount=":amount", now=":now", window=":window")
_POSTGRES_HIT = _HIT.format(key="%(key)s", amount="%(amount)s", now="%(now)s::float8", window="%(window)s::float8")
_TABLE = """
CREATE TABLE IF NOT EXISTS rate_windows (
    key TEXT NOT NULL PRIMARY KEY, hits INTEGER NOT NULL, expires_at REAL NOT NULL
) STRICT, WITHOUT ROWID
"""
_SWEEP_EVERY = 512
_TO_REDIS = {
    "socket_timeout": limits.RATE_LOCK_WAIT_SECONDS,
    "socket_connect_timeout": limits.RATE_LOCK_WAIT_SECONDS,
}
log = logging.getLogger("notesvc")


def uri(settings: Settings) -> str:
    """Where the limiter counts: Redis when configured, else the shared database."""
    if settings.redis_url:
        return settings.redis_url
    return f"notesvc-sqlite://{path(settings)}" if settings.is_sqlite else "notesvc-postgres://"


def options(settings: Settings) -> dict[str, Any]:
    """What the store is opened with: no request waits long for a Redis that hangs."""
    return dict(_TO_REDIS) if settings.redis_url else {}


def path(settings: Settings) -> Path:
    """The counters' own SQLite file: hits never wait for the writers of notes, and need not survive a power cut."""
    return settings.database_path.with_name(settings.database_path.name + "-rates")


def make_file(settings: Settings) -> None:
    """Create the file and its table, before any process counts in it.

    It holds nothing that is worth a start: one that is damaged is made anew, as it is not synced against power cuts,
    and without one limits are counted in memory.
    """
    target = path(settings)
    try:
        try:
            _make(target)
        except sqlite.library.DatabaseError as error:
            if trouble.cause_of(error) is not trouble.DATABASE_DAMAGED:
                raise
            for ending in ("", "-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            _make(target)
    except (OSError, sqlite.library.Error) as error:
        cause = trouble.cause_of(error)
        fields = {"event": "limits_in_memory", "cause": cause.name if cause else None, "error": str(error)[:200]}
        log.warning("limits", extra={"fields": fields})


def _make(target: Path) -> None:
    target.touch(mode=0o600, exist_ok=True)
    with contextlib.closing(sqlite.library.connect(target, timeout=30)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute(_TABLE)
        connection.commit()


class _Windows(Storage, ABC):
    """What both dialects share."""

    _hits_since_sweep = 0

    @abstractmethod
    def _hit(self, parameters: dict[str, Any]) -> int: ...

    @abstractmethod
    def _rows(self, statement: str, parameters: tuple[Any, ...]) -> list[Any]: ...

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        return (peewee.PeeweeException, sqlite.library.Error, sqlite3.Error)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        self._hits_since_sweep += 1
        if self._hits_since_sweep >= _SWEEP_EVERY:
            self._hits_since_sweep = 0
            self._rows("DELETE FROM rate_windows WHERE expires_at <= ?", (now,))
        return self._hit({"key": key, "amount": amount, "now": now, "window": expiry})

    def get(self, key: str) -> int:
        rows = self._rows("SELECT hits FROM rate_windows WHERE key = ? AND expires_at > ?", (key, time.time()))
        return int(rows[0][0]) if rows else 0

    def get_expiry(self, key: str) -> float:
        rows = self._rows("SELECT expires_at FROM rate_windows WHERE key = ?", (key,))
        return float(rows[0][0]) if rows else time.time()

    def check(self) -> bool:
        # It has to write: a database that only reads cannot count.
        self._rows("DELETE FROM rate_windows WHERE expires_at <= ?", (time.time() - 3600,))
        return True

    def reset(self) -> int | None:
        self._rows("DELETE FROM rate_windows WHERE hits >= ?", (0,))
        return None

    def clear(self, key: str) -> None:
        self._rows("DELETE FROM rate_windows WHERE key = ?", (key,))


class SqliteWindows(_Windows):
    """Counts in a SQLite file; a connection per thread."""

    STORAGE_SCHEME = ["notesvc-sqlite"]

    def __init__(self, uri: str, wrap_exceptions: bool = False, **_: Any) -> None:
        super().__init__(uri, wrap_exceptions)
        self._path = Path(uri.removeprefix("notesvc-sqlite://"))
        self._threads = threading.local()
        self._turn = threading.Lock()

    def _connection(self) -> Any:
        identity = sqlite_file.file_identity(self._path)
        connection = getattr(self._threads, "connection", None)
        if connection is not None and identity == self._threads.identity:
            return connection
        if connection is not None:
            # Somebody took the file away: all processes have to count in the same one.
            connection.close()
        if identity is None:
            _make(self._path)
        connection = sqlite.library.connect(
            f"file:{sqlite_file.quote_path(self._path)}?mode=rw",
            uri=True,
            timeout=limits.RATE_LOCK_WAIT_SECONDS,
            isolation_level=None,
        )
        connection.execute("PRAGMA synchronous = off")
        self._threads.connection = connection
        self._threads.identity = sqlite_file.file_identity(self._path)
        return connection

    def _hit(self, parameters: dict[str, Any]) -> int:
        return int(self._rows(_SQLITE_HIT, parameters)[0][0])

    def _rows(self, statement: str, parameters: Any) -> list[Any]:
        with self._turn:
            try:
                return list(self._connection().execute(statement, parameters).fetchall())
            except sqlite.library.OperationalError as error:
                if "readonly" not in str(error):
                    raise
                # Opened while it could not be opened for writing: too many files, or a folder that was read-only.
                self._threads.connection.close()
                self._threads.connection = None
                return list(self._connection().execute(statement, parameters).fetchall())


class PostgresWindows(_Windows):
    """Counts in an unlogged table of the bound Postgres database, in statements of their own."""

    STORAGE_SCHEME = ["notesvc-postgres"]

    def __init__(self, uri: str, wrap_exceptions: bool = False, **_: Any) -> None:
        super().__init__(uri, wrap_exceptions)

    def _hit(self, parameters: dict[str, Any]) -> int:
        with database.connection():
            return int(database.db.execute_sql(_POSTGRES_HIT, parameters).fetchone()[0])

    def _rows(self, statement: str, parameters: tuple[Any, ...]) -> list[Any]:
        with database.connection():
            cursor = database.execute(statement, parameters)
            return list(cursor.fetchall()) if cursor.description else []
