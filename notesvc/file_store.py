"""Where attachments lie on disk: one file per content hash, never changed once it is there."""

import contextlib
import hashlib
import os
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
    if target.exists():
        new.unlink()
        # Young again: a sweep that looks for old files of nobody leaves it to whoever stores it now.
        os.utime(target)
        return
    target.parent.mkdir(mode=0o700, exist_ok=True)
    durable.put_in_place(new, target)
    durable.sync(_root())


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
