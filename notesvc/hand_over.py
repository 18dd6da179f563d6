"""Handing an open connection from a web process to the one that serves streams, so that no thread waits with it.

The channel is made before the forks: web processes write to one end, the streams' process reads from the other. The
supervisor holds both, so what is on its way waits there while either is started anew.
"""

import contextlib
import errno
import socket
from collections.abc import Iterator

_WAIT_SECONDS = 5.0
_MESSAGE = 65_536

_ends: list[socket.socket] = []


class HandedOver(BrokenPipeError):  # noqa: N818 - no failure, and gunicorn knows no other way to say so
    """The connection is another process's business now: close it here without a word to the client."""

    def __init__(self) -> None:
        super().__init__(errno.EPIPE, "handed over")


@contextlib.contextmanager
def channel() -> Iterator[None]:
    """The channel, made once, in the process that forks the others."""
    sender, taker = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with sender, taker:
        sender.settimeout(_WAIT_SECONDS)
        taker.setblocking(False)
        _ends[:] = [sender, taker]
        yield
    _ends.clear()


def is_open() -> bool:
    """Whether there is a process to hand connections to."""
    return bool(_ends)


def send(connection: socket.socket, message: bytes) -> None:
    """Give the connection away with a message of at most 64 KiB. Raises OSError when nobody takes it in time."""
    socket.send_fds(_ends[0], [message], [connection.fileno()])


def receiver() -> socket.socket:
    """The end at which connections arrive; readable when there are some."""
    return _ends[1]


def arrivals() -> Iterator[tuple[socket.socket, bytes]]:
    """The connections that wait to be taken, each with its message."""
    while True:
        try:
            message, descriptors, _, _ = socket.recv_fds(_ends[1], _MESSAGE, 1)
        except BlockingIOError:
            return
        for descriptor in descriptors:
            yield socket.socket(fileno=descriptor), message
