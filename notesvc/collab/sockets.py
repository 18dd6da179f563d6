"""The WebSocket of a browser in a room: uvicorn's, with a way past ASGI for what is said a thousand times a second.

A frame for a hundred people is made once and written to each socket as it is. What arrives is taken in slices, so that
nobody's flood keeps the loop from the others.
"""

import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "notesvc.socket"
"""Where an ASGI scope holds the socket, among its extensions."""

_SLICE = 4_096
_BINARY = 0x82

Taker = Callable[[bytes], float]
"""Is given a message, and answers how many seconds to wait before the next one is read."""


class Socket(WebSocketsSansIOProtocol):
    """Until `take_over` messages go the way of ASGI."""

    _taker: Taker | None = None
    _wait = 0.0
    _is_slowed = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._arrived = bytearray()
        # Called when it is in a room, or gone.
        self.settled: Callable[[], None] = _nobody

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.settled()

    def take_over(self, taker: Taker) -> None:
        """Give each message to the taker from now on, those first that have come already."""
        self._taker = taker
        self.settled()
        # Kilobytes of a browser's headers, which the library would keep as long as it stays, in two shapes.
        self.request.headers.clear()
        self.scope["headers"] = []
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] != "websocket.receive":
                self.queue.put_nowait(event)
                break
            self._take(event.get("bytes") or b"")
        self.read_paused = False
        self._go_on()

    def let_go(self) -> None:
        """Give the taker nothing any more; it holds a whole room, and the socket lives until its last handshake."""
        if self._taker is not None:
            self._taker = _ignore

    def write(self, frames: bytes) -> int:
        """Send whole frames; how many bytes the browser has not taken yet."""
        if self.close_sent or self.transport.is_closing():
            return 0
        self.transport.write(frames)
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        """End the connection without waiting for what is still to be sent."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._arrived += data
        if not self._is_slowed:
            self._go_on()

    def send_receive_event_to_app(self) -> None:
        if self._taker is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._take(message if self.curr_msg_data_type == "bytes" else b"")

    def _take(self, message: bytes) -> None:
        assert self._taker is not None
        self._wait = max(self._wait, self._taker(message))

    def _go_on(self) -> None:
        """Read a slice; the rest when others had their turn, and after what was to be waited for."""
        self._is_slowed = False
        if self._arrived and not self.transport.is_closing():
            part = bytes(self._arrived[:_SLICE])
            del self._arrived[:_SLICE]
            super().data_received(part)
        wait, self._wait = self._wait, 0.0
        if self.transport.is_closing():
            self._arrived.clear()
        elif self._arrived or wait:
            self._is_slowed = True
            self.transport.pause_reading()
            self.loop.call_later(wait, self._go_on)
        elif not self.read_paused:
            self.transport.resume_reading()


def _ignore(_: bytes) -> float:
    return 0.0


def _nobody() -> None:
    pass


def frame(message: bytes) -> bytes:
    """The message as one frame, the same for every browser."""
    size = len(message)
    if size < 126:
        return bytes((_BINARY, size)) + message
    if size < 1 << 16:
        return struct.pack("!BBH", _BINARY, 126, size) + message
    return struct.pack("!BBQ", _BINARY, 127, size) + message
