"""What the loop does for one socket: whom to call when something comes or can go, and by when."""

import asyncio
import socket
import time
from collections.abc import Callable

from notesvc import limits

NEVER = float("inf")

Act = Callable[[], None]


class Watch:
    """Reading and writing of one socket. `run` is given what is to be done when the time has come."""

    def __init__(self, loop: asyncio.AbstractEventLoop, watched: socket.socket, run: Callable[[Act], None]) -> None:
        self._loop, self._socket, self._run = loop, watched, run
        self._read: Act | None = None
        self._is_reading = self.is_writing = False

    def read(self, act: Act) -> None:
        """Do this whenever something comes."""
        self._read = act
        if not self._is_reading:
            self._is_reading = True
            self._loop.add_reader(self._socket, self._come)

    def pause(self) -> None:
        """What comes has to wait."""
        self._read = None

    def write(self, act: Act) -> None:
        """Do this whenever something can be sent."""
        self.is_writing = True
        self._loop.add_writer(self._socket, self._run, act)

    def stop_writing(self) -> None:
        self.is_writing = False
        self._loop.remove_writer(self._socket)

    def stop(self) -> None:
        """Before the socket is closed."""
        self._is_reading = False
        self._loop.remove_reader(self._socket)
        self.stop_writing()

    def _come(self) -> None:
        if self._read is not None:
            self._run(self._read)
            return
        # Only now: mostly nothing comes during a pause, and each word to the kernel can cost this thread its turn.
        self._is_reading = False
        self._loop.remove_reader(self._socket)


class Deadline:
    """By when a client has to have done what it is waited for."""

    def __init__(self, seconds: float) -> None:
        self.begin(seconds)
        self._goal = 0
        self._slow_at = NEVER

    def begin(self, seconds: float) -> None:
        self.since = time.monotonic()
        self.due = self.since + seconds

    def lift(self) -> None:
        """Nothing is waited for."""
        self.due = NEVER

    def begin_pace(self, done: int = 0) -> None:
        """So many bytes are done; each while has to bring its share of more."""
        self._goal = done + limits.SLOWEST_BYTES_PER_SECOND * limits.MAX_SLOW_SECONDS
        self._slow_at = self.due = time.monotonic() + limits.MAX_SLOW_SECONDS

    def keep_pace(self, done: int) -> None:
        """Grant another while when the share is done."""
        if done >= self._goal:
            self.begin_pace(done)
        self.due = self._slow_at
