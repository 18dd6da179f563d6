"""A door on the way to the rooms: while it is shut, nobody gets to the worker, and who was there is cut off."""

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator
from typing import Any


class Gate:
    """Passes connections on to another port of this machine; `port` is where it listens."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._server: socket.socket | None = None
        self._pairs: list[socket.socket] = []
        self._lock = threading.Lock()

    def open(self, inside: int) -> None:
        """Let everybody through to that port."""
        self._server = socket.create_server(("127.0.0.1", self._port))
        threading.Thread(target=self._accept, args=(self._server, inside), daemon=True).start()

    def shut(self) -> None:
        """Refuse who comes, and cut off who came."""
        server, self._server = self._server, None
        if server is not None:
            # Only this wakes the thread that waits in accept.
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            server.close()
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for each in pairs:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _accept(self, server: socket.socket, inside: int) -> None:
        while True:
            try:
                outer, _ = server.accept()
                inner = socket.create_connection(("127.0.0.1", inside))
            except OSError:
                return
            with self._lock:
                self._pairs += [outer, inner]
            threading.Thread(target=_pass_on, args=(outer, inner), daemon=True).start()


def _pass_on(outer: socket.socket, inner: socket.socket) -> None:
    other = {outer: inner, inner: outer}
    with outer, inner, selectors.DefaultSelector() as ready, contextlib.suppress(OSError):
        for each in other:
            ready.register(each, selectors.EVENT_READ, other[each])
        while all(_is_passed(key.fileobj, key.data) for key, _ in ready.select()):
            pass


def _is_passed(source: Any, target: socket.socket) -> bool:
    """Whether there was something to pass on; where there was not, the other side has ended."""
    given = source.recv(65_536)
    target.sendall(given)
    return bool(given)


@contextlib.contextmanager
def gate(port: int) -> Iterator[Gate]:
    """A gate that is shut at first, and at the end."""
    made = Gate(port)
    yield made
    made.shut()
