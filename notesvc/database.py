"""The one database of a process: opening it, transactions, and raw statements for both dialects."""

import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import peewee
from playhouse.pool import PooledPostgresqlDatabase

from notesvc import ballast, errors, limits, sqlite, trouble
from notesvc.config import Settings
from notesvc.errors import SettingError
from notesvc.sqlite_file import SqliteFile

db = peewee.DatabaseProxy()

TROUBLE = (errors.Busy, peewee.OperationalError, peewee.InterfaceError, peewee.InternalError)
"""What a write may raise that the caller can do without."""

OLDEST_SQLITE = (3, 51, 3)
_BUSY_STEP_SECONDS = 0.0005
_HURRY_SECONDS = 0.02
_POOL = 24
_STEPS_BETWEEN_LOOKS = 20_000
# What one statement may take before it is our trouble, and what it may wait for a lock. Our statements are short:
# compiling them takes longer than running them, and plans made without their values choose badly.
_POSTGRES_OPTIONS = "-c statement_timeout=60000 -c lock_timeout={} -c jit=off -c plan_cache_mode=force_custom_plan"

_writing = threading.Lock()
_opened = threading.local()


def open_database(settings: Settings) -> None:
    """Bind the models to the database of the settings. Nothing is connected yet (safe before a fork)."""
    if db.obj is not None:
        disconnect()
    trouble.watch(settings.database_path.parent if settings.is_sqlite else settings.instance)
    ballast.watch(settings)
    if settings.is_sqlite:
        refuse_old_sqlite(settings)
        db.initialize(SqliteFile(settings.database_path, _waits_on))
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
    """Versions before 3.51.3 may corrupt a database in WAL mode under several writers. Raises SettingError."""
    if not settings.allow_old_sqlite and sqlite.library.sqlite_version_info < OLDEST_SQLITE:
        raise SettingError(
            f"SQLite {sqlite.library.sqlite_version} has a bug that can corrupt the database; install the "
            "pysqlite3 package, or set NOTESVC_ALLOW_OLD_SQLITE=yes to take the risk"
        )


def on_sqlite() -> bool:
    """Whether the bound database is SQLite (else it is Postgres)."""
    return isinstance(db.obj, peewee.SqliteDatabase)


def connect() -> None:
    """Have a connection for this thread. SQLite's is kept from request to request.

    Raises Busy where its files were replaced or removed meanwhile.
    """
    db.connect(reuse_if_open=True)
    _refuse_replaced()


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
    Raises Busy when other writers kept the database for `limits.LOCK_WAIT_SECONDS`, and on a disk that is full but for
    what was held back for others (`ballast`).
    """
    if db.in_transaction():
        yield
        return
    _leave_the_rest()
    with _turn_to_write(), _no_bad_connection_kept(), db.atomic():
        _opened.transactions = transaction_number() + 1
        if lock is not None and not on_sqlite():
            db.execute_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (lock,))
        yield
        _refuse_replaced()


def in_transaction() -> bool:
    """Whether this thread is inside of one."""
    return bool(db.in_transaction())


def transaction_number() -> int:
    """How many transactions this thread has begun: tells one from the next."""
    number: int = getattr(_opened, "transactions", 0)
    return number


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
def impatience() -> Iterator[None]:
    """What would have to wait for others fails in here, on SQLite."""
    _opened.patience = 0.0
    try:
        yield
    finally:
        del _opened.patience


@contextmanager
def savepoint() -> Iterator[None]:
    """Inside a transaction: what fails in here is undone alone."""
    with db.savepoint():
        yield


def refuse_unwritable() -> None:
    """Raise Busy where the database takes nothing but what frees space, or nothing at all."""
    _leave_the_rest()
    if not on_sqlite() and execute("SHOW transaction_read_only").fetchone()[0] == "on":
        raise errors.Busy(trouble.READ_ONLY.words)


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


def stream(statement: str, parameters: Sequence[Any] = ()) -> Any:
    """The rows of a `?` statement one by one: what is not asked for is never in memory."""
    if on_sqlite():
        return execute(statement, parameters)
    return db.cursor().stream(statement.replace("?", "%s"), parameters)


@contextmanager
def time_limit(milliseconds: int) -> Iterator[None]:
    """Ends what reads for longer. Raises TimeoutError; Postgres bounds each statement by itself."""
    if not on_sqlite():
        yield
        return
    connection, deadline = db.connection(), time.monotonic() + milliseconds / 1000
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS_BETWEEN_LOOKS)
    try:
        yield
    except peewee.OperationalError as error:
        if "interrupted" in str(error):
            raise TimeoutError from error
        raise
    finally:
        connection.set_progress_handler(None, 0)


def has_table(name: str) -> bool:
    """Whether the database has the table."""
    return name in db.get_tables()


def marks(values: Collection[Any]) -> str:
    """`?, ?, ?` for an IN list."""
    return ", ".join("?" * len(values))


def _refuse_replaced() -> None:
    if isinstance(db.obj, SqliteFile):
        db.obj.refuse_replaced()


def _leave_the_rest() -> None:
    """What was held back on the disk is for those who free space: pages that they freed are for everybody."""
    if on_sqlite() and ballast.is_given_up():
        pages, size = (db.execute_sql(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_size"))
        ballast.leave_the_rest(pages * size)


@contextmanager
def _turn_to_write() -> Iterator[None]:
    # Threads of one process queue here instead of polling the file's lock; Postgres needs no such queue.
    if not on_sqlite():
        yield
        return
    if not _writing.acquire(timeout=_patience()):
        raise errors.Busy(trouble.DATABASE_BUSY.words)
    try:
        yield
    finally:
        _writing.release()


@contextmanager
def _no_bad_connection_kept() -> Iterator[None]:
    """A thread that kept a connection that met trouble of the disk might never write again. Postgres connections go
    back to the pool, which looks at them."""
    try:
        yield
    except peewee.OperationalError as error:
        # One that met others' lock, or a full disk (where SQLite undoes all by itself), is as good as before.
        if on_sqlite() and not any(each in str(error) for each in ("locked", "disk is full", "no transaction")):
            db.close()
        raise


def _patience() -> float:
    seconds: float = getattr(_opened, "patience", limits.LOCK_WAIT_SECONDS)
    return seconds


def _waits_on(tries: int) -> bool:
    """SQLite's question while others write; the writers of this process take turns before."""
    if tries * _BUSY_STEP_SECONDS >= _patience():
        return False
    time.sleep(_BUSY_STEP_SECONDS)
    return True
