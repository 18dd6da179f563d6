"""One client that listens."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass

from notesvc import limits


@dataclass(frozen=True, slots=True)
class StreamHandoff:
    """What came with a connection: whose it is, which session opened it, after which event it goes on (None: it
    begins now), and what its first bytes are, if it is let in or not."""

    user: str
    session: str
    last: int | None
    head: str
    refusal: str


class Stream(asyncio.Protocol):
    """An open connection; `number` is that of the last event sent on it."""

    def __init__(self, handoff: StreamHandoff, forget: Callable[["Stream"], None]) -> None:
        self.handoff = handoff
        self.number = 0
        self.beat_at = 0.0
        self.is_open = False
        self._forget = forget
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        _notice_the_dead(transport.get_extra_info("socket"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget(self)

    def send(self, frames: bytes) -> None:
        """Write to the client; one who does not read is let go, and comes back where it left off."""
        if self._transport is None or self._transport.is_closing():
            return
        self._transport.write(frames)
        if self._transport.get_write_buffer_size() > limits.STREAM_BUFFER:
            self._transport.abort()

    def end(self, words: bytes = b"") -> None:
        """Say some last words and close."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(words)
            self._transport.close()


def _notice_the_dead(connection: socket.socket) -> None:
    """A client that went without a word must not hold its place for a quarter of an hour."""
    if hasattr(socket, "TCP_USER_TIMEOUT") and connection.family != socket.AF_UNIX:
        milliseconds = 2 * limits.STREAM_BEAT_SECONDS * 1000
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
