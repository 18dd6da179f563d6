"""The folder tree: making, changing and reading it. Deleting is in `trash`."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from notesvc import clock, database, errors, limits
from notesvc.domain import access, changes, notifying, ordering, preconditions, quotas
from notesvc.domain.caller import Caller
from notesvc.domain.links import bindings
from notesvc.domain.links.bindings import NamingChange
from notesvc.domain.preconditions import Precondition
from notesvc.domain.resources import FolderMetadata
from notesvc.domain.text_work import ahead
from notesvc.models import Folder
from notesvc.models.folders import folder_etag
from notesvc.text.fold import title_key

# What a write sets as it comes; null is a value.
_PLAIN = frozenset({"icon"})


class Branch(NamedTuple):
    """A folder where it stands in the tree: the values of `FolderMetadata`, and what the tree adds to them.
    `note_count` counts the live notes directly in it."""

    fields: tuple[Any, ...]
    depth: int
    path: str
    note_count: int
    etag: str

    @property
    def id(self) -> str:
        return str(self.fields[0])

    @property
    def name(self) -> str:
        return str(self.fields[1])


def tree(caller: Caller) -> list[Branch]:
    """All live folders in display order, depth first. `depth` is 0 at the top; `path` joins names with `/`."""
    children = _children(caller.user_id)
    counts = _note_counts(caller.user_id)
    branches: list[Branch] = []
    waiting = [(row, 0, "") for row in reversed(children.get(None, []))]
    while waiting:
        (_, number, *fields), depth, above = waiting.pop()
        folder_id, name, *_ = fields
        path = f"{above}/{name}" if above else name
        branches.append(Branch(tuple(fields), depth, path, counts.get(folder_id, 0), folder_etag(number)))
        waiting += [(row, depth + 1, path) for row in reversed(children.get(folder_id, []))]
    return branches


def create(caller: Caller, fields: Mapping[str, Any]) -> Folder:
    """Make a folder from name, parent_id, icon, sort_order. Raises NotFound for the parent, InvalidInput."""
    with database.transaction(caller.user_id):
        parent_id = fields.get("parent_id")
        access.refuse_foreign_folder(caller, parent_id)
        quotas.refuse_full("folders", caller.user_id)
        if parent_id is not None:
            _refuse_too_deep(caller, parent_id, 1)
        now = clock.now()
        place = fields.get("sort_order")
        if place is None:
            place = ordering.last_place("folders", caller.user_id, parent_id)
        folder = Folder.create(
            id=clock.new_id(),
            owner=caller.user_id,
            parent=parent_id,
            name=fields["name"],
            name_key=title_key(fields["name"]),
            **{name: fields[name] for name in _PLAIN & fields.keys()},
            sort_order=place,
            created_at=now,
            updated_at=now,
            change_number=changes.next_number(caller.user_id),
        )
        notifying.folder_changed(caller.user_id, str(folder.id), "created")
    return folder


@ahead
def change(
    caller: Caller, folder_id: str, fields: Mapping[str, Any], precondition: Precondition = preconditions.NONE
) -> Folder:
    """Change name, parent_id, sort_order, icon.

    Raises NotFound, PreconditionFailed, InvalidInput, Conflict (`folder_cycle`).
    """
    with database.transaction(caller.user_id):
        folder = access.folder_to_change(caller, folder_id)
        preconditions.refuse_changed(folder, precondition)
        before = folder.values()
        if fields.get("name") is not None:
            folder.name, folder.name_key = fields["name"], title_key(fields["name"])
        for name in _PLAIN & fields.keys():
            setattr(folder, name, fields[name])
        if "parent_id" in fields and fields["parent_id"] != folder.parent_id:
            _move(caller, folder, fields["parent_id"])
        if fields.get("sort_order") is not None:
            folder.sort_order = fields["sort_order"]
        if folder.values() != before:
            folder.updated_at = max(clock.now(), str(folder.updated_at))
            folder.change_number = changes.next_number(caller.user_id)
            folder.save()
            is_moved = before["parent"] != folder.parent_id
            if is_moved or before["name"] != folder.name:
                bindings.settle(caller, NamingChange(caller.user_id, is_tree=True), int(folder.change_number))
            notifying.folder_changed(caller.user_id, folder_id, "moved" if is_moved else "updated")
    return folder


def renumber(table: str, places: Sequence[tuple[str, int]], change_number: int) -> None:
    """Give siblings their new numbers; a note's revision goes up with it, as every write does."""
    raised = ", revision = revision + 1" if table == "notes" else ""
    database.execute_many(
        f"UPDATE {table} SET sort_order = ?, change_number = ?{raised} WHERE id = ?",
        [(place, change_number, sibling) for sibling, place in places],
    )


def subtree(owner_id: str, folder_id: str) -> list[str]:
    """The folder's id and those of all live folders below it."""
    children = _children(owner_id)
    found = [folder_id]
    for parent in found:
        found += [row[2] for row in children.get(parent, [])]
    return found


def children(owner_id: str) -> dict[str | None, list[tuple[str, str]]]:
    """By the folder they lie in, id and name of the live folders in display order."""
    return {parent_id: [(row[2], row[3]) for row in rows] for parent_id, rows in _children(owner_id).items()}


def _move(caller: Caller, folder: Folder, parent_id: str | None) -> None:
    if parent_id is not None:
        access.folder_to_change(caller, parent_id)
        below = subtree(caller.user_id, str(folder.id))
        if parent_id in below:
            raise errors.Conflict("A folder cannot be moved into itself.", code="folder_cycle")
        _refuse_too_deep(caller, parent_id, _height(caller.user_id, str(folder.id)))
    folder.parent_id = parent_id
    folder.sort_order = ordering.last_place("folders", caller.user_id, parent_id)


def _refuse_too_deep(caller: Caller, parent_id: str, levels: int) -> None:
    parents = {row[2]: parent for parent, rows in _children(caller.user_id).items() for row in rows}
    depth = 0
    here: str | None = parent_id
    while here is not None:
        depth, here = depth + 1, parents.get(here)
    if depth + levels > limits.MAX_FOLDER_DEPTH:
        raise errors.InvalidInput("parentId", f"folders go at most {limits.MAX_FOLDER_DEPTH} levels deep")


def _height(owner_id: str, folder_id: str) -> int:
    children, level, height = _children(owner_id), [folder_id], 0
    while level:
        level, height = [row[2] for parent in level for row in children.get(parent, [])], height + 1
    return height


def _children(owner_id: str) -> dict[str | None, list[Any]]:
    """By the folder they lie in, the live folders in display order: that folder, the change number, their fields."""
    rows = database.execute(
        f"SELECT parent_id, change_number, {FolderMetadata.columns()} FROM folders "
        "WHERE owner_id = ? AND deleted_at IS NULL ORDER BY sort_order, name_key, id",
        (owner_id,),
    ).fetchall()
    children: dict[str | None, list[Any]] = {}
    for row in rows:
        children.setdefault(row[0], []).append(row)
    return children


def _note_counts(owner_id: str) -> dict[str, int]:
    rows = database.execute(
        "SELECT parent_id, count(*) FROM notes WHERE owner_id = ? AND parent_id IS NOT NULL "
        "AND deleted_at IS NULL GROUP BY parent_id",
        (owner_id,),
    ).fetchall()
    return {row[0]: row[1] for row in rows}
