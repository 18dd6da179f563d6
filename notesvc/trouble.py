"""What keeps the service from its work for the moment: the causes, told from the failures of the system, the databases
and Redis, and the words for each."""

import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playhouse.pool import MaxConnectionsExceeded


class Cause(NamedTuple):
    """`name` is for the log and the figures, `words` are for people."""

    name: str
    words: str


DISK_FULL = Cause("disk_full", "The disk of the server is full.")
READ_ONLY = Cause("read_only", "The server's folder is read-only: nothing can be written.")
DISK_FAILS = Cause("disk_fails", "The disk of the server fails.")
FOLDER_AWAY = Cause("folder_away", "A folder of the server is missing.")
MANY_FILES = Cause("many_files", "The server has too many files open. Try again in a moment.")
NO_MEMORY = Cause("no_memory", "The server is out of memory. Try again in a moment.")
DATABASE_BUSY = Cause("database_busy", "The database is busy. Try again in a moment.")
DATABASE_AWAY = Cause("database_away", "The database cannot be reached.")
DATABASE_REPLACED = Cause(
    "database_replaced",
    "The database's files were replaced or removed under the running service: put them back, or start it anew.",
)
DATABASE_DAMAGED = Cause("database_damaged", "The database is damaged; `notesvc check` says more.")
REDIS_AWAY = Cause("redis_away", "Redis cannot be reached.")
UNKNOWN = Cause("unknown", "The service is busy. Try again in a moment.")

_OF_SYSTEM = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
    errno.EIO: DISK_FAILS,
    errno.ESTALE: DISK_FAILS,
    errno.ENOENT: FOLDER_AWAY,
    errno.ENOTDIR: FOLDER_AWAY,
    errno.EMFILE: MANY_FILES,
    errno.ENFILE: MANY_FILES,
    errno.ENOMEM: NO_MEMORY,
    errno.EAGAIN: NO_MEMORY,
}
# The lower byte of SQLite's result codes (https://sqlite.org/rescode.html).
_OF_SQLITE = {
    5: DATABASE_BUSY,
    6: DATABASE_BUSY,
    7: NO_MEMORY,
    8: READ_ONLY,
    10: DISK_FAILS,
    11: DATABASE_DAMAGED,
    13: DISK_FULL,
    14: DATABASE_AWAY,
    26: DATABASE_DAMAGED,
}
# With these SQLite does not say why: the same codes stand for a full disk, and for many other things.
_SILENT = (DISK_FAILS, DATABASE_AWAY)
_OF_POSTGRES = {
    "25006": READ_ONLY,
    "40001": DATABASE_BUSY,
    "40P01": DATABASE_BUSY,
    "53100": DISK_FULL,
    "53200": NO_MEMORY,
    "53300": DATABASE_BUSY,
    "55P03": DATABASE_BUSY,
    "57014": DATABASE_BUSY,
    "58030": DISK_FAILS,
    "XX001": DATABASE_DAMAGED,
    "XX002": DATABASE_DAMAGED,
}
# The classes of Peewee and of the drivers, whose own errors come where rows are fetched. What the database says of a
# value is a defect of ours and no trouble.
_OF_DATABASES = ("peewee", "sqlite3", "pysqlite3", "psycopg")
_FAILURES, _DEFECTS = {"DatabaseError", "InterfaceError"}, {"IntegrityError", "DataError"}
_PROBE_BYTES = 1024 * 1024
_CHAIN = 8

_folders: list[Path] = []


def watch(folder: Path) -> None:
    """Look at the disk of this folder, from now on in this process, where a failure does not say its cause."""
    _folders[:] = [folder]


def cause_of(error: BaseException) -> Cause | None:
    """Why this failed, if it was trouble of ours that may pass; None for everything else, defects above all."""
    kinds = {each.__name__ for each in type(error).__mro__ if each.__module__.split(".")[0] in _OF_DATABASES}
    if kinds & _DEFECTS:
        return None
    found = next((cause for each in _chain(error) if (cause := _told_by(each))), None)
    if found is None and kinds & _FAILURES:
        return UNKNOWN
    if found in _SILENT and not isinstance(error, OSError):
        return of_disk() or found
    return found


def of_disk() -> Cause | None:
    """Why nothing can be written to the instance's folder; None where something can."""
    if not _folders:
        return None
    try:
        with tempfile.TemporaryFile(dir=_folders[0]) as file:
            file.write(os.urandom(_PROBE_BYTES))
            file.flush()
    except OSError as error:
        return _told_by(error) or DISK_FAILS
    return None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from: wrappers of drivers keep the driver's own."""
    each: BaseException | None = error
    for _ in range(_CHAIN):
        if each is None:
            return
        yield each
        each = each.__cause__ or each.__context__


def _told_by(error: BaseException) -> Cause | None:
    # By name: loading the library takes longer than most commands.
    if any(each.__module__ == "redis.exceptions" for each in type(error).__mro__):
        return REDIS_AWAY
    if isinstance(error, MaxConnectionsExceeded):
        return DATABASE_BUSY
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0)
    if (code := getattr(error, "sqlite_errorcode", None)) is not None:
        return _OF_SQLITE.get(code & 0xFF)
    return _told_by_postgres(error)


def _told_by_postgres(error: BaseException) -> Cause | None:
    if not type(error).__module__.startswith("psycopg"):
        return None
    state = getattr(error, "sqlstate", None)
    if state is None or state[:2] in ("08", "57"):
        return _OF_POSTGRES.get(state or "") or DATABASE_AWAY
    return _OF_POSTGRES.get(state)
