"""Which stored file a name in a note means, and what such names are bound to (decision 0053).

The one rule: the note's own file, then the one beside the note, then the nearest in its tree. What is neither is far:
another note's, or outside the tree. It is taken only for the note's owner who writes the name, and is marked.
"""

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from notesvc import database
from notesvc.domain import batches, note_attachments
from notesvc.domain.links.resolution import Resolver
from notesvc.models import Attachment, Note
from notesvc.text import file_names
from notesvc.text.fold import title_key

Place = tuple[str, ...]
"""A folder, as the keys of the names from the top down to it."""

_NAMES_A_FILE = re.compile(r"\.(?!md\Z)[a-z0-9]{1,5}\Z", re.IGNORECASE)
_FILES = """
SELECT a.id, a.name_key, a.folder, a.note_id IS NULL AND (a.folder <> '' OR NOT EXISTS (
    SELECT 1 FROM note_attachments p WHERE p.attachment_id = a.id)), a.note_id
FROM attachments a WHERE a.owner_id = ? AND a.name_key IN ({marks})
"""
_STATES = "SELECT attachment_id, state FROM note_attachments WHERE note_id = ? AND attachment_id IN ({marks})"
_BIND = """
UPDATE note_links SET file_id = ?, is_far = ?
WHERE source_note_id = ? AND kind = 'wiki' AND target_label = ? AND (target_id IS NULL OR target_id = '')
"""
_UNBOUND = """
SELECT l.source_note_id, l.target_label, n.parent_id FROM note_links l JOIN notes n ON n.id = l.source_note_id
WHERE l.kind = 'wiki' AND l.target_id IS NULL AND (l.file_id IS NULL OR l.is_far = ?) AND {condition}
"""
_BOUND = """
SELECT l.target_label, l.file_id, l.is_far FROM note_links l JOIN attachments a ON a.id = l.file_id
WHERE l.source_note_id = ? AND l.kind = 'wiki' AND l.target_id IS NULL
"""
_SAID = "SELECT file_id, is_far FROM note_links WHERE source_note_id = ? AND kind = 'wiki' AND target_label = ?"
_IS_BOUND = "SELECT 1 FROM note_links WHERE owner_id = ? AND kind = 'wiki' AND file_id = ? LIMIT 1"
_NO_NOTE = "UPDATE note_links SET target_id = NULL WHERE source_note_id = ? AND kind = 'wiki' AND target_label = ?"
_LOOSEN = "UPDATE note_links SET file_id = NULL, is_far = ? WHERE source_note_id = ? AND kind = 'wiki'"


class Reach(IntEnum):
    """How far a name may reach, by who writes it."""

    OTHERS = 0
    """Somebody else than the owner: what the note shows anyway."""
    OWN = 1
    """What is or was the note's own."""
    NEAR = 2
    FAR = 3


class Found(NamedTuple):
    """A file that a name means."""

    file_id: str
    is_far: bool


class _File(NamedTuple):
    id: str
    place: Place
    is_free: bool
    """It is no note's: it came by itself, and one that lies nowhere is named by no note."""
    note_id: str | None


class FileResolver:
    """Finds the files that names in the notes of one workspace mean."""

    def __init__(self, owner_id: str) -> None:
        self._owner_id = owner_id
        self._folders = Resolver(owner_id)
        self._files: dict[str, list[_File]] = {}

    def learn(self, names: Iterable[str]) -> None:
        """Look up all files that the names may mean, in few statements."""
        for chunk in batches.chunks(sorted({key_of(name) for name in names} - self._files.keys())):
            self._files |= {key: [] for key in chunk}
            statement = _FILES.format(marks=database.marks(chunk))
            for file_id, key, folder, *more in database.execute(statement, (self._owner_id, *chunk)).fetchall():
                self._files[key].append(_File(file_id, place_of(folder), *more))

    def find(self, written: str, note_id: str, parent_id: str | None, reach: Reach) -> Found | None:
        """The file that the name means in a note of that folder."""
        found = self.candidates(written, note_id, parent_id, reach)
        return found[0] if found else None

    def candidates(self, written: str, note_id: str, parent_id: str | None, reach: Reach) -> list[Found]:
        """All files that it may mean, the likeliest first."""
        self.learn([written])
        files = self._files[key_of(written)]
        if not files:
            return []
        own = _own(files, note_id, reach)
        here = self._folders.place_of(parent_id)
        # The latest first among equals.
        by_age = sorted(files, key=lambda file: file.id, reverse=True)
        found = []
        for file in sorted(by_age, key=lambda file: rank(written, here, file.place)):
            is_far = file.note_id != note_id and not _is_near(file, here)
            distance = Reach.OWN if file.id in own else Reach.FAR if is_far else Reach.NEAR
            if distance <= max(reach, Reach.OWN):
                found.append((distance, Found(file.id, is_far)))
        found.sort(key=lambda each: (each[0], each[1].is_far))
        return [each for _, each in found]

    def lies_near(self, written: str, place: Place) -> bool:
        """Whether a note of that place would find a file of the name near it."""
        self.learn([written])
        return any(_is_near(file, place) for file in self._files[key_of(written)])


def key_of(written: str) -> str:
    """The key by which files are looked up: of the name alone, without what stored names cannot hold."""
    return title_key(file_names.readable(_last(written)))


def place_of(folder: str) -> Place:
    """The place that a path of folders names."""
    return tuple(title_key(name) for name in folder.split("/") if name not in ("", "."))


def names_a_file(written: str) -> bool:
    """Whether what stands between the brackets looks like the name of a file that is no note."""
    return _NAMES_A_FILE.search(_last(written)) is not None


def rank(written: str, here: Place, there: Place) -> tuple[bool, bool, int, int]:
    """How well a file of the right name that lies there fits what is written here: less is better.

    The folders that are written count first, from here and then from anywhere; then how far it is.
    """
    folders = written.replace("\\", "/").split("/")[:-1]
    beside = [] if folders[:1] == [""] else list(here)
    named = []
    for name in folders:
        if name == "..":
            del beside[-1:]
        elif name not in ("", "."):
            beside.append(title_key(name))
            named.append(title_key(name))
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    fits = not named or list(there[-len(named) :]) == named
    return list(there) != beside, not fits, len(here) + len(there) - 2 * shared, len(there)


def bind(note: Note, labels: Iterable[str], reach: Reach) -> None:
    """Bind wiki links that have just been written into the note and mean no note, in the current transaction.

    What its owner writes is put there (decision 0013).
    """
    resolver, wanted = FileResolver(str(note.owner_id)), list(labels)
    resolver.learn(wanted)
    found = [(label, resolver.find(label, str(note.id), note.parent_id, reach)) for label in wanted]
    bind_to(note, {label: each for label, each in found if each is not None}, is_put=reach > Reach.OTHERS)


def bind_to(note: Note, found: dict[str, Found], *, is_put: bool = True) -> None:
    """Bind the note's links of these labels to the files, as far as they mean no note."""
    if not found:
        return
    rows = [(each.file_id, each.is_far, note.id, label) for label, each in found.items()]
    database.execute_many(_BIND, rows)
    if is_put:
        note_attachments.put(note, {each.file_id for each in found.values()})


def bind_written(note: Note, before: str) -> None:
    """Bind what the note's owner alone has written in a room since the text was `before`."""
    labels = [label for _, label, _ in _unbound("l.source_note_id = ?", (note.id,)) if f"[[{label}" not in before]
    bind(note, labels, Reach.FAR)


def bind_waiting(file: Attachment) -> None:
    """Bind the links to nothing, or to something far, that mean the file which has just come."""
    rows = _unbound("l.owner_id = ? AND l.target_key = ?", (file.owner_id, file.name_key))
    _bind_near(str(file.owner_id), rows)


def settle_near(owner_id: str, note_ids: Sequence[str]) -> list[tuple[str, str]]:
    """Bind what is near these notes to their links that mean nothing; returns the notes and labels that stay so."""
    left = []
    for chunk in batches.chunks(note_ids):
        rows = _unbound(f"l.source_note_id IN ({database.marks(chunk)})", tuple(chunk))
        left += _bind_near(owner_id, rows)
    return left


def let_go_of_named(note_ids: Sequence[str]) -> None:
    """Have the links of these notes that turn out to mean notes mean no files."""
    for chunk in batches.chunks(note_ids):
        database.execute(
            "UPDATE note_links SET file_id = NULL WHERE kind = 'wiki' AND target_id IS NOT NULL "
            f"AND file_id IS NOT NULL AND source_note_id IN ({database.marks(chunk)})",
            chunk,
        )


def copy_bindings(made: Note, source_id: str) -> None:
    """Have the links of a copy mean the files that the source's mean."""
    found = bound_in(source_id)
    database.execute(_LOOSEN, (False, made.id))
    database.execute_many(_NO_NOTE, [(made.id, label) for label in found])
    bind_to(made, found)


def bound_in(note_id: str) -> dict[str, Found]:
    """By label the files that the links of the note are bound to, as far as they are there."""
    return {label: Found(file_id, bool(far)) for label, file_id, far in database.execute(_BOUND, (note_id,)).fetchall()}


def meant(note: Note, written: str, *, is_owner: bool) -> list[Found]:
    """What the name is bound to in the note; where the text does not say it yet, what it may be bound to."""
    rows = database.execute(_SAID, (note.id, written)).fetchall()
    if not rows:
        reach = Reach.FAR if is_owner else Reach.OTHERS
        return FileResolver(str(note.owner_id)).candidates(written, str(note.id), note.parent_id, reach)
    return [Found(file_id, bool(is_far)) for file_id, is_far in rows if file_id is not None]


def is_bound(owner_id: str, file_id: str) -> bool:
    """Whether a note names the file by its name."""
    return database.execute(_IS_BOUND, (owner_id, file_id)).fetchone() is not None


def _unbound(condition: str, values: tuple[Any, ...]) -> list[tuple[str, str, str | None]]:
    return database.execute(_UNBOUND.format(condition=condition), (True, *values)).fetchall()


def _bind_near(owner_id: str, rows: Sequence[tuple[str, str, str | None]]) -> list[tuple[str, str]]:
    """Bind what the links find near them, and return those that find nothing."""
    resolver, left = FileResolver(owner_id), []
    resolver.learn(label for _, label, _ in rows)
    for note_id, label, parent_id in rows:
        found = resolver.find(label, note_id, parent_id, Reach.NEAR)
        if found is None:
            left.append((note_id, label))
        else:
            database.execute(_BIND, (*found, note_id, label))
    return left


def _own(files: Sequence[_File], note_id: str, reach: Reach) -> set[str]:
    """The ids of those that were uploaded to the note or put there; for others not what its owner took out."""
    marks = database.marks(files)
    states = dict(database.execute(_STATES.format(marks=marks), (note_id, *(file.id for file in files))).fetchall())
    ids = {file.id for file in files if file.note_id == note_id} | {
        each for each in states if states[each] != "awaited"
    }
    return ids - {each for each in ids if states.get(each) == "taken" and reach == Reach.OTHERS}


def _is_near(file: _File, here: Place) -> bool:
    """Whether it is no other note's and lies below the same folder of the top; for a note at the top, beside it."""
    return bool(file.is_free) and here[:1] == file.place[:1]


def _last(written: str) -> str:
    return written.replace("\\", "/").rsplit("/", 1)[-1]
