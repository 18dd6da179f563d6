"""Bring the database to the schema of this code: under a lock, with a backup first, forward only."""

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from playhouse.migrations import Runner

from notesvc import backup, belonging, clock, database, durable, locks, rate_store, sqlite
from notesvc.config import Settings
from notesvc.errors import SettingError

log = logging.getLogger("notesvc")

_LOCK_NUMBER = 0x6E6F7465
_PATIENCE_SECONDS = 600
_BESIDE_THE_PACKAGE = Path(__file__).resolve().parent.parent / "migrations"
_IN_A_WHEEL = Path(__file__).resolve().parent / "_migrations"


def migrate(settings: Settings, *, is_adopted: bool = False) -> list[str]:
    """Apply what is pending and answer its names; safe when several processes start at once.

    Raises SettingError for a database that is newer than this code, and for one that is not the folder's own, unless
    it is adopted on purpose; a migration that fails leaves the old schema.
    """
    with _alone(settings):
        if not is_adopted:
            belonging.refuse_strange(settings)
        if settings.is_sqlite:
            _make_file(settings.database_path)
            rate_store.make_file(settings)
        with database.connection():
            refuse_newer()
            applied = _apply_pending(settings)
            if not is_adopted:
                belonging.join(settings)
            return applied


def refuse_newer() -> None:
    """Raise SettingError when the database has migrations that this code does not know."""
    unknown = sorted(applied_names() - known_names())
    if unknown:
        raise SettingError(
            f"the database is newer than this version of notesvc (it has {unknown[-1]}): "
            "install the newer version again, or restore a backup from before the upgrade"
        )


def refuse_pending() -> None:
    """Raise SettingError when migrations are pending: web and worker processes never migrate."""
    pending = pending_names()
    if pending:
        raise SettingError(f"the database lacks {pending[0]}: run `notesvc migrate` first")


def is_current() -> bool:
    """Whether the schema is exactly what this code knows."""
    return applied_names() == known_names()


def known_names() -> set[str]:
    """The migrations that came with this code."""
    return {migration.name for migration in _runner().migrations()}


def applied_names() -> set[str]:
    """The migrations that the database has had."""
    return set(_runner().applied())


def pending_names() -> list[str]:
    """What is still to be applied, in order."""
    return sorted(known_names() - applied_names())


def directory() -> Path:
    """Where the migrations are: beside the package in a checkout, inside it in a wheel."""
    return _BESIDE_THE_PACKAGE if _BESIDE_THE_PACKAGE.is_dir() else _IN_A_WHEEL


def _apply_pending(settings: Settings) -> list[str]:
    if not pending_names():
        return []
    if applied_names():
        damaged = backup.make(settings, settings.backups / f"before-migration-{clock.now().replace(':', '')}")
        if damaged:
            log.warning("backup", extra={"fields": {"event": "damaged", "count": len(damaged), "first": damaged[0]}})
    applied: list[str] = _runner().up()
    return applied


def _runner() -> Runner:
    return Runner(database.db.obj, str(directory()))


def _make_file(path: Path) -> None:
    durable.make_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    # Under the lock, before anything else opens it: the switch to WAL fails at once where several try it.
    connection = sqlite.library.connect(path, timeout=30)
    try:
        connection.execute("PRAGMA journal_mode = wal")
    finally:
        connection.close()
    durable.sync(path.parent)


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    if not settings.is_sqlite:
        with database.connection():
            # Another starter may migrate much for long; and so may one statement of ours.
            database.db.execute_sql(f"SET lock_timeout = '{_PATIENCE_SECONDS}s'")
            database.db.execute_sql("SET statement_timeout = 0")
            database.db.execute_sql("SELECT pg_advisory_lock(%s)", (_LOCK_NUMBER,))
            database.db.execute_sql("RESET lock_timeout")
            try:
                yield
            finally:
                database.db.execute_sql("SELECT pg_advisory_unlock(%s)", (_LOCK_NUMBER,))
                database.db.execute_sql("RESET statement_timeout")
        return
    durable.make_folder(settings.instance)
    with locks.held(settings.instance / "migrate.lock", wait_seconds=_PATIENCE_SECONDS):
        yield
