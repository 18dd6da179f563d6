"""The tester's side of shim.c: builds it, tells it what to do, and reads what it has noted."""

import errno
import functools
import mmap
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.places import missing

_SOURCE = Path(__file__).with_name("shim.c")
_CONTROL = struct.Struct("=Iiqqqq II 512s 512s 512s")
_RECORD = struct.Struct("=IiQq IIII")
_FAIL, _LOG = 1, 2

OPEN, WRITE, SYNC, SYNCED, TRUNCATE, ALLOCATE, RENAME, LINK, UNLINK, MKDIR, RMDIR, READ = range(1, 13)
NAMES = ("", "open", "write", "sync", "", "truncate", "allocate", "rename", "link", "unlink", "mkdir", "rmdir", "read")
ERRORS = {name: getattr(errno, name) for name in ("EIO", "ENOSPC", "EMFILE", "EROFS")}
ALWAYS = 2**62


@functools.cache
def library() -> Path:
    """The shim, compiled; without a compiler the test is skipped."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        missing("the fault tests need Linux and a C compiler")
    folder = Path(tempfile.mkdtemp(prefix="notesvc-shim-"))
    target = folder / "shim.so"
    subprocess.run([str(compiler), "-shared", "-fPIC", "-O1", "-o", target, _SOURCE, "-ldl"], check=True)
    return target


@dataclass(frozen=True, slots=True)
class Seen:
    """What the shim met: how many operations could have failed so, how many did, and which was the first of these."""

    points: int
    failed: int
    where: str


class Shim:
    """One for each family of processes that is started with `environment`. Switched off at first."""

    def __init__(self, folder: Path, below: Path) -> None:
        self.log = folder / "operations"
        self._below = below.resolve()
        self._path = folder / "control"
        self._path.write_bytes(bytes(_CONTROL.size))
        with open(self._path, "r+b") as file:
            self._map = mmap.mmap(file.fileno(), _CONTROL.size)
        self.rest()

    @property
    def environment(self) -> dict[str, str]:
        """What a process has to be started with."""
        return {"LD_PRELOAD": str(library()), "FAULTS_CONTROL": str(self._path)}

    def rest(self) -> Seen:
        """Do nothing from now on; answers what was met until now."""
        # The mode goes first, so that nobody reads half of the rest.
        self._map[:4] = bytes(4)
        seen = self.seen()
        self._put(0, 0, 0, 0)
        return seen

    def fail(self, error: int, first: int = 0, last: int = 0) -> None:
        """Have the operations of those numbers (from 1, of those that this error can happen to) fail; 0: count only."""
        self._put(0, error, first, last)
        self._map[:4] = struct.pack("=I", _FAIL)

    def write_log(self) -> None:
        """Note what is done, from now on, in a log that begins empty."""
        self.log.unlink(missing_ok=True)
        self.log.touch()
        self._put(_LOG, 0, 0, 0)

    def seen(self) -> Seen:
        """What was met since it was told what to do."""
        _, _, _, _, points, failed, operation, _, path, _, _ = _CONTROL.unpack(self._map[:])
        where = f"{NAMES[operation]} {os.fsdecode(path.rstrip(bytes(1)))}" if failed else ""
        return Seen(points, failed, where.replace(str(self._below), "…"))

    def _put(self, mode: int, error: int, first: int, last: int) -> None:
        places = (os.fsencode(self._below), os.fsencode(self.log))
        self._map[:] = _CONTROL.pack(mode, error, first, last, 0, 0, 0, 0, b"", *places)


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that a process did to a file: `number` is the byte of the log at which it stands."""

    number: int
    kind: int
    thread: int
    inode: int
    offset: int
    path: str
    second: str
    content: bytes


def operations(log: bytes) -> Iterator[Operation]:
    """What the log holds, in order."""
    at = 0
    while at + _RECORD.size <= len(log):
        kind, thread, inode, offset, size, path, second, _ = _RECORD.unpack_from(log, at)
        start = at + _RECORD.size
        names = log[start : start + path], log[start + path : start + path + second]
        content = log[start + path + second : start + path + second + size]
        yield Operation(at, kind, thread, inode, offset, os.fsdecode(names[0]), os.fsdecode(names[1]), content)
        at = start + path + second + size
