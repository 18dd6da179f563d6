"""Files that have to survive a power cut: whole and on disk under their name, or not there at all."""

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path


def write_new(path: Path, content: bytes) -> None:
    """Make the file (mode 0600). Raises FileExistsError where there is one of that name; that one stays as it is."""
    fresh = _written(path, [content])
    try:
        os.link(fresh, path)
    finally:
        fresh.unlink()
    sync(path.parent)


def write(path: Path, content: bytes) -> None:
    """Put the content (mode 0600) in the place of what the name stood for before, if anything."""
    write_pieces(path, [content])


def write_pieces(path: Path, pieces: Iterable[bytes]) -> int:
    """The same in pieces: what was there stays until all of them are on disk. Answers how many bytes they were."""
    fresh = _written(path, pieces)
    size = fresh.stat().st_size
    put_in_place(fresh, path)
    return size


def put_in_place(fresh: Path, path: Path) -> None:
    """Give a file its final name, in place of what had it; the file itself is on disk already."""
    os.replace(fresh, path)
    sync(path.parent)


def make_folder(path: Path) -> None:
    """Have a folder (mode 0700) that is still there after a power cut, with those above it."""
    missing = [each for each in (path, *path.parents) if not each.is_dir()]
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in missing:
        # Whoever may not read the folder above can do no more.
        with contextlib.suppress(PermissionError):
            sync(each.parent)


def private(path: str, flags: int) -> int:
    """An opener for files that are their owner's alone."""
    return os.open(path, flags, 0o600)


def sync(path: Path) -> None:
    """Have a file, or the names in a folder, on disk when it returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _written(path: Path, pieces: Iterable[bytes]) -> Path:
    """The content on disk, under a name that nobody looks for."""
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        with open(fresh, "xb", opener=private) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh
