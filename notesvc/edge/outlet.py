"""What is on its way to a client: sent at once as far as the client takes it, the rest by the event loop."""

import itertools
import os
import socket
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from notesvc import limits

_TOGETHER = 64 * limits.KIB
_PIECES = 64
_FILE_PIECE = limits.MIB


class PendingAnswers:
    """What all answers of this process that wait for their clients hold, in bytes, and the threads that wait."""

    def __init__(self, threads: int) -> None:
        self._bytes = 0
        self._lock = threading.Lock()
        # The other half goes on serving whoever reads.
        self.waiting = threading.BoundedSemaphore(max(1, threads // 2))

    @property
    def are_full(self) -> bool:
        return self._bytes > limits.ANSWERS_IN_MEMORY

    def count(self, change: int) -> None:
        with self._lock:
            self._bytes += change


@dataclass
class _FilePart:
    """A part of a file, under a descriptor of its own: whoever opened the file may close it."""

    descriptor: int
    offset: int
    left: int

    def send(self, connection: socket.socket) -> int:
        sent = os.sendfile(connection.fileno(), self.descriptor, self.offset, min(self.left, _FILE_PIECE))
        if sent == 0:
            raise BrokenPipeError("the file is shorter than it was")
        self.offset += sent
        self.left -= sent
        return sent

    def close(self) -> None:
        os.close(self.descriptor)


class Outlet:
    """The socket that gunicorn writes an answer to. One thread fills it while the loop empties it.

    A thread waits only for a client that leaves more than `ANSWER_IN_MEMORY` bytes behind and has still more to come,
    and only together with as many others as `PendingAnswers` allows: the next one's connection is broken off.
    """

    def __init__(self, connection: socket.socket, pending: PendingAnswers, is_stuck: Callable[[], None]) -> None:
        self._connection = connection
        self._pending = pending
        self._is_stuck = is_stuck
        self._pieces: deque[bytes | memoryview | _FilePart] = deque()
        self._size = 0
        self._changed = threading.Condition()
        self._is_broken = False
        self.sent = 0

    def fileno(self) -> int:
        return self._connection.fileno()

    def sendall(self, piece: bytes) -> None:
        """Take the piece. Raises BrokenPipeError when the client is gone or too slow."""
        with self._changed:
            if self._size > limits.ANSWER_IN_MEMORY:
                self._wait()
            self._add(piece, len(piece))
            if self._size >= _TOGETHER:
                self._push()

    def sendfile(self, file: IO[bytes], offset: int, count: int) -> None:
        """Take a part of a file. No thread waits for it to be sent, and it needs no memory."""
        with self._changed:
            self._add(_FilePart(os.dup(file.fileno()), offset, count), 0)

    def flush(self) -> None:
        """Send what is there, as far as the client takes it: at the end of an answer."""
        with self._changed:
            self._push()
            if self._pending.are_full and self._size:
                self._wait()

    def push(self) -> bool:
        """The loop's turn: send what the client takes; answers whether all is sent. Raises OSError."""
        with self._changed:
            self._send()
            return not self._pieces

    @property
    def is_empty(self) -> bool:
        return not self._pieces

    def close(self) -> None:
        """Forget what is not sent, and let a thread that waits know."""
        with self._changed:
            self._is_broken = True
            for piece in self._pieces:
                if isinstance(piece, _FilePart):
                    piece.close()
            self._pieces.clear()
            self._count(-self._size)
            self._changed.notify_all()

    def _add(self, piece: bytes | _FilePart, size: int) -> None:
        if self._is_broken:
            if isinstance(piece, _FilePart):
                piece.close()
            raise BrokenPipeError("the client is gone")
        self._pieces.append(piece)
        self._count(size)

    def _push(self) -> None:
        self._send()
        if self._pieces:
            self._is_stuck()

    def _wait(self) -> None:
        self._push()
        if not self._pending.waiting.acquire(blocking=False):
            raise BrokenPipeError("too many clients read slowly")
        try:
            while self._size > limits.ANSWER_IN_MEMORY // 2 and not self._is_broken:
                self._changed.wait()
        finally:
            self._pending.waiting.release()

    def _send(self) -> None:
        while self._pieces:
            try:
                self._send_some()
            except BlockingIOError:
                break
        if self._size <= limits.ANSWER_IN_MEMORY // 2:
            self._changed.notify_all()

    def _send_some(self) -> None:
        first = self._pieces[0]
        if isinstance(first, _FilePart):
            self.sent += first.send(self._connection)
            if not first.left:
                self._pieces.popleft()
                first.close()
            return
        together = itertools.takewhile(lambda piece: not isinstance(piece, _FilePart), self._pieces)
        sent = self._connection.sendmsg(list(itertools.islice(together, _PIECES)))  # type: ignore[arg-type]
        self.sent += sent
        self._count(-sent)
        self._drop(sent)

    def _drop(self, sent: int) -> None:
        while sent:
            first = self._pieces.popleft()
            assert not isinstance(first, _FilePart)
            if sent < len(first):
                self._pieces.appendleft(memoryview(first)[sent:])
                return
            sent -= len(first)

    def _count(self, change: int) -> None:
        self._size += change
        self._pending.count(change)
