"""What a chunked body holds is stored whole or not at all, and the connection is as good as new or closed."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from notesvc import limits
from tests.process.member import JSON, Member, multipart, register
from tests.process.wire import Wire, chunks, head
from tests.service import Service, wait_until

LIMIT = 200_000
NOTES = "/api/workspace/notes"
SMALL = {
    "NOTESVC_MAX_BODY": str(LIMIT),
    "NOTESVC_MAX_ATTACHMENT": str(LIMIT),
    "NOTESVC_MAX_IMPORT": str(LIMIT),
    "NOTESVC_WORKERS": "2",
}

NO_CHUNKS = [
    b"ff\r\nhalf a chunk",
    b"xyz\r\nno size\r\n0\r\n\r\n",
    b"-5\r\nminus\r\n0\r\n\r\n",
    b"0x5\r\nhexed\r\n0\r\n\r\n",
    b"5\r\nlonger than five\r\n0\r\n\r\n",
    b"5\r\nshort",
    b"ffffffffffffffffffff\r\nhuge\r\n0\r\n\r\n",
]


@dataclass(frozen=True)
class Sending:
    """A request with a body, and what of it is stored: None when nothing is."""

    path: str
    body: bytes
    headers: Mapping[str, str]
    stored: Callable[[Any], bytes | None]


def json_body(field: str, size: int) -> bytes:
    """A body of just this size, whose text differs all along."""
    frame = len(json.dumps({field: ""}))
    return json.dumps({field: text(size - frame)}).encode()


def text(size: int) -> str:
    return "".join(f"{number:07d} " for number in range(size // 8 + 1))[: size - 1] + "."


def to_notes(member: Member, size: int) -> Sending:
    return Sending(NOTES, json_body("content", size), {**JSON, **member.headers}, lambda made: content(member, made))


def to_capture(member: Member, size: int) -> Sending:
    _, key = member.key()
    body = json_body("markdown", size)
    return Sending("/api/sync/capture", body, {**JSON, **key}, lambda made: content(member, made))


def to_attachments(member: Member, size: int) -> Sending:
    body, headers = multipart("a.bin", text(size).encode())
    return Sending(
        "/api/workspace/attachments",
        body,
        {**headers, **member.headers},
        lambda made: member.ask("GET", made["url"]).body,
    )


def to_import(member: Member, size: int) -> Sending:
    body, headers = multipart("Imported.md", text(size).encode())
    return Sending("/api/data/import", body, {**headers, **member.headers}, lambda made: imported(member, made))


def content(member: Member, made: Any) -> bytes:
    return str(member.get(f"{NOTES}/{made['id']}")["content"]).encode()


def imported(member: Member, made: Any) -> bytes:
    path = f"/api/data/imports/{made['id']}"
    wait_until(lambda: member.get(path)["state"] not in ("queued", "running"), "the import did not end")
    [file] = member.get(path)["report"]["files"]
    return content(member, {"id": file["noteId"]})


def sent_text(sending: Sending) -> bytes:
    if sending.path in ("/api/workspace/attachments", "/api/data/import"):
        return sending.body.split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n--edge--\r\n")
    return str(next(iter(json.loads(sending.body).values()))).encode()


def everything(service: Service, member: Member) -> list[Any]:
    """What is stored, as far as it can be seen from outside and on disk."""
    export = {name: part for name, part in member.get("/api/data/export").items() if name != "exportedAt"}
    files = sorted(
        str(path)
        for folder in ("attachments", "imports")
        for path in (service.instance / folder).rglob("*")
        if path.is_file()
    )
    return [export, files]


@pytest.fixture
def limited(start: Callable[..., Service]) -> Service:
    """The service with limits that are cheap to reach."""
    return start(**SMALL)


@pytest.mark.every_case
@pytest.mark.parametrize("kind", [to_notes, to_capture, to_attachments, to_import])
def test_a_chunked_body_is_stored_whole_or_refused(limited: Service, kind: Callable[..., Sending]) -> None:
    member = register(limited)
    for size in (LIMIT - 1, LIMIT):
        assert_kept(limited, kind(member, size))
    for size in (LIMIT + 1, 3 * LIMIT):
        sending = kind(member, size)
        before = everything(limited, member)
        assert_refused(limited, sending)
        assert everything(limited, member) == before, size


def assert_kept(service: Service, sending: Sending) -> None:
    with Wire(service.url) as wire:
        wire.send(head("POST", sending.path, {"Host": "localhost", "Transfer-Encoding": "chunked", **sending.headers}))
        for chunk in chunks(sending.body):
            wire.send(chunk)
        reply = wire.reply()
        assert reply.status in (201, 202), reply
        assert_next_is_right(wire)
    stored = sending.stored(reply.json())
    assert stored is not None
    assert digest(stored) == digest(sent_text(sending))


def assert_refused(service: Service, sending: Sending) -> None:
    with Wire(service.url) as wire:
        wire.send(head("POST", sending.path, {"Host": "localhost", "Transfer-Encoding": "chunked", **sending.headers}))
        for chunk in chunks(sending.body):
            wire.send(chunk)
        reply = wire.reply()
        assert (reply.status, reply.json()["code"]) == (413, "too_large")
        assert_next_is_right(wire)


def assert_next_is_right(wire: Wire) -> None:
    """The next request of the connection gets its own answer, unless the connection is closed."""
    try:
        reply = wire.ask("GET", "/healthz")
    except EOFError:
        return
    assert (reply.status, reply.json()) == (200, {"status": "ok"})


def digest(body: bytes) -> tuple[int, str]:
    return len(body), hashlib.sha256(body).hexdigest()


def test_the_limit_of_a_note_is_the_one_that_is_written_down(service: Service) -> None:
    member = register(service)
    assert_kept(service, to_notes(member, limits.MAX_BODY))
    assert_refused(service, to_notes(member, limits.MAX_BODY + 1))


@pytest.mark.every_case
@pytest.mark.parametrize("kind", [to_notes, to_attachments, to_import])
def test_chunks_that_are_none_are_400_and_store_nothing(limited: Service, kind: Callable[..., Sending]) -> None:
    member = register(limited)
    sending, before = kind(member, 100), everything(limited, member)
    for rest in NO_CHUNKS:
        with Wire(limited.url) as wire:
            wire.send(
                head("POST", sending.path, {"Host": "localhost", "Transfer-Encoding": "chunked", **sending.headers})
            )
            wire.send(next(chunks(sending.body[:-20], LIMIT)) + rest)
            answer = wire.ended()
        assert answer == b"" or answer.split()[1] in (b"400", b"413"), (rest, answer)
        assert answer.count(b"HTTP/1.1 ") <= 1, (rest, answer)
    assert everything(limited, member) == before
    assert limited.events("unexpected_failure") == []


@pytest.mark.every_case
@pytest.mark.parametrize("kind", [to_notes, to_attachments, to_import])
def test_a_body_that_ends_before_its_length_stores_nothing(limited: Service, kind: Callable[..., Sending]) -> None:
    member = register(limited)
    sending, before = kind(member, 5_000), everything(limited, member)
    with Wire(limited.url) as wire:
        length = str(len(sending.body))
        wire.send(head("POST", sending.path, {"Host": "localhost", "Content-Length": length, **sending.headers}))
        wire.send(sending.body[:-30])
        assert wire.ended().split()[1] in (b"400", b"422")
    assert everything(limited, member) == before
    assert limited.events("unexpected_failure") == []
