"""Which requests the event loop reads itself: whatever is not plain in every part goes to a thread."""

import pytest
from gunicorn.config import Config
from hypothesis import given
from hypothesis import strategies as st

from notesvc.edge.incoming import Incoming
from notesvc.edge.plain_requests import environ_of, wire
from notesvc.web.at_once import Answer

START = b"GET /s/a-slug/page_1.x~ HTTP/1.1\r\nHost: a.example\r\n"
PLAIN = START + b"Accept-Encoding: gzip\r\n\r\n"


def test_a_plain_request_is_named_as_wsgi_names_it() -> None:
    assert environ_of(PLAIN) == {
        "PATH_INFO": "/s/a-slug/page_1.x~",
        "REQUEST_METHOD": "GET",
        "HTTP_HOST": "a.example",
        "HTTP_ACCEPT_ENCODING": "gzip",
    }


@pytest.mark.parametrize(
    "head",
    [
        START.replace(b"GET", b"HEAD"),
        START.replace(b"GET", b"POST"),
        START.replace(b"1.1", b"1.0"),
        START.replace(b"page", b"%70age"),
        START.replace(b"page", b"page?x"),
        START.replace(b"/s/", b"http://a.example/s/"),
        START.replace(b"/s/", "/s/ä".encode()),
        START.replace(b" HTTP", b"  HTTP"),
        START.replace(b"\r\nHost", b"\nX: y\r\nHost"),
        START + b"Host: b.example\r\n",
        START + b"HOST: b.example\r\n",
        START + b"Content-Length: 0\r\n",
        START + b"Content-Length : 5\r\n",
        START + b"Transfer-Encoding: chunked\r\n",
        START + b"Expect: 100-continue\r\n",
        START + b"Upgrade: websocket\r\n",
        START + b"Connection: close\r\n",
        START + b"Connection: keep-alive, Upgrade\r\n",
        START + b"Range: bytes=0-1\r\n",
        START + b"X_Under: x\r\n",
        START + b"X-A: one\r\n two\r\n",
        START + b"X-A: one\rtwo\r\n",
        START + b"X-A: one\ntwo\r\n",
        START + b"X-A: \x00\r\n",
        START + b"X-A: \xff\r\n",
        START + b"X-A\r\n",
        START + b": x\r\n",
        START + b"".join(b"X-%d: x\r\n" % number for number in range(100)),
    ],
)
def test_what_is_not_plain_goes_to_a_thread(head: bytes) -> None:
    assert environ_of(head + b"\r\n") is None


@given(st.binary(max_size=40), st.integers(0, len(PLAIN) - 4), st.integers(0, 8))
def test_whatever_is_read_here_is_read_alike_by_the_parser_of_all_others(piece: bytes, at: int, gone: int) -> None:
    """Bytes put into a plain request: what is still taken for one is to both the same request, and one alone."""
    stream = PLAIN[:at] + piece + PLAIN[at + gone :]
    incoming = Incoming(Config(), ("192.0.2.1", 4711))
    incoming.add(stream)
    head = incoming.head_of(b"GET /s/")
    environ = None if head is None else environ_of(head)
    if head is None or environ is None:
        return
    request = incoming.next_head()
    assert request is not None
    assert (request.method, request.path, request.query) == ("GET", environ["PATH_INFO"], "")
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in request.headers}
    assert named == {name: value for name, value in environ.items() if name.startswith("HTTP_")}
    assert len(head) + len(incoming) == len(stream)


def test_a_head_is_whole_before_it_is_given_and_goes_alone() -> None:
    incoming = Incoming(Config(), ("192.0.2.1", 4711))
    for number in range(len(PLAIN)):
        assert incoming.head_of(b"GET /s/") is None
        incoming.add(PLAIN[number : number + 1])
    incoming.add(b"GET /next")
    assert incoming.head_of(b"GET /x/") is None
    assert incoming.head_of(b"GET /s/") == PLAIN
    incoming.drop(PLAIN)
    assert incoming.take_all() == b"GET /next"


def test_an_answer_is_sent_with_its_headers_and_a_date() -> None:
    sent = wire(Answer("200 OK", {"ETag": '"x"', "Content-Length": "2"}, b"ab"))
    lines = sent.split(b"\r\n")
    assert lines[0] == b"HTTP/1.1 200 OK"
    assert lines[1].startswith(b"Date: ")
    assert lines[2:] == [b"Connection: keep-alive", b'ETag: "x"', b"Content-Length: 2", b"", b"ab"]
