"""Asking over a kept connection: what is sent again, what is not, and what trouble becomes."""

import contextlib
import io
import socket
import ssl
import time
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest

from notesvc.outside.connection import Answer, Connection
from notesvc.outside.exchange import Deadlines, OutsideError, Request
from tests.ai.certificates import self_signed
from tests.outside.raw_server import Server, saying

HERE = (ip_network("127.0.0.0/8"),)
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
GET = Request("GET", "/")


def to(port: int, deadlines: Deadlines | None = None) -> Connection:
    return Connection(f"http://127.0.0.1:{port}", HERE, deadlines)


def ask(connection: Connection, request: Request = GET) -> tuple[int, bytes]:
    with connection.sent(request) as answer:
        return answer.status, answer.whole()


def cause_of(act: Callable[[], object]) -> str:
    with pytest.raises(OutsideError) as trouble:
        act()
    return trouble.value.cause


def test_a_connection_is_used_again() -> None:
    server = Server(OK, OK, OK)
    with saying(server) as port, contextlib.closing(to(port)) as connection:
        assert [ask(connection) for _ in range(3)] == [(200, b"ok")] * 3
    assert server.connections == 1
    assert b"accept-encoding: identity" in server.requests[0].lower()


def test_an_answer_that_nobody_read_keeps_the_connection_where_it_is_short() -> None:
    server = Server(OK, OK)
    with saying(server) as port, contextlib.closing(to(port)) as connection:
        for _ in range(2):
            with connection.sent(GET) as answer:
                assert answer.status == 200
    assert server.connections == 1


def test_a_connection_that_the_server_let_go_of_is_made_anew() -> None:
    server = Server(OK)
    with saying(server) as port, contextlib.closing(to(port)) as connection:
        assert [ask(connection) for _ in range(3)] == [(200, b"ok")] * 3
    assert server.connections == 3


def test_a_request_that_a_dying_connection_swallowed_is_sent_again_with_its_body() -> None:
    server = Server(OK, b"")
    body = io.BytesIO(b"-beef")
    body.seek(1)
    request = Request("PUT", "/", {}, body, 4)
    with saying(server) as port, contextlib.closing(to(port)) as connection:
        ask(connection)
        assert ask(connection, request) == (200, b"ok")
    assert server.connections == 2
    assert server.requests[2].endswith(b"\r\n\r\nbeef")


def test_a_request_that_must_not_be_doubled_is_not_sent_again() -> None:
    server = Server(OK, b"")
    with saying(server) as port, contextlib.closing(to(port)) as connection:
        ask(connection)
        assert cause_of(lambda: ask(connection, Request("PUT", "/", is_once=True))) == "truncated"
    assert len(server.requests) == 2


def test_a_server_that_refuses_a_body_is_heard_before_it_has_all_of_it() -> None:
    refused = b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"
    body = io.BytesIO(bytes(64 * 1024 * 1024))

    def refuse(connection: socket.socket) -> None:
        connection.recv(1000)
        connection.sendall(refused)

    with saying(refuse) as port, contextlib.closing(to(port)) as connection:
        assert ask(connection, Request("PUT", "/", {}, body, len(body.getbuffer()))) == (413, b"")


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (b"SSH-2.0-OpenSSH_9\r\n\r\n", "garbled"),
        (b"", "truncated"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\ndata: ", "truncated"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nda", "truncated"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (9 * 1024 * 1024), "garbled"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, "garbled"),
    ],
)
def test_what_is_no_answer_is_told_apart(said: bytes, cause: str) -> None:
    with saying(lambda connection: connection.sendall(said)) as port:
        assert cause_of(lambda: ask(to(port))) == cause


def test_a_silent_server_is_too_slow() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert cause_of(lambda: ask(to(silent.getsockname()[1], Deadlines(idle=0.05)))) == "timeout"


def test_a_server_that_drips_is_too_slow_in_the_end() -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        with contextlib.suppress(OSError):
            while True:
                connection.sendall(b"y")
                time.sleep(0.01)

    with saying(drip) as port:
        assert cause_of(lambda: ask(to(port, Deadlines(idle=5, whole=0.1)))) == "timeout"


def test_nobody_at_the_address_is_unreachable() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    assert cause_of(lambda: ask(to(port))) == "unreachable"
    assert cause_of(lambda: ask(Connection("https://nowhere.invalid", HERE))) == "unreachable"


def test_what_is_not_allowed_is_not_asked() -> None:
    server = Server(OK)
    with saying(server) as port:
        assert cause_of(lambda: ask(Connection(f"http://127.0.0.1:{port}", ()))) == "not_allowed"
    assert cause_of(lambda: ask(Connection("http://1.1.1.1", HERE))) == "not_sealed"
    assert server.connections == 0


def test_a_redirect_is_answered_and_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Server(OK)
    with saying(inside) as other:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{other}")
        said = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n" % other
        with saying(Server(said)) as port, contextlib.closing(to(port)) as connection:
            assert ask(connection) == (302, b"")
    assert inside.connections == 0


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))

    def handshake(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            context.wrap_socket(connection, server_side=True).close()

    with saying(handshake) as port:
        assert cause_of(lambda: ask(Connection(f"https://127.0.0.1:{port}", HERE))) == "bad_certificate"


def test_bytes_come_in_the_pieces_that_are_wanted() -> None:
    long = b"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + bytes(300_000)

    def read(answer: Answer) -> list[int]:
        sizes = []
        while piece := answer.read(1000):
            sizes.append(len(piece))
        return sizes

    with saying(Server(long)) as port, contextlib.closing(to(port)) as connection, connection.sent(GET) as answer:
        sizes = read(answer)
    assert (sum(sizes), max(sizes)) == (300_000, 1000)
