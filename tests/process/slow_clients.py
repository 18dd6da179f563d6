"""Clients that are slow on purpose, many at once, from as many addresses of loopback as are wanted."""

import resource
import select
import selectors
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.process.member import Member
from tests.service import Service

LATE = dict.fromkeys(("NOTESVC_MAX_HEAD_SECONDS", "NOTESVC_MAX_SLOW_SECONDS", "NOTESVC_MAX_IDLE_SECONDS"), "3600")
"""Nobody is closed for being slow: a client that holds the service up would hold it up for good."""

_DRIP_SECONDS = 0.5
_WAIT_SECONDS = 60


@dataclass
class Crowd:
    """Connections that send `first`, then `drip` again and again; without a drip they read a byte, or nothing."""

    name: str
    first: bytes
    drip: bytes = b""
    reads: bool = False
    held: list[socket.socket] = field(default_factory=list)
    heard: set[bytes] = field(default_factory=set)

    def come(self, service: Service | Member, count: int, addresses: int = 10) -> "Crowd":
        """Open so many connections, from so many addresses."""
        for number in range(count):
            each = connected(service, f"127.0.1.{number % addresses + 1}", 4_096 if self.reads else None)
            each.sendall(self.first)
            each.setblocking(False)
            self.held.append(each)
        return self

    def drip_on(self) -> None:
        """A byte more from each, and to each."""
        self.held = [each for each in self.held if self._goes_on(each)]

    def leave(self) -> None:
        for each in self.held:
            each.close()

    def _goes_on(self, each: socket.socket) -> bool:
        try:
            if self.reads and _is_reset(each):
                raise ConnectionResetError
            if self.drip:
                each.send(self.drip)
            heard = each.recv(1 if self.reads else 4_096)
        except BlockingIOError:
            return True
        except OSError:
            heard = b""
        if heard and not self.reads:
            self.heard.add(heard.split(b"\r\n")[0])
        if not heard:
            each.close()
        return bool(heard)


def _is_reset(each: socket.socket) -> bool:
    """Whether the other side has gone, whatever it had sent before."""
    poll = select.poll()
    poll.register(each, 0)
    return bool(poll.poll(0))


def allow_many_files() -> None:
    """This process holds the other end of all the connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 8_192:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(8_192, hard) if hard > 0 else 8_192, hard))


def connected(service: Service | Member, address: str = "127.0.0.1", buffer: int | None = None) -> socket.socket:
    """A connection from that address of loopback."""
    parts = urlsplit(service.url)
    made = socket.socket()
    if buffer is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.settimeout(_WAIT_SECONDS)
    made.bind((address, 0))
    made.connect((str(parts.hostname), int(parts.port or 80)))
    return made


def is_answered(service: Service, address: str, request: bytes) -> bool:
    """Whether a whole small answer comes, over a connection of its own."""
    answer = b""
    try:
        with connected(service, address) as wire:
            wire.sendall(request)
            while piece := wire.recv(65_536):
                answer += piece
    except OSError:
        return False
    return answer.startswith(b"HTTP/1.1 200")


def while_they_drip(crowds: list[Crowd], act: Callable[[], object], times: int) -> None:
    """Do it so often, while all crowds go on being slow."""
    dripped = 0.0
    for _ in range(times):
        if time.monotonic() - dripped > _DRIP_SECONDS:
            dripped = time.monotonic()
            for crowd in crowds:
                crowd.drip_on()
        act()


def wait_for_their_end(crowds: list[Crowd], seconds: float) -> Mapping[str, int]:
    """Drip on until the service has closed them all, or that time is over: how many are left of each."""
    deadline = time.monotonic() + seconds
    with selectors.DefaultSelector() as nobody:
        while any(crowd.held for crowd in crowds) and time.monotonic() < deadline:
            for crowd in crowds:
                crowd.drip_on()
            nobody.select(_DRIP_SECONDS)
    return {crowd.name: len(crowd.held) for crowd in crowds if crowd.held}
