"""How long the worker's loop is kept from everybody else while a long note is written."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

from tests import programs
from tests.bench.rooms import loads
from tests.bench.rooms.sides import Worker
from tests.places import PROJECT
from tests.service import environment

_EDITS, _PAUSE_SECONDS, _OPENED_SECONDS = 80, 0.1, 1.0
_SIZE = 900_000


def longest_step(worker: Worker, instance: Path, base_url: str) -> float:
    """Seconds that the longest step of the loop worked; of a worker of its own, over the same instance."""
    command = [sys.executable, "-m", "tests.bench.rooms.watched_worker", str(instance), base_url]
    options = {"cwd": PROJECT, "env": environment(instance), "stdout": subprocess.PIPE, "text": True}
    with programs.running(command, **options) as watched:
        assert watched.stdout is not None
        asyncio.run(_write(worker.at(int(watched.stdout.readline())), watched))
        watched.send_signal(signal.SIGTERM)
        return float(watched.stdout.readline())


async def _write(worker: Worker, watched: "subprocess.Popen[str]") -> None:
    writer = await worker.enter("a long note")
    writer.put(loads.long_document(_SIZE))
    await writer.acknowledged_all()
    await asyncio.sleep(_OPENED_SECONDS)
    watched.send_signal(signal.SIGUSR1)
    for _ in range(_EDITS):
        writer.say(writer.typed(["x"])[0])
        await asyncio.sleep(_PAUSE_SECONDS)
    await writer.acknowledged_all()
    writer.leave()
