"""Requests over HTTP/1.1 to one guarded address, one after the other, for a thread that may wait.

The connection is kept for the next request. Bodies go up and come down in pieces. No redirects, no proxies of the
environment, no cookies: what is asked is what the settings name.
"""

import contextlib
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import h11

from notesvc.outside import failures, guard
from notesvc.outside.exchange import PIECE, Deadlines, Exchange, OutsideError, Request, in_our_words, size_of
from notesvc.outside.guard import Network

_LARGEST_ANSWER = 8 * 1024 * 1024
# What is left of an answer that nobody wants is read to keep the connection, if it is no more than this.
_LARGEST_REST = 64 * 1024
# Servers let go of idle connections after five seconds and more.
_KEEPS = 4.0


class Answer:
    """The status and the headers (lower-case names) of an answer, and its body as it comes."""

    def __init__(self, exchange: Exchange, response: h11.Response) -> None:
        self.status = response.status_code
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in response.headers}
        self._exchange = exchange
        self._rest = b""
        self._is_over = False

    def read(self, most: int = PIECE) -> bytes:
        """The next bytes, at most so many; empty at the end. Raises OutsideError where it breaks off or stalls."""
        while not self._rest and not self._is_over:
            event = self._exchange.next_event()
            self._is_over = isinstance(event, h11.EndOfMessage)
            if isinstance(event, h11.Data):
                self._rest = bytes(event.data)
        found, self._rest = self._rest[:most], self._rest[most:]
        return found

    def whole(self, most: int = _LARGEST_ANSWER) -> bytes:
        """The body in one. Raises OutsideError where it is longer than `most` bytes, too."""
        self._exchange.must_end()
        pieces, size = [], 0
        while piece := self.read():
            size += len(piece)
            if size > most:
                raise OutsideError("garbled")
            pieces.append(piece)
        return b"".join(pieces)

    def finish(self) -> bool:
        """Whether the connection can be kept, after reading what little is left."""
        size = 0
        while size <= _LARGEST_REST and (piece := self.read()):
            size += len(piece)
        return self._exchange.can_be_kept()


class Connection:
    """Where requests go; used by one thread at a time."""

    def __init__(self, base_url: str, networks: Sequence[Network], deadlines: Deadlines | None = None) -> None:
        self._base_url = base_url
        self._networks = networks
        self._deadlines = deadlines or Deadlines()
        self._kept: tuple[Exchange, float] | None = None

    @property
    def host(self) -> str:
        """The host as requests name it."""
        return urlsplit(self._base_url).netloc

    @contextmanager
    def sent(self, request: Request) -> Iterator[Answer]:
        """The answer to a request; what is left of it when the block ends is not wanted. Raises OutsideError."""
        answer, exchange = self._ask(request)
        is_kept = False
        try:
            yield answer
            with contextlib.suppress(OutsideError):
                is_kept = answer.finish()
        finally:
            if is_kept:
                self._kept = (exchange, time.monotonic())
            else:
                exchange.close()

    def close(self) -> None:
        """Let go of the connection. A further request makes a new one."""
        if self._kept is not None:
            self._kept[0].close()
            self._kept = None

    def _ask(self, request: Request) -> tuple[Answer, Exchange]:
        start = 0 if isinstance(request.body, bytes) else request.body.tell()
        exchange = self._take_kept()
        if exchange is not None:
            try:
                return self._ask_on(exchange, request)
            except OutsideError as error:
                is_stale = not exchange.is_heard and error.cause in ("unreachable", "truncated")
                if request.is_once or not is_stale:
                    raise
        if not isinstance(request.body, bytes):
            request.body.seek(start)
        return self._ask_on(self._connect(), request)

    def _ask_on(self, exchange: Exchange, request: Request) -> tuple[Answer, Exchange]:
        try:
            return Answer(exchange, exchange.ask(self._head(request), request)), exchange
        except BaseException:
            exchange.close()
            raise

    def _take_kept(self) -> Exchange | None:
        if self._kept is None:
            return None
        exchange, since = self._kept
        self._kept = None
        if time.monotonic() - since < _KEEPS and exchange.start_again():
            return exchange
        exchange.close()
        return None

    def _connect(self) -> Exchange:
        with in_our_words():
            places = guard.resolve_here(self._base_url, self._networks)
            ends = time.monotonic() + self._deadlines.connect
            sock = _reach(places, ends)
            try:
                if urlsplit(self._base_url).scheme == "https":
                    sock.settimeout(max(0.01, ends - time.monotonic()))
                    sock = failures.tls().wrap_socket(sock, server_hostname=urlsplit(self._base_url).hostname)
                sock.settimeout(self._deadlines.idle)
            except BaseException:
                sock.close()
                raise
            return Exchange(sock, self._deadlines)

    def _head(self, request: Request) -> h11.Request:
        headers = {
            "Host": self.host,
            "User-Agent": "notesvc",
            "Accept-Encoding": "identity",
            "Content-Length": str(size_of(request)),
            **request.headers,
        }
        return h11.Request(method=request.method, target=request.target, headers=list(headers.items()))


def _reach(places: Sequence[tuple[str, int]], ends: float) -> socket.socket:
    trouble: OSError | None = None
    for place in places:
        try:
            found = socket.create_connection(place, timeout=max(0.01, ends - time.monotonic()))
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return found
        except OSError as error:
            trouble = error
    raise trouble or OSError("no address")
