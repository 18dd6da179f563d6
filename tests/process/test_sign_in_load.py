"""Many who sign in at once take bounded memory, and keep nobody else from being answered."""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from notesvc import limits
from tests.process.member import JSON, PASSWORD, register
from tests.process.memory import forget_peak, memory
from tests.process.wire import Wire, head
from tests.service import Service

WORKERS = 2
AT_ONCE = 200
HASH = 19_456 * 1_024
# Answers, connections to the database and whatever else so many requests at a time take.
SLACK = 60_000_000


@pytest.fixture
def service(start: Callable[..., Service]) -> Service:
    return start(NOTESVC_WORKERS=str(WORKERS), NOTESVC_TRUSTED_PROXIES="1")


def sign_in(wire: Wire, number: int, password: str = PASSWORD) -> int:
    """The status for somebody from a place of their own."""
    headers = {**JSON, "X-Forwarded-For": f"198.18.{number // 250}.{number % 250 + 1}"}
    body = json.dumps({"email": "owner@example.org", "password": password}).encode()
    return wire.ask("POST", "/api/auth/login", headers, body).status


def test_two_hundred_sign_ins_at_once_take_bounded_memory(service: Service) -> None:
    owner = register(service)
    long = f"/api/workspace/notes/{owner.note('Long', 'word ' * 60_000)['id']}"
    wires = [Wire(service.url) for _ in range(AT_ONCE)]
    try:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            # The service's threads are there before it is measured: they are made when that many requests are there.
            list(threads.map(lambda wire: wire.ask("GET", long, owner.headers).status, wires))
            before = memory(service, "VmRSS")
            forget_peak(service)
            found = Counter(threads.map(sign_in, wires, range(AT_ONCE)))
    finally:
        for wire in wires:
            wire.close()
    assert set(found) <= {200, 429}
    # Who finds room is let in; the others are told to come back.
    assert found[200] >= limits.PASSWORD_HASHES_AT_ONCE
    assert memory(service, "VmHWM") - before < WORKERS * limits.PASSWORD_HASHES_AT_ONCE * HASH + SLACK
    with Wire(service.url) as wire:
        assert sign_in(wire, AT_ONCE) == 200
    assert owner.ask("GET", "/api/workspace/folders").status == 200


def test_a_password_of_10_mb_is_refused_before_it_is_sent(service: Service) -> None:
    with Wire(service.url) as wire:
        wire.send(head("POST", "/api/auth/login", {"Host": wire.authority, **JSON, "Content-Length": "10000000"}))
        # None of the body has gone out.
        assert wire.reply("POST").status == 413
    assert service.status() == 200


def test_one_that_never_says_how_long_it_is_is_refused_at_the_limit(service: Service) -> None:
    with Wire(service.url) as wire:
        wire.send(head("POST", "/api/auth/login", {"Host": wire.authority, **JSON, "Transfer-Encoding": "chunked"}))
        piece = b"x" * 100_000
        for _ in range(limits.MAX_BODY // len(piece) + 2):
            wire.send(b"%x\r\n%b\r\n" % (len(piece), piece))
        # There is no end of the body, and none is waited for.
        assert wire.reply("POST").status == 413
    assert service.status() == 200
