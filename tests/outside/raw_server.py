"""A server that says what a test gives it, byte by byte."""

import contextlib
import re
import socket
import threading
from collections.abc import Callable, Iterator


class Server:
    """Counts connections and keeps requests; `answers` says what a connection answers to its first, second, … one."""

    def __init__(self, *answers: bytes) -> None:
        self.connections = 0
        self.requests: list[bytes] = []
        self.answers = answers

    def __call__(self, connection: socket.socket) -> None:
        self.connections += 1
        for answer in self.answers:
            found = b""
            while not is_whole(found):
                piece = connection.recv(65_536)
                if not piece:
                    return
                found += piece
            self.requests.append(found)
            connection.sendall(answer)


def is_whole(request: bytes) -> bool:
    head, end, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    return bool(end) and length is not None and len(body) == int(length[1])


@contextlib.contextmanager
def saying(act: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does one thing with each connection and closes it."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    _serve_one(server.accept()[0], act)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join(60)


def _serve_one(connection: socket.socket, act: Callable[[socket.socket], None]) -> None:
    with connection, contextlib.suppress(OSError):
        connection.settimeout(60)
        act(connection)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
