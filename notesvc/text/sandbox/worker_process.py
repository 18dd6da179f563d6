"""One child process for text work: started, asked within a bound of time, killed."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from notesvc.text.sandbox import pipe_protocol

START_SECONDS = 20.0


class ChildLostError(Exception):
    """The child died or answered nonsense; it is of no use any more."""


class ChildLateError(ChildLostError):
    """The child did not answer in time; it is of no use any more."""


class Child:
    """A running child. After any ChildLostError it must be killed."""

    def __init__(self, memory_bytes: int) -> None:
        """Starts it and waits until it is ready; raises ChildLostError."""
        try:
            self._process = _started(memory_bytes)
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

    def ask(self, request: dict[str, Any], limit_seconds: float) -> dict[str, Any]:
        """The child's answer; raises ChildLateError after the limit, ChildLostError when the child is gone.

        The limit is of processor time, so that a busy machine does not fail honest work; twice that and a little
        more may pass by the clock on the wall.
        """
        wall_seconds = 2 * limit_seconds + 0.6
        deadline = time.monotonic() + wall_seconds
        limits = {"limit_seconds": limit_seconds, "wall_seconds": wall_seconds + 1}
        self._send(pipe_protocol.packed({**request, **limits}), deadline)
        return self._receive(deadline)

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

    def _send(self, message: bytes, deadline: float) -> None:
        left = memoryview(message)
        while left:
            self._wait(self._requests, select.POLLOUT, deadline)
            try:
                left = left[os.write(self._requests, left) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise ChildLostError from error

    def _receive(self, deadline: float) -> dict[str, Any]:
        try:
            size = pipe_protocol.length(self._read(pipe_protocol.HEADER.size, deadline))
            return pipe_protocol.unpacked(self._read(size, deadline))
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
        late = self._process.wait() in (-signal.SIGPROF, -signal.SIGALRM)
        return ChildLateError() if late else ChildLostError()

    def _wait(self, descriptor: int, event: int, deadline: float) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise ChildLateError


def _started(memory_bytes: int) -> subprocess.Popen[bytes]:
    # Nothing of ours is inherited: no secret of the environment, no socket, no database file.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "notesvc.text.sandbox.render_child", str(memory_bytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        close_fds=True,
        bufsize=0,
        cwd="/",
        env={
            "PATH": os.defpath,
            "PYTHONPATH": str(Path(__file__).resolve().parents[3]),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )
