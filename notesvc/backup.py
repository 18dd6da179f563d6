"""Backups: a folder with the database of one moment, the attachments and the secret key, good only when checked."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from notesvc import clock, file_store, postgres_copy, sqlite_copy
from notesvc.backups import outlying
from notesvc.config import Settings
from notesvc.domain.storage import copies
from notesvc.durable import make_folder, sync, write
from notesvc.manifest import DamagedError, Manifest, Report, files_below, link_or_copy

DATABASE_FILE = "database.sqlite"
ROOMS_FILE = "rooms.sqlite"
TABLES_FOLDER = "tables"
SECRET_FILE = "secret_key"
_TROUBLE = (
    OSError,
    sqlite_copy.Error,
    psycopg.Error,
    DamagedError,
)


class BackupError(Exception):
    """There is no backup, and nothing is left of the attempt; the message says why."""


def make(settings: Settings, target: Path, report: Report = str) -> list[str]:
    """Back up everything into the new folder `target` while the service goes on; it is good when this returns.

    The copy has been opened, checked, counted, and every text and file compared with its hash. Answers the texts and
    files that the disk has changed: they stop no backup of the rest. Raises BackupError.
    """
    target = target.absolute()
    if target.exists():
        raise BackupError(f"{target} exists already")
    partial = target.with_name(target.name + ".partial")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        make_folder(partial)
        file_store.open_store(settings.attachments)
        # Copies of what lies elsewhere stay meanwhile: a file that is here belongs into the backup.
        with file_store.alone(copies.LOCK, shared=True):
            damaged = _fill(settings, partial, report)
        os.rename(partial, target)
        sync(target.parent)
    except _TROUBLE as error:
        raise BackupError(f"no backup was made: {error}; `notesvc check` tells more") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return damaged


def keeps_secret(settings: Settings) -> bool:
    """Whether the secret key in use is the one in the instance folder, not one from the environment."""
    path = settings.instance / SECRET_FILE
    return path.is_file() and path.read_text().strip() == settings.secret_key


def _fill(settings: Settings, folder: Path, report: Report) -> list[str]:
    # Files come before their rows and go after them: twice, so that every row of the copy finds its file.
    _attachments(settings, folder)
    manifest = _sqlite(settings, folder, report) if settings.is_sqlite else _postgres(settings, folder, report)
    _attachments(settings, folder)
    if keeps_secret(settings):
        write(folder / SECRET_FILE, (settings.instance / SECRET_FILE).read_bytes())
    manifest.add_files(folder, report)
    manifest.damaged = [*_damaged_texts(settings, folder, manifest, report), *_damaged_files(manifest)]
    manifest.elsewhere = outlying.look(settings, folder / DATABASE_FILE, manifest)
    manifest.write(folder)
    for each in (*(path for path in folder.rglob("*") if path.is_dir()), folder):
        sync(each)
    return manifest.damaged


def _damaged_texts(settings: Settings, folder: Path, manifest: Manifest, report: Report) -> list[str]:
    if settings.is_sqlite:
        return sqlite_copy.damaged_texts(folder / DATABASE_FILE, report)
    return list(postgres_copy.damaged_texts(folder / TABLES_FOLDER, manifest.columns))


def _sqlite(settings: Settings, folder: Path, report: Report) -> Manifest:
    path = folder / DATABASE_FILE
    made_at = clock.now()
    with contextlib.ExitStack() as stack:
        # The rooms' moment comes first: what is saved in between they know as their own save, by its mark.
        rooms = (
            stack.enter_context(sqlite_copy.pinned_connection(settings.rooms_path))
            if settings.rooms_path.exists()
            else None
        )
        rows = sqlite_copy.copy(settings.database_path, path, report)
        if rooms is not None:
            _rooms(rooms, folder / ROOMS_FILE, report)
    migrations = sqlite_copy.verify(path, rows, report)
    sync(path)
    return Manifest(made_at, "sqlite", migrations, rows)


def _rooms(rooms: Any, path: Path, report: Report) -> None:
    sqlite_copy.copy_pinned(rooms, path, report)
    with sqlite_copy.open_connection(path, "ro") as copied:
        sqlite_copy.refuse_broken(copied)
    sync(path)


def _postgres(settings: Settings, folder: Path, report: Report) -> Manifest:
    tables = folder / TABLES_FOLDER
    tables.mkdir(mode=0o700)
    made_at = clock.now()
    rows, columns, migrations = postgres_copy.dump(settings.database_url, tables, report)
    postgres_copy.verify(tables, rows, report)
    return Manifest(made_at, "postgres", migrations, rows, columns)


def _attachments(settings: Settings, folder: Path) -> None:
    """Link the stored files that are not there yet, but for those still being written and those in the trash."""
    into = folder / "attachments"
    into.mkdir(mode=0o700, exist_ok=True)
    for source in files_below(settings.attachments):
        target = into / source.relative_to(settings.attachments)
        if _is_hidden(source.relative_to(settings.attachments)) or target.exists():
            continue
        target.parent.mkdir(mode=0o700, exist_ok=True)
        # Deleted a moment ago: then no row of the copy needs it.
        with contextlib.suppress(FileNotFoundError):
            link_or_copy(source, target)


def _is_hidden(name: Path) -> bool:
    return any(part.startswith(".") for part in name.parts)


def _damaged_files(manifest: Manifest) -> Iterator[str]:
    for content_hash in manifest.attachments:
        name = f"attachments/{content_hash[:2]}/{content_hash}"
        if name in manifest.files and manifest.files[name]["sha256"] != content_hash:
            yield f"the attachment file {content_hash}"
