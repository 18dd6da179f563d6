"""One request over HTTP/1.1 to a guarded address, its answer in pieces; closing it lets go of the connection at once.

No redirects, no proxies of the environment, no cookies: what is asked is what the settings name.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import h11

from notesvc.ai.causes import ProviderError
from notesvc.ai.dialects import Request
from notesvc.outside import failures, guard
from notesvc.outside.guard import AddressError, Network

NOT_ALLOWED = (
    "The address lies in a network that this service may not ask. The administrator can allow it: NOTESVC_AI_NETWORKS."
)
NOT_SEALED = "An address outside the allowed networks must begin with https, because the key is sent to it."

_CHUNK = 64 * 1024
_LARGEST_HEAD = 64 * 1024
_LARGEST_ANSWER = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How long to wait, in seconds: for a connection, for the head of an answer, for each further piece of it.

    Each runs only while we wait for the provider, so a client that reads slowly never exceeds one.
    """

    connect: float = 10.0
    first: float = 300.0
    idle: float = 60.0


class Answer:
    """The status and the headers (lower-case names) of an answer, and its body as it comes."""

    def __init__(self, exchange: "_Exchange", response: h11.Response) -> None:
        self.status = response.status_code
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in response.headers}
        self._exchange = exchange
        self._size = 0

    async def read(self) -> bytes:
        """A piece of the body, empty at its end. Raises ProviderError if it breaks off, stalls or is too long."""
        event = await self._exchange.next_event()
        if isinstance(event, h11.EndOfMessage):
            return b""
        self._size += len(event.data)
        if self._size > _LARGEST_ANSWER:
            raise ProviderError("garbled")
        return bytes(event.data)

    async def whole(self) -> bytes:
        """The whole body. Raises ProviderError as `read` does."""
        pieces = []
        while piece := await self.read():
            pieces.append(piece)
        return b"".join(pieces)


@contextlib.asynccontextmanager
async def sent(
    base_url: str, request: Request, networks: Sequence[Network], deadlines: Deadlines
) -> AsyncIterator[Answer]:
    """The answer to a request. Raises ProviderError; nobody is told what was sent."""
    with _in_our_words():
        async with asyncio.timeout(deadlines.connect):
            exchange = await _connect(base_url, networks)
        try:
            exchange.write(_head(base_url, request), request.body)
            async with asyncio.timeout(deadlines.first):
                response = await exchange.response()
            exchange.idle = deadlines.idle
            yield Answer(exchange, response)
        finally:
            exchange.close()


class _Exchange:
    """One connection with one request on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.idle: float | None = None
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LARGEST_HEAD)

    def write(self, head: h11.Request, body: bytes) -> None:
        for event in (head, h11.Data(data=body), h11.EndOfMessage()):
            self._writer.write(self._http.send(event) or b"")

    async def response(self) -> h11.Response:
        while True:
            event = await self.next_event()
            if isinstance(event, h11.Response):
                return event

    async def next_event(self) -> Any:
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.ConnectionClosed):
                raise ProviderError("truncated")
            if event is not h11.NEED_DATA:
                return event
            async with asyncio.timeout(self.idle):
                data = await self._reader.read(_CHUNK)
            if not data and self._http.their_state is h11.SEND_RESPONSE:
                raise ProviderError("unreachable")
            self._http.receive_data(data)

    def close(self) -> None:
        # At once: a provider goes on computing for as long as anybody seems to listen.
        self._writer.transport.abort()


async def _connect(base_url: str, networks: Sequence[Network]) -> _Exchange:
    address, port = (await guard.resolve(base_url, networks))[0]
    parts = urlsplit(base_url)
    secure = {"ssl": failures.tls(), "server_hostname": parts.hostname} if parts.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(address, port, limit=_CHUNK, **secure)  # type: ignore[arg-type]
    return _Exchange(reader, writer)


def _head(base_url: str, request: Request) -> h11.Request:
    parts = urlsplit(base_url)
    headers = {
        "Host": parts.netloc,
        "User-Agent": "notesvc",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Length": str(len(request.body)),
        **({"Content-Type": "application/json"} if request.body else {}),
        **request.headers,
    }
    target = parts.path.rstrip("/") + request.path
    return h11.Request(method=request.method, target=target, headers=list(headers.items()))


@contextlib.contextmanager
def _in_our_words() -> Any:
    try:
        yield
    except AddressError as error:
        raise _not_asked(error.cause) from error
    except (OSError, h11.ProtocolError) as error:
        raise ProviderError(failures.cause_of(error)) from error


def _not_asked(cause: str) -> ProviderError:
    if cause == "unreachable":
        return ProviderError(cause)
    return ProviderError("not_allowed", NOT_SEALED if cause == "not_sealed" else NOT_ALLOWED)
