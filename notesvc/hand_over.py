"""Handing an open connection from a web process to the one that serves streams, so that no thread waits with it.

The channel is made before the forks: web processes write to one end, the streams' process reads from the other. The
supervisor holds both, so what is on its way waits there while either is started anew.
"""

import contextlib
import errno
import os
import socket
import tempfile
from collections.abc import Iterator
from typing import IO

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


def send(connection: socket.socket, message: bytes, attachment: bytes = b"") -> None:
    """Give the connection away with a message of at most 64 KiB, and what is longer or secret as an attachment, which
    touches no disk. Raises OSError when nobody takes it in time."""
    with _file_in_memory() as file:
        file.write(attachment)
        file.flush()
        socket.send_fds(_ends[0], [message], [connection.fileno(), file.fileno()])


def _file_in_memory() -> IO[bytes]:
    has_memory = hasattr(os, "memfd_create")
    return os.fdopen(os.memfd_create("attachment"), "w+b") if has_memory else tempfile.TemporaryFile()


def receiver() -> socket.socket:
    """The end at which connections arrive; readable when there are some."""
    return _ends[1]


def arrivals() -> Iterator[tuple[socket.socket, bytes, bytes]]:
    """The connections that wait to be taken, each with its message and its attachment."""
    while True:
        try:
            message, descriptors, _, _ = socket.recv_fds(_ends[1], _MESSAGE, 2)
        except BlockingIOError:
            return
        connection, attachment = descriptors
        with os.fdopen(attachment, "rb") as file:
            file.seek(0)
            content = file.read()
        yield socket.socket(fileno=connection), message, content
