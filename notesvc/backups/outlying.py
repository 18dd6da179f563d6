"""Files of attachments that lie at their owners' own places: named by a backup, and fetched where it goes elsewhere."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from notesvc import database, errors, file_store, sqlite_copy
from notesvc.backends.causes import BackendError
from notesvc.config import Settings
from notesvc.domain.storage import fetching
from notesvc.manifest import Manifest, link_or_copy

# What cannot be had today is named in the manifest; it is asked for again with the next backup.
_NOT_TO_BE_HAD = (BackendError, errors.Refusal, file_store.DamagedFileError, OSError)
_ROWS = """
SELECT a.content_hash, max(a.size), min(a.owner_id), min(p.backend), min(p.address)
FROM attachments a
JOIN placed_files f ON f.content_hash = a.content_hash AND f.state = 'there'
JOIN storage_parts p ON p.id = f.part_id AND p.owner_id = a.owner_id
GROUP BY a.content_hash ORDER BY a.content_hash
"""
_HAS_TABLE = "SELECT count(*) FROM sqlite_master WHERE name = 'placed_files'"


def look(settings: Settings, copy: Path, found: Manifest) -> list[dict[str, Any]]:
    """The attachments whose files the backup lacks because they lie elsewhere: hash, size, owner and where.

    `copy` is the copied SQLite database; on Postgres the database itself is asked.
    """
    rows = _of_sqlite(copy) if settings.is_sqlite else _of_postgres(settings.database_url)
    return [
        {"sha256": str(sha256), "size": int(size), "owner": str(owner), "where": f"{kind} {address or ''}".strip()}
        for sha256, size, owner, kind, address in rows
        if name_of(str(sha256)) not in found.files
    ]


def name_of(sha256: str) -> str:
    """The name of an attachment's file in a backup."""
    return f"attachments/{sha256[:2]}/{sha256}"


@contextlib.contextmanager
def fetch(facts: dict[str, Any], folder: Path) -> Iterator[bool]:
    """Have the file in the folder of the backup for as long as this lasts; False where it cannot be had."""
    sha256 = str(facts["sha256"])
    path = folder / name_of(sha256)
    try:
        with database.connection():
            fetching.fetch(str(facts["owner"]), sha256)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        link_or_copy(file_store.path_of(sha256), path)
    except _NOT_TO_BE_HAD:
        yield False
        return
    try:
        yield True
    finally:
        path.unlink()


def _of_sqlite(copy: Path) -> list[Any]:
    with sqlite_copy.open_connection(copy, "ro") as connection:
        return list(connection.execute(_ROWS)) if connection.execute(_HAS_TABLE).fetchone()[0] else []


def _of_postgres(url: str) -> list[Any]:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT to_regclass('placed_files')").fetchone()
        return list(connection.execute(_ROWS)) if row and row[0] else []
