"""What processes take of the memory: proportional set sizes, which count shared pages once."""

import os
import threading
from collections.abc import Iterable
from pathlib import Path

_PROC = Path("/proc")
_EVERY_SECONDS = 0.05


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (parent := _parent(entry)) is not None:
            children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def taken(pids: Iterable[int]) -> int:
    """Bytes of memory that the processes take together; one that is gone takes none."""
    return sum(_taken(pid) for pid in pids)


def processor_seconds(pid: int) -> float:
    """What a process has worked until now; one that is gone has worked nothing."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Watch:
    """Looks at a process and its descendants again and again while something is done: `with Watch(pid) as watch:`."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._least = self._most = 0

    def __enter__(self) -> "Watch":
        self._least = self._most = taken(family(self._pid))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def growth(self) -> int:
        """How many bytes more than at the beginning were taken at the worst moment."""
        return self._most - self._least

    def _look(self) -> None:
        while not self._stop.wait(_EVERY_SECONDS):
            self._most = max(self._most, taken(family(self._pid)))


def _parent(entry: Path) -> int | None:
    try:
        # The name may hold anything, parentheses too; behind it stand the state and the parent.
        return int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def _taken(pid: int) -> int:
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
