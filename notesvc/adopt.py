"""Taking a database as the folder's own on purpose: another one, or a new and empty one."""

import contextlib
import os

from notesvc import belonging, clock, database, durable, locks, migrate
from notesvc.config import Settings
from notesvc.errors import StartError


def adopt(settings: Settings) -> None:
    """Have folder and database belong together from now on; the service must not be running.

    Nothing in the folder goes: files that the database does not name stay as long as any orphaned file, and the
    rooms of a SQLite file that is not there are kept beside it. Raises StartError while the service runs.
    """
    database.open_database(settings)
    try:
        with locks.held(settings.instance / "serve.lock"):
            if settings.is_sqlite and not belonging.has_database(settings):
                _set_rooms_aside(settings)
            migrate.migrate(settings, is_adopted=True)
            with database.connection():
                belonging.rejoin(settings, None)
    except locks.LockHeldError:
        raise StartError(f"notesvc is running on {settings.instance}: stop it first") from None


def _set_rooms_aside(settings: Settings) -> None:
    """What belongs to the file that is gone must not be played into a new one of the same name."""
    stamp = clock.now().replace(":", "").replace(".", "")
    path = settings.database_path
    for ending in ("-wal", "-shm", "-rooms", "-rooms-wal", "-rooms-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.rename(f"{path}{ending}", path.with_name(f"before-adopt-{stamp}.sqlite{ending}"))
    if path.parent.is_dir():
        durable.sync(path.parent)
