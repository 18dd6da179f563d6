"""What a process takes of memory."""

from pathlib import Path

from tests.process import processes
from tests.service import Service


def memory(service: Service, line: str) -> int:
    """What all workers take, in bytes: `VmRSS` now, `VmHWM` at the most since that was last forgotten."""
    return sum(_of_process(pid, line) for pid in processes.workers(service))


def _of_process(pid: int, line: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(each.split()[1]) * 1024 for each in lines if each.startswith(f"{line}:"))


def forget_peak(service: Service) -> None:
    for pid in processes.workers(service):
        Path(f"/proc/{pid}/clear_refs").write_text("5")
