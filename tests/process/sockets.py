"""Which process answers a connection, read from the system's own tables."""

import os
import socket
from pathlib import Path

from tests.process import processes
from tests.process.wire import Wire
from tests.service import Service, wait_until

_ROUNDS = 200


def one_to_each_worker(service: Service) -> dict[int, Wire]:
    """An open connection to every worker, by process id. The kernel chooses who accepts; try until all have one."""
    found: dict[int, Wire] = {}
    count = int(service.settings["NOTESVC_WORKERS"])
    wait_until(lambda: len(processes.workers(service)) == count, "not all workers were forked")
    workers = processes.workers(service)
    for _ in range(_ROUNDS):
        wires = [Wire(service.url) for _ in range(2 * len(workers))]
        for wire in wires:
            if found.setdefault(_holder(wire, workers), wire) is not wire:
                # A worker that has many of one address would close the oldest.
                wire.close()
        if len(found) == count:
            return found
    raise AssertionError(f"the workers {workers - found.keys()} accept nothing")


def is_held_by(pid: int, ours: socket.socket) -> bool:
    """Whether the process has the other end of our connection."""
    inode = _inode_between(ours.getpeername()[1], ours.getsockname()[1])
    return inode is not None and inode in _inodes(pid)


def _holder(wire: Wire, workers: set[int]) -> int:
    # A worker has accepted it at the latest when it has answered.
    assert wire.ask("GET", "/healthz").status == 200
    holder = wait_until(lambda: _holder_now(wire, workers), "nobody holds the connection")
    assert holder is not None
    return holder


def _holder_now(wire: Wire, workers: set[int]) -> int | None:
    inode = _inode_between(_port_of(wire.authority), wire.port)
    return next((pid for pid in workers if inode in _inodes(pid)), None)


def _inode_between(their_port: int, our_port: int) -> str | None:
    # The port of our end alone does not name it: the kernel gives it out again for another address.
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, *fields = line.split()
        if (int(local.rpartition(":")[2], 16), int(remote.rpartition(":")[2], 16)) == (their_port, our_port) and fields[
            6
        ] != "0":
            return f"socket:[{fields[6]}]"
    return None


def _port_of(authority: str) -> int:
    return int(authority.rpartition(":")[2])


def _inodes(pid: int) -> set[str]:
    found = set()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(entry))
        except OSError:
            continue
    return found
