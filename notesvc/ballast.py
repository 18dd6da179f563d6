"""A file that holds space back: given up when the disk is full, so that people can sign in and delete, and made again
when there is room.

What is left of it afterwards is an empty file. While that lies there and the disk has no room, only what frees space or
lets people in is written.
"""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from notesvc import errors, limits, trouble
from notesvc.config import Settings

_PIECE = 1024 * 1024
_paths: list[Path] = []
_spending = threading.local()


def watch(settings: Settings) -> None:
    """Hold back space beside what grows, from now on in this process: the database, or the files where it is away."""
    folder = settings.database_path.parent if settings.is_sqlite else settings.instance
    _paths[:] = [folder / "ballast"]


def keep() -> None:
    """Make the file where it is not whole and the disk has twice the room that it takes."""
    path = _path()
    if (_size(path) or 0) >= limits.MAX_BALLAST or free_bytes() < 2 * limits.MAX_BALLAST:
        return
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        # Not zeros, which some file systems do not store.
        for first in range(0, limits.MAX_BALLAST, _PIECE):
            os.pwrite(descriptor, os.urandom(min(_PIECE, limits.MAX_BALLAST - first)), first)
        os.fsync(descriptor)
    except OSError:
        os.truncate(descriptor, 0)
        raise
    finally:
        os.close(descriptor)


def give_up() -> bool:
    """Free the space; False where there was none to free."""
    path = _path()
    if not _size(path):
        return False
    with contextlib.suppress(OSError):
        os.truncate(path, 0)
        return True
    return False


def is_given_up() -> bool:
    """Whether the space was needed, and has not been held back again."""
    return bool(_paths) and _size(_path()) == 0


def leave_the_rest(reusable: int = 0) -> None:
    """Raise Busy where the disk has no room but the space that was given up, and this thread may not take it.

    `reusable`: how many bytes can be written without any of the disk's.
    """
    if not is_spending() and _is_without_room(reusable):
        raise errors.Busy(trouble.DISK_FULL.words)


def trouble_of_disk() -> trouble.Cause | None:
    """Why the disk takes nothing, or nothing but what frees space; None where it takes all."""
    # In this order: space that a thread gives up between the two would pass for free in the other.
    return trouble.of_disk() or (trouble.DISK_FULL if _is_without_room() else None)


def free_bytes() -> int:
    """How much the disk still takes."""
    found = os.statvfs(_path().parent)
    return found.f_bavail * found.f_frsize


@contextlib.contextmanager
def spending(is_allowed: bool = True) -> Iterator[None]:
    """What is written within, by this thread, may take the space that the file gave up."""
    before, _spending.is_allowed = is_spending(), is_allowed
    try:
        yield
    finally:
        _spending.is_allowed = before


def is_spending() -> bool:
    """Whether this thread frees space, or lets somebody in."""
    return getattr(_spending, "is_allowed", False)


def _is_without_room(reusable: int = 0) -> bool:
    return is_given_up() and free_bytes() + reusable < limits.MAX_BALLAST + limits.BALLAST_MARGIN


def _path() -> Path:
    return _paths[0]


def _size(path: Path) -> int | None:
    """None where the file never was."""
    try:
        return path.stat().st_size
    except OSError:
        return None
