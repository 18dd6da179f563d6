"""gunicorn's worker class: one event loop that waits for clients, threads that answer whole requests."""

import asyncio
import contextlib
import functools
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.http import wsgi
from gunicorn.http.message import Request
from gunicorn.workers.base import Worker

from notesvc import hosts, limits
from notesvc.edge import plain_requests
from notesvc.edge.connection import Connection
from notesvc.edge.incoming import Incoming, RefusedBody
from notesvc.edge.outlet import PendingAnswers
from notesvc.edge.places import Places
from notesvc.edge.spool import Store
from notesvc.web import bodies
from notesvc.web.at_once import AtOnce

_TICK_SECONDS = 1.0
_PUMPS = 4
# A client may be sending on a connection that was kept for it: it hears once more, and is told to close.
_KEPT_WHILE_STOPPING_SECONDS = 2.0
_AT_ONCE = 64
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class EdgeWorker(Worker):
    """Takes connections, reads requests, has them answered, and sends what a client does not take at once."""

    def run(self) -> None:
        """Serve until SIGTERM, then finish what has begun within gunicorn's `graceful_timeout`."""
        settings = self.app.settings
        self.is_stopping = False
        self.pending = PendingAnswers(self.cfg.threads)
        self.store = Store(settings.instance)
        self._places = Places(is_limited=not settings.trusted_proxies)
        self._threads = ThreadPoolExecutor(self.cfg.threads, thread_name_prefix="answering")
        self._pumps = ThreadPoolExecutor(_PUMPS, thread_name_prefix="taking")
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(self._log_failure)
        self.loop.add_signal_handler(signal.SIGTERM, self._stop)
        self._listen()
        self._tick()
        try:
            self.loop.run_forever()
        finally:
            for connection in list(self._places.all):
                connection.drop()
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._pumps.shutdown(wait=False, cancel_futures=True)

    def _log_failure(self, _: Any, context: dict[str, Any]) -> None:
        self.log.error("Unexpected failure: %s", context["message"], exc_info=context.get("exception"))

    # Connections.

    def _accept(self, listener: Any) -> None:
        try:
            client_socket, client = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            self.log.error("Cannot accept: %s", error.strerror)
            self._places.free(_AT_ONCE)
            self.loop.remove_reader(listener)
            self.loop.call_later(_TICK_SECONDS, self._listen)
            return
        client_socket.setblocking(False)
        address = hosts.share_of(client)
        if not self._places.is_free_for(address):
            _turn_away(client_socket)
            return
        connection = Connection(self, client_socket, client, listener.getsockname())
        self._places.add(address, connection)
        connection.run(connection.begin)

    def _listen(self) -> None:
        for listener in [] if self.is_stopping else self.sockets:
            listener.setblocking(False)
            self.loop.add_reader(listener, self._accept, listener)

    def forget(self, connection: Connection) -> None:
        """The connection is closed."""
        self._places.remove(hosts.share_of(connection.client), connection)
        if self.is_stopping and not self._places.all:
            self.loop.stop()

    def _tick(self) -> None:
        self.notify()
        now = time.monotonic()
        for connection in list(self._places.all):
            if connection.deadline.due <= now:
                connection.expire()
        if os.getppid() != self.ppid:
            self._stop()
        self.loop.call_later(_TICK_SECONDS, self._tick)

    def _stop(self) -> None:
        if self.is_stopping:
            return
        self.alive, self.is_stopping = False, True
        for listener in self.sockets:
            self.loop.remove_reader(listener)
        last = time.monotonic() + _KEPT_WHILE_STOPPING_SECONDS
        for connection in self._places.all:
            connection.hurry(last)
        self.loop.call_later(self.cfg.graceful_timeout, self.loop.stop)
        if not self._places.all:
            self.loop.stop()

    # Requests.

    def at_once(self, incoming: Incoming) -> bytes | None:
        """What is sent to the next request, taken from what came, where the application has it ready."""
        ready: AtOnce | None = getattr(self.wsgi, "extensions", {}).get("at_once")
        if ready is None or self.is_stopping:
            return None
        head = incoming.head_of(b"GET " + ready.prefix.encode())
        environ = None if head is None else plain_requests.environ_of(head)
        answer = None if environ is None else ready.answer(environ)
        if head is None or answer is None:
            return None
        incoming.drop(head)
        return plain_requests.wire(answer)

    def largest_body(self, request: Request) -> int:
        """How large a body the request's route takes, in bytes."""
        largest = getattr(self.wsgi, "extensions", {}).get("largest_body")
        return largest(request.method, request.path) if largest else limits.MAX_BODY

    def ask(self, connection: Connection, request: Request) -> None:
        """Have the application say whether it wants the body of the request."""
        self._threads.submit(self._ask, connection, request)

    def serve(self, connection: Connection, request: Request) -> None:
        """Have the request answered, whose body is there."""
        self._threads.submit(self._serve, connection, request)

    def pump(self, connection: Connection) -> None:
        """Have what has come of a large body taken to the disk."""
        self._pumps.submit(self._pump, connection)

    def refuse(self, connection: Connection, error: Exception) -> None:
        """Answer what is no request in gunicorn's words."""
        self.handle_error(None, connection.socket, connection.client, error)

    def _ask(self, connection: Connection, request: Request) -> None:
        request.body = RefusedBody(bodies.BodyWanted())
        try:
            is_kept = self._try_to_answer(connection, request, {bodies.ASKED_FIRST: True})
        except bodies.BodyWanted:
            self.loop.call_soon_threadsafe(connection.run, connection.receive_body)
        else:
            self._give_back(connection, is_kept)

    def _serve(self, connection: Connection, request: Request) -> None:
        self._give_back(connection, self._try_to_answer(connection, request, {}))

    def _pump(self, connection: Connection) -> None:
        failure = connection.pump()
        self.loop.call_soon_threadsafe(connection.run, functools.partial(connection.after_pump, failure))

    def _try_to_answer(self, connection: Connection, request: Request, more: dict[str, Any]) -> bool | None:
        """Have the application answer: whether the connection can be kept, None where it has to be let go."""
        try:
            return self._answer(connection, request, more)
        except OSError as error:
            # Handed over, or the client is gone.
            if not isinstance(error, ConnectionError):
                self.log.exception("Error handling request")
            with contextlib.suppress(OSError):
                connection.outlet.flush()
            return None
        except Exception as error:
            if connection.has_begun_to_answer:
                self.log.exception("Error handling request")
                return None
            self.handle_error(request, connection.socket, connection.client, error)
            return False

    def _answer(self, connection: Connection, request: Request, more: dict[str, Any]) -> bool:
        outlet = connection.outlet
        response, environ = wsgi.create(request, outlet, connection.client, connection.server, self.cfg)
        environ |= {"wsgi.multithread": True, **more}
        if more or not self.alive:
            response.force_close()
        pieces = self.wsgi(environ, response.start_response)
        try:
            if isinstance(pieces, wsgi.FileWrapper):
                response.write_file(pieces)
            else:
                for piece in pieces:
                    response.write(piece)
            response.close()
            outlet.flush()
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        return not response.should_close()

    def _give_back(self, connection: Connection, is_kept: bool | None) -> None:
        act = connection.let_go if is_kept is None else functools.partial(connection.after_answer, is_kept)
        self.loop.call_soon_threadsafe(connection.run, act)


def _turn_away(client_socket: socket.socket) -> None:
    with client_socket, contextlib.suppress(OSError):
        client_socket.send(_FULL)
