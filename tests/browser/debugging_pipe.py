"""A Chromium and the pipe over which it is told what to do."""

import json
import os
import select
import signal
import time
from collections.abc import Mapping, Sequence
from typing import Any

_WAIT_SECONDS = 60


class ChromiumError(Exception):
    """Chromium ended, did not answer in time, or refused a command."""


class DebuggingPipe:
    """A browser that was started with these flags, as the leader of a process group."""

    def __init__(self, program: str, flags: Sequence[str], environment: Mapping[str, str]) -> None:
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()
        self._buffer, self._number = b"", 0
        self.has_ended = False
        self._pid = os.posix_spawn(
            program,
            [program, "--remote-debugging-pipe", *flags, "about:blank"],
            {**os.environ, **environment},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, commands, 103),
                (os.POSIX_SPAWN_DUP2, answers, 104),
                (os.POSIX_SPAWN_DUP2, 103, 3),
                (os.POSIX_SPAWN_DUP2, 104, 4),
            ],
            setpgroup=0,
        )
        os.close(commands)
        os.close(answers)

    def send(self, method: str, parameters: Mapping[str, Any], session: str | None = None) -> int:
        """Send a command; its answer has the number that this returns."""
        self._number += 1
        command: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        content = memoryview(json.dumps(command).encode() + b"\0")
        while content:
            content = content[os.write(self._write, content) :]
        return self._number

    def message(self) -> dict[str, Any]:
        """Wait for the next answer or event."""
        deadline = time.monotonic() + _WAIT_SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(self._read, 1 << 20) if ready else b""
            if not piece:
                raise ChromiumError("Chromium has ended or does not answer")
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def kill(self) -> None:
        """End it and all its processes, if it has not ended."""
        if not self.has_ended:
            os.killpg(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._close()

    def is_gone(self) -> bool:
        """Whether it has ended by itself."""
        if not self.has_ended and os.waitpid(self._pid, os.WNOHANG)[0]:
            self._close()
        return self.has_ended

    def _close(self) -> None:
        self.has_ended = True
        os.close(self._write)
        os.close(self._read)


def result_of(method: str, message: dict[str, Any]) -> Any:
    """The result in the answer to that command. Raises ChromiumError."""
    if "error" in message:
        raise ChromiumError(f"{method}: {message['error']}")
    return message["result"]


def value_of(evaluation: dict[str, Any]) -> Any:
    """What a script came to. Raises ChromiumError with what it threw."""
    if "exceptionDetails" in evaluation:
        raise ChromiumError(str(evaluation["exceptionDetails"])[:1_000])
    return evaluation["result"].get("value")
