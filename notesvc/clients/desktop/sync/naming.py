"""Names that are free in a folder of this disk, in any case and spelling."""

import contextlib

from notesvc.clients.desktop.sync.disk import Disk
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import Tree
from notesvc.text import file_names


class Naming:
    """The names in each folder, looked up once a round: a file that came since is not replaced, but waited for."""

    def __init__(self, disk: Disk, tree: Tree) -> None:
        self._disk, self._tree = disk, tree
        self._taken: dict[str, dict[str, set[str]]] = {}
        self._here: dict[str, list[Thing]] = {}
        for thing in [*tree.notes.values(), *tree.folders.values()]:
            if thing.place is not None:
                self._here.setdefault(thing.place, []).append(thing)

    def free(self, folder: str, wanted: str, thing_id: str = "") -> str:
        """The wanted name, or the first with a number behind it that is free; `thing_id` may keep its own name."""
        taken = self._names_in(folder)
        chosen, number = wanted, 1
        while taken.get(file_names.key(chosen), set()) - {thing_id}:
            number += 1
            chosen = file_names.with_number(wanted, number)
        return chosen

    def take(self, folder: str, name: str, thing_id: str) -> None:
        """The thing has this name there from now on."""
        self._names_in(folder).setdefault(file_names.key(name), set()).add(thing_id)

    def _names_in(self, folder: str) -> dict[str, set[str]]:
        """By what names are compared by, the ids of what has one; "?" for what nobody knows."""
        if folder not in self._taken:
            self._taken[folder] = self._look(folder)
        return self._taken[folder]

    def _look(self, folder: str) -> dict[str, set[str]]:
        names = [(each.file, each.id) for each in self._things_in(folder) if each.file]
        known = {name for name, _ in names}
        with contextlib.suppress(OSError):
            names += [(entry.name, "?") for entry in self._disk.list(folder) if entry.name not in known]
        taken: dict[str, set[str]] = {}
        for name, thing_id in names:
            taken.setdefault(file_names.key(name), set()).add(thing_id)
        return taken

    def _things_in(self, folder: str) -> list[Thing]:
        place = self._tree.place_at(folder)
        return [] if place is None else self._here.get(place, [])
