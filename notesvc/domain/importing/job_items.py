"""The items of a job: one row per entry of its archive, and what became of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Literal

from notesvc import database
from notesvc.models import ImportJob
from notesvc.text import inline
from notesvc.text.fold import title_key

Kind = Literal["folder", "person", "tag", "attachment", "note", "version", "other"]
Column = Literal["path_key", "name_key"]
Outcome = Literal["waiting", "created", "skipped", "failed"]

FILES = ("attachment", "note", "other")
"""The kinds that are files of the archive: what progress counts and what the report names."""

_IS_FILE = "kind IN ('attachment', 'note', 'other')"
_COLUMNS = "position, path, kind, outcome, resource_id, parent_id, sort_order, old_id, place, size, reason, favourite"
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Item:
    """A row, named as in the table; `favourite` counts a note's place among the favourites of its archive."""

    position: int
    path: str
    kind: Kind
    outcome: Outcome = "waiting"
    resource_id: str | None = None
    parent_id: str | None = None
    sort_order: int = 0
    old_id: str | None = None
    place: int = 0
    size: int = 0
    reason: str | None = None
    favourite: int | None = None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def folder(self) -> str:
        """The path of the folder that it lies in; empty at the top."""
        return self.path.rpartition("/")[0]


_values = attrgetter(*(field.name for field in fields(Item)))


def write(job_id: str, items: Iterable[Item]) -> None:
    """Add rows, in the current transaction."""
    database.execute_many(
        f"INSERT INTO import_items (job_id, path_key, name_key, {_COLUMNS}) VALUES ({', '.join('?' * 15)})",
        [(job_id, title_key(item.path), _name_key(item), *_values(item)) for item in items],
    )


def clear(job_id: str) -> None:
    """Forget all rows, in the current transaction."""
    database.execute("DELETE FROM import_items WHERE job_id = ?", (job_id,))


def waiting(job_id: str, after: int, most: int) -> list[Item]:
    """The next rows behind a position that nothing has become of yet; versions come with their notes."""
    return _items(
        "outcome = 'waiting' AND position > ? AND kind <> 'version' ORDER BY position LIMIT ?", job_id, after, most
    )


def made_before(job_id: str, kind: Kind, beyond: int, most: int) -> list[Item]:
    """The last rows of that kind before a position whose resources exist, the last one first."""
    return _items(
        "outcome = 'created' AND kind = ? AND position < ? ORDER BY position DESC LIMIT ?", job_id, kind, beyond, most
    )


def folder_of(job: ImportJob) -> str | None:
    """The folder that a job imports into, else the first one that it made."""
    made = _items("outcome = 'created' AND kind = 'folder' ORDER BY position LIMIT 1", str(job.id))
    return (str(job.parent_id) if job.parent_id else None) or next((item.resource_id for item in made), None)


def for_report(job_id: str, most: int) -> list[Item]:
    """What the report names: every file, and what else has something to be said about it."""
    return _items(f"({_IS_FILE} OR reason IS NOT NULL) ORDER BY position LIMIT ?", job_id, most)


def versions_of(job_id: str, old_note_id: str) -> list[Item]:
    """The versions that the archive has of a note, oldest first."""
    return _items("kind = 'version' AND old_id = ? ORDER BY position", job_id, old_note_id)


def attachments_of(job_id: str, note_id: str) -> list[str]:
    """The ids of the attachments that belong to a note that is about to be made."""
    rows = database.execute(
        "SELECT resource_id FROM import_items WHERE job_id = ? AND parent_id = ? AND kind = 'attachment' "
        "AND outcome = 'created'",
        (job_id, note_id),
    ).fetchall()
    return [str(row[0]) for row in rows]


def settle(job_id: str, item: Item) -> None:
    """Write down what became of an item, in the current transaction."""
    database.execute(
        "UPDATE import_items SET outcome = ?, resource_id = ?, reason = ? WHERE job_id = ? AND position = ?",
        (item.outcome, item.resource_id, item.reason, job_id, item.position),
    )


def settle_again(job_id: str, items: Sequence[Item], outcome: Outcome, reason: str | None) -> None:
    """Write down that items are no longer what they were, in the current transaction."""
    database.execute_many(
        "UPDATE import_items SET outcome = ?, reason = ? WHERE job_id = ? AND position = ?",
        [(outcome, reason, job_id, item.position) for item in items],
    )


def settle_rest(job_id: str, first: int, beyond: int, reason: str) -> None:
    """Write down that nothing became of what still waits between two positions, in the current transaction."""
    database.execute(
        f"UPDATE import_items SET outcome = 'skipped', reason = CASE WHEN {_IS_FILE} THEN ? END "
        "WHERE job_id = ? AND outcome = 'waiting' AND position >= ? AND position < ?",
        (reason, job_id, first, beyond),
    )


def length(job_id: str) -> int:
    """The position behind the last row."""
    row = database.execute("SELECT max(position) FROM import_items WHERE job_id = ?", (job_id,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def counts(job_id: str) -> dict[tuple[str, str], int]:
    """How many items there are by kind and outcome."""
    rows = database.execute(
        "SELECT kind, outcome, count(*) FROM import_items WHERE job_id = ? GROUP BY kind, outcome", (job_id,)
    ).fetchall()
    return {(str(row[0]), str(row[1])): int(row[2]) for row in rows}


def by_key(job_id: str, column: Column, keys: Sequence[str]) -> dict[str, list[Item]]:
    """The notes and attachments that have come or will, by the key of their path or of their name."""
    found: dict[str, list[Item]] = {}
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        rows = database.execute(
            f"SELECT {column}, {_COLUMNS} FROM import_items WHERE job_id = ? "
            f"AND {column} IN ({database.marks(chunk)}) AND kind IN ('note', 'attachment') "
            "AND outcome IN ('waiting', 'created') ORDER BY position",
            (job_id, *chunk),
        ).fetchall()
        for row in rows:
            found.setdefault(str(row[0]), []).append(Item(*row[1:]))
    return found


def new_ids(job_id: str, old_ids: Sequence[str]) -> dict[str, str]:
    """The ids that notes, folders and attachments of the archive have got here, by those that they had there."""
    found: dict[str, str] = {}
    for start in range(0, len(old_ids), _CHUNK):
        chunk = old_ids[start : start + _CHUNK]
        rows = database.execute(
            "SELECT old_id, resource_id FROM import_items WHERE job_id = ? AND kind <> 'version' "
            "AND outcome IN ('waiting', 'created') AND resource_id IS NOT NULL "
            f"AND old_id IN ({database.marks(chunk)})",
            (job_id, *chunk),
        ).fetchall()
        found |= {str(row[0]): str(row[1]) for row in rows}
    return found


def _name_key(item: Item) -> str:
    """What links by name look for: a note's title, a file's whole name."""
    return inline.wiki_target_key(item.name) if item.kind == "note" else title_key(item.name)


def _items(where: str, job_id: str, *parameters: object) -> list[Item]:
    rows = database.execute(
        f"SELECT {_COLUMNS} FROM import_items WHERE job_id = ? AND {where}",
        (job_id, *parameters),
    ).fetchall()
    return [Item(*row) for row in rows]
