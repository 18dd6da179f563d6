"""Where things lie on this disk, by what the state says."""

from datetime import date

from notesvc.clients.desktop.sync.state import State, Thing
from notesvc.text import file_names

TOP = ""
"""The id of the folder that is synced."""

JOURNAL = ":journal"
"""The id of the folder of the journal's entries: there is none in the service, unless the workspace has one."""

JOURNAL_NAME = "Journal"
ENDINGS = (".md", ".markdown")


class Tree:
    """All things that the state knows, by kind and id, and their paths."""

    def __init__(self, state: State) -> None:
        self.folders = state.things("folder")
        self.notes = state.things("note")
        self.attachments = state.things("attachment")
        self._found: dict[str, str | None] = {TOP: ""}

    def is_folder(self, place: str | None) -> bool:
        """Whether there is such a folder in the service, or it is the top."""
        return place is not None and (place == TOP or place in self.folders)

    def folder_path(self, place: str | None) -> str | None:
        """The path of a folder; None where it is not on this disk."""
        if place is None:
            return None
        if place not in self._found:
            self._found[place] = None  # a circle ends here
            folder = self.folders.get(place)
            self._found[place] = self.path(folder) if folder is not None else None
        return self._found[place]

    def path(self, thing: Thing) -> str | None:
        """The path where it was last; None where it is not on this disk."""
        if thing.kind == "attachment":
            return thing.file
        above = self.folder_path(thing.place)
        return None if above is None or thing.file is None else join(above, thing.file)

    def place_at(self, path: str) -> str | None:
        """The id of the folder that has this path."""
        return next((each for each in (TOP, *self.folders) if self.folder_path(each) == path), None)

    def forget_paths(self) -> None:
        """Folders have other paths now."""
        self._found = {TOP: ""}

    def top_down(self) -> list[Thing]:
        """The folders, each after the one that it lies in here."""
        return sorted(self.folders.values(), key=lambda each: ((self.path(each) or "").count("/"), each.id))

    def place_there(self, parent: str | None, *, is_entry: bool) -> str:
        """The id of the folder where something with this parent belongs here."""
        if parent is not None:
            return parent
        return self._journal() if is_entry else TOP

    def _journal(self) -> str:
        wanted = file_names.key(JOURNAL_NAME)
        own = [each.id for each in self.folders.values() if each.parent is None and file_names.key(each.name) == wanted]
        return min((each for each in own if each != JOURNAL), default=JOURNAL)


def join(folder: str, name: str) -> str:
    """The path of the name in the folder."""
    return f"{folder}/{name}" if folder else name


def split(path: str) -> tuple[str, str]:
    """The folder, and the name in it."""
    folder, _, name = path.rpartition("/")
    return folder, name


def title_of(file: str) -> str:
    """The name of the note whose file has this name."""
    for ending in ENDINGS:
        if file.lower().endswith(ending):
            return file[: -len(ending)]
    return file


def file_of(name: str) -> str:
    """The name of the file of a note with this name."""
    return file_names.safe(name, ENDINGS[0])


def is_note(file: str) -> bool:
    """Whether a file with this name is a note's."""
    return file.lower().endswith(ENDINGS)


def is_day(title: str) -> bool:
    """Whether it is the name of a day's entry, as 2026-11-21."""
    try:
        return date.fromisoformat(title).isoformat() == title
    except ValueError:
        return False


def is_same_name(one: str, other: str) -> bool:
    """Whether two names differ in case or spelling at most."""
    return file_names.key(one) == file_names.key(other)
