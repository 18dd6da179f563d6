"""Where everything lies in an archive: planned before the first byte, so that each file can name the others."""

from dataclasses import dataclass, field
from typing import Any

from notesvc import database
from notesvc.domain.shares import words
from notesvc.languages import Language
from notesvc.text import file_names
from notesvc.text.file_names import Names

JOURNAL = "Journal"
ATTACHMENTS = "attachments"
INDEX = "workspace.json"
DAMAGED = "DAMAGED.txt"
MISSING = "MISSING.txt"

_FOLDERS = "SELECT id, name, parent_id FROM folders WHERE owner_id = ? AND deleted_at IS NULL ORDER BY sort_order, id"
_NOTES = """
SELECT id, name, parent_id, journal_date FROM notes WHERE owner_id = ? AND deleted_at IS NULL
ORDER BY journal_date IS NULL, number
"""
_ATTACHMENTS = "SELECT id, name, folder FROM attachments WHERE owner_id = ? ORDER BY name_key, id"


@dataclass(frozen=True, slots=True)
class Paths:
    """Paths in the archive by id, with `/` between names; folders without one at the end."""

    folders: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    attachments: dict[str, str] = field(default_factory=dict)


def plan(
    owner_id: str, language: Language, ending: str, reserved: tuple[str, ...] = (INDEX, DAMAGED, MISSING)
) -> Paths:
    """Paths for all that lives in the workspace; notes get the ending, `reserved` names stay free at the top. What has
    no name is called so in the language."""
    with database.connection():
        folders, notes, attachments = (
            database.execute(statement, (owner_id,)).fetchall() for statement in (_FOLDERS, _NOTES, _ATTACHMENTS)
        )
    tree = _Tree(ending, words.IN[language].untitled, reserved)
    _place_folders(tree, folders)
    for note_id, name, parent_id, journal_date in notes:
        tree.place_note(note_id, name, parent_id, journal_date)
    for attachment_id, name, folder in attachments:
        tree.place_attachment(attachment_id, name, folder)
    return tree.paths


def _place_folders(tree: "_Tree", folders: list[Any]) -> None:
    children: dict[str | None, list[Any]] = {}
    for row in folders:
        children.setdefault(row[2], []).append(row)
    waiting = [(row, 0) for row in reversed(children.get(None, []))]
    while waiting:
        (folder_id, name, parent_id), depth = waiting.pop()
        tree.place_folder(folder_id, name, parent_id, depth)
        waiting += [(row, depth + 1) for row in reversed(children.get(folder_id, []))]


class _Tree:
    """The folders of the archive and the names in them."""

    def __init__(self, ending: str, nameless: str, reserved: tuple[str, ...]) -> None:
        self.paths = Paths()
        self._ending, self._nameless = ending, nameless
        self._names: dict[str, Names] = {"": Names()}
        for name in reserved:
            self._names[""].take(name)

    def place_folder(self, folder_id: str, name: str, parent_id: str | None, depth: int) -> None:
        above, most = self.paths.folders.get(parent_id or "", ""), file_names.folder_limit(depth)
        path = _join(above, self._names[above].take(file_names.safe(name, most=most), most))
        self._names[path] = Names()
        self.paths.folders[folder_id] = path

    def place_note(self, note_id: str, name: str, parent_id: str | None, date: str | None) -> None:
        if date is not None and parent_id is None:
            folder, name = self._enter((JOURNAL,)), date
        else:
            folder = self.paths.folders.get(parent_id or "", "")
        file = file_names.safe(name, self._ending, nameless=self._nameless)
        self.paths.notes[note_id] = _join(folder, self._names[folder].take(file))

    def place_attachment(self, attachment_id: str, name: str, folder: str) -> None:
        parts = tuple(part for part in folder.split("/") if part.strip(". ")) or (ATTACHMENTS,)
        place = self._enter(parts)
        self.paths.attachments[attachment_id] = _join(place, self._names[place].take(file_names.safe_file(name)))

    def _enter(self, parts: tuple[str, ...]) -> str:
        """The folder of those names, the workspace's own where it has one, else a new one."""
        path = ""
        for depth, part in enumerate(parts):
            wanted = file_names.safe(part, most=file_names.folder_limit(depth))
            found = self._names[path].like(wanted)
            if found is None or _join(path, found) not in self._names:
                found = self._names[path].take(wanted)
            path = _join(path, found)
            self._names.setdefault(path, Names())
        return path


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
