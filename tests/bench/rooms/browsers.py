"""One browser in one room, as the load program plays it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from pycrdt import Doc, Text

from notesvc.collab import wire
from tests.bench.load import UnexpectedAnswerError
from tests.bench.rooms import sockets
from tests.bench.rooms.dialects import Dialect

_LONGEST_SECONDS = 120
_NOTHING = b"\0"


class Countdown:
    """Done when it was counted down; then it knows when."""

    def __init__(self, count: int) -> None:
        self._left = count
        self._done: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def hit(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._done.set_result(time.perf_counter())

    async def over(self, what: str) -> float:
        """The moment (of `time.perf_counter`) of the last hit. Raises UnexpectedAnswerError."""
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                return await self._done
        except TimeoutError as error:
            raise UnexpectedAnswerError(f"{what}: {self._left} of the messages never came") from error


class Browser:
    """Counts what it hears, and keeps it to be looked at later: while it is measured, nothing is decoded."""

    def __init__(self, dialect: Dialect) -> None:
        self.heard: list[bytes] = []
        self.on_update: Callable[[], None] = ignore
        self.on_acknowledged: Callable[[], None] = ignore
        self.sent = self.acknowledged = 0
        self.hears_itself = dialect.echoes
        self._dialect = dialect
        self._document: Any = Doc()
        self._text = self._document.get("raw", type=Text)
        self._state: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def come(self, port: int, origin: str) -> "Browser":
        """Enter the room, and wait until it has said what was there."""
        self._socket = await sockets.connect(port, origin, self._take)
        self._socket.send(self._dialect.hello())
        self._socket.send(self._dialect.prefix + wire.step_1(_NOTHING))
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                self.found = await self._state
        except TimeoutError as error:
            raise UnexpectedAnswerError("a browser was never told what is in its room") from error
        return self

    def leave(self) -> None:
        self._socket.close()

    @property
    def is_alive(self) -> bool:
        return self._socket.is_alive

    def typed(self, words: Sequence[str]) -> list[bytes]:
        """An edit for each of the words, behind one's own last one, as frames to send."""
        changes: list[bytes] = []
        watch = self._document.observe(lambda event: changes.append(event.update))
        for word in words:
            self._text += word
        watch.drop()
        return [sockets.frame(self._dialect.prefix + wire.update(change)) for change in changes]

    def say(self, frames: bytes, count: int = 1) -> None:
        """Send frames that were made before, with so many edits in them."""
        self.sent += count
        self._socket.write(frames)

    def put(self, change: bytes) -> None:
        """Send somebody's update as one's own."""
        self.sent += 1
        self._socket.send(self._dialect.prefix + wire.update(change))

    async def acknowledged_all(self) -> None:
        """Wait until all that was sent is taken."""
        done = Countdown(1)
        self.on_acknowledged = done.hit
        if self.acknowledged < self.sent:
            await done.over("an acknowledgement")
        self.on_acknowledged = ignore

    def text(self) -> str:
        """What is in the room as this browser heard it."""
        whole: Any = Doc()
        text = whole.get("raw", type=Text)
        for change in (self.found, self._document.get_update(), *map(self._change, self.heard)):
            whole.apply_update(change)
        return str(text)

    def _change(self, message: bytes) -> bytes:
        return wire.Reader(message[len(self._dialect.update) :]).array()

    def _take(self, message: bytes) -> None:
        if message.startswith(self._dialect.update):
            self.heard.append(message)
            self.on_update()
            return
        if message.startswith(self._dialect.state):
            if not self._state.done():
                self._state.set_result(wire.Reader(message[len(self._dialect.state) :]).array())
            return
        acknowledged = self._dialect.acknowledged(message, self.acknowledged)
        if acknowledged != self.acknowledged:
            self.acknowledged = acknowledged
            if acknowledged >= self.sent:
                self.on_acknowledged()


def ignore() -> None:
    """What is done when nobody waits."""
    return None
