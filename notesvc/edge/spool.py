"""Where bodies wait until they are whole: in memory while they are small, else in files without a name."""

import errno
import io
import tempfile
import threading
from pathlib import Path
from typing import IO

from notesvc import errors, limits

_FULL = (errno.ENOSPC, errno.EDQUOT)


class Store:
    """The room that all bodies of this process have together."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self.used = {"memory": 0, "disk": 0}

    def reserve(self, kind: str, size: int, most: int) -> bool:
        """Take so much of the memory or of the disk; whether there was so much left."""
        with self._lock:
            if self.used[kind] + size > most:
                return False
            self.used[kind] += size
            return True

    def release(self, kind: str, size: int) -> None:
        with self._lock:
            self.used[kind] -= size


class Spool:
    """One body. It begins in memory, and goes on in a file when it grows or memory is short.

    The file has no name, so nothing of it is left whatever becomes of the process.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._file: IO[bytes] = io.BytesIO()
        self._kind = "memory"
        self._reserved = 0
        self.size = 0

    def is_kept_in_memory(self, length: int) -> bool:
        """Whether a body of that length has its place in memory from now on."""
        is_kept = length <= limits.BODY_IN_MEMORY and self._store.reserve("memory", length, limits.BODIES_IN_MEMORY)
        self._reserved += length if is_kept else 0
        return is_kept

    def write(self, piece: bytes) -> None:
        """Raises Busy when neither memory nor disk has room for it."""
        missing = self.size + len(piece) - self._reserved
        if missing > 0:
            self._make_room(missing)
        try:
            self._file.write(piece)
        except OSError as error:
            raise _no_room(error) from error
        self.size += len(piece)

    def whole(self) -> IO[bytes]:
        """The body from its beginning."""
        try:
            self._file.seek(0)
        except OSError as error:
            # What was still in the file's buffer found no place.
            raise _no_room(error) from error
        return self._file

    def close(self) -> None:
        self._store.release(self._kind, self._reserved)
        self._reserved = 0
        try:
            self._file.close()
        except OSError:
            # It was to be written out first; nobody wants it any more.
            return

    def _make_room(self, missing: int) -> None:
        is_small = self._kind == "memory" and self._reserved + missing <= limits.BODY_IN_MEMORY
        if not (is_small and self._store.reserve("memory", missing, limits.BODIES_IN_MEMORY)):
            if self._kind == "memory":
                self._move_to_disk()
            if not self._store.reserve("disk", missing, limits.MAX_SPOOLED):
                raise errors.Busy("Too much is being uploaded at this moment. Try again in a moment.")
        self._reserved += missing

    def _move_to_disk(self) -> None:
        in_memory, reserved = self._file, self._reserved
        if not self._store.reserve("disk", reserved, limits.MAX_SPOOLED):
            raise errors.Busy("Too much is being uploaded at this moment. Try again in a moment.")
        try:
            file = tempfile.TemporaryFile(dir=self._store.folder)  # noqa: SIM115 - closed by `close`
            file.write(in_memory.getvalue())  # type: ignore[attr-defined]
        except OSError as error:
            self._store.release("disk", reserved)
            raise _no_room(error) from error
        self._store.release("memory", reserved)
        self._file, self._kind = file, "disk"


def _no_room(error: OSError) -> errors.Busy:
    if error.errno in _FULL:
        return errors.Busy("The disk of the server is full.")
    return errors.Busy("The server cannot keep what is uploaded at this moment.")
