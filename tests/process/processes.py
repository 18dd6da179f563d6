"""The processes of a running service, read from the system's own list."""

import os
from pathlib import Path

from tests.service import Service, wait_until


def parents() -> dict[int, int]:
    """The parent of every living process of this machine; a zombie is not living."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            found[int(entry.name)] = int(parent)
    return found


def descendants(pid: int) -> set[int]:
    """Every living process below this one."""
    all_parents, found = parents(), {pid}
    while more := {each for each, parent in all_parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def alive(pids: set[int]) -> set[int]:
    """Those of the processes that still live."""
    return pids & set(parents())


def child(service: Service, name: str) -> int:
    """The process id of the supervisor's child of that name, as it stands now: some start later than it answers."""

    def pids() -> list[int]:
        # Read once: the log grows meanwhile.
        return [int(event["pid"]) for event in service.events("child_started") if event["child"] == name]

    return wait_until(pids, f"{name} was not started")[-1]


def workers(service: Service) -> set[int]:
    """The web workers: those that gunicorn's master has forked."""
    master = child(service, "web")
    return wait_until(lambda: descendants(master), "no worker was forked")


def has_open(pid: int, path: Path) -> bool:
    """Whether the process has this file open."""
    for entry in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            if os.readlink(entry) == str(path):
                return True
        except OSError:
            continue
    return False


def nameless_bytes(pid: int) -> int:
    """How many bytes are in the files that the process has open and that have no name."""
    total = 0
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if os.readlink(entry).endswith(" (deleted)"):
                total += entry.stat().st_size
        except OSError:
            continue
    return total


def kill(pid: int) -> None:
    """End one process as the kernel does when memory runs out."""
    os.kill(pid, 9)
