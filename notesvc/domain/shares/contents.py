"""What a share shows: its notes in the order of the tree, each with the address of its page."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from notesvc import database, errors, limits
from notesvc.domain import batches, folders, intact
from notesvc.models import Share
from notesvc.text.fold import title_key

FRONT = ""
"""The path of a share's first page."""

_RESERVED = frozenset({FRONT, "a", "search", "feed.xml", "og.png", "style.css"})
_NOT_IN_PATH = re.compile(r"[^\w]+")
_LONGEST_PATH = 80
# What notes are called that are meant to be a folder's first page.
_FRONT_NAMES = frozenset({"index", "readme", "home"})

_NOTES = """
SELECT id, name, parent_id FROM notes WHERE owner_id = ? AND parent_id IN ({}) AND deleted_at IS NULL
ORDER BY journal_date DESC, sort_order, id
"""
_TEXTS = """
SELECT n.id, n.name, n.parent_id, n.updated_at, b.content, n.content_hash
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.id IN ({}) AND n.owner_id = ? AND n.deleted_at IS NULL
"""


class Text(NamedTuple):
    """A note as it is now; `is_damaged` where its text is not what was saved."""

    note_id: str
    name: str
    parent_id: str | None
    updated_at: str
    content: str
    is_damaged: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a site's tree: a folder, or a note with the path of its page."""

    id: str
    name: str
    depth: int
    parent_id: str | None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """What a share shows: `entries` as they stand in the tree, `paths` of pages by note, in reading order."""

    title: str
    is_site: bool
    entries: list[Entry] = field(default_factory=list)
    paths: Mapping[str, str] = field(default_factory=dict)
    front_note_id: str | None = None

    @property
    def pages(self) -> int:
        """How many pages these are; a site has a front page, too."""
        return len(self.paths) + (1 if self.is_site and self.front_note_id is None else 0)


def of(share: Share) -> Contents:
    """What the share shows now; pages keep the addresses that they had. Raises NotFound, InvalidInput (too large)."""
    owner_id = str(share.owner_id)
    if share.note_id is not None:
        return Contents(_name_of("notes", owner_id, share.note_id), False, [], {share.note_id: FRONT}, share.note_id)
    folder_id = str(share.folder_id)
    title = _name_of("folders", owner_id, folder_id)
    entries = list(_entries(owner_id, folder_id))
    notes = [entry for entry in entries if entry.path is not None]
    if len(notes) > limits.SHARE_PAGES:
        raise errors.InvalidInput("", f"the folder has more than {limits.SHARE_PAGES} notes, too many for one share")
    front = next((note.id for note in notes if note.parent_id == folder_id and _is_front(note.name, title)), None)
    paths = _paths(notes, _former_paths(share), front)
    if front is not None:
        paths = {front: FRONT} | paths
    placed = [entry if entry.path is None else _at(entry, paths[entry.id]) for entry in entries]
    return Contents(title, True, placed, paths, front)


def texts(owner_id: str, note_ids: list[str]) -> dict[str, Text]:
    """The texts of those of the notes that live, by id; of a portion all as they were at one moment."""
    found: dict[str, Text] = {}
    for chunk in batches.chunks(note_ids):
        rows = database.execute(_TEXTS.format(database.marks(chunk)), (*chunk, owner_id)).fetchall()
        for note_id, name, parent_id, updated_at, content, content_hash in rows:
            is_damaged = not intact.are_intact((content, content_hash))
            found[note_id] = Text(note_id, name, parent_id, updated_at, content, is_damaged)
    return found


def live_ids(share: Share) -> set[str]:
    """The ids of the notes that the share would show if it were frozen now."""
    if share.note_id is not None:
        return {share.note_id}
    below = folders.subtree(str(share.owner_id), str(share.folder_id))
    return {str(row[0]) for row in _note_rows(str(share.owner_id), below)}


def _name_of(table: str, owner_id: str, resource_id: str) -> str:
    found = database.execute(
        f"SELECT name FROM {table} WHERE id = ? AND owner_id = ? AND deleted_at IS NULL", (resource_id, owner_id)
    ).fetchone()
    if found is None:
        raise errors.NotFound
    return str(found[0])


def _note_rows(owner_id: str, folder_ids: list[str]) -> list[Any]:
    rows: list[Any] = []
    for chunk in batches.chunks(folder_ids):
        rows += database.execute(_NOTES.format(database.marks(chunk)), (owner_id, *chunk)).fetchall()
    return rows


def _entries(owner_id: str, folder_id: str) -> Iterator[Entry]:
    """Folders and notes below the folder, depth first, in each folder the folders first."""
    children = folders.children(owner_id)
    notes: dict[str, list[Entry]] = {}
    for note_id, name, parent_id in _note_rows(owner_id, folders.subtree(owner_id, folder_id)):
        notes.setdefault(parent_id, []).append(Entry(note_id, name, 0, parent_id, FRONT))

    def below(parent_id: str, depth: int) -> Iterator[Entry]:
        for child_id, name in children.get(parent_id, []):
            yield Entry(child_id, name, depth, parent_id)
            yield from below(child_id, depth + 1)
        for note in notes.get(parent_id, []):
            yield Entry(note.id, note.name, depth, parent_id, FRONT)

    yield from below(folder_id, 0)


def _former_paths(share: Share) -> dict[str, str]:
    rows = database.execute(
        "SELECT note_id, path FROM share_pages WHERE share_id = ? AND generation = ? AND note_id IS NOT NULL",
        (share.id, share.generation),
    ).fetchall()
    return {str(note_id): str(path) for note_id, path in rows if path != FRONT}


def _paths(notes: list[Entry], former: Mapping[str, str], front: str | None) -> dict[str, str]:
    here = [note for note in notes if note.id != front]
    taken = {former[note.id] for note in here if note.id in former} | _RESERVED
    found: dict[str, str] = {}
    for note in here:
        path = former.get(note.id) or _free(_path_of(note.name), taken)
        taken.add(path)
        found[note.id] = path
    return found


def _path_of(name: str) -> str:
    return _NOT_IN_PATH.sub("-", name.lower()).strip("-")[:_LONGEST_PATH].rstrip("-") or "page"


def _free(path: str, taken: set[str]) -> str:
    chosen, number = path, 1
    while chosen in taken:
        number += 1
        chosen = f"{path}-{number}"
    return chosen


def _is_front(name: str, title: str) -> bool:
    return title_key(name) in _FRONT_NAMES | {title_key(title)}


def _at(entry: Entry, path: str) -> Entry:
    return Entry(entry.id, entry.name, entry.depth, entry.parent_id, path)
