"""A process that has the whole program loaded and forks services and commands: a start then takes a tenth of a second.

`python -m tests.faults.zygote` is the process; `Zygote` is the tester's hold on it.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from notesvc.cli import load_module, words
from tests import programs
from tests.places import PROJECT

_MESSAGE = 65_536
_SECONDS = 60.0


class Zygote:
    """Forks what is asked for; ends with its `close`."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("NOTESVC_")}
        with theirs:
            self._process = programs.start(
                [sys.executable, "-m", "tests.faults.zygote", str(theirs.fileno())],
                cwd=PROJECT,
                env=plain | dict(environment),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )

    def __enter__(self) -> "Zygote":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, command: Sequence[str], settings: Mapping[str, str], output: Path) -> "Process":
        """Fork `notesvc` with that command and those settings; what it prints goes to the file."""
        life, held = os.pipe()
        order = {"command": list(command), "settings": dict(settings), "output": str(output)}
        socket.send_fds(self._socket, [json.dumps(order).encode()], [held])
        os.close(held)
        return Process(self, int(self._answer()), life)

    def code(self, pid: int) -> int:
        """Wait for the process that was forked; its exit code, negative for a signal."""
        self._socket.send(json.dumps({"wait": pid}).encode())
        return int(self._answer())

    def close(self) -> None:
        """End the process; what it forked must have ended."""
        self._socket.close()
        self._process.wait(_SECONDS)

    def _answer(self) -> bytes:
        answer = self._socket.recv(_MESSAGE)
        assert answer, "the zygote is gone"
        return answer


@dataclass
class Process:
    """A family of processes that the zygote has begun: the pipe ends when the last of them does."""

    zygote: Zygote
    pid: int
    life: int
    _code: int | None = None

    def kill(self) -> int:
        """End it as a power cut would, and wait until nobody of it is left."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        return self.ended()

    def stop(self) -> int:
        """Ask it to stop, and wait for that."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        return self.ended()

    def ended(self, seconds: float = _SECONDS) -> int:
        """Wait until nobody of it is left; the exit code."""
        if self._code is None:
            assert not self.is_alive(seconds), f"{self.pid} goes on"
            os.close(self.life)
            self._code = self.zygote.code(self.pid)
        return self._code

    def is_alive(self, seconds: float = 0.0) -> bool:
        """Whether any of it is there, after so many seconds at most."""
        if self._code is not None:
            return False
        return not select.select([self.life], [], [], seconds)[0]

    def family(self) -> list[int]:
        """The processes that it consists of, itself first."""
        found = [self.pid]
        for parent in found:
            found += children_of(parent)
        return found


def children_of(pid: int) -> Iterator[int]:
    """The processes that it has begun and that are there still."""
    with contextlib.suppress(OSError):
        yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def main() -> None:
    """Obey until the tester's end of the socket closes."""
    for name in ("serve", "domain.importing.run", "collab.conversion_child", "text.sandbox.text_child"):
        load_module(f"notesvc.{name}")
    gc.freeze()
    orders = socket.socket(fileno=int(sys.argv[1]))
    while True:
        message, given, _, _ = socket.recv_fds(orders, _MESSAGE, 1)
        if not message:
            return
        order = json.loads(message)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            orders.send(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            orders.close()
            _become(order)
        os.close(given[0])
        orders.send(str(pid).encode())


def _become(order: dict[str, object]) -> None:
    code = 1
    try:
        os.setsid()
        output = os.open(str(order["output"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for descriptor in (1, 2):
            os.dup2(output, descriptor)
        os.environ.update(order["settings"])  # type: ignore[call-overload]
        code = words.run(list(order["command"]))  # type: ignore[call-overload]
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
