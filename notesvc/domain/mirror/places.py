"""Where each note's file is to be: names that every file system takes, one a file, and kept as long as they fit."""

import re
from collections.abc import Iterable

from notesvc import database
from notesvc.domain.mirror.records import FolderPlace, Standing
from notesvc.domain.mirror.rows import Row
from notesvc.text import file_names

JOURNAL = "Journal"
ATTACHMENTS = "attachments"
_ENDING = ".md"
_NUMBER = re.compile(r" \(\d+\)\Z")
_SELECT = "SELECT folder_id, file_name, name, parent_id FROM mirror_folders WHERE part_id = ?"
_PUT = """
INSERT INTO mirror_folders (part_id, folder_id, file_name, name, parent_id) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (part_id, folder_id) DO UPDATE SET file_name = excluded.file_name, name = excluded.name,
    parent_id = excluded.parent_id
"""


def fold(path: str) -> str:
    """What file systems that ignore case and spelling take for the same path."""
    return file_names.key(path)


class Places:
    """The paths of folders and notes. `taken` are all keys that are there, whatever they are."""

    def __init__(self, part_id: str, folders: dict[str, FolderPlace], taken: Iterable[str]) -> None:
        self.part_id = part_id
        self._folders = folders
        self._paths: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        found = database.execute(_SELECT, (part_id,)).fetchall()
        self._rows: dict[str, tuple[str, str, str | None]] = {str(row[0]): (row[1], row[2], row[3]) for row in found}
        self._files: set[str] = set()
        self._ways: set[str] = set()
        for key in taken:
            self.take(key)
        for folder_id in sorted(folders, key=self._order):
            self._place(folder_id)

    def take(self, key: str) -> None:
        """There is a file of that key now."""
        folded = fold(key)
        self._files.add(folded)
        while (folded := folded.rpartition("/")[0]) and folded not in self._ways:
            self._ways.add(folded)

    def free(self, key: str) -> None:
        """There is no file of that key any more."""
        self._files.discard(fold(key))

    def is_taken(self, key: str) -> bool:
        folded = fold(key)
        return folded in self._files or folded in self._ways

    def path_of(self, folder_id: str | None) -> str:
        """The folder's path; empty for the top, and for a folder that does not live."""
        return self._paths.get(folder_id or "", "")

    def folder_of(self, folder_id: str) -> FolderPlace:
        """The live folder of that id."""
        return self._folders[folder_id]

    def folder_at(self, path: str) -> str | None:
        """The id of the folder whose files lie there."""
        return self._ids.get(fold(path))

    def key_for(self, note: Standing, row: Row | None) -> str:
        """Where its file is to be: where it is, as long as that fits its name and folder, else a free place."""
        is_entry = note.journal_date is not None and note.parent_id is None
        folder = JOURNAL if is_entry else self.path_of(note.parent_id)
        wanted = file_names.safe(note.journal_date or "" if is_entry else note.name, _ENDING)
        if row is not None and self._fits(row, note, (folder, wanted)):
            return row.key
        return self._free_name(folder, wanted, row.key if row else None)

    def add_folder(self, folder: FolderPlace, file_name: str) -> None:
        """A folder that was made, or renamed, for files that lie in one of that name."""
        self._folders[folder.id] = folder
        self._store(folder, file_name)
        self._place_all()

    def _fits(self, row: Row, note: Standing, wanted: tuple[str, str]) -> bool:
        folder, _, file_name = row.key.rpartition("/")
        if fold(folder) != fold(wanted[0]):
            return False
        if (row.name, row.parent_id) == (note.name, note.parent_id):
            return True
        return fold(_without_number(file_name)) == fold(wanted[1]) or fold(file_name) == fold(wanted[1])

    def _free_name(self, folder: str, wanted: str, own: str | None) -> str:
        names = file_names.Names()
        while True:
            key = f"{folder}/{names.take(wanted)}" if folder else names.take(wanted)
            if not self.is_taken(key) or (own is not None and fold(own) == fold(key)):
                return key

    def _order(self, folder_id: str) -> tuple[int, bool]:
        """From the top down; those that have a name there first."""
        depth, here = 0, self._folders[folder_id].parent_id
        while here is not None and here in self._folders:
            depth, here = depth + 1, self._folders[here].parent_id
        return depth, folder_id not in self._rows

    def _place_all(self) -> None:
        self._paths.clear()
        self._ids.clear()
        for folder_id in sorted(self._folders, key=self._order):
            self._place(folder_id)

    def _place(self, folder_id: str) -> None:
        folder = self._folders[folder_id]
        above = self.path_of(folder.parent_id)
        row = self._rows.get(folder_id)
        path = _join(above, row[0]) if row else ""
        if row is None or row[1:] != (folder.name, folder.parent_id) or fold(path) in self._ids:
            path = self._free_folder(folder, above)
            self._store(folder, path.rpartition("/")[2])
        self._paths[folder_id] = path
        self._ids[fold(path)] = folder_id

    def _free_folder(self, folder: FolderPlace, above: str) -> str:
        most = file_names.folder_limit(above.count("/") + 1 if above else 0)
        names, wanted = file_names.Names(), file_names.safe(folder.name, most=most)
        while True:
            path = _join(above, names.take(wanted, most))
            if fold(path) not in self._ids and fold(path) not in self._files:
                return path

    def _store(self, folder: FolderPlace, file_name: str) -> None:
        self._rows[folder.id] = (file_name, folder.name, folder.parent_id)
        database.execute(_PUT, (self.part_id, folder.id, file_name, folder.name, folder.parent_id))


def _without_number(file_name: str) -> str:
    stem, dot, ending = file_name.rpartition(".")
    return f"{_NUMBER.sub('', stem)}{dot}{ending}"


def _join(above: str, name: str) -> str:
    return f"{above}/{name}" if above else name
