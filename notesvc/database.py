"""The one database of a process: opening it, transactions, and raw statements for both dialects."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import peewee
from playhouse.pool import PooledPostgresqlDatabase

from notesvc import errors, limits, sqlite
from notesvc.config import Settings
from notesvc.errors import BadSetting

db = peewee.DatabaseProxy()

OLDEST_SQLITE = (3, 51, 3)
_BUSY_STEP_SECONDS = 0.0005
_HURRY_SECONDS = 0.02
_POOL = 24
# What one statement may take before it is our trouble, and what it may wait for a lock. Our statements are short:
# compiling them takes longer than running them, and plans made without their values choose badly.
_POSTGRES_OPTIONS = "-c statement_timeout=60000 -c lock_timeout={} -c jit=off -c plan_cache_mode=force_custom_plan"

_writing = threading.Lock()
_opened = threading.local()


class SqliteFile(peewee.SqliteDatabase):
    """A SQLite file that must exist; each thread keeps its connection, and writers of a process take turns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        pragmas = {
            "synchronous": "full",
            "foreign_keys": 1,
            "cache_size": -2_000,
            "temp_store": "memory",
            "trusted_schema": 0,
        }
        # mode=rw: a file that went missing is trouble (503), never an empty workspace.
        address = f"file:{_quoted(path)}?mode=rw"
        super().__init__(address, pragmas=pragmas, lock_type="IMMEDIATE", timeout=limits.LOCK_WAIT_SECONDS, uri=True)

    def _connect(self) -> Any:
        connection = super()._connect()  # type: ignore[misc]
        # SQLite's own wait sleeps up to 100 ms at a time; short even steps keep the tail of writers short.
        if hasattr(connection, "set_busy_handler"):
            connection.set_busy_handler(lambda tries: tries * _BUSY_STEP_SECONDS < _patience() and _rested())
        return connection


def open_database(settings: Settings) -> None:
    """Bind the models to the database of the settings. Nothing is connected yet (safe before a fork)."""
    if db.obj is not None:
        disconnect()
    if settings.is_sqlite:
        refuse_old_sqlite(settings)
        db.initialize(SqliteFile(settings.database_path))
        return
    db.initialize(
        PooledPostgresqlDatabase(
            settings.database_url,
            prefer_psycopg3=True,
            max_connections=_POOL,
            stale_timeout=300,
            timeout=limits.LOCK_WAIT_SECONDS,
            connect_timeout=5,
            options=_POSTGRES_OPTIONS.format(int(limits.LOCK_WAIT_SECONDS * 1000)),
        )
    )


def refuse_old_sqlite(settings: Settings) -> None:
    """Versions before 3.51.3 may corrupt a database in WAL mode under several writers. Raises BadSetting."""
    if not settings.allow_old_sqlite and sqlite.library.sqlite_version_info < OLDEST_SQLITE:
        raise BadSetting(
            f"SQLite {sqlite.library.sqlite_version} has a bug that can corrupt the database; install the "
            "pysqlite3 package, or set NOTESVC_ALLOW_OLD_SQLITE=yes to take the risk"
        )


def on_sqlite() -> bool:
    """Whether the bound database is SQLite (else it is Postgres)."""
    return isinstance(db.obj, peewee.SqliteDatabase)


def connect() -> None:
    """Have a connection for this thread. SQLite's is kept from request to request while its file stays the same."""
    if not on_sqlite():
        db.connect(reuse_if_open=True)
        return
    identity = _file_identity(db.obj.path)
    if not db.is_closed() and getattr(_opened, "identity", None) != identity:
        db.close()
    db.connect(reuse_if_open=True)
    _opened.identity = identity


def release() -> None:
    """Give back what `connect` took: Postgres connections return to the pool, SQLite's stays with its thread."""
    if db.is_closed():
        return
    if db.in_transaction():
        db.rollback()
    if not on_sqlite():
        db.close()


def disconnect() -> None:
    """Close this thread's connection, as before a fork."""
    if not db.is_closed():
        db.close()
    if isinstance(db.obj, PooledPostgresqlDatabase):
        db.obj.close_idle()


@contextmanager
def connection() -> Iterator[None]:
    """A connection for work outside a request: streams, jobs, commands. Inside of one it shares that one's."""
    is_shared = not on_sqlite() and not db.is_closed()
    connect()
    try:
        yield
    finally:
        if not is_shared:
            release()


@contextmanager
def transaction(lock: str | None = None) -> Iterator[None]:
    """All or nothing, on disk when it returns. Within another one it joins that one.

    On SQLite it is IMMEDIATE: a transaction that reads first and then writes cannot fail halfway for a lock.
    `lock` (a user's id) makes writers of one workspace take turns on Postgres, as they do on SQLite anyway.
    Raises Busy when other writers kept the database for `limits.LOCK_WAIT_SECONDS`.
    """
    if db.in_transaction():
        yield
        return
    with _turn_to_write(), db.atomic():
        if lock is not None and not on_sqlite():
            db.execute_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (lock,))
        yield


@contextmanager
def hurried_transaction() -> Iterator[None]:
    """For what may be left undone, or lost in a power cut: it hardly waits for other writers, and not for the disk.

    Never within another one. Raises Busy or OperationalError when others are writing.
    """
    _opened.patience = _HURRY_SECONDS
    if on_sqlite():
        db.execute_sql("PRAGMA synchronous = normal")
    try:
        with transaction():
            if not on_sqlite():
                db.execute_sql(f"SET LOCAL lock_timeout = {int(_HURRY_SECONDS * 1000)}")
                db.execute_sql("SET LOCAL synchronous_commit = off")
            yield
    finally:
        del _opened.patience
        if on_sqlite():
            db.execute_sql("PRAGMA synchronous = full")


@contextmanager
def savepoint() -> Iterator[None]:
    """Inside a transaction: what fails in here is undone alone."""
    with db.savepoint():
        yield


def refresh_statistics() -> None:
    """Let SQLite's planner know how the tables have grown; cheap when little has changed. Postgres does so itself."""
    if on_sqlite():
        db.execute_sql("PRAGMA optimize")


def execute(statement: str, parameters: Sequence[Any] = ()) -> Any:
    """Run one statement written with `?` for either dialect; the statement itself must hold no `%`."""
    if not on_sqlite():
        statement = statement.replace("?", "%s")
    return db.execute_sql(statement, parameters)


def execute_many(statement: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run one `?` statement for many rows."""
    if not on_sqlite():
        statement = statement.replace("?", "%s")
    if rows:
        # Peewee has no executemany of its own; its wrapper makes the driver's errors Peewee's.
        with peewee.__exception_wrapper__:  # type: ignore[attr-defined]
            db.cursor().executemany(statement, rows)


def marks(values: Sequence[Any]) -> str:
    """`?, ?, ?` for an IN list."""
    return ", ".join("?" * len(values))


@contextmanager
def _turn_to_write() -> Iterator[None]:
    # Threads of one process queue here instead of polling the file's lock; Postgres needs no such queue.
    if not on_sqlite():
        yield
        return
    if not _writing.acquire(timeout=_patience()):
        raise errors.Busy("The database is busy.")
    try:
        yield
    finally:
        _writing.release()


def _patience() -> float:
    seconds: float = getattr(_opened, "patience", limits.LOCK_WAIT_SECONDS)
    return seconds


def _rested() -> bool:
    time.sleep(_BUSY_STEP_SECONDS)
    return True


def _file_identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_dev


def _quoted(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
