"""What is in the folder, seen once: not one moment's picture, for others go on working in it."""

from dataclasses import dataclass, field

from notesvc.clients.desktop.sync.disk import OWN, Disk, Entry
from notesvc.clients.desktop.sync.ignoring import LIST, Ignoring
from notesvc.clients.desktop.sync.tree import is_note, join

LEFTOVER = ".notesvc-new-"
"""How the name of a file begins that is being written, to be moved to its place."""


@dataclass(slots=True)
class Scan:
    """Folders, notes and other files by path; `unreadable` folders; `crowded` are folders in which anything lies."""

    folders: dict[str, Entry] = field(default_factory=dict)
    notes: dict[str, Entry] = field(default_factory=dict)
    others: dict[str, Entry] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    unnameable: list[str] = field(default_factory=list)
    leftovers: list[str] = field(default_factory=list)
    crowded: set[str] = field(default_factory=set)
    ignoring: Ignoring = field(default_factory=Ignoring)

    def is_ignored(self, path: str) -> bool:
        """Whether the file, or a folder above it, is left alone."""
        parts = path.split("/")
        return any(self.ignoring.covers("/".join(parts[: count + 1])) for count in range(len(parts)))


def scan(disk: Disk) -> Scan:
    """Look through the whole folder."""
    found = Scan(ignoring=_ignoring(disk))
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            entries = disk.list(folder)
        except FileNotFoundError:
            found.folders.pop(folder, None)
            continue
        except OSError:
            found.unreadable.append(folder)
            continue
        for entry in sorted(entries):
            if _take(found, folder, entry):
                waiting.append(join(folder, entry.name))
    return found


def _take(found: Scan, folder: str, entry: Entry) -> bool:
    """Note the entry; whether it is a folder to be looked through."""
    path = join(folder, entry.name)
    found.crowded.add(folder)
    if entry.name.startswith(LEFTOVER):
        found.leftovers.append(path)
        return False
    if path == OWN or found.ignoring.covers(path):
        return False
    if not _is_nameable(entry.name):
        found.unnameable.append(path)
        return False
    if entry.is_folder:
        found.folders[path] = entry
        return True
    (found.notes if is_note(entry.name) else found.others)[path] = entry
    return False


def _is_nameable(name: str) -> bool:
    """Whether the name is text: on some systems it can be any bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return name.isprintable() or not any(ord(letter) < 32 or ord(letter) == 127 for letter in name)


def _ignoring(disk: Disk) -> Ignoring:
    try:
        text, _ = disk.read(LIST)
    except FileNotFoundError:
        return Ignoring()
    return Ignoring(text.decode(errors="replace"))
