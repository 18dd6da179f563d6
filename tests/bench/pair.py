"""The service and the floor, running side by side over copies of the same workspace."""

import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests import programs
from tests.bench.load import Address
from tests.bench.workspace import Workspace
from tests.places import PROJECT
from tests.service import Service, environment

T = TypeVar("T")


class Floor(Service):
    """The floor as a process of its own."""

    def launch(self) -> None:
        """Start it and do not wait for anything."""
        with open(self._output, "wb") as output, open(self._log, "wb") as log:
            self._process = programs.start(
                [sys.executable, "-m", "tests.bench.floor", str(self.instance)],
                cwd=PROJECT,
                env=environment(self.instance),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=log,
            )


@dataclass(frozen=True)
class Side:
    """One of the two, with the workspace that it serves."""

    name: str
    process: Service
    workspace: Workspace

    @property
    def address(self) -> Address:
        """Where it listens."""
        host, _, port = self.process.url.removeprefix("http://").rpartition(":")
        return host, int(port)

    def pid_of(self, child: str) -> int:
        """The process of the service's child of that name, such as `web` or `jobs`."""
        return next(int(event["pid"]) for event in self.process.events("child_started") if event["child"] == child)


@dataclass(frozen=True)
class Pair:
    """Both sides. What is measured on them is interleaved, so that what troubles the machine troubles both."""

    service: Side
    floor: Side

    def interleaved(self, rounds: int, measured: Callable[[Side, int], T]) -> tuple[list[T], list[T]]:
        """What each round gave, on the service and on the floor: service, floor, service, floor, …"""
        found: tuple[list[T], list[T]] = ([], [])
        for number in range(rounds):
            found[0].append(measured(self.service, number))
            found[1].append(measured(self.floor, number))
        return found


def start(workspace: Workspace, folder: Path, stack: ExitStack) -> Pair:
    """Start both over copies of the workspace in `folder`; the stack ends them."""
    service = start_service(workspace, folder / "service", stack)
    return Pair(service, _started(("floor", Floor), workspace, folder / "floor", stack))


def start_service(
    workspace: Workspace, folder: Path, stack: ExitStack, chosen: Mapping[str, str] | None = None
) -> Side:
    """Start the service alone, over a copy in that folder, with the settings that were chosen."""
    return _started(("service", Service), workspace, folder, stack, chosen)


def _started(
    kind: tuple[str, type[Service]],
    workspace: Workspace,
    folder: Path,
    stack: ExitStack,
    chosen: Mapping[str, str] | None = None,
) -> Side:
    copy = workspace.copied_to(folder)
    name, make = kind
    process = make(copy.folder, chosen)
    stack.callback(process.end)
    process.start()
    return Side(name, process, copy)
