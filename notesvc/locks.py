"""Locks between processes: a file that one of them holds until it ends, however it ends."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

_STEP_SECONDS = 0.02


class LockHeldError(Exception):
    """Another process has the lock and kept it."""


@contextlib.contextmanager
def held(path: Path, *, shared: bool = False, wait_seconds: float = 1.0) -> Iterator[None]:
    """Hold the lock of that file; forked children keep it too. Raises LockHeldError after the wait.

    The wait is for processes that were killed a moment ago and whose children are about to end.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX, wait_seconds)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, kind: int, wait_seconds: float) -> None:
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            return fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise LockHeldError from None
        time.sleep(_STEP_SECONDS)
