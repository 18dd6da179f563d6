"""S3 beyond the contract: uploads that broke off, clocks, listings in pages, and what its errors become."""

import contextlib
import io
from collections.abc import Iterator

import pytest

from notesvc import clock
from notesvc.backends import s3_uploads
from notesvc.backends.backend import Entry, Seen
from notesvc.backends.causes import BackendError, ChangedError
from notesvc.backends.s3 import S3Backend
from notesvc.backends.s3_client import Ask
from notesvc.backends.table import Where
from tests.backends.conftest import Running
from tests.backends.places import Spot, spot_of
from tests.backends.qualities import QUALITIES
from tests.outside.raw_server import Server, saying

pytestmark = pytest.mark.every_case

LARGE = bytes(range(256)) * (3 * s3_uploads.PART // 256) + b"end"


@pytest.fixture
def spot(running: Running) -> Spot:
    return spot_of(running.server("seaweedfs"))


@pytest.fixture
def backend(spot: Spot) -> Iterator[S3Backend]:
    with contextlib.closing(spot.backend(QUALITIES["seaweedfs"])) as backend:
        assert isinstance(backend, S3Backend)
        yield backend


class Breaking(io.BytesIO):
    """A source that fails once it was read so far."""

    def __init__(self, content: bytes, at: int) -> None:
        super().__init__(content)
        self.at = at

    def read(self, size: int | None = -1) -> bytes:
        if self.tell() >= self.at:
            raise BackendError("timeout")
        return super().read(size)


def count_parts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sent: list[int] = []
    send = s3_uploads._send_part

    def count(client: object, upload: object, number: int, part: bytes) -> str:
        sent.append(number)
        return send(client, upload, number, part)  # type: ignore[arg-type]

    monkeypatch.setattr(s3_uploads, "_send_part", count)
    return sent


def uploads(backend: S3Backend) -> int:
    return backend._client.whole(Ask("GET", query=[("uploads", "")])).count(b"<UploadId>")


def test_an_upload_that_broke_off_goes_on_where_it_was(backend: S3Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = count_parts(monkeypatch)
    with pytest.raises(BackendError, match="timeout"):
        backend.put("a", Breaking(LARGE, 2 * s3_uploads.PART), len(LARGE))
    assert (sent, backend.find("a"), uploads(backend)) == ([1, 2], None, 1)
    backend.put("a", io.BytesIO(LARGE), len(LARGE))
    assert (sent, uploads(backend)) == ([1, 2, 3, 4], 0)
    with backend.open("a") as reading:
        assert reading.read() == LARGE


def test_parts_of_another_content_are_sent_again(backend: S3Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BackendError, match="timeout"):
        backend.put("a", Breaking(LARGE, 2 * s3_uploads.PART), len(LARGE))
    sent = count_parts(monkeypatch)
    other = b"x" + LARGE[1:]
    backend.put("a", io.BytesIO(other), len(other))
    assert sent == [1, 3, 4]
    with backend.open("a") as reading:
        assert reading.read() == other


def test_an_upload_that_cannot_be_finished_leaves_nothing(backend: S3Backend) -> None:
    class Short(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell():
                raise BackendError("too_large")
            return super().read(size)

    with pytest.raises(BackendError, match="too_large"):
        backend.put("a", Short(LARGE), len(LARGE))
    assert uploads(backend) == 0


def test_a_clock_that_is_wrong_is_corrected_by_the_servers(spot: Spot, monkeypatch: pytest.MonkeyPatch) -> None:
    true = clock.timestamp_ms
    monkeypatch.setattr(clock, "timestamp_ms", lambda: true() - 3 * 3600 * 1000)
    with contextlib.closing(spot.backend(QUALITIES["seaweedfs"])) as backend:
        backend.create("a", b"one")
        assert [entry.key for entry in backend.entries()] == ["a"]


def test_a_listing_has_pages(backend: S3Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = backend._page
    monkeypatch.setattr(
        backend, "_page", lambda query: whole([(name, "2" if name == "max-keys" else text) for name, text in query])
    )
    keys = {f"d {number}/+{number}.md" for number in range(7)}
    for key in keys:
        backend.create(key, b"x")
    assert {entry.key for entry in backend.entries()} == keys


def test_a_large_file_is_moved(backend: S3Backend) -> None:
    tag = backend.put("a", io.BytesIO(LARGE), len(LARGE))
    with pytest.raises(ChangedError):
        backend.move("a", "b", Seen("another", ""))
    backend.move("a", "b", Seen(tag, ""))
    assert {entry.key: entry.size for entry in backend.entries()} == {"b": len(LARGE)}


def answer(status: str, code: str = "", headers: str = "") -> bytes:
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>sk-secret</Message></Error>" if code else ""
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n{body}".encode()


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (answer("403 Forbidden", "AccessDenied"), "forbidden"),
        (answer("403 Forbidden", "SignatureDoesNotMatch"), "bad_credentials"),
        (answer("401 Unauthorized"), "bad_credentials"),
        (answer("404 Not Found", "NoSuchBucket"), "no_such_place"),
        (answer("301 Moved", "PermanentRedirect"), "bad_region"),
        (answer("400 Bad Request", "AuthorizationHeaderMalformed"), "bad_region"),
        (answer("307 Moved", "", "Location: http://127.0.0.1/\r\n"), "redirected"),
        (answer("413 Too Large"), "too_large"),
        (answer("507 Full", "XMinioStorageFull"), "full"),
        (answer("400 Bad Request", "KeyTooLongError"), "bad_name"),
        (answer("409 Conflict", "ConditionalRequestConflict"), "busy"),
        (answer("500 Oh", "InternalError"), "busy"),
        (answer("403 Forbidden", "RequestTimeTooSkewed"), "clock_skew"),
        (answer("200 OK"), "garbled"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", "garbled"),
    ],
)
def test_an_answer_becomes_a_cause_and_its_words_are_not_repeated(said: bytes, cause: str) -> None:
    with fake(said, said) as backend, pytest.raises(BackendError) as trouble:
        backend.put("a", io.BytesIO(b"x"), 1)
    assert trouble.value.cause == cause
    assert "sk-secret" not in f"{trouble.value} {trouble.value.detail}"


def test_a_wait_is_told() -> None:
    said = answer("503 Slow", "SlowDown", "Retry-After: 7\r\n")
    with fake(said) as backend, pytest.raises(BackendError) as trouble:
        list(backend.entries())
    assert (trouble.value.cause, trouble.value.retry_after, trouble.value.is_temporary) == ("busy", 7, True)


@pytest.mark.parametrize(
    "body",
    [
        "<!DOCTYPE x [<!ENTITY a 'b'>]><ListBucketResult><Contents><Key>&a;</Key></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key>",
        "<html><body>Log in</body></html>",
        "<ListBucketResult>" + "<a>" * 100 + "</a>" * 100 + "</ListBucketResult>",
        "",
    ],
)
def test_a_listing_that_is_none_is_not_taken_for_one(body: str) -> None:
    said = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    with fake(said) as backend, pytest.raises(BackendError, match="garbled"):
        list(backend.entries())


def test_a_file_that_is_listed_without_a_tag_is_asked_for_by_its_name() -> None:
    rows = [("a", "t"), ("a", ""), ("late", ""), ("gone", "")]
    contents = [f"<Contents><Key>{key}</Key><Size>1</Size><ETag>{tag}</ETag></Contents>" for key, tag in rows]
    body = f"<ListBucketResult>{''.join(contents)}</ListBucketResult>"
    listing = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    late = b'HTTP/1.1 200 OK\r\nETag: "u"\r\nContent-Length: 2\r\n\r\n'
    with fake(listing, late, answer("404 Not Found"), listing) as backend:
        assert list(backend.entries()) == [Entry("a", 1, "t"), Entry("late", 2, "u")]


def test_an_end_in_parts_that_tells_of_trouble_is_a_failure() -> None:
    begun = "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
    started = f"HTTP/1.1 200 OK\r\nContent-Length: {len(begun)}\r\n\r\n{begun}".encode()
    part = answer("200 OK", "", 'ETag: "t"\r\n')
    said = [answer("501 No"), started, part, part, answer("200 OK", "InternalError")]
    with fake(*said) as backend, pytest.raises(BackendError, match="busy"):
        backend.put("a", io.BytesIO(LARGE[: s3_uploads.PART + 1]), s3_uploads.PART + 1)


@contextlib.contextmanager
def fake(*said: bytes) -> Iterator[S3Backend]:
    with saying(Server(*said)) as port:
        spot = Spot("fake", "s3", Where(f"http://127.0.0.1:{port}", "u", "sk-secret", "b"), None)
        with contextlib.closing(spot.backend(QUALITIES["seaweedfs"])) as backend:
            assert isinstance(backend, S3Backend)
            yield backend
