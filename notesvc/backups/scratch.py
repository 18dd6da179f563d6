"""A backup opened as the database of this process, beside the real one: to be looked at, and thrown away at the end."""

import contextlib
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from notesvc import backup, clock, database, durable, file_store, migrate, restore
from notesvc.config import Settings
from notesvc.manifest import Manifest, Report

FETCHED = ".fetched-"
"""What the names of folders begin with into which backups are fetched."""

_SCRATCH = ".scratch-"
_DAY = 86_400


class _ThrownAwayError(Exception):
    """Ends the transaction in which a backup was looked at."""


@contextlib.contextmanager
def open_backup(settings: Settings, source: Path, found: Manifest, report: Report = str) -> Iterator[None]:
    """Have the database of the backup in the folder bound and connected, in today's shape; whatever is written to it
    goes. Its attachments are those of the folder.

    The folder is only read. On Postgres the tables stand in a transaction that nobody else sees and that is undone.
    Raises RestoreError for a backup that does not fit.
    """
    restore.refuse_misfit(settings, found)
    look = _sqlite(settings, source) if settings.is_sqlite else _postgres(found, source, report)
    try:
        with look:
            file_store.open_store(source / "attachments")
            yield
    finally:
        file_store.open_store(settings.attachments)


def sweep(settings: Settings) -> None:
    """Remove what looking and fetching left more than a day ago, in processes that were killed."""
    for pattern in (f"{_SCRATCH}*", f"{FETCHED}*"):
        for folder in settings.backups.glob(pattern):
            if time.time() - folder.stat().st_mtime > _DAY:
                shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _sqlite(settings: Settings, source: Path) -> Iterator[None]:
    folder = settings.backups / f"{_SCRATCH}{clock.new_id()}"
    durable.make_folder(folder)
    path = folder / "notesvc.sqlite"
    try:
        shutil.copyfile(source / backup.DATABASE_FILE, path)
        path.chmod(0o600)
        apart = replace(settings, instance=folder, database_url=f"sqlite:///{path}")
        database.open_database(apart)
        migrate.migrate(apart, is_adopted=True)
        with database.connection():
            yield
    finally:
        database.disconnect()
        database.open_database(settings)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _postgres(found: Manifest, source: Path, report: Report) -> Iterator[None]:
    schema = f"scratch_{clock.new_id().replace('-', '')}"
    with contextlib.suppress(_ThrownAwayError), database.connection(), database.transaction():
        database.execute("SET LOCAL statement_timeout = 0")
        database.execute(f"CREATE SCHEMA {schema}")
        database.execute(f"SET LOCAL search_path TO {schema}")
        restore.make_tables(found, source, report, schema)
        yield
        raise _ThrownAwayError
