"""Requests are read alike however the network cuts them, and bodies keep to the room they have."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, ParseException
from hypothesis import given
from hypothesis import strategies as st

from notesvc import errors, limits
from notesvc.edge.incoming import Body, Incoming, length_of
from notesvc.edge.spool import Spool, Store

CLIENT = ("192.0.2.1", 4711)
CHUNKED = b"POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
STREAM = (
    b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
    + CHUNKED
    + b"3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-Trailer: 1\r\n\r\n"
    + b"GET /c HTTP/1.1\r\nHost: x\r\n\r\n"
    + b"POST /d HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
)
REQUESTS = [("/a", b"hello"), ("/b", b"abcdefg"), ("/c", b""), ("/d", b"")]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("spool"))


def requests(pieces: list[bytes], store: Store) -> Iterator[tuple[str, bytes]]:
    """The requests in the pieces, each with its body, taken as a connection takes them."""
    incoming = Incoming(Config(), CLIENT)
    taking: list[tuple[str, Body]] = []
    for piece in pieces:
        incoming.add(piece)
        yield from iter(lambda: taken(incoming, taking, store), None)


def taken(incoming: Incoming, taking: list[tuple[str, Body]], store: Store) -> tuple[str, bytes] | None:
    """The next request, None while it is not whole; what is begun of one stays in `taking`."""
    if not taking:
        request = incoming.next_head() if incoming else None
        if request is None:
            return None
        taking.append((request.path, Body(Spool(store), length_of(request), limits.MAX_BODY)))
    path, body = taking[0]
    incoming.add(body.feed(incoming.take_all()))
    if not body.is_whole:
        return None
    taking.clear()
    content = body.spool.whole().read()
    body.spool.close()
    return path, content


@given(cuts=st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_requests_are_the_same_however_they_are_cut(store: Store, cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(STREAM)]
    pieces = [STREAM[begin:end] for begin, end in itertools.pairwise(ends)]
    assert list(requests(pieces, store)) == REQUESTS


@given(junk=st.binary(max_size=300), at=st.integers(0, len(STREAM)))
def test_whatever_is_sent_is_a_request_or_refused_as_none(store: Store, junk: bytes, at: int) -> None:
    try:
        found = list(requests([STREAM[:at] + junk + STREAM[at:]], store))
    except (ParseException, errors.TooLarge):
        return
    assert all(path.isprintable() for path, _ in found)


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\nHost: x\n\n", b"GET / HTTP/1.1\r\nHost: x\n"])
def test_a_line_that_ends_as_none_may_is_refused_at_once(head: bytes) -> None:
    incoming = Incoming(Config(), CLIENT)
    incoming.add(head)
    with pytest.raises(ParseException):
        incoming.next_head()


def test_a_head_that_does_not_end_is_refused() -> None:
    incoming = Incoming(Config(), CLIENT)
    incoming.add(b"GET / HTTP/1.1\r\nHost: x\r\n")
    while len(incoming) <= limits.HEAD_BYTES:
        assert incoming.next_head() is None
        incoming.add(b"X-A: " + b"x" * 1_000 + b"\r\n")
    with pytest.raises(LimitRequestHeaders):
        incoming.next_head()


@pytest.mark.parametrize("chunks", [b"a\r\nhelloworld\r\n", b"4\r\nhell\r\n6\r\noworld\r\n"], ids=["one", "two"])
def test_a_body_in_chunks_may_be_as_large_as_the_route_takes(store: Store, chunks: bytes) -> None:
    body = Body(Spool(store), None, len("helloworld"))
    body.feed(chunks + b"0\r\n\r\n")
    assert body.is_whole
    assert body.spool.whole().read() == b"helloworld"
    body.spool.close()


def test_chunks_hold_no_more_than_the_route_takes_and_are_more_than_wrapping(store: Store) -> None:
    with pytest.raises(errors.TooLarge):
        Body(Spool(store), None, 10).feed(b"b\r\nhello hello\r\n")
    body = Body(Spool(store), None, limits.MAX_BODY)
    wrapped = b"1;" + b"x" * 5_000 + b"\r\nx\r\n"
    with pytest.raises(InvalidChunkSize):
        body.feed(wrapped * 100)


@given(sizes=st.lists(st.integers(0, 90), max_size=30), most=st.integers(0, 2_000))
def test_bodies_keep_to_the_room_there_is_and_give_it_back(sizes: list[int], most: int, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"BODY_IN_MEMORY": 100, "BODIES_IN_MEMORY": 150, "MAX_SPOOLED": most}.items():
            patch.setattr(limits, name, value)
        store = Store(Path(tmp_path_factory.getbasetemp()))
        spools, kept = [Spool(store) for _ in range(3)], [b"", b"", b""]
        for number, size in enumerate(sizes):
            try:
                spools[number % 3].write(b"x" * size)
                kept[number % 3] += b"x" * size
            except errors.Busy:
                break
            assert store.used["memory"] <= 150
            assert store.used["disk"] <= most
        else:
            assert [spool.whole().read() for spool in spools] == kept
        for spool in spools:
            spool.close()
        assert store.used == {"memory": 0, "disk": 0}
