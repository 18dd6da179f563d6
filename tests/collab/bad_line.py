"""A bad line between browsers and the worker: a TCP proxy that delays, drips and resets."""

import contextlib
import random
import socket
import struct
import threading
import urllib.parse

_PIECE = 65_536
_RESET = struct.pack("ii", 1, 0)


class BadLine:
    """Passes everything on in both directions, late and in crumbs; the same way each time, by its seed."""

    def __init__(self, url: str, seed: int) -> None:
        parts = urllib.parse.urlsplit(url)
        self._target = (str(parts.hostname), int(parts.port or 0))
        self._chance = random.Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self._over = threading.Event()
        self.url = f"ws://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "BadLine":
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._listener.close()
        self.reset()

    def reset(self) -> None:
        """Cut every line in the middle of whatever is on it, as a router does that forgets."""
        lines, self._lines = self._lines, []
        for line in lines:
            with line, contextlib.suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                # Who waits for something to read does not any more.
                line.shutdown(socket.SHUT_RD)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._lines.append(near)
                far = socket.create_connection(self._target)
                self._lines.append(far)
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(_PIECE):
                self._over.wait(self._chance.choice((0, 0, 0.001, 0.03)))
                self._drip(target, data)
            target.shutdown(socket.SHUT_WR)

    def _drip(self, target: socket.socket, data: bytes) -> None:
        if len(data) > 2_000 or self._chance.random() < 0.5:
            target.sendall(data)
            return
        for at in range(0, len(data), 7):
            target.sendall(data[at : at + 7])
            self._over.wait(0.001)
