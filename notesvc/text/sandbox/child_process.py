"""A child process as its parent has it: started, asked within a bound of time, killed."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from notesvc.text.sandbox import pipe_protocol

START_SECONDS = 20.0
_ROOT = Path(__file__).resolve().parents[3]
"""Where the package stands."""

Answer = tuple[dict[str, Any], bytes]


class Bounds(NamedTuple):
    """How long a request may take: of the child's processor, and by the clock on the wall."""

    processor_seconds: float
    wall_seconds: float


class ChildLostError(Exception):
    """The child died or answered nonsense; it is of no use any more. `code` is its exit code, where it ended itself."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(str(code))
        self.code = code


class ChildLateError(ChildLostError):
    """The child did not answer in time; it is of no use any more."""


class ChildProcess:
    """A running child. After any ChildLostError it must be killed."""

    def __init__(self, module: str, memory_bytes: int) -> None:
        """Starts the module as a process and waits until it is ready; raises ChildLostError."""
        try:
            self._process = _start(module, memory_bytes)
        except OSError as error:
            raise ChildLostError from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._requests, False)
        os.set_blocking(self._answers, False)
        try:
            self._receive(time.monotonic() + START_SECONDS)
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, fields: dict[str, Any], data: bytes, bounds: Bounds) -> Answer:
        """The child's answer; raises ChildLateError after the bounds, ChildLostError when the child is gone."""
        deadline = time.monotonic() + bounds.wall_seconds
        # The child's own clock only rings when nobody is left to end it.
        timers = bounds._replace(wall_seconds=bounds.wall_seconds + 1)._asdict()
        for part in pipe_protocol.pack({**fields, **timers}, data):
            self._send(part, deadline)
        return self._receive(deadline)

    def interrupt(self) -> None:
        """Ends the process while another thread waits for its answer; that one is told ChildLostError."""
        self._process.kill()

    def kill(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.wait()
        self._close()

    def disown(self) -> None:
        """Lets go of a child that belongs to the process this one was forked from."""
        self._process.returncode = 0  # so that nobody waits for a process that is not ours
        self._close()

    def _close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _send(self, part: bytes, deadline: float) -> None:
        left = memoryview(part)
        while left:
            self._wait(self._requests, select.POLLOUT, deadline)
            try:
                left = left[os.write(self._requests, left) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._loss() from error

    def _receive(self, deadline: float) -> Answer:
        try:
            size, data_size = pipe_protocol.lengths(self._read(pipe_protocol.HEADER.size, deadline))
            return pipe_protocol.unpack(self._read(size, deadline)), self._read(data_size, deadline)
        except pipe_protocol.GarbledError as error:
            raise ChildLostError from error

    def _read(self, size: int, deadline: float) -> bytes:
        parts: list[bytes] = []
        while size:
            self._wait(self._answers, select.POLLIN, deadline)
            part = os.read(self._answers, min(size, 1 << 20))
            if not part:
                raise self._loss()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _loss(self) -> ChildLostError:
        """Why the child is gone: the kernel ends it when it has used up its time."""
        self._process.kill()
        code = self._process.wait()
        return ChildLateError(code) if code in (-signal.SIGPROF, -signal.SIGALRM) else ChildLostError(code)

    def _wait(self, descriptor: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise ChildLateError


def _start(module: str, memory_bytes: int) -> subprocess.Popen[bytes]:
    # Nothing of ours is inherited: no secret of the environment, no socket, no database file.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, str(memory_bytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        close_fds=True,
        bufsize=0,
        cwd="/",
        env={"PATH": os.defpath, "PYTHONPATH": str(_ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
