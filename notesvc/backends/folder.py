"""A folder of this machine. Its root is held open, links are not followed, and no key leads out of it."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from notesvc.backends import keys, local, renames
from notesvc.backends.backend import Entry, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.local import Place, Reader, in_our_words

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OVERWRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


class FolderBackend:
    """Files below a folder that is there already; its administrator has made it."""

    kind = "folder"

    def __init__(self, root: Path) -> None:
        self._path = root
        self._root: int | None = None

    def find(self, key: str) -> Entry | None:
        with contextlib.suppress(MissingError), in_our_words(MissingError), self._place(key) as place:
            return local.entry(key, place)
        return None

    @contextmanager
    def open(self, key: str, start: int = 0, length: int | None = None) -> Iterator[Reader]:
        with in_our_words(MissingError), self._place(key) as place:
            reader = local.reader(place, start, length)
        with contextlib.closing(reader):
            yield reader

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        waiting = [keys.parts(prefix.rstrip("/")) if prefix else []]
        while waiting:
            folders = waiting.pop()
            found, below = self._listing(folders)
            waiting += [[*folders, name] for name in below]
            yield from found

    def put(self, key: str, source: IO[bytes], size: int) -> str:
        with in_our_words(), self._place(key, makes=True) as place, local.fresh(place, source, size) as fresh:
            fresh.become(place[1])
            return fresh.settle()

    def create(self, key: str, content: bytes) -> str:
        with in_our_words(), self._place(key, makes=True) as place, local.fresh_text(place, content) as fresh:
            try:
                renames.no_replace((place[0], fresh.name), place)
            except FileExistsError as error:
                raise ChangedError from error
            return fresh.settle()

    def replace(self, key: str, content: bytes, seen: Seen) -> str:
        with in_our_words(ChangedError), self._place(key) as place:
            local.look(place, seen)
            with local.fresh_text(place, content) as fresh:
                local.swap(place, fresh, seen)
                return fresh.settle()

    def remove(self, key: str, seen: Seen | None = None) -> None:
        with contextlib.suppress(MissingError), in_our_words(MissingError), self._place(key) as place:
            if seen is None:
                os.unlink(place[1], dir_fd=place[0])
            else:
                local.look(place, seen)
                local.take_out(place, seen)
            os.fsync(place[0])

    def move(self, key: str, target: str, seen: Seen) -> str:
        with (
            in_our_words(),
            self._place(target, makes=True) as new,
            in_our_words(MissingError),
            self._place(key) as old,
        ):
            local.look(old, seen)
            return local.move(old, new, seen)

    def close(self) -> None:
        if self._root is not None:
            os.close(self._root)
            self._root = None

    def write_as_others(self, key: str, content: bytes) -> None:
        """Write as other programs do: into the file itself."""
        with in_our_words(), self._place(key, makes=True) as place:
            _write_into(place, content)

    def drop_folder(self, folder: str) -> None:
        """Remove folders without files in them."""
        with contextlib.suppress(MissingError), in_our_words(MissingError), self._place(folder) as place:
            _drop_folder(place)

    def _listing(self, folders: list[str]) -> tuple[list[Entry], list[str]]:
        with contextlib.suppress(MissingError), in_our_words(MissingError), self._folder(folders) as here:
            local.clear(here)
            return local.listing(here, "".join(f"{name}/" for name in folders))
        return [], []

    @contextmanager
    def _place(self, key: str, makes: bool = False) -> Iterator[Place]:
        *folders, name = keys.parts(key)
        with self._folder(folders, makes) as folder:
            yield folder, name

    @contextmanager
    def _folder(self, folders: list[str], makes: bool = False) -> Iterator[int]:
        handle = os.dup(self._held_root())
        try:
            for name in folders:
                below = _enter(handle, name, makes)
                os.close(handle)
                handle = below
            yield handle
        finally:
            os.close(handle)

    def _held_root(self) -> int:
        if self._root is not None and os.fstat(self._root).st_nlink == 0:
            self.close()
        if self._root is None:
            try:
                # The administrator's own path may lead through links.
                self._root = os.open(self._path, _FOLDER & ~os.O_NOFOLLOW)
            except (FileNotFoundError, NotADirectoryError) as error:
                raise BackendError("no_such_place") from error
        return self._root


def _enter(handle: int, name: str, makes: bool) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=handle)
    except FileNotFoundError:
        if not makes:
            raise
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, dir_fd=handle)
        os.fsync(handle)
    return os.open(name, _FOLDER, dir_fd=handle)


def _write_into(place: Place, content: bytes) -> None:
    handle = os.open(place[1], _OVERWRITE, 0o666, dir_fd=place[0])
    with os.fdopen(handle, "wb") as file:
        file.write(content)


def _drop_folder(place: Place) -> None:
    handle = os.open(place[1], _FOLDER, dir_fd=place[0])
    try:
        for name in os.listdir(handle):
            _drop_folder((handle, name))
    finally:
        os.close(handle)
    os.rmdir(place[1], dir_fd=place[0])
