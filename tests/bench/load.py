"""The client: HTTP/1.1 over plain sockets, one or several connections, with as little cost of its own as can be."""

import multiprocessing
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from multiprocessing.synchronize import Barrier, Event
from typing import Any

import orjson

Address = tuple[str, int]

_PIECE = 256 * 1024
_TIMEOUT_SECONDS = 300
_END_OF_HEAD = b"\r\n\r\n"
_fork = multiprocessing.get_context("fork")


class UnexpectedAnswerError(Exception):
    """An answer that is none to measure, with its status and the beginning of its body."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent; `expects` is the only status that counts."""

    method: str
    path: str
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    expects: int = 200

    def wire(self) -> bytes:
        """The request as it goes over the wire."""
        lines = [f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.body or self.method != "GET":
            lines.append(f"Content-Length: {len(self.body)}")
        return "\r\n".join(lines).encode() + _END_OF_HEAD + self.body


@dataclass(frozen=True, slots=True)
class Streamed:
    """A long answer that was read and thrown away: seconds to its first byte and to its end, and its size."""

    first_byte: float
    seconds: float
    size: int


@dataclass(frozen=True, slots=True)
class Burst:
    """What several clients at a time saw: the seconds of each request, and of all together."""

    durations: list[float]
    seconds: float

    @property
    def per_second(self) -> float:
        return len(self.durations) / self.seconds


class Client:
    """One connection that is kept open."""

    def __init__(self, address: Address) -> None:
        self._socket = socket.create_connection(address, timeout=_TIMEOUT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, request: Request) -> bytes:
        """The body of the answer. Raises UnexpectedAnswerError."""
        return self._exchange(request.wire(), request)

    def ask_json(self, request: Request) -> Any:
        """The answer's JSON. Raises UnexpectedAnswerError."""
        return orjson.loads(self.ask(request))

    def timed(self, requests: Sequence[Request]) -> list[float]:
        """Send one after the other; the seconds from sending until each answer was there whole."""
        durations = []
        for wire, request in [(request.wire(), request) for request in requests]:
            began = time.perf_counter()
            self._exchange(wire, request)
            durations.append(time.perf_counter() - began)
        return durations

    def stream(self, request: Request) -> Streamed:
        """Read a long answer to the end of the connection; the request must carry `Connection: close`."""
        began = time.perf_counter()
        self._socket.sendall(request.wire())
        received, end = self._head()
        _check(bytes(received), request)
        while len(received) == end:
            received += self._more()
        first_byte, size, tail = time.perf_counter() - began, len(received) - end, bytes(received[-8:])
        buffer = bytearray(_PIECE)
        while count := self._socket.recv_into(buffer):
            size, tail = size + count, (tail + buffer[max(0, count - 8) : count])[-8:]
        if b"chunked" in received[:end].lower() and not tail.endswith(b"0\r\n\r\n"):
            raise UnexpectedAnswerError(f"{request.path}: the answer broke off after {size} bytes")
        return Streamed(first_byte, time.perf_counter() - began, size)

    def _exchange(self, wire: bytes, request: Request) -> bytes:
        self._socket.sendall(wire)
        received, end = self._head()
        whole = end + _content_length(bytes(received[:end]), request)
        while len(received) < whole:
            received += self._more()
        _check(bytes(received), request)
        return bytes(received[end:])

    def _head(self) -> tuple[bytearray, int]:
        received = bytearray()
        while (end := received.find(_END_OF_HEAD)) < 0:
            received += self._more()
        return received, end + len(_END_OF_HEAD)

    def _more(self) -> bytes:
        piece = self._socket.recv(_PIECE)
        if not piece:
            raise UnexpectedAnswerError("the connection was closed in the middle of an answer")
        return piece


def together(address: Address, shares: Sequence[Sequence[Request]], warm_up: int) -> Burst:
    """Each share is sent by a client of its own, a process, all beginning at the same moment.

    The first `warm_up` requests of each share are sent before that and do not count.
    """
    barrier = _fork.Barrier(len(shares))
    pipes, clients = [], []
    for share in shares:
        mine, theirs = _fork.Pipe(duplex=False)
        clients.append(
            _fork.Process(target=_send_share, args=(address, (share[:warm_up], share[warm_up:]), barrier, theirs))
        )
        pipes.append(mine)
    for client in clients:
        client.start()
    outcomes = [pipe.recv() for pipe in pipes]
    for client in clients:
        client.join()
    for outcome in outcomes:
        if isinstance(outcome, str):
            raise UnexpectedAnswerError(outcome)
    durations = [duration for outcome in outcomes for duration in outcome[2]]
    return Burst(durations, max(outcome[1] for outcome in outcomes) - min(outcome[0] for outcome in outcomes))


class Background:
    """A client that sends one request after the other with pauses, until it is asked what it saw."""

    def __init__(self, address: Address, requests: Sequence[Request], pause: float) -> None:
        self._stop = _fork.Event()
        self._pipe, theirs = _fork.Pipe(duplex=False)
        self._process = _fork.Process(target=_send_on, args=(address, requests, pause, (self._stop, theirs)))
        self._process.start()

    def durations(self) -> list[float]:
        """End it; the seconds of each request."""
        self._stop.set()
        outcome = self._pipe.recv()
        self._process.join()
        if isinstance(outcome, str):
            raise UnexpectedAnswerError(outcome)
        found: list[float] = outcome
        return found


def _send_share(
    address: Address, share: tuple[Sequence[Request], Sequence[Request]], barrier: Barrier, pipe: Pipe
) -> None:
    try:
        with Client(address) as client:
            client.timed(share[0])
            barrier.wait(timeout=_TIMEOUT_SECONDS)
            began = time.monotonic()
            durations = client.timed(share[1])
            pipe.send((began, time.monotonic(), durations))
    except Exception as error:
        barrier.abort()
        pipe.send(f"{type(error).__name__}: {error}")


def _send_on(address: Address, requests: Sequence[Request], pause: float, ends: tuple[Event, Pipe]) -> None:
    stop, pipe = ends
    durations: list[float] = []
    try:
        with Client(address) as client:
            while not stop.wait(pause):
                durations += client.timed([requests[len(durations) % len(requests)]])
        pipe.send(durations)
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}")


def _content_length(head: bytes, request: Request) -> int:
    if request.expects in (204, 304):
        return 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise UnexpectedAnswerError(f"{request.path}: the answer has no Content-Length")


def _check(received: bytes, request: Request) -> None:
    status = int(received[9:12])
    if status != request.expects:
        body = received.partition(_END_OF_HEAD)[2][:300].decode(errors="replace")
        raise UnexpectedAnswerError(f"{request.method} {request.path} was answered with {status}: {body}")
