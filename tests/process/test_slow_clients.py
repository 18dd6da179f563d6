"""Without a proxy in front, slow clients and many keep nobody from being answered, and have to go in time."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from tests.kept import Services
from tests.process import processes, slow_clients
from tests.process.member import Member, multipart, register
from tests.process.slow_clients import Crowd, connected, is_answered
from tests.process.wire import Wire, head
from tests.service import Service, wait_until

PROBES = 12
SOON = {"NOTESVC_MAX_HEAD_SECONDS": "6", "NOTESVC_MAX_SLOW_SECONDS": "6", "NOTESVC_MAX_IDLE_SECONDS": "8"}
NOTES = "/api/workspace/notes"
FILES = "/api/workspace/attachments"


@pytest.fixture(scope="module", autouse=True)
def many_files() -> None:
    slow_clients.allow_many_files()


@pytest.fixture
def service(services: Services) -> Service:
    return services.empty(NOTESVC_WORKERS="2", **SOON)


@pytest.fixture
def member(service: Service) -> Member:
    return register(service)


def request(member: Member, method: str, path: str, **more: object) -> bytes:
    """The head of a request with the member's cookie."""
    host = member.url.removeprefix("http://")
    headers = {name.replace("_", "-"): str(value) for name, value in more.items()}
    return head(method, path, {"Host": host, **member.headers, **headers})


@contextmanager
def all_kinds(member: Member, each: int, idle: int) -> Iterator[list[Crowd]]:
    """Five kinds of slow clients, so many of each, and the idle ones, all at once."""
    note = member.note("Long", "word " * 100_000)["id"]
    json_body, part = {"Content_Type": "application/json"}, {"Content_Type": "multipart/form-data; boundary=edge"}
    upload = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    found = [
        Crowd("head", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ", b"x"),
        Crowd("body", request(member, "POST", NOTES, Content_Length=9_000, **json_body), b"x"),
        Crowd("upload", request(member, "POST", FILES, Content_Length=10_000_000, **part) + upload, b"x"),
        Crowd("chunks", request(member, "POST", NOTES, Transfer_Encoding="chunked", **json_body), b"1\r\nx\r\n"),
        Crowd("reader", request(member, "GET", f"{NOTES}/{note}"), reads=True),
        Crowd("idle", b""),
    ]
    try:
        for crowd in found[:-1]:
            crowd.come(member, each)
        found[-1].come(member, idle, addresses=40)
        yield found
    finally:
        for crowd in found:
            crowd.leave()


def test_all_kinds_at_once_keep_nobody_from_being_answered(services: Services) -> None:
    service = services.empty(NOTESVC_WORKERS="2", **slow_clients.LATE)
    member = register(service)
    note = member.note("Short")["id"]
    body = json.dumps({"content": "saved meanwhile"}).encode()
    save = request(member, "PATCH", f"{NOTES}/{note}", Connection="close", Content_Type="application/json")
    asked = {
        "health": request(member, "GET", "/healthz", Connection="close"),
        "session": request(member, "GET", "/api/auth/session", Connection="close"),
        "save": save.replace(b"\r\n\r\n", b"\r\nContent-Length: %d\r\n\r\n" % len(body)) + body,
    }

    def ask() -> None:
        for address in ("127.0.0.1", "127.0.0.2", "127.0.1.1"):
            assert [name for name, each in asked.items() if not is_answered(service, address, each)] == []

    with all_kinds(member, each=200, idle=2_500) as crowds:
        slow_clients.while_they_drip(crowds, ask, PROBES)
        for crowd in crowds:
            crowd.drip_on()
        assert [len(crowd.held) for crowd in crowds] == [200] * 5 + [2_500]
    assert service.events("unexpected_failure") == service.events("connection_failed") == []


def test_all_kinds_are_closed_in_time(service: Service, member: Member) -> None:
    with all_kinds(member, each=20, idle=100) as crowds:
        assert slow_clients.wait_for_their_end(crowds, 60) == {}
    told = {crowd.name: crowd.heard for crowd in crowds if crowd.heard}
    assert told == {name: {b"HTTP/1.1 408 Request Timeout"} for name in ("head", "body", "upload", "chunks")}
    assert service.events("unexpected_failure") == service.events("connection_failed") == []


def test_an_address_has_its_share_of_connections_and_the_oldest_make_room(services: Services) -> None:
    service = services.empty(NOTESVC_WORKERS="1", NOTESVC_MAX_CONNECTIONS_PER_ADDRESS="8")
    crowd = Crowd("idle", b"").come(service, 30, addresses=1)
    assert [service.status() for _ in range(10)] == [200] * 10
    assert is_answered(service, "127.0.1.1", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")

    def are_few() -> bool:
        crowd.drip_on()
        return len(crowd.held) <= 8

    wait_until(are_few, "too many connections of one address are held")
    crowd.leave()


def test_connections_of_a_trusted_proxy_are_not_counted_as_one_visitors(services: Services) -> None:
    proxied = {"NOTESVC_TRUSTED_PROXIES": "1", "NOTESVC_MAX_CONNECTIONS_PER_ADDRESS": "8"}
    service = services.empty(NOTESVC_WORKERS="1", **proxied)
    crowd = Crowd("idle", b"").come(service, 30, addresses=1)
    assert service.status() == 200
    crowd.drip_on()
    assert len(crowd.held) == 30
    crowd.leave()


def first_words(member: Member, sent: bytes) -> bytes:
    """The status line that comes before any of the body is sent."""
    with closing(connected(member)) as wire:
        wire.sendall(sent)
        return wire.recv(4_096).split(b"\r\n")[0]


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("path", "size", "has_session", "line"),
    [
        (FILES, 30_000_000, True, b"HTTP/1.1 100 Continue"),
        (FILES, 30_000_000, False, b"HTTP/1.1 401 UNAUTHORIZED"),
        (FILES, 40_000_000, True, b"HTTP/1.1 413 REQUEST ENTITY TOO LARGE"),
        ("/api/data/import", 500_000_000, True, b"HTTP/1.1 100 Continue"),
        ("/api/data/import", 500_000_000, False, b"HTTP/1.1 401 UNAUTHORIZED"),
        ("/api/data/import", 600_000_000, True, b"HTTP/1.1 413 REQUEST ENTITY TOO LARGE"),
        (NOTES, 1_000_000, True, b"HTTP/1.1 100 Continue"),
        (NOTES, 1_000_000, False, b"HTTP/1.1 401 UNAUTHORIZED"),
        (NOTES, 3_000_000, True, b"HTTP/1.1 413 REQUEST ENTITY TOO LARGE"),
        ("/api/auth/login", 100_000, False, b"HTTP/1.1 413 REQUEST ENTITY TOO LARGE"),
        ("/api/nothing", 100_000, False, b"HTTP/1.1 404 NOT FOUND"),
    ],
)
def test_who_is_refused_is_told_before_the_body_is_sent(
    member: Member, path: str, size: int, has_session: bool, line: bytes
) -> None:
    kind = "application/json" if path in (NOTES, "/api/auth/login") else "multipart/form-data; boundary=edge"
    known = member if has_session else Member(member.url, "")
    sent = request(known, "POST", path, Content_Length=size, Content_Type=kind, Expect="100-continue")
    assert first_words(member, sent) == line


def test_a_large_body_waits_in_a_file_without_a_name_of_which_nothing_is_left(start: Callable[..., Service]) -> None:
    service = start(NOTESVC_WORKERS="1")
    member = register(service)
    before = set(service.instance.rglob("*"))
    body, headers = multipart("a.bin", b"x" * 3_000_000)
    sent = request(member, "POST", FILES, Content_Length=len(body), Content_Type=headers["Content-Type"])
    [worker] = processes.workers(service)
    with closing(connected(service)) as wire:
        wire.sendall(sent + body[:-10])
        wait_until(lambda: processes.nameless_bytes(worker) > 2_900_000, "the body was not taken to the disk")
        processes.kill(worker)
    service.answering()
    left = {path for path in service.instance.rglob("*") if path not in before and path.is_file()}
    assert {path for path in left if path.parent.name != "mails"} == set()
    with Wire(service.url) as again:
        assert again.ask("POST", FILES, {**member.headers, **headers}, body).status == 201


def test_uploads_find_no_room_but_small_requests_do(services: Services) -> None:
    service = services.empty(NOTESVC_WORKERS="1", NOTESVC_MAX_SPOOLED="1000000")
    member = register(service)
    refused = member.upload(FILES, "a.bin", b"x" * 2_000_000)
    assert (refused.status, refused.json()["code"]) == (503, "busy")
    assert refused.headers["Retry-After"]
    assert member.upload(FILES, "a.bin", b"x" * 200_000).status == 201
    # What was refused has given its room back.
    assert member.upload(FILES, "a.bin", b"x" * 900_000).status == 201


def test_a_body_that_comes_slowly_but_steadily_is_taken(service: Service, member: Member) -> None:
    body = json.dumps({"name": "In pieces", "content": "x" * 3_000}).encode()
    with closing(connected(service)) as wire:
        wire.sendall(request(member, "POST", NOTES, Content_Length=len(body), Content_Type="application/json"))
        for byte in body:
            wire.sendall(bytes([byte]))
        assert wire.recv(4_096).startswith(b"HTTP/1.1 201")
