"""A connection to the running service on which any bytes may be sent, right or wrong, and answers are read."""

import contextlib
import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, cast
from urllib.parse import urlsplit

_WAIT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer as it came over the wire, its chunks put together."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Wire:
    """A TCP connection to the service; raises EOFError where an answer was due and the connection was closed."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.authority = parts.netloc
        self._socket = socket.create_connection((str(parts.hostname), int(parts.port or 80)), _WAIT_SECONDS)
        self._reader: IO[bytes] = self._socket.makefile("rb")

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    @property
    def port(self) -> int:
        """The port on this side, by which the other side can be told."""
        return int(self._socket.getsockname()[1])

    def close(self) -> None:
        self._reader.close()
        self._socket.close()

    def send(self, content: bytes) -> None:
        """Send the bytes; the other side may have had enough and be gone already."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(content)

    def ask(self, method: str, target: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> Reply:
        """Send a request that is right, and read its answer."""
        lines = {"Host": self.authority, **(headers or {})}
        if body or method in ("POST", "PUT", "PATCH"):
            lines.setdefault("Content-Length", str(len(body)))
        self.send(head(method, target, lines) + body)
        return self.reply(method)

    def reply(self, method: str = "GET") -> Reply:
        """The next answer."""
        line = self._line()
        if not line:
            raise EOFError
        headers = http.client.parse_headers(cast(Any, self._reader))
        status = int(line.split()[1])
        if status == 100:
            return self.reply(method)
        bare = method == "HEAD" or status in (204, 304)
        return Reply(status, headers, b"" if bare else b"".join(self._pieces(headers)))

    def ended(self) -> bytes:
        """All that comes until the other side closes, which it must."""
        self._socket.shutdown(socket.SHUT_WR)
        try:
            return self._reader.read()
        except ConnectionResetError:
            return b""

    def _line(self) -> bytes:
        try:
            return self._reader.readline()
        except ConnectionResetError:
            return b""

    def _pieces(self, headers: http.client.HTTPMessage) -> Iterator[bytes]:
        if headers.get("Transfer-Encoding") != "chunked":
            length = headers.get("Content-Length")
            yield self._reader.read(-1 if length is None else int(length))
            return
        while size := int(self._line(), 16):
            yield self._reader.read(size)
            self._line()
        self._line()


def head(method: str, target: str, headers: Mapping[str, str]) -> bytes:
    """The request line and the headers, as bytes."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1")


def chunks(body: bytes, size: int = 16_000) -> Iterator[bytes]:
    """The body in chunks of that size, with the end."""
    for at in range(0, len(body), size):
        piece = body[at : at + size]
        yield b"%x\r\n%b\r\n" % (len(piece), piece)
    yield b"0\r\n\r\n"
