"""Disks of other kinds over a real one: without case, with inode numbers that come back; each operation is a step."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from notesvc.clients.desktop.sync.disk import Disk, Entry
from notesvc.clients.desktop.sync.errors import DiskFullError
from notesvc.text import file_names

Step = Callable[[str], None]


class Numbers:
    """Inode numbers that come back: the next file gets the number of the last one that went."""

    def __init__(self) -> None:
        self._of: dict[int, int] = {}
        self._free: list[int] = []
        self._next = itertools.count(1)

    def of(self, inode: int) -> int:
        if inode not in self._of:
            self._of[inode] = self._free.pop() if self._free else next(self._next)
        return self._of[inode]

    def release(self, inode: int) -> None:
        number = self._of.pop(inode, None)
        if number is not None:
            self._free.append(number)


class Place:
    """A folder as people use it: by paths, on a disk that may not tell case apart."""

    def __init__(self, root: str, *, is_caseless: bool) -> None:
        self.root = root
        self.is_caseless = is_caseless
        self.numbers = Numbers()
        self._times = itertools.count(10**18, 10**9)
        self.unreadable: set[str] = set()

    def spelled(self, path: str, root: str | None = None) -> str:
        """The path as the disk has it, where case does not count; from the top, or from another root."""
        if not self.is_caseless:
            return path
        kept: list[str] = []
        for name in filter(None, path.split("/")):
            kept.append(_spelled_in(os.path.join(root or self.root, *kept), name))
        return "/".join(kept)

    def full(self, path: str) -> str:
        return os.path.join(self.root, self.spelled(path))

    def write(self, path: Path, text: str) -> None:
        """Write the file; no two writes have the same time."""
        path.write_text(text)
        self.touch(path)

    def touch(self, file: Path | int | str) -> None:
        time = next(self._times)
        os.utime(file, ns=(time, time))

    def release(self, path: str) -> None:
        try:
            self.numbers.release(os.lstat(self.full(path)).st_ino)
        except OSError:
            return


def _spelled_in(folder: str, name: str) -> str:
    try:
        names = os.listdir(folder)
    except OSError:
        return name
    return next((each for each in sorted(names) if file_names.key(each) == file_names.key(name)), name)


class SteppingDisk(Disk):
    """The client's disk on such a place; before and after each operation somebody else may act, or all may end, and
    now and then there is no room for more than the half of a file."""

    def __init__(self, place: Place, step: Step, is_full: Callable[[], bool] = lambda: False) -> None:
        super().__init__(place.root)
        self._place, self._step, self._is_full = place, step, is_full

    def list(self, folder: str) -> list[Entry]:
        self._step("list")
        if folder in self._place.unreadable:
            raise PermissionError(13, "not readable")
        return [self._numbered(entry) for entry in sorted(super().list(self._spelled(folder)))]

    def look(self, path: str) -> Entry | None:
        self._step("look")
        entry = super().look(self._spelled(path))
        return None if entry is None else self._numbered(entry)

    def open(self, path: str) -> int:
        self._refuse_unreadable(path)
        return super().open(self._spelled(path))

    def read(self, path: str) -> tuple[bytes, Entry]:
        self._step("read")
        raw, entry = super().read(path)
        return raw, self._numbered(entry)

    def reading(self, path: str) -> IO[bytes]:
        self._step("read")
        return super().reading(path)

    def facts(self, file: IO[bytes]) -> Entry:
        return self._numbered(super().facts(file))

    def write(self, path: str, pieces: Iterator[bytes], *, is_flushed: bool = True) -> None:
        self._step("write")
        if self._is_full():
            text = b"".join(pieces)
            super().write(self._spelled(path), iter([text[: len(text) // 2]]), is_flushed=False)
            self._complain()
            return
        super().write(self._spelled(path), pieces, is_flushed=False)
        with self._at(self._spelled(path)) as (name, handle):
            self._place.touch(os.path.join(f"/proc/self/fd/{handle}", name))
        self._step("written")

    def move(self, old: str, new: str, *, is_flushed: bool = True) -> None:
        self._step("move")
        source, target = self._spelled(old), self._spelled(new)
        if self._place.is_caseless and source == target:
            # The same file under another spelling.
            target = new
        super().move(source, target, is_flushed=False)
        self._step("moved")

    def remove(self, path: str) -> None:
        self._step("remove")
        self._place.release(path)
        super().remove(self._spelled(path))

    def make_folder(self, path: str) -> bool:
        self._step("make_folder")
        return super().make_folder(self._spelled(path))

    def remove_folder(self, path: str) -> None:
        self._step("remove_folder")
        self._place.release(path)
        super().remove_folder(self._spelled(path))

    def flush(self) -> None:
        self._step("flush")

    def _complain(self) -> None:
        raise DiskFullError("no room")

    def _spelled(self, path: str) -> str:
        # By what is held: the folder's own path may lead elsewhere by now.
        return self._place.spelled(path, f"/proc/self/fd/{self._root}")

    def _numbered(self, entry: Entry) -> Entry:
        # Long ago: what a stamp says can be relied on, for no two writes have the same time. When the machine's own
        # clock ticked is no part of it: a seed would say something else each time.
        stamp = f"{entry.size}.{entry.stamp.split('.')[1]}"
        return entry._replace(inode=self._place.numbers.of(entry.inode), stamp=stamp, changed_at=0.0)

    def _refuse_unreadable(self, path: str) -> None:
        if any(path.startswith(f"{each}/") for each in self._place.unreadable):
            raise PermissionError(13, "not readable")
