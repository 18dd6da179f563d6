"""WebDAV beyond the contract: another program in between, ended writers, and answers that are none."""

import contextlib
import hashlib
import threading
from collections.abc import Iterator

import pytest

from notesvc.backends import keys
from notesvc.backends.backend import Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.dav_client import Ask
from notesvc.backends.table import Where
from notesvc.backends.webdav import WebDavBackend
from tests.backends.conftest import Running
from tests.backends.places import Spot, spot_of
from tests.backends.qualities import QUALITIES
from tests.outside.raw_server import Server, saying

pytestmark = pytest.mark.every_case

OLD, OURS, THEIRS = b"old", b"ours", b"theirs"
SHA = {text: hashlib.sha256(text).hexdigest() for text in (OLD, OURS, THEIRS)}


@pytest.fixture(params=["apache", "wsgidav", "rclone_webdav"])
def spot(request: pytest.FixtureRequest, running: Running) -> Spot:
    return spot_of(running.server(request.param))


@pytest.fixture
def backend(spot: Spot) -> Iterator[WebDavBackend]:
    with contextlib.closing(opened(spot)) as backend:
        yield backend


def opened(spot: Spot) -> WebDavBackend:
    backend = spot.backend(QUALITIES[spot.name])
    assert isinstance(backend, WebDavBackend)
    return backend


def texts(backend: WebDavBackend) -> dict[str, bytes]:
    return {entry.key: text(backend, entry.key) for entry in backend.entries()}


def text(backend: WebDavBackend, key: str) -> bytes:
    with backend.open(key) as reading:
        return reading.read()


@pytest.mark.parametrize(
    ("aside", "there", "left"),
    [
        (OLD, None, [OLD]),
        (OLD, OURS, [OURS]),
        (OURS, OLD, [OLD]),
        (THEIRS, None, [THEIRS]),
        (THEIRS, OURS, [OURS, THEIRS]),
    ],
)
def test_what_a_killed_writer_left_is_set_right(
    backend: WebDavBackend, aside: bytes, there: bytes | None, left: list[bytes]
) -> None:
    backend._client.done(Ask("PUT", (keys.old_name("a.md", SHA[OLD], SHA[OURS]),), body=aside))
    backend._client.done(Ask("PUT", (keys.new_name("b.md"),), body=b"ha"))
    if there is not None:
        backend._client.done(Ask("PUT", ("a.md",), body=there))
    found = texts(backend)
    assert (sorted(found.values()), found["a.md"]) == (sorted(left), left[0])


@pytest.mark.parametrize("step", range(6))
def test_a_connection_that_breaks_at_any_step_loses_nothing(
    spot: Spot, backend: WebDavBackend, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The request is done, its answer lost; then nothing can be reached any more."""
    backend.create("a.md", OLD)
    entry = backend.find("a.md")
    assert entry is not None
    done, count = backend._client._connection.sent, [0]

    @contextlib.contextmanager
    def break_off(request: object) -> Iterator[object]:
        count[0] += 1
        if count[0] > step + 1:
            raise BackendError("unreachable")
        with done(request) as answer:  # type: ignore[arg-type]
            if count[0] == step + 1:
                raise BackendError("truncated")
            yield answer

    with monkeypatch.context() as patch:
        patch.setattr(backend._client._connection, "sent", break_off)
        with contextlib.suppress(BackendError):
            backend.replace("a.md", OURS, Seen(entry.tag, SHA[OLD]))
    with contextlib.closing(opened(spot)) as second:
        assert texts(second) in ({"a.md": OLD}, {"a.md": OURS})


def test_a_program_that_writes_while_we_do_loses_nothing(spot: Spot, backend: WebDavBackend) -> None:
    """Each of its texts was seen by us, or stands there in the end, or was written over by itself."""
    backend.create("a.md", b"begin")
    ends, written = threading.Event(), []

    def other() -> None:
        with contextlib.closing(opened(spot)) as program:
            for number in range(60):
                mine = f"theirs {number}".encode()
                with contextlib.suppress(BackendError, MissingError):
                    program.write_as_others("a.md", mine)
                    written.append(mine)
        ends.set()

    thread = threading.Thread(target=other)
    thread.start()
    shown: set[bytes] = set()
    number = 0
    while not ends.is_set():
        number += 1
        shown |= replace_once(backend, f"ours {number}".encode())
    thread.join()
    shown |= set(texts(backend).values())
    assert written[-1] in shown


def replace_once(backend: WebDavBackend, fresh: bytes) -> set[bytes]:
    """The texts that were seen on the way."""
    try:
        found = text(backend, "a.md")
        backend.replace("a.md", fresh, Seen("", hashlib.sha256(found).hexdigest()))
    except (BackendError, MissingError, ChangedError):
        # Half files, too: one server shows what is still being written.
        with contextlib.suppress(BackendError, MissingError):
            return set(texts(backend).values())
        return set()
    return {found}


def test_a_folder_is_never_removed_for_a_file(backend: WebDavBackend) -> None:
    backend.create("d/a.md", OLD)
    backend.remove("d")
    with pytest.raises(ChangedError):
        backend.remove("d", Seen("", SHA[OLD]))
    with pytest.raises(ChangedError):
        backend.replace("d", OURS, Seen("", SHA[OLD]))
    assert texts(backend) == {"d/a.md": OLD}


def said(status: str, body: str = "", headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n{body}".encode()


def multistatus(inner: str) -> bytes:
    return said("207 Multi-Status", f'<?xml version="1.0"?>{inner}')


def response(href: str, properties: str = "<D:getcontentlength>1</D:getcontentlength>") -> str:
    status = "<D:status>HTTP/1.1 200 OK</D:status>"
    propstat = f"<D:propstat><D:prop>{properties}</D:prop>{status}</D:propstat>"
    return f'<D:multistatus xmlns:D="DAV:"><D:response><D:href>{href}</D:href>{propstat}</D:response></D:multistatus>'


@pytest.mark.parametrize(
    "listing",
    [
        said("200 OK", "<html>Log in</html>"),
        said("200 OK", response("/dav/a.md")),
        multistatus(response("/elsewhere/a.md")),
        multistatus(response("/dav/b/a.md")),
        multistatus(response("/dav/a.md", "")),
        multistatus(response("/dav/a.md", "<D:getcontentlength>-1</D:getcontentlength>")),
        multistatus(response("/dav/a.md")[:-20]),
        multistatus('<!DOCTYPE a [<!ENTITY b "c">]>' + response("/dav/&b;")),
        multistatus("<D:multistatus xmlns:D='DAV:'>" + "<a>" * 1000),
        multistatus("<html/>"),
        said("207 Multi-Status", "\x00\x01"),
    ],
)
def test_a_listing_that_is_none_is_not_taken_for_one(listing: bytes) -> None:
    with fake(listing) as backend, pytest.raises(BackendError, match="garbled"):
        list(backend.entries())


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        ("401 No", "bad_credentials"),
        ("403 No", "forbidden"),
        ("404 No", "no_such_place"),
        ("301 There", "redirected"),
        ("423 Locked", "busy"),
        ("429 Slow", "busy"),
        ("502 Oh", "busy"),
        ("507 Full", "full"),
    ],
)
def test_a_status_becomes_a_cause(status: str, cause: str) -> None:
    with fake(said(status, "", "Retry-After: 9\r\n")) as backend, pytest.raises(BackendError) as trouble:
        list(backend.entries())
    assert trouble.value.cause == cause
    assert trouble.value.retry_after == (9 if cause in ("busy", "full", "bad_credentials", "forbidden") else None)


@pytest.mark.parametrize(
    "properties",
    [
        "<D:getcontentlength>1</D:getcontentlength><D:getetag>W/&quot;x-gzip&quot;</D:getetag>",
        "<D:getcontentlength> 1 </D:getcontentlength><D:getlastmodified>today</D:getlastmodified>",
    ],
)
def test_a_file_has_a_tag_in_any_case(properties: str) -> None:
    with fake(multistatus(response("http://inside.example/dav/%C3%A4%20a.md", properties))) as backend:
        [entry] = backend.entries()
    assert (entry.key, entry.size, entry.tag in ("W/x", "today, 1")) == ("ä a.md", 1, True)


def test_a_page_for_people_is_no_file() -> None:
    page = said("200 OK", "<html>Log in</html>", "Content-Type: text/html\r\n")
    with fake(page) as backend, pytest.raises(BackendError, match="garbled"), backend.open("a.md"):
        pass


def test_the_tag_behind_a_proxy_is_the_servers_own() -> None:
    file = said("200 OK", "x", 'ETag: "proxy-gzip"\r\nOC-ETag: "true"\r\n')
    with fake(file) as backend, backend.open("a.md") as reading:
        assert (reading.tag, reading.read()) == ("true", b"x")


@contextlib.contextmanager
def fake(*answers: bytes) -> Iterator[WebDavBackend]:
    with saying(Server(*answers)) as port:
        spot = Spot("apache", "webdav", Where(f"http://127.0.0.1:{port}/dav", "u", "s"), None)
        with contextlib.closing(opened(spot)) as backend:
            yield backend
