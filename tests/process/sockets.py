"""Which process answers a connection, read from the system's own tables."""

import os
from pathlib import Path

from tests.process import processes
from tests.process.wire import Wire
from tests.service import Service, wait_until


def one_to_each_worker(service: Service) -> dict[int, Wire]:
    """An open connection to every worker, by process id. The kernel chooses who accepts; try until all have one."""
    found: dict[int, Wire] = {}
    spare: list[Wire] = []
    count = int(service.settings["NOTESVC_WORKERS"])
    wait_until(lambda: len(processes.workers(service)) == count, "not all workers were forked")
    workers = processes.workers(service)
    while missing := workers - found.keys():
        assert len(spare) < 2_000, f"the workers {missing} accept nothing"
        wires = [Wire(service.url) for _ in range(2 * len(workers))]
        for wire in wires:
            found.setdefault(_holder(wire, workers), wire)
        spare += wires
    for wire in spare:
        if wire not in found.values():
            wire.close()
    return found


def _holder(wire: Wire, workers: set[int]) -> int:
    # A worker has accepted it at the latest when it has answered.
    assert wire.ask("GET", "/healthz").status == 200
    holder = wait_until(lambda: _holder_now(wire.port, workers), "nobody holds the connection")
    assert holder is not None
    return holder


def _holder_now(port: int, workers: set[int]) -> int | None:
    inode = _inode_of_other_end(port)
    return next((pid for pid in workers if inode in _inodes(pid)), None)


def _inode_of_other_end(port: int) -> str | None:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[2].rpartition(":")[2], 16) == port and fields[9] != "0":
            return f"socket:[{fields[9]}]"
    return None


def _inodes(pid: int) -> set[str]:
    found = set()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(entry))
        except OSError:
            continue
    return found
