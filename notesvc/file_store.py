"""Where attachments lie on disk: one file per content hash, never changed once it is there."""

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from notesvc import errors

_PIECE = 256 * 1024
_roots: list[Path] = []


def open_store(root: Path) -> None:
    """Keep files below `root`, from now on in this process."""
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    _roots[:] = [root]


def put(read: Callable[[int], bytes], most: int) -> tuple[str, int]:
    """Store what `read` gives until it gives nothing; answers (sha256, size). On disk when it returns.

    Raises TooLarge after `most` bytes, and then leaves nothing.
    """
    with tempfile.NamedTemporaryFile(dir=_root(), prefix=".new-", delete=False) as file:
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


def remove(content_hash: str) -> None:
    """Drop the file; the caller knows that nothing refers to it any more."""
    with contextlib.suppress(FileNotFoundError):
        path_of(content_hash).unlink()


@contextlib.contextmanager
def reading(content_hash: str) -> Iterator[IO[bytes]]:
    """The stored file, open for reading. Raises FileNotFoundError where it is missing."""
    with open(path_of(content_hash), "rb") as file:
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
    os.replace(new, target)
    for folder in (target.parent, _root()):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _root() -> Path:
    return _roots[0]


def remove_unknown(known: set[str], older_than: float) -> int:
    """Remove files whose hash is not known and that are older than so many seconds; answers how many."""
    removed, now = 0, time.time()
    for path in _root().glob("*/*"):
        if path.name not in known and now - path.stat().st_mtime > older_than:
            path.unlink()
            removed += 1
    return removed
