"""Locks between processes: a file that one of them holds until it ends, however it ends."""

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_STEP_SECONDS = 0.02


class LockHeldError(Exception):
    """Another process has the lock and kept it."""


@contextlib.contextmanager
def held(path: Path, *, shared: bool = False, wait_seconds: float = 1.0) -> Iterator[None]:
    """Hold the lock of that file; forked children keep it too. Raises LockHeldError after the wait."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            until_free(lambda: fcntl.flock(descriptor, kind | fcntl.LOCK_NB), errno.EAGAIN, wait_seconds)
        except BlockingIOError:
            raise LockHeldError from None
        yield
    finally:
        os.close(descriptor)


def until_free(take: Callable[[], T], taken: int, wait_seconds: float = 1.0) -> T:
    """Take what another process may have, again and again while that fails with the error number `taken`.

    The wait is for processes that were killed a moment ago and whose children are about to end. Raises the OSError
    after it.
    """
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            return take()
        except OSError as error:
            if error.errno != taken or time.monotonic() > deadline:
                raise
        time.sleep(_STEP_SECONDS)
