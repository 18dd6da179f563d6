"""Tries whether the newest backup can be restored: fetched, opened, counted, compared, and thrown away."""

import contextlib
import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import peewee

from notesvc import backup, clock, database, limits, postgres_copy, sqlite_copy
from notesvc.backups import fetching, scratch
from notesvc.backups.place import Place, moment_of
from notesvc.config import Settings
from notesvc.manifest import DamagedError, Manifest, Report

_SCRATCH = ".drill"
_ATTACHMENTS = "attachments/"
_NOTES = "SELECT id, revision, content_hash FROM notes ORDER BY change_number DESC, id LIMIT ?"
_NOTE = "SELECT revision, content_hash FROM notes WHERE id = ?"
_COUNT = "SELECT count(*) FROM {}"


class DrillError(Exception):
    """The backup could not be restored; the message says what is wrong with it. `objects`: those that are damaged."""

    def __init__(self, message: str, objects: list[str] | None = None) -> None:
        super().__init__(message)
        self.objects = objects or []


@dataclass(frozen=True)
class Outcome:
    """A backup that can be restored: its moment, and what was counted and compared."""

    id: str
    made_at: str
    notes: int
    files: int


def try_newest(settings: Settings, place: Place, report: Report = str) -> Outcome:
    """Restore the newest backup into a scratch folder: its database and rooms as a whole, of attachments as many as
    `limits.BACKUP_TRIED_FILES`, others each time. Needs the turn (`turn.alone`).

    Raises DrillError; BackendError where the place does not answer, which says nothing of the backup.
    """
    folder = settings.backups / _SCRATCH
    shutil.rmtree(folder, ignore_errors=True)
    try:
        return _try(settings, place, folder, report)
    except (DamagedError, peewee.DatabaseError, sqlite_copy.Error) as error:
        raise DrillError(f"the backup cannot be opened: {' '.join(str(error).split())}") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _try(settings: Settings, place: Place, folder: Path, report: Report) -> Outcome:
    backup_ids = place.backup_ids()
    if not backup_ids:
        raise DrillError("there is no backup")
    stored = place.backup(backup_ids[-1])
    if stored.manifest is None:
        raise DrillError(f"the newest backup, {stored.id}, cannot be read")
    found = stored.manifest
    sample = _sample(found)
    _refuse_missing(place, found)
    if fetching.fetch(place, found, folder, report, lambda name: not _is_attachment(name) or name in sample):
        _refuse_damaged(place, found, sample)
    _refuse_other_texts(settings, found, folder, report)
    with scratch.open_backup(settings, folder, found, report):
        _refuse_other_counts(settings, found)
        notes = database.execute(_NOTES, (limits.BACKUP_TRIED_NOTES,)).fetchall()
    _refuse_other_notes(notes)
    return Outcome(stored.id, moment_of(stored.id), found.rows.get("notes", 0), len(sample))


def _sample(found: Manifest) -> set[str]:
    """Which attachments are fetched: so many, others each time."""
    day = clock.now()[:10]
    names = [name for name in found.files if _is_attachment(name)]
    names.sort(key=lambda name: hashlib.sha256(f"{day} {name}".encode()).digest())
    return set(names[: limits.BACKUP_TRIED_FILES])


def _refuse_missing(place: Place, found: Manifest) -> None:
    if missing := sorted(place.objects_of(found) - place.objects().keys()):
        raise DrillError(f"{len(missing)} objects of the newest backup are missing: {_few(missing)}", missing)


def _refuse_damaged(place: Place, found: Manifest, sample: set[str]) -> None:
    damaged = list(fetching.damaged_objects(place, found, lambda name: not _is_attachment(name) or name in sample))
    raise DrillError(f"{len(damaged)} objects of the newest backup are damaged: {_few(damaged)}", damaged)


def _refuse_other_texts(settings: Settings, found: Manifest, folder: Path, report: Report) -> None:
    """The texts have their hashes, but for those that were damaged when the backup was made."""
    for other in set(_damaged_texts(settings, found, folder, report)) - set(found.damaged):
        raise DamagedError(f"{other} is not what it was")


def _damaged_texts(settings: Settings, found: Manifest, folder: Path, report: Report) -> Iterator[str]:
    if settings.is_sqlite:
        sqlite_copy.verify(folder / backup.DATABASE_FILE, found.rows, report)
        with contextlib.suppress(FileNotFoundError), _existing(folder / backup.ROOMS_FILE) as rooms:
            sqlite_copy.refuse_broken(rooms)
        yield from sqlite_copy.damaged_texts(folder / backup.DATABASE_FILE, report)
    else:
        postgres_copy.verify(folder / backup.TABLES_FOLDER, found.rows, report)
        yield from postgres_copy.damaged_texts(folder / backup.TABLES_FOLDER, found.columns)


@contextlib.contextmanager
def _existing(path: Path) -> Iterator[object]:
    if not path.is_file():
        raise FileNotFoundError
    with sqlite_copy.open_connection(path, "ro") as connection:
        yield connection


def _refuse_other_counts(settings: Settings, found: Manifest) -> None:
    """What Postgres took in is what the files held; of SQLite the file itself was counted."""
    for table, expected in {} if settings.is_sqlite else found.rows.items():
        count = int(database.execute(_COUNT.format(f'"{table}"')).fetchone()[0])
        if count < expected:
            raise DamagedError(f"of {table} {count} rows came back, and there were {expected}")


def _refuse_other_notes(notes: list[tuple[str, int, str]]) -> None:
    """Those notes that nobody has changed since are in the backup as they are here."""
    with database.connection():
        for note_id, revision, content_hash in notes:
            here = database.execute(_NOTE, (note_id,)).fetchone()
            if here is not None and here[0] == revision and here[1] != content_hash:
                raise DrillError(f"note {note_id} is not the same in the backup and here")


def _is_attachment(name: str) -> bool:
    return name.startswith(_ATTACHMENTS)


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")
