"""That a folder and a database belong together: both hold the same id, and nothing starts where they differ."""

from pathlib import Path

import peewee

from notesvc import clock, database, durable
from notesvc.config import Settings
from notesvc.errors import SettingError

MARKER = "instance_id"
FACT = "instance_id"
_EVERY_WAY_OUT = (
    "correct NOTESVC_INSTANCE or NOTESVC_DATABASE_URL, put the database back, or `notesvc restore` a backup; "
    "`notesvc adopt` goes on with this one on purpose"
)
_REMEMBER = """
INSERT INTO instance_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


def refuse_strange(settings: Settings) -> None:
    """Raise SettingError for a database that is not the one this folder was used with; nothing has been changed then.

    A folder that was never used takes any database, and so does one from before folders had an id, as long as the
    database is not empty. Needs the database to be opened.
    """
    marker, found = marker_of(settings), _id_there(settings)
    if found is None and (marker is not None or _is_used(settings)):
        raise SettingError(f"{_what_is_empty(settings)}, and {settings.instance} has been in use: {_EVERY_WAY_OUT}")
    if found is not None and marker is not None and found != marker:
        raise SettingError(
            f"the database of {_shown(settings)} is not the one that {settings.instance} belongs to: {_EVERY_WAY_OUT}"
        )


def refuse_absent(settings: Settings) -> None:
    """Raise SettingError where there is no instance: a command that only looks makes none. A damaged one is there."""
    try:
        is_there = has_database(settings)
    except peewee.DatabaseError:
        return
    if not is_there:
        refuse_strange(settings)
        raise SettingError(
            f"{settings.instance} holds no instance yet: NOTESVC_INSTANCE says where it is, `notesvc serve` makes one"
        )


def join(settings: Settings) -> None:
    """Have both hold the id, after a migration: the database's stays, and the folder takes it.

    Several folders may belong to one database.
    """
    made = clock.new_id()
    with database.transaction():
        database.execute("INSERT INTO instance_facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (FACT, made))
    if marker_of(settings) is None:
        durable.write(settings.instance / MARKER, f"{_fact()}\n".encode())


def rejoin(settings: Settings, kept: str | None) -> None:
    """The same on purpose, after a restore: `kept` is the id to go on with, else the database's own."""
    with database.transaction():
        if kept is not None:
            database.execute(_REMEMBER, (FACT, kept))
        # When what is orphaned became so was counted for other rows.
        database.execute("DELETE FROM orphaned_files")
    (settings.instance / MARKER).unlink(missing_ok=True)
    join(settings)


def has_database(settings: Settings) -> bool:
    """Whether there is a database with tables in it."""
    return _id_there(settings) is not None


def id_to_keep(settings: Settings) -> str | None:
    """Which id an instance goes on with when its database is exchanged on purpose."""
    return marker_of(settings) or _id_there(settings) or None


def is_sure(settings: Settings) -> bool:
    """Whether folder and database are known to belong together: only then may anything be deleted."""
    marker = marker_of(settings)
    return marker is not None and marker == _fact()


def marker_of(settings: Settings) -> str | None:
    """The id in the folder; None where it has none yet."""
    try:
        return (settings.instance / MARKER).read_text().strip() or None
    except FileNotFoundError:
        return None


def _id_there(settings: Settings) -> str | None:
    """The id in the database; "" for a database that has none yet, None where there is no database."""
    if settings.is_sqlite and not _size(settings.database_path):
        return None
    with database.connection():
        if not database.has_table("instance_facts"):
            return None
        return _fact() or ""


def _fact() -> str | None:
    row = database.execute("SELECT value FROM instance_facts WHERE name = ?", (FACT,)).fetchone()
    return None if row is None else str(row[0])


def _is_used(settings: Settings) -> bool:
    """Whether the folder holds what only a service that ran leaves."""
    folders = (settings.attachments, settings.backups, settings.imports, settings.mails)
    beside = [settings.rooms_path] if settings.is_sqlite else []
    if settings.is_sqlite and not _size(settings.database_path):
        # Beside a file that was begun it may be that of a first start that was cut off between two migrations.
        beside.append(Path(f"{settings.database_path}-wal"))
    return any(map(_size, beside)) or any(folder.is_dir() and any(folder.iterdir()) for folder in folders)


def _what_is_empty(settings: Settings) -> str:
    if not settings.is_sqlite:
        return f"the database of {_shown(settings)} is empty"
    return f"{settings.database_path} is {'empty' if settings.database_path.exists() else 'missing'}"


def _shown(settings: Settings) -> str:
    """Never the address itself: it may hold a password."""
    return str(settings.database_path) if settings.is_sqlite else "NOTESVC_DATABASE_URL"


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
