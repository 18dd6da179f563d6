"""A WebSocket of the load program: as little as it takes, so that the servers are measured and not the client."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable

_END_OF_HEAD = b"\r\n\r\n"
_CLOSE, _PING, _PONG, _BINARY = 8, 9, 10, 2
# A mask of zeros is a mask: the server has its work with it, the client none.
_NO_MASK = bytes(4)


class Socket(asyncio.Protocol):
    """Open after `await socket.opened`; hands each binary message to `on_message`."""

    def __init__(self, head: bytes, on_message: Callable[[bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_alive = False
        self._head, self._on_message = head, on_message
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._head)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_alive = False
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the socket was refused"))

    def send(self, message: bytes) -> None:
        assert self._transport is not None
        self._transport.write(frame(message))

    def write(self, frames: bytes) -> None:
        """Send frames that were made before."""
        assert self._transport is not None
        self._transport.write(frames)

    def close(self) -> None:
        assert self._transport is not None
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.is_alive and not self._opens():
            return
        buffer, at, size = self._received, 0, len(self._received)
        while size - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length > 125:
                width = 2 if length == 126 else 8
                if size - start < width:
                    break
                length, start = int.from_bytes(buffer[start : start + width]), start + width
            if size - start < length:
                break
            self._take(buffer[at] & 15, bytes(buffer[start : start + length]))
            at = start + length
        del buffer[:at]

    def _opens(self) -> bool:
        end = self._received.find(_END_OF_HEAD)
        if end < 0:
            return False
        self.is_alive = self._received.startswith(b"HTTP/1.1 101")
        if self.is_alive:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(bytes(self._received[:end]).decode("latin-1")))
        del self._received[: end + len(_END_OF_HEAD)]
        return self.is_alive

    def _take(self, code: int, message: bytes) -> None:
        if code == _BINARY:
            self._on_message(message)
        elif code == _PING:
            self.write(frame(message, _PONG))
        elif code == _CLOSE:
            self.is_alive = False


async def connect(port: int, origin: str, on_message: Callable[[bytes], None]) -> Socket:
    """A socket to a server of this machine. Raises ConnectionError."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET / HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {origin}",
    )
    head = "\r\n".join(lines).encode() + _END_OF_HEAD
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(head, on_message), "127.0.0.1", port)
    await socket.opened
    return socket


def frame(message: bytes, code: int = _BINARY) -> bytes:
    """The message as a client sends it, in one frame."""
    size = len(message)
    if size < 126:
        return bytes((0x80 | code, 0x80 | size)) + _NO_MASK + message
    if size < 1 << 16:
        return bytes((0x80 | code, 0x80 | 126)) + struct.pack("!H", size) + _NO_MASK + message
    return bytes((0x80 | code, 0x80 | 127)) + struct.pack("!Q", size) + _NO_MASK + message
