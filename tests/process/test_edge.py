"""Malformed requests are refused and lead to no second one; forwarded headers count for trusted proxies alone."""

from collections.abc import Callable, Mapping

import pytest

from tests.kept import Services
from tests.process.member import JSON, register
from tests.process.slow_clients import LATE
from tests.process.wire import Wire
from tests.service import Service

HELD_AT_ONCE = 20
REFUSALS = (400, 413, 414, 431, 501)
LOGOUT = b"POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
SMUGGLED = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"

MALFORMED = {
    "length and chunks": LOGOUT + b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "chunks and length": LOGOUT + b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "two lengths": LOGOUT + b"Content-Length: 0\r\nContent-Length: 37\r\n\r\n" + SMUGGLED,
    "two lengths in one": LOGOUT + b"Content-Length: 0, 37\r\n\r\n" + SMUGGLED,
    "a signed length": LOGOUT + b"Content-Length: +3\r\n\r\nabc",
    "a negative length": LOGOUT + b"Content-Length: -1\r\n\r\n",
    "an underscored length": LOGOUT + b"Content-Length: 1_0\r\n\r\n0123456789",
    "a length of other digits": LOGOUT + "Content-Length: ٣\r\n\r\nabc".encode(),
    "an unknown coding": LOGOUT + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunked twice": LOGOUT + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunked before another": LOGOUT + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "chunks in HTTP/1.0": LOGOUT.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a folded header": HEALTH + b"X-A: one\r\n two\r\n\r\n",
    "NUL in a header": HEALTH + b"X-A: one\0two\r\n\r\n",
    "a bare CR in a header": HEALTH + b"X-A: one\rtwo\r\n\r\n",
    "a space before the colon": HEALTH + b"Content-Length : 0\r\n\r\n",
    "no colon": HEALTH + b"X-A\r\n\r\n",
    "an empty name": HEALTH + b": x\r\n\r\n",
    "an over-long line": b"GET /healthz?" + b"x" * 9_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an over-long header": HEALTH + b"X-A: " + b"x" * 70_000 + b"\r\n\r\n",
    "too many headers": HEALTH + b"".join(b"X-%d: x\r\n" % number for number in range(300)) + b"\r\n",
    "no version": b"GET /healthz\r\nHost: localhost\r\n\r\n",
    "another version": b"GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
    "a TLS hello": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 64 + b"\r\n\r\n",
    "a method with control characters": b"G\x01ET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
FORWARDED = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "Forwarded": "for=198.51.100.7;host=evil.example;proto=https",
    "X-Real-IP": "198.51.100.7",
}


def test_malformed_requests_are_refused_and_lead_to_no_second_one(service: Service) -> None:
    wrong = {}
    for name, request in MALFORMED.items():
        answer = sent(service, request)
        statuses = [int(line.split()[1]) for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
        if len(statuses) > 1 or any(status not in REFUSALS for status in statuses) or b"ready" in answer:
            wrong[name] = answer[:200]
    assert wrong == {}
    assert service.status() == 200
    assert service.events("unexpected_failure") == []


def test_the_same_requests_done_right_are_answered(service: Service) -> None:
    for request, answers in {
        LOGOUT + b"Content-Length: 3\r\n\r\nabc" + SMUGGLED: [b"204", b"200"],
        LOGOUT + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + SMUGGLED: [b"204", b"200"],
        HEALTH + b"X-A: one two\r\n\r\n": [b"200"],
    }.items():
        answer = sent(service, request)
        assert [line.split()[1] for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")] == answers


def test_what_a_refused_request_held_is_not_sent_back_as_markup(service: Service) -> None:
    for request in (
        b"GET /<script>alert(1)</script> HTTQ/1.1<script>\r\n\r\n",
        HEALTH + b"<script>alert(1)</script>: x\r\n\r\n",
        b"<script>alert(1)</script>\r\n\r\n",
    ):
        assert b"<script" not in sent(service, request)


def sent(service: Service, request: bytes) -> bytes:
    with Wire(service.url) as wire:
        wire.send(request)
        return wire.ended()


def sign_in(service: Service, headers: Mapping[str, str]) -> int:
    """The status for a wrong password."""
    with Wire(service.url) as wire:
        body = b'{"email": "nobody@example.org", "password": "a wrong guess"}'
        return wire.ask("POST", "/api/auth/login", {**JSON, **headers}, body).status


def guesses(service: Service, header: str, value: str) -> list[int]:
    """What guessing from one machine is answered when each guess names another address."""
    return [sign_in(service, {header: value.replace("7", str(number))}) for number in range(1, 31)]


def test_s5_a_stranger_who_forges_an_address_is_limited_by_the_real_one(start: Callable[..., Service]) -> None:
    service = start(NOTESVC_WORKERS="4")
    found = [status for header in ("X-Forwarded-For", "Forwarded") for status in guesses(service, header, "198.51.7.7")]
    assert found.count(401) == 10
    assert found[-1] == 429
    assert {event["address"] for event in service.events("request")} == {"127.0.0.1"}


def test_s5_a_trusted_proxy_says_whose_guess_it_is(services: Services) -> None:
    service = services.empty(NOTESVC_TRUSTED_PROXIES="1")
    assert set(guesses(service, "X-Forwarded-For", "198.51.7.7")) == {401}
    # Only what the proxy itself has added counts: the rest of the list is what the visitor sent.
    spoofed = [sign_in(service, {"X-Forwarded-For": f"10.0.0.{number}, 192.0.2.1"}) for number in range(30)]
    assert spoofed.count(401) == 10
    assert spoofed[-1] == 429
    # Nor does a name that only looks like the proxy's header.
    renamed = [sign_in(service, {"X_Forwarded_For": f"203.0.113.{number}"}) for number in range(30)]
    assert renamed[-1] == 429


def test_h1_the_origin_is_compared_with_the_real_host(service: Service) -> None:
    member = register(service)
    body = {"name": "made elsewhere"}
    for header, value in FORWARDED.items():
        for origin in ("http://evil.example", "https://evil.example"):
            reply = member.ask("POST", "/api/workspace/folders", body, {"Origin": origin, header: value})
            assert (reply.status, reply.json()["code"]) == (403, "forbidden_origin"), (origin, header)
    own = member.ask("POST", "/api/workspace/folders", body, {"Origin": service.url, **FORWARDED})
    assert own.status == 201


def test_h1_behind_a_trusted_proxy_the_forwarded_host_is_the_real_one(services: Services) -> None:
    service = services.empty(NOTESVC_TRUSTED_PROXIES="1", NOTESVC_BASE_URL="http://notes.example")
    member = register(service)
    proxied = {"X-Forwarded-Host": "notes.example", "X-Forwarded-Proto": "http"}
    for origin, status in (("http://notes.example", 201), ("https://notes.example", 403), ("https://x.example", 403)):
        reply = member.ask("POST", "/api/workspace/folders", {"name": origin[:5]}, {"Origin": origin, **proxied})
        assert reply.status == status, origin


@pytest.mark.every_case
@pytest.mark.parametrize("half", [b"", HEALTH + b"X-Slow: "], ids=["idle", "half a header"])
def test_slow_clients_keep_nobody_from_being_answered(services: Services, half: bytes) -> None:
    service = services.empty(NOTESVC_WORKERS="2", **LATE)
    member = register(service)
    held = [Wire(service.url) for _ in range(HELD_AT_ONCE)]
    try:
        for wire in held:
            wire.send(half)
        for number in range(30):
            assert service.status() == 200
            member.note(f"note {number}")
        for wire in held:
            wire.send(b"x\r\n\r\n" if half else HEALTH + b"\r\n")
            assert wire.reply().status == 200
    finally:
        for wire in held:
            wire.close()


def test_clients_that_do_not_close_keep_nobody_from_being_answered(service: Service) -> None:
    held = [Wire(service.url) for _ in range(HELD_AT_ONCE)]
    try:
        for number, wire in enumerate(held):
            wire.send(HEALTH + b"Connection: close\r\n\r\n" if number % 2 else b"no request\r\n\r\n")
            assert wire.reply().status in (200, 400)
        assert [service.status() for _ in range(30)] == [200] * 30
    finally:
        for wire in held:
            wire.close()
