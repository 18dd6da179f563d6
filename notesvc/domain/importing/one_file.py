"""A single text file, in the shape of an archive that has one entry."""

from collections.abc import Iterator
from pathlib import Path

from notesvc.domain.importing.archive import Entry, Unpacking


class OneFile:
    """The file at `path`, which came under the name `name`."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._entry = Entry(0, name, False, path.stat().st_size, None)

    def entries(self) -> Iterator[Entry]:
        return iter([self._entry])

    def entry(self, _: int) -> Entry:
        return self._entry

    def open_entry(self, _: int) -> Unpacking:
        return Unpacking(open(self._path, "rb"), self._entry.size, lambda _: None)

    def close(self) -> None:
        """Nothing is open between two reads."""
