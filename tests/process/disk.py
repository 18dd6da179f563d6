"""A small disk of its own, which a test can fill."""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.places import missing

MIB = 1024 * 1024


class Disk:
    """A file system of so many MiB at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fill(self) -> None:
        """Leave no byte free."""
        with open(self.path / "filler", "ab", buffering=0) as file:
            # A disk in memory counts its pages by processor: it says that it is full a little early, at times.
            for size in (MIB, 4096, *[4096] * 20, 1):
                self._write(file.fileno(), size)

    def empty(self) -> None:
        """Take away what filled it."""
        (self.path / "filler").unlink()

    def _write(self, descriptor: int, size: int) -> None:
        with contextlib.suppress(OSError):
            while os.write(descriptor, b"x" * size):
                pass


@contextlib.contextmanager
def mounted(path: Path, size: int) -> Iterator[Disk]:
    """A disk in memory, where this process may mount one; else the test is skipped."""
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}m,mode=0700", "tmpfs", str(path)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        missing("this process may not mount a disk")
    try:
        yield Disk(path)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)
