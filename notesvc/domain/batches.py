"""Many rows of one owner by their ids."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from notesvc import database

_CHUNK = 500


def rows(table: Literal["notes", "people"], columns: str, owner_id: str, ids: Iterable[str]) -> list[Any]:
    """The columns (of `n`) of those of the rows that are the owner's, in no order."""
    found: list[Any] = []
    for chunk in chunks(ids):
        # Without statistics SQLite takes the index of the owner and walks all that he has; coalesce hides it.
        found += database.execute(
            f"SELECT {columns} FROM {table} n WHERE n.id IN ({database.marks(chunk)}) AND coalesce(n.owner_id, '') = ?",
            (*chunk, owner_id),
        ).fetchall()
    return found


def chunks(values: Iterable[str], size: int = _CHUNK) -> Iterator[Sequence[str]]:
    """The values in portions that fit an IN list."""
    waiting = iter(values)
    while chunk := list(islice(waiting, size)):
        yield chunk
