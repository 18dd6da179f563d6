"""The operators of a search (`tag:`, `person:`, `in:`, `has:`, `is:` and the like) as conditions on notes `n`."""

from collections.abc import Sequence

import orjson

from notesvc import database
from notesvc.domain.search import terms
from notesvc.domain.search.sql import Among, Sql
from notesvc.text.search.query import Filter, Part

_DAY = "coalesce(n.journal_date, n.updated_at)"

AMONG = ("person", "tag", "in", "has")
"""The operators that `among` carries out, the narrowest first; `condition` carries out the others."""

Tree = dict[str, tuple[str | None, str]]
"""Folder ids with the parent's id and the name's key."""


def narrowest(parts: Sequence[Part]) -> Filter | None:
    """The filter that is best to begin with where no words are searched."""
    found = [part for part in parts if isinstance(part, Filter) and part.kind in AMONG]
    return min(found, key=lambda each: AMONG.index(each.kind), default=None)


def is_about_trash(parts: Sequence[Part]) -> bool:
    """Whether the search is for notes in the trash, which no other search finds."""
    return any(isinstance(part, Filter) and part.kind == "is" and part.value == "trashed" for part in parts)


def among(owner_id: str, wanted: Filter) -> Among:
    """The notes with that tag or person, or in that folder; an unknown one has none."""
    match wanted.kind:
        case "tag":
            return _with_tag(owner_id, wanted.value)
        case "person":
            return _mentioning(owner_id, wanted.value)
        case "has":
            return terms.notes_marked([f"§i{wanted.value}"])
        case _:
            return _inside(folders_named(owner_id, wanted.value))


def condition(wanted: Filter) -> Sql:
    """What a note of that state or of that time meets; never null."""
    match wanted.kind:
        case "before":
            return Sql(f"({_DAY} < ?)", (wanted.value,))
        case "after":
            return Sql(f"({_DAY} >= ?)", (wanted.value,))
        case _:
            column = "journal_date" if wanted.value == "journal" else "deleted_at"
            return Sql(f"(n.{column} IS NOT NULL)")


def folders_named(owner_id: str, path_key: str) -> list[str]:
    """The ids of the folders of that name, or of a path that ends so (`a/b`), and of all below them."""
    rows = database.execute("SELECT id, parent_id, name_key FROM folders WHERE owner_id = ?", (owner_id,))
    paths = _paths({row[0]: (row[1], row[2]) for row in rows.fetchall()})
    wanted = f"/{path_key.strip('/ ')}/"
    return [folder_id for folder_id, path in paths.items() if wanted in path]


def _with_tag(owner_id: str, key: str) -> Among:
    # A tag finds those below it too: `0` is the character after `/`, so the range holds what begins with `key/`,
    # and with `key-` and the like, which the last condition takes out again.
    return _linking(
        "kind = 'tag' AND target_key >= ? AND target_key < ? AND (target_key = ? OR target_key >= ?)",
        (owner_id, key, f"{key}0", key, f"{key}/"),
    )


def _mentioning(owner_id: str, name_or_id: str) -> Among:
    return _linking(
        "kind = 'person' AND target_key IN (SELECT person_id FROM person_names WHERE owner_id = ? AND name_key = ? "
        "UNION SELECT id FROM people WHERE owner_id = ? AND id = ?)",
        (owner_id, owner_id, name_or_id, owner_id, name_or_id),
    )


def _linking(where: str, parameters: tuple[str, ...]) -> Among:
    links = f"SELECT DISTINCT source_note_id AS key FROM note_links WHERE owner_id = ? AND {where}"
    return Among("id", Sql(links, parameters))


def _inside(folder_ids: list[str]) -> Among:
    # One parameter however many folders there are.
    if database.on_sqlite():
        ids = orjson.dumps(folder_ids).decode()
        return Among("parent_id", Sql("SELECT value AS key FROM json_each(?)", (ids,)))
    return Among("parent_id", Sql("SELECT unnest(?::text[]) AS key", (folder_ids,)))


def _paths(tree: Tree) -> dict[str, str]:
    """The names from the top down to each folder, each between slashes."""
    paths: dict[str, str] = {}
    for folder_id in tree:
        line: list[str] = []
        here: str | None = folder_id
        while here is not None and here in tree and here not in paths:
            line.append(here)
            here = tree[here][0]
        path = paths.get(here or "", "/")
        for step in reversed(line):
            path += f"{tree[step][1]}/"
            paths[step] = path
    return paths
