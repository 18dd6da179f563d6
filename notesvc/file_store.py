"""Where attachments lie on disk: one file per content hash, never changed once it is there."""

import contextlib
import fcntl
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from notesvc import ballast, durable, errors

_PIECE = 256 * 1024
_TRASH = ".trash"
_UNFINISHED = ".new-"
_roots: list[Path] = []


class DamagedFileError(Exception):
    """The bytes are not those that the hash names."""


def open_store(root: Path) -> None:
    """Keep files below `root`, from now on in this process."""
    durable.make_folder(root)
    _roots[:] = [root]


def put(read: Callable[[int], bytes], most: int) -> tuple[str, int]:
    """Store what `read` gives until it gives nothing; answers (sha256, size). On disk when it returns.

    Raises TooLarge after `most` bytes, and then leaves nothing; Busy on a full disk.
    """
    ballast.leave_the_rest()
    with tempfile.NamedTemporaryFile(dir=_root(), prefix=_UNFINISHED, delete=False) as file:
        try:
            content_hash, size = _copy(read, file, most)
        except BaseException:
            os.unlink(file.name)
            raise
    _settle(Path(file.name), path_of(content_hash))
    return content_hash, size


def put_fetched(read: Callable[[int], bytes], content_hash: str) -> None:
    """Keep a copy of a file that lies elsewhere, once its bytes are those of the hash. Raises DamagedFileError.

    It is old from the start: nobody has uploaded it, so that it may go when room is needed.
    """
    ballast.leave_the_rest()
    with tempfile.NamedTemporaryFile(dir=_root(), prefix=_UNFINISHED, delete=False) as file:
        fresh = Path(file.name)
        try:
            if _copy(read, file, sys.maxsize)[0] != content_hash:
                raise DamagedFileError(content_hash)
            os.utime(fresh, (time.time(), 0))
            target = path_of(content_hash)
            target.parent.mkdir(mode=0o700, exist_ok=True)
            durable.put_in_place(fresh, target)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise


def path_of(content_hash: str) -> Path:
    """Where the file of that hash is, or would be."""
    return _root() / content_hash[:2] / content_hash


def found(content_hash: str) -> Path:
    """Where the file is; one in the trash is brought back, since somebody wants it. There may be none."""
    path = path_of(content_hash)
    if not path.is_file():
        bring_back(content_hash)
    return path


def remove(content_hash: str) -> None:
    """Drop the file; the caller knows that nothing refers to it any more."""
    with contextlib.suppress(FileNotFoundError):
        path_of(content_hash).unlink()


@contextlib.contextmanager
def reading(content_hash: str) -> Iterator[IO[bytes]]:
    """The stored file, open for reading. Raises FileNotFoundError where it is missing."""
    with open(found(content_hash), "rb") as file:
        yield file


def _copy(read: Callable[[int], bytes], file: IO[bytes], most: int) -> tuple[str, int]:
    hashing, size = hashlib.sha256(), 0
    while piece := read(_PIECE):
        size += len(piece)
        if size > most:
            raise errors.TooLarge(f"The file is larger than {most} bytes.")
        hashing.update(piece)
        file.write(piece)
    file.flush()
    os.fsync(file.fileno())
    return hashing.hexdigest(), size


def _settle(new: Path, target: Path) -> None:
    if _is_whole(target) and keep_young(target.name):
        new.unlink()
        return
    target.parent.mkdir(mode=0o700, exist_ok=True)
    durable.put_in_place(new, target)
    durable.sync(_root())


def _is_whole(path: Path) -> bool:
    """Whether the bytes are still those of its name: a file that the disk has changed is one to be replaced."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == path.name
    except OSError:
        return False


def keep_young(content_hash: str) -> bool:
    """Have the file count as stored now: who looks for old files leaves it to whoever stores it. False without one."""
    with contextlib.suppress(FileNotFoundError):
        os.utime(path_of(content_hash))
        return True
    return False


def note_use(content_hash: str) -> None:
    """Take note that the file was read now; when it was stored stays as it is."""
    with contextlib.suppress(OSError):
        path = path_of(content_hash)
        os.utime(path, (time.time(), path.stat().st_mtime))


def give_up(content_hash: str, seconds: float) -> int:
    """Remove the copy of a file that lies elsewhere, unless somebody has stored it in so many seconds; its bytes."""
    path, aside = path_of(content_hash), _root() / f"{_UNFINISHED}{content_hash}"
    try:
        os.rename(path, aside)
    except FileNotFoundError:
        return 0
    # Looked at only now: whoever stores it from here on makes a file of its own.
    found = aside.stat()
    if time.time() - found.st_mtime <= seconds:
        durable.put_in_place(aside, path)
        return 0
    aside.unlink()
    return found.st_size


@contextlib.contextmanager
def alone(name: str, *, shared: bool = False, waits: bool = True) -> Iterator[bool]:
    """A lock of that name over all processes of this folder; False where others have it and it does not wait."""
    with open(_root() / f".lock-{name}", "ab") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


def copies() -> Iterator[tuple[str, int, float]]:
    """Each stored file: its hash, its bytes, and when it was last used."""
    for path in _root().glob("[!.]*/[!.]*"):
        with contextlib.suppress(FileNotFoundError):
            found = path.stat()
            yield path.name, found.st_size, max(found.st_atime, found.st_mtime)


def _root() -> Path:
    return _roots[0]


def hashes() -> set[str]:
    """The hashes of all files that are stored, those in the trash left out."""
    return {path.name for path in _root().glob("[!.]*/[!.]*")}


def set_aside(content_hash: str, day: str) -> None:
    """Put the file into the trash of that day (2026-11-22), from where it can be brought back."""
    into = _root() / _TRASH / day
    durable.make_folder(into)
    # Another machine may have done it already.
    with contextlib.suppress(FileNotFoundError):
        durable.put_in_place(path_of(content_hash), into / content_hash)
        durable.sync(path_of(content_hash).parent)


def set_aside_hashes() -> set[str]:
    """The hashes of the files in the trash."""
    return {path.name for path in _root().glob(f"{_TRASH}/*/*")}


def bring_back(content_hash: str) -> None:
    """Take the file out of the trash, if it is there."""
    target = path_of(content_hash)
    for path in _root().glob(f"{_TRASH}/*/{content_hash}"):
        durable.make_folder(target.parent)
        with contextlib.suppress(FileNotFoundError):
            durable.put_in_place(path, target)


def remove_set_aside(before: str) -> int:
    """Remove for good what was put into the trash before that day; answers how many files."""
    removed = 0
    for folder in sorted(_root().glob(f"{_TRASH}/*")):
        if folder.name >= before:
            continue
        for path in folder.iterdir():
            path.unlink(missing_ok=True)
            removed += 1
        with contextlib.suppress(OSError):
            folder.rmdir()
    return removed


def remove_unfinished(older_than: float) -> int:
    """Remove what uploads left that were broken off so many seconds ago; answers how many."""
    old = [path for path in _root().glob(f"{_UNFINISHED}*") if time.time() - path.stat().st_mtime > older_than]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def is_older(content_hash: str, seconds: float) -> bool:
    """Whether nobody has stored that file in so many seconds; an upload names it only after it is stored."""
    path = path_of(content_hash)
    return path.is_file() and time.time() - path.stat().st_mtime > seconds
