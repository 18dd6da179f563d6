"""The folder on the disk: single operations, all below a directory that is held open."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import IO, NamedTuple

from notesvc.clients.desktop.sync import no_replace
from notesvc.clients.desktop.sync.errors import DiskFullError, FolderGoneError

OWN = ".notesvc"
"""The client's own folder in the folder: marker, trash, files that are being written."""

MARKER = f"{OWN}/marker"
TRASH = f"{OWN}/trash"
_WITH_HANDLES = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Entry(NamedTuple):
    """What is in a folder; `stamp` changes whenever the file does."""

    name: str
    is_folder: bool
    inode: int
    size: int
    stamp: str
    links: int
    changed_at: float


class Disk:
    """The folder at `path`. Paths have `/` between names and no link on their way is followed.

    Every operation is one that either happens or does not, but `write`, whose file nobody looks at before it is moved.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._root = os.open(path, _FOLDER) if _WITH_HANDLES else None
        except OSError as error:
            raise FolderGoneError(f"{path} cannot be opened: {error.strerror}") from error

    @property
    def flushes_all(self) -> bool:
        """Whether `flush` waits for everything; where it cannot, each file is flushed by itself."""
        return self._root is not None and no_replace.CAN_FLUSH_ALL

    def close(self) -> None:
        """Let go of the folder."""
        if self._root is not None:
            os.close(self._root)
            self._root = None

    def is_still_there(self) -> bool:
        """Whether the path still leads to the folder that is held."""
        if self._root is None:
            return os.path.isdir(self.path)
        try:
            there = os.stat(self.path)
        except OSError:
            return False
        held = os.fstat(self._root)
        return (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)

    def list(self, folder: str) -> list[Entry]:
        """What is in the folder, links and special files left out. Raises OSError."""
        with self._open_folder(folder) as handle, os.scandir(handle) as entries:
            found = [(entry.name, self._facts(entry)) for entry in entries]
        return [_entry(name, facts) for name, facts in found if _is_plain(facts.st_mode)]

    def _facts(self, entry: os.DirEntry[str]) -> os.stat_result:
        # Where there are no handles (Windows) what an entry says of itself has no inode.
        return entry.stat(follow_symlinks=False) if self._root is not None else os.lstat(entry.path)

    def look(self, path: str) -> Entry | None:
        """What lies there; None for nothing."""
        try:
            with self._at(path) as (name, handle):
                return _entry(name, os.stat(name, dir_fd=handle, follow_symlinks=False))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def open(self, path: str) -> int:
        """A descriptor to read the file from. Raises OSError."""
        with self._at(path) as (name, handle):
            return os.open(name, _FILE | getattr(os, "O_NONBLOCK", 0), dir_fd=handle)

    def reading(self, path: str) -> IO[bytes]:
        """The file, to be read piece by piece. Raises OSError."""
        return os.fdopen(self.open(path), "rb")

    def facts(self, file: IO[bytes]) -> Entry:
        """What the open file is now; it has no name."""
        return _entry("", os.fstat(file.fileno()))

    def read(self, path: str) -> tuple[bytes, Entry]:
        """The file's bytes, and what it was when they were read. Raises OSError."""
        with os.fdopen(self.open(path), "rb") as file:
            return file.read(), _entry(path.rpartition("/")[2], os.fstat(file.fileno()))

    def write(self, path: str, pieces: Iterator[bytes], *, is_flushed: bool = True) -> None:
        """A new file; on the disk when this returns, unless `is_flushed` is false. Raises FileExistsError, DiskFullError."""
        with _full_disk_named(), self._at(path) as (name, handle):
            with os.fdopen(os.open(name, _NEW, 0o644, dir_fd=handle), "wb") as file:
                for piece in pieces:
                    file.write(piece)
                file.flush()
                if is_flushed:
                    os.fsync(file.fileno())

    def move(self, old: str, new: str, *, is_flushed: bool = True) -> None:
        """Rename the file or folder; nothing is replaced. Raises FileExistsError, OSError.

        On the disk when this returns, unless `is_flushed` is false.
        """
        with _full_disk_named(), self._at(old) as source, self._at(new) as target:
            no_replace.rename(source, target)
            for handle in {source[1], target[1]} if is_flushed else ():
                if handle is not None:
                    os.fsync(handle)

    def remove(self, path: str) -> None:
        """Delete the file for good: for files of the client's own."""
        with self._at(path) as (name, handle):
            os.unlink(name, dir_fd=handle)

    def make_folder(self, path: str) -> bool:
        """Make the folder; whether it is new, for one that is there already is left alone. Raises OSError."""
        with _full_disk_named(), self._at(path) as (name, handle), contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=handle)
            return True
        return False

    def remove_folder(self, path: str) -> None:
        """Remove the folder. Raises OSError where something is in it."""
        with self._at(path) as (name, handle):
            os.rmdir(name, dir_fd=handle)

    def flush(self) -> None:
        """What was written and moved is on the disk when this returns."""
        no_replace.sync_all(self._root)

    @contextlib.contextmanager
    def _at(self, path: str) -> Iterator[tuple[str, int | None]]:
        """The last name of the path, and a handle of the folder that it is in."""
        above, _, name = path.rpartition("/")
        if self._root is None:
            yield os.path.join(self.path, *path.split("/")), None
            return
        with self._open_folder(above) as handle:
            yield name, int(handle)

    @contextlib.contextmanager
    def _open_folder(self, folder: str) -> Iterator[int | str]:
        """A handle of the folder, gone to step by step, so that no link leads out."""
        if self._root is None:
            yield os.path.join(self.path, *folder.split("/")) if folder else self.path
            return
        with contextlib.ExitStack() as held:
            handle = self._root
            for name in filter(None, folder.split("/")):
                handle = os.open(name, _FOLDER, dir_fd=handle)
                held.callback(os.close, handle)
            yield handle


def pieces_of(text: bytes) -> Iterator[bytes]:
    """The bytes as `write` takes them."""
    yield text


@contextlib.contextmanager
def _full_disk_named() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError("There is no room on the disk.") from error
        raise


def _entry(name: str, facts: os.stat_result) -> Entry:
    stamp = f"{facts.st_size}.{facts.st_mtime_ns}.{facts.st_ctime_ns}"
    changed_at = max(facts.st_mtime, facts.st_ctime)
    is_folder = stat.S_ISDIR(facts.st_mode)
    return Entry(name, is_folder, facts.st_ino, facts.st_size, stamp, facts.st_nlink, changed_at)


def _is_plain(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


