"""One browser's connection: what is sent to it, and how fast it may speak."""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from notesvc import limits
from notesvc.collab import wire
from notesvc.collab.sockets import Socket, frame
from notesvc.domain.caller import Caller

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_numbers = itertools.count(1)


class RefusedError(Exception):
    """The connection is closed with this code; the browser is told why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """Sends at once; a browser that does not take what it is sent is dropped."""

    def __init__(self, socket: Socket, caller: Caller, role: str, session: str) -> None:
        self.number = next(_numbers)
        self.caller = caller
        self.role = role
        self.session = session
        self.is_offered_more = False
        self._socket = socket
        # Done when the connection is to be closed.
        self.refused: asyncio.Future[RefusedError] = asyncio.get_running_loop().create_future()
        self._acknowledged = self._told = 0
        self._allowance = Allowance(limits.ROOM_MESSAGES_AT_ONCE, limits.ROOM_MESSAGES_PER_SECOND)
        self._awareness = Allowance(limits.ROOM_AWARENESS_AT_ONCE, limits.ROOM_AWARENESS_PER_SECOND)
        self._awareness_pause = 0.0

    def put(self, message: bytes) -> None:
        """Send the message."""
        self.write(frame(message))

    def write(self, frames: bytes) -> None:
        """Send whole frames."""
        if not self.is_closing and self._socket.write(frames) > limits.ROOM_QUEUE_BYTES:
            self.close(RefusedError(wire.SLOW, "too slow"))

    def count_written(self) -> None:
        """One more of this connection's updates is on disk; it is told in one message however many there were."""
        if self._acknowledged == self._told:
            asyncio.get_running_loop().call_soon(self._acknowledge)
        self._acknowledged += 1

    def close(self, refused: RefusedError) -> None:
        """Close it; nothing is sent to it any more but why."""
        if not self.is_closing:
            self.refused.set_result(refused)

    @property
    def is_closing(self) -> bool:
        return self.refused.done()

    def pause(self, size: int) -> float:
        """How many seconds to wait before the next message is read, after one of `size` bytes."""
        pause, self._awareness_pause = self._awareness_pause, 0.0
        return max(pause, self._allowance.spend(size))

    def note_awareness(self) -> None:
        """It has told the others about itself, which costs more than most messages: all are told."""
        self._awareness_pause = self._awareness.spend(0)

    def _acknowledge(self) -> None:
        self._told = self._acknowledged
        self.put(wire.own(wire.ACK, updates=self._told))


async def refuse(send: Send, refused: RefusedError) -> None:
    """Say why, and close."""
    error = wire.own(wire.ERROR, code=refused.code, detail=refused.reason)
    await send({"type": "websocket.send", "bytes": error})
    await send({"type": "websocket.close", "code": refused.code, "reason": refused.reason})


class Allowance:
    """Messages and bytes that a connection may send: some at once, and so many each second."""

    def __init__(self, at_once: int, per_second: int) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._messages = float(at_once)
        self._bytes = float(limits.ROOM_BYTES_AT_ONCE)
        self._at = time.monotonic()

    def spend(self, size: int) -> float:
        """Take a message of that size out; how long to wait until the account is even again."""
        now = time.monotonic()
        passed, self._at = now - self._at, now
        self._messages = min(self._at_once, self._messages + passed * self._per_second) - 1
        self._bytes = min(limits.ROOM_BYTES_AT_ONCE, self._bytes + passed * limits.ROOM_BYTES_PER_SECOND) - size
        return max(-self._messages / self._per_second, -self._bytes / limits.ROOM_BYTES_PER_SECOND, 0.0)
