"""One client at a time."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from notesvc.clients.desktop.cli.codes import RUNNING, CommandError


@contextlib.contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock; raises CommandError that names the process that has it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(path, "a+", encoding="utf-8") as file:
        if not _is_taken_by_us(file.fileno()):
            file.seek(0)
            raise CommandError(RUNNING, f"It is running already: process {file.read().strip() or 'unknown'}.")
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
        file.truncate(0)


if sys.platform == "win32":
    import msvcrt

    def _is_taken_by_us(descriptor: int) -> bool:
        try:
            # Far behind the process id, which others read.
            os.lseek(descriptor, 1024, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _is_taken_by_us(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
