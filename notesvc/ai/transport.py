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
    """How long is waited, in seconds: for a connection, for the first byte of an answer, between two pieces."""

    connect: float = 10.0
    first: float = 300.0
    idle: float = 60.0


class Answer:
    """The status and the headers (lower-case names) of an answer, and its body as it comes."""

    def __init__(self, exchange: "_Exchange", response: h11.Response) -> None:
        self.status = response.status_code
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in response.headers}
        self._exchange = exchange

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body in pieces. Raises ProviderError where it breaks off, stalls or grows without end."""
        size = 0
        while True:
            event = await self._exchange.next_event()
            if isinstance(event, h11.EndOfMessage):
                return
            if isinstance(event, h11.Data):
                size += len(event.data)
                if size > _LARGEST_ANSWER:
                    raise ProviderError("garbled")
                yield bytes(event.data)

    async def whole(self) -> bytes:
        """The body in one."""
        return b"".join([piece async for piece in self.pieces()])


@contextlib.asynccontextmanager
async def sent(
    base_url: str, request: Request, networks: Sequence[Network], deadlines: Deadlines
) -> AsyncIterator[Answer]:
    """The answer to a request. Raises ProviderError; nobody is told what was sent."""
    with _in_our_words():
        async with asyncio.timeout(deadlines.connect) as timeout:
            exchange = await _connect(base_url, networks, timeout)
            try:
                exchange.write(_head(base_url, request), request.body)
                timeout.reschedule(_from_now(deadlines.first))
                response = await exchange.response()
                exchange.idle = deadlines.idle
                yield Answer(exchange, response)
            finally:
                exchange.close()


class _Exchange:
    """One connection with one request on it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, timeout: asyncio.Timeout) -> None:
        self.idle: float | None = None
        self._reader = reader
        self._writer = writer
        self._timeout = timeout
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
            if self.idle is not None:
                self._timeout.reschedule(_from_now(self.idle))
            data = await self._reader.read(_CHUNK)
            if not data and self._http.their_state is h11.SEND_RESPONSE:
                raise ProviderError("unreachable")
            self._http.receive_data(data)

    def close(self) -> None:
        # At once: a provider goes on computing for as long as anybody seems to listen.
        self._writer.transport.abort()


async def _connect(base_url: str, networks: Sequence[Network], timeout: asyncio.Timeout) -> _Exchange:
    address, port = (await guard.resolve(base_url, networks))[0]
    parts = urlsplit(base_url)
    secure = {"ssl": failures.tls(), "server_hostname": parts.hostname} if parts.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(address, port, limit=_CHUNK, **secure)  # type: ignore[arg-type]
    return _Exchange(reader, writer, timeout)


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


def _from_now(seconds: float) -> float:
    return asyncio.get_running_loop().time() + seconds
