"""One connection of HTTP/1.1 that is open, with one request on it at a time."""

import contextlib
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

import h11

from notesvc.outside import failures
from notesvc.outside.guard import AddressError

PIECE = 128 * 1024
_LARGEST_HEAD = 64 * 1024


class OutsideError(Exception):
    """A request that got no answer; `cause` is one of `failures.cause_of`, "not_allowed" or "not_sealed"."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How long is waited, in seconds: for a connection, between two pieces, for a whole answer that is no stream."""

    connect: float = 5.0
    idle: float = 60.0
    whole: float = 300.0


@dataclass(frozen=True, slots=True)
class Request:
    """`target` is the path with its query as it is sent, `body` bytes or `size` bytes of a source that can seek.

    `is_once`: it must not be sent again where it is not known whether it has arrived.
    """

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | IO[bytes] = b""
    size: int | None = None
    is_once: bool = False


class Exchange:
    """One connection, with one request on it at a time."""

    def __init__(self, sock: socket.socket, deadlines: Deadlines) -> None:
        self.is_heard = False
        self._socket = sock
        self._deadlines = deadlines
        self._ends: float | None = None
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LARGEST_HEAD)

    def ask(self, head: h11.Request, request: Request) -> h11.Response:
        """The head of the answer. A server may refuse a body before it has all of it."""
        self.is_heard = False
        self.must_end()
        with in_our_words():
            self._socket.sendall(self._http.send(head) or b"")
            # A server that refuses may hang up while the body is still going out: its answer is there to be read.
            with contextlib.suppress(ConnectionError):
                self._send_body(request)
        while True:
            event = self.next_event()
            if isinstance(event, h11.Response):
                self._ends = None
                return event

    def next_event(self) -> Any:
        """The next event of the answer. Raises OutsideError."""
        with in_our_words():
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._socket.settimeout(self._wait())
                received = self._socket.recv(PIECE)
                if not received and self._http.their_state is h11.SEND_RESPONSE:
                    raise OutsideError("truncated")
                self.is_heard = self.is_heard or bool(received)
                self._http.receive_data(received)
            if isinstance(event, h11.ConnectionClosed):
                raise OutsideError("truncated")
            return event

    def must_end(self) -> None:
        """From now on the whole answer, or its head, has only so long to come."""
        self._ends = time.monotonic() + self._deadlines.whole

    def can_be_kept(self) -> bool:
        """Whether request and answer are over, and the server lets the connection stand."""
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    def start_again(self) -> bool:
        """Whether another request can be sent: the server has not hung up, nor said what nobody asked."""
        if self._is_readable():
            return False
        self._http.start_next_cycle()
        return True

    def close(self) -> None:
        """Let go at once."""
        with contextlib.suppress(OSError):
            self._socket.close()

    def _send_body(self, request: Request) -> None:
        self._socket.settimeout(self._deadlines.idle)
        self.must_end()
        for piece in _pieces(request):
            if self._is_readable():
                return
            self._socket.sendall(self._http.send(h11.Data(data=piece)) or b"")
            self.must_end()
        self._http.send(h11.EndOfMessage())

    def _is_readable(self) -> bool:
        self._socket.settimeout(0.0)
        try:
            # Bytes of TLS that are no answer, such as tickets, are taken in by this.
            received = self._socket.recv(PIECE)
        except (BlockingIOError, ssl.SSLWantReadError):
            return False
        except OSError:
            return True
        finally:
            self._socket.settimeout(self._deadlines.idle)
        if received:
            self.is_heard = True
            self._http.receive_data(received)
        return True

    def _wait(self) -> float:
        if self._ends is None:
            return self._deadlines.idle
        left = self._ends - time.monotonic()
        if left <= 0:
            raise OutsideError("timeout")
        return min(left, self._deadlines.idle)


def size_of(request: Request) -> int:
    """The bytes of its body."""
    if isinstance(request.body, bytes):
        return len(request.body)
    assert request.size is not None
    return request.size


def _pieces(request: Request) -> Iterator[bytes]:
    if isinstance(request.body, bytes):
        yield from (request.body[at : at + PIECE] for at in range(0, len(request.body), PIECE))
        return
    left = size_of(request)
    while left:
        piece = request.body.read(min(PIECE, left))
        if not piece:
            raise OutsideError("truncated")
        left -= len(piece)
        yield piece


@contextmanager
def in_our_words() -> Iterator[None]:
    """Trouble of the system, of the protocol and of the guard as OutsideError."""
    try:
        yield
    except AddressError as error:
        raise OutsideError(error.cause) from error
    except (OSError, h11.ProtocolError) as error:
        raise OutsideError(failures.cause_of(error)) from error
