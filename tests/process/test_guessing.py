"""What is no key any more, or never was one, over several worker processes."""

import base64
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from notesvc import rate_store, sqlite
from tests.conftest import settings_of
from tests.kept import Services
from tests.process import sockets
from tests.process.member import Member, register
from tests.process.wire import Wire
from tests.service import Service

VERIFY = "/api/sync/verify"
REQUESTS = 200
GUESSES = 3_000
LARGEST_STORE = 8_000_000
PER_MINUTE = 600


@pytest.fixture
def four(services: Services) -> Service:
    """The service with four workers."""
    return services.empty(NOTESVC_WORKERS="4")


@pytest.fixture
def owner(four: Service) -> Member:
    return register(four)


@contextlib.contextmanager
def connections(service: Service) -> Iterator[list[Wire]]:
    """A connection to each of the four workers."""
    wires = list(sockets.one_to_each_worker(service).values())
    assert len(wires) == 4
    try:
        yield wires
    finally:
        for wire in wires:
            wire.close()


def asked(wires: list[Wire], headers: dict[str, str], times: int) -> list[int]:
    """The statuses of that many requests from each connection, all at the same time."""

    def ask(wire: Wire) -> list[int]:
        return [wire.ask("GET", VERIFY, headers).status for _ in range(times)]

    with ThreadPoolExecutor(len(wires)) as threads:
        return [status for statuses in threads.map(ask, wires) for status in statuses]


def test_every_worker_refuses_a_revoked_key_from_the_next_request_on(four: Service, owner: Member) -> None:
    key_id, key = owner.key()
    with connections(four) as wires:
        assert set(asked(wires, key, 3)) == {200}
        assert owner.ask("DELETE", f"/api/sync/tokens/{key_id}").status == 200
        assert asked(wires, key, REQUESTS // 4) == [401] * REQUESTS


def test_every_worker_takes_the_new_key_of_a_rotation_and_not_the_old_one(four: Service, owner: Member) -> None:
    key_id, old = owner.key()
    with connections(four) as wires:
        assert set(asked(wires, old, 3)) == {200}
        rotated = owner.ask("POST", f"/api/sync/tokens/{key_id}/rotate")
        new = {"Authorization": f"Bearer {rotated.json()['secret']}"}
        assert asked(wires, old, REQUESTS // 4) == [401] * REQUESTS
        assert set(asked(wires, new, 3)) == {200}


def test_every_worker_refuses_a_session_that_was_ended(four: Service, owner: Member) -> None:
    with connections(four) as wires:
        assert {wire.ask("GET", "/api/auth/session", owner.headers).status for wire in wires} == {200}
        assert owner.ask("POST", "/api/auth/logout").status == 204
        found = [wire.ask("GET", "/api/auth/session", owner.headers).status for wire in wires for _ in range(20)]
        assert found == [401] * 80


def test_the_windows_of_a_key_hold_over_all_workers(four: Service, owner: Member) -> None:
    _, key = owner.key()
    with connections(four) as wires:
        found = asked(wires, key, 30)
    assert (found.count(200), found.count(429)) == (60, 60)


def test_bad_keys_are_limited_by_address_and_leave_nothing_behind(
    start: Callable[..., Service], instance: Path
) -> None:
    four = start(NOTESVC_WORKERS="4")
    owner = register(four)
    _, good = owner.key()
    chance, began = random.Random(17), time.monotonic()
    sent = [guess(number, chance) for number in range(GUESSES)]
    with connections(four) as wires, ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda start: refused(wires[start], sent[start::4]), range(4)))
        statuses = [status for part in found for status in part]
        # A window is a minute; on a slow machine the guesses may reach into further ones.
        windows_begun = 1 + (time.monotonic() - began) // 60
        assert PER_MINUTE <= statuses.count(401) <= PER_MINUTE * windows_begun
        assert statuses.count(429) == GUESSES - statuses.count(401)
        assert {wire.ask("GET", VERIFY, good).status for wire in wires} == {200}
    store = rate_store.path(settings_of(instance))
    stored = {path: path.read_bytes() for path in instance.glob(f"{store.name}*")}
    assert 0 < sum(map(len, stored.values())) < LARGEST_STORE
    assert windows(store) <= 10
    kept = b"".join([*stored.values(), four.log.encode()])
    assert [each for each in sent if each.encode() in kept] == []


def guess(number: int, chance: random.Random) -> str:
    """Something that could be a key, or nearly."""
    start = ("svc_sync_", "svc_", "", "Bearer-", "svc_sync_" * 3)[number % 5]
    return start + base64.urlsafe_b64encode(chance.randbytes((32, 8, 200, 31, 33)[number % 5])).decode().rstrip("=")


def refused(wire: Wire, guesses: list[str]) -> list[int]:
    return [wire.ask("GET", VERIFY, {"Authorization": f"Bearer {each}"}).status for each in guesses]


def windows(store: Path) -> int:
    connection = sqlite.library.connect(store)
    try:
        return int(connection.execute("SELECT count(*) FROM rate_windows").fetchone()[0])
    finally:
        connection.close()
