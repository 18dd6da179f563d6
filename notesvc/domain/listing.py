"""Lists of notes: metadata only, filtered, a page at a time."""

from collections.abc import Mapping, Sequence
from typing import Any

from notesvc import database
from notesvc.domain import access, cursors
from notesvc.domain.caller import Caller
from notesvc.domain.resources import NoteMetadata
from notesvc.text import inline

Row = tuple[Any, ...]
"""The fields of `NoteMetadata` as their columns have them, the id first."""

COLUMNS = NoteMetadata.columns("n")
_HIDDEN_PLACE = {"parent_id": None, "sort_order": 0}
_SORTS = {"sortOrder": "sort_order", "name": "name_key", "createdAt": "created_at", "updatedAt": "updated_at"}


def notes(caller: Caller, filters: Mapping[str, Any], size: int) -> tuple[list[Row], str | None]:
    """A page of live notes (behind the fields of each what they are ordered by), and the cursor of the next one.

    `filters`: parent_id (an id or `root`), tag, person (an id), updated_since, sort (a field, `-` for downwards),
    cursor. Journal entries have a list of their own, so `root` leaves them out. Raises NotFound, InvalidInput.
    """
    sort = filters.get("sort") or ("sortOrder" if filters.get("parent_id") else "-updatedAt")
    column, descending = _SORTS[sort.removeprefix("-")], sort.startswith("-")
    where, parameters = _where(caller, filters)
    if filters.get("cursor"):
        value_type = int if column == "sort_order" else str
        value, note_id = cursors.decode(f"notes:{sort}", filters["cursor"], (value_type, str))
        where.append(f"(n.{column}, n.id) {'<' if descending else '>'} (?, ?)")
        parameters += [value, note_id]
    order = "DESC" if descending else "ASC"
    rows = database.execute(
        f"SELECT {COLUMNS}, n.{column} FROM notes n WHERE {' AND '.join(where)} "
        f"ORDER BY n.{column} {order}, n.id {order} LIMIT ?",
        (*parameters, size + 1),
    ).fetchall()
    page = rows[:size]
    cursor = cursors.encode(f"notes:{sort}", (page[-1][-1], page[-1][0])) if len(rows) > size else None
    return page, cursor


def without_place(row: Sequence[Any]) -> Row:
    """The row without where the note stands in its owner's tree, for those with whom it is shared."""
    return tuple(_HIDDEN_PLACE.get(name, value) for name, value in zip(NoteMetadata.model_fields, row, strict=True))


def _where(caller: Caller, filters: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    where, parameters = ["n.owner_id = ?", "n.deleted_at IS NULL"], [caller.user_id]
    parent_id = filters.get("parent_id")
    if parent_id == "root":
        where.append("n.parent_id IS NULL AND n.journal_date IS NULL")
    elif parent_id is not None:
        access.refuse_foreign_folder(caller, parent_id)
        where.append("n.parent_id = ?")
        parameters.append(parent_id)
    for kind, key in _link_filters(caller, filters):
        where.append(linked_by_key(kind))
        parameters.append(key)
    if filters.get("updated_since"):
        where.append("n.updated_at >= ?")
        parameters.append(filters["updated_since"])
    return where, parameters


def _link_filters(caller: Caller, filters: Mapping[str, Any]) -> list[tuple[str, str]]:
    found = []
    if filters.get("tag"):
        found.append(("tag", inline.tag_key(filters["tag"].removeprefix("#"))))
    if filters.get("person"):
        found.append(("person", str(access.person_to_change(caller, filters["person"]).id)))
    return found


def linked_by_key(kind: str) -> str:
    """The condition that a note `n` holds a link of that kind to the key given as the parameter."""
    return (
        f"EXISTS (SELECT 1 FROM note_links l WHERE l.source_note_id = n.id AND l.kind = '{kind}' AND l.target_key = ?)"
    )
