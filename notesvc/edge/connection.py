"""One client's connection: it waits for a request in the event loop, and is a thread's while that is answered."""

import contextlib
import logging
import socket
import struct
from collections.abc import Callable
from typing import Any

from gunicorn.http.errors import NoMoreData
from gunicorn.http.message import Request

from notesvc import limits
from notesvc.edge.incoming import Body, Incoming, RefusedBody, length_of, too_large
from notesvc.edge.outlet import Outlet
from notesvc.edge.process import Process, State
from notesvc.edge.spool import Spool
from notesvc.edge.watch import Deadline, Watch

log = logging.getLogger("notesvc")

_PIECE = 64 * limits.KIB
_PUMPED_AT_ONCE = 8 * limits.MIB
_AT_ONCE = struct.pack("ii", 1, 0)
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection:
    """All of it belongs to the loop, but what a thread was given: the outlet while it answers, the body it pumps."""

    def __init__(self, process: Process, client_socket: socket.socket, client: Any, server: Any) -> None:
        self.socket, self.client, self.server = client_socket, client, server
        self.outlet = Outlet(client_socket, process.pending, self._tell_stuck)
        self.state = State.IDLE
        self.deadline = Deadline(limits.MAX_IDLE_SECONDS)
        self._watch = Watch(process.loop, client_socket, self.run)
        self._process = process
        self._incoming = Incoming(process.cfg, client)
        self._request: Request | None = None
        self._body: Body | None = None
        self._is_kept = True
        self.is_lent = False
        self._is_awaiting = False
        self._sent_before = 0
        self._discarded = 0

    def begin(self) -> None:
        """Look whether a request has come along with the connection."""
        self._read()
        if self.state in (State.IDLE, State.HEAD):
            self._watch.read(self._read)

    # What the client sends.

    def _read(self) -> None:
        piece = self._receive()
        if piece is None:
            return
        if self._body is not None:
            self._take_body(piece)
        elif piece:
            self._incoming.add(piece)
            self._look_for_head()
        else:
            self.drop()

    def _receive(self) -> bytes | None:
        """What has come: None for nothing yet, b"" at the end."""
        try:
            return self.socket.recv(_PIECE)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""

    def _look_for_head(self) -> None:
        while self._is_answered_at_once():
            if self.state is not State.IDLE:
                return
        if not self._incoming:
            return
        try:
            request = self._incoming.next_head()
        except Exception as error:
            self._process.refuse(self, error)
            self._linger()
            return
        if request is not None:
            self._take_request(request)
        elif self.state is State.IDLE:
            self._enter(State.HEAD, limits.MAX_HEAD_SECONDS)

    def _is_answered_at_once(self) -> bool:
        answer = self._process.at_once(self._incoming)
        if answer is None:
            return False
        self._enter(State.IDLE, limits.MAX_IDLE_SECONDS)
        self.outlet.sendall(answer)
        try:
            if not self.outlet.push():
                self._watch.pause()
                self.state = State.SENDING
                self._watch_outlet()
        except OSError:
            self.drop()
        return True

    def _take_request(self, request: Request) -> None:
        self._request = request
        self._sent_before = self.outlet.sent
        self._is_awaiting = request._expected_100_continue
        # gunicorn would say it when the request is answered; here it is said when its body is wanted.
        request._expected_100_continue = False
        length = length_of(request)
        most = limits.PUBLIC_BODY
        if length is None or length > most:
            most = self._process.largest_body(request)
        if length is not None and length > most:
            self._serve(RefusedBody(too_large(most)))
            return
        self._body = Body(Spool(self._process.store), length, most)
        if length == 0:
            self._serve(self._body.spool.whole())
        elif length is None or length > limits.BODY_IN_MEMORY:
            # Somebody who is not let in need not send it, and takes no room with it.
            self._lend(State.SERVING)
            self._process.ask(self, request)
        else:
            self.receive_body()

    def receive_body(self) -> None:
        """Take the body, whose sender is let in."""
        assert self._request is not None
        assert self._body is not None
        if self._is_over():
            return
        self.state = State.BODY
        self.deadline.begin_pace()
        if self._is_awaiting:
            self.outlet.sendall(_CONTINUE)
            self.outlet.flush()
        if not self._body.is_kept_in_memory():
            self._pump()
            return
        self._watch.read(self._read)
        self._take_body(self._incoming.take_all(), is_end=False)

    def _take_body(self, piece: bytes, is_end: bool = True) -> None:
        """A small body is taken by the loop itself; without another piece it has ended too early."""
        assert self._body is not None
        if not piece and is_end:
            self._serve(RefusedBody(NoMoreData()))
            return
        self._incoming.add(self._body.feed(piece))
        if self._body.is_whole:
            self._serve(self._body.spool.whole())
        else:
            self.deadline.keep_pace(self._body.spool.size)

    def _pump(self) -> None:
        self._lend(State.BODY)
        self._process.pump(self)

    def pump(self) -> BaseException | None:
        """In a thread, as it may wait for the disk: take of the body what has come. Answers why it cannot be taken."""
        assert self._body is not None
        taken = 0
        piece: bytes | None = self._incoming.take_all()
        try:
            while piece is not None:
                self._incoming.add(self._body.feed(piece))
                taken += len(piece)
                if self._body.is_whole or taken > _PUMPED_AT_ONCE:
                    return None
                piece = self._receive()
                if piece == b"":
                    return NoMoreData()
        except Exception as error:
            return error
        return None

    def after_pump(self, failure: BaseException | None) -> None:
        """The loop's turn after `pump`."""
        assert self._body is not None
        if self._is_over():
            return
        if failure is not None:
            self._serve(RefusedBody(failure))
        elif self._body.is_whole:
            self._serve(self._body.spool.whole())
        else:
            self.deadline.keep_pace(self._body.spool.size)
            self._watch.read(self._pump)

    # What the client is sent.

    def _serve(self, body: Any) -> None:
        assert self._request is not None
        if isinstance(body, RefusedBody):
            # What follows on the connection is the body, and no request.
            self._request.force_close()
        self._request.body = body
        self._lend(State.SERVING)
        self._process.serve(self, self._request)

    def after_answer(self, is_kept: bool) -> None:
        """The loop's turn when a thread has answered, or cannot."""
        if self._is_over():
            return
        self._is_kept = is_kept
        self._request = None
        self._forget_body()
        if self.outlet.is_empty:
            self._next()
        else:
            self.state = State.SENDING

    def let_go(self) -> None:
        """Close this process's hold on it without a word: another process has it, or the answer has been broken off."""
        self.is_lent, self.state = False, State.CLOSED
        self._end()

    @property
    def has_begun_to_answer(self) -> bool:
        return self.outlet.sent > self._sent_before or not self.outlet.is_empty

    def _next(self) -> None:
        if not self._is_kept or self._process.is_stopping:
            self._linger()
            return
        self._enter(State.IDLE, limits.MAX_IDLE_SECONDS)
        self._watch.read(self._read)
        if self._incoming:
            self._look_for_head()

    def _tell_stuck(self) -> None:
        self._process.loop.call_soon_threadsafe(self.run, self._watch_outlet)

    def _watch_outlet(self) -> None:
        if self.state is not State.CLOSED and not self._watch.is_writing and not self.outlet.is_empty:
            self.deadline.begin_pace(self.outlet.sent)
            self._watch.write(self._write)

    def _write(self) -> None:
        try:
            is_sent = self.outlet.push()
        except OSError:
            self.drop()
            return
        if not is_sent:
            self.deadline.keep_pace(self.outlet.sent)
            return
        self._watch.stop_writing()
        self.deadline.lift()
        if self.state is State.SENDING:
            self._next()

    # Time, and the end.

    def run(self, act: Callable[[], None]) -> None:
        """Do it in the loop; a defect costs this connection alone."""
        try:
            act()
        except Exception:
            log.exception("connection", extra={"fields": {"event": "connection_failed"}})
            self.drop()

    def hurry(self, last: float) -> None:
        """The service stops: an idle connection is kept until `last` at most."""
        if self.state is State.IDLE:
            self.deadline.due = min(self.deadline.due, last)

    def expire(self) -> None:
        """It has taken too long."""
        if self.state in (State.HEAD, State.BODY):
            self.outlet.sendall(_TOO_SLOW)
            self._linger()
        else:
            self.drop()

    def drop(self) -> None:
        """Close it now; a thread that works for it finds out."""
        if self.socket.fileno() < 0:
            return
        self.state = State.CLOSED
        self.deadline.lift()
        if not self.outlet.is_empty:
            # Else the kernel goes on for minutes offering the rest to who does not read.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.outlet.close()
        self._watch.stop()
        if not self.is_lent:
            self._end()
            return
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def _linger(self) -> None:
        """Say that this is the end, and wait a moment for the client to read: closing at once could destroy it."""
        self._forget_body()
        self._enter(State.CLOSING, limits.LINGER_SECONDS)
        try:
            self.outlet.push()
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.drop()
            return
        self._watch.read(self._discard)

    def _discard(self) -> None:
        piece = self._receive()
        if piece is None:
            return
        self._discarded += len(piece)
        if not piece or self._discarded > limits.LINGER_BYTES:
            self.drop()

    def _end(self) -> None:
        if self.socket.fileno() < 0:
            return
        self._forget_body()
        self.outlet.close()
        self._watch.stop()
        self.socket.close()
        self._process.forget(self)

    def _enter(self, state: State, seconds: float) -> None:
        self.state = state
        self.deadline.begin(seconds)

    def _lend(self, state: State) -> None:
        """A thread has it now; what the client sends meanwhile has to wait."""
        self._watch.pause()
        self.deadline.lift()
        self.is_lent, self.state = True, state

    def _is_over(self) -> bool:
        """A thread gives it back; whether it was to be closed meanwhile."""
        self.is_lent = False
        if self.state is State.CLOSED:
            self._end()
        return self.state is State.CLOSED

    def _forget_body(self) -> None:
        if self._body is not None:
            self._body.spool.close()
            self._body = None
