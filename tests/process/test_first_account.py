"""What only one may have, over several worker processes: the first account, an invite, a device's key."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.commands import call
from tests.kept import Services
from tests.process.member import JSON, PASSWORD, Member, cookie_of, register
from tests.process.wire import Reply, Wire
from tests.service import Service

AT_ONCE = 16
GRANT = "urn:ietf:params:oauth:grant-type:device_code"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def signed_up(url: str, number: int, **more: str) -> Reply:
    body = {"email": f"user{number}@example.org", "password": PASSWORD, "name": "x", **more}
    headers = {**JSON, "X-Forwarded-For": f"198.18.0.{number + 1}"}
    with Wire(url) as wire:
        return wire.ask("POST", "/api/auth/register", headers, json.dumps(body).encode())


def all_at_once(url: str, **more: str) -> Counter[int]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return Counter(
            reply.status for reply in threads.map(lambda n: signed_up(url, n, **more), range(1, AT_ONCE + 1))
        )


def test_of_many_who_want_the_first_account_one_gets_it(start: Callable[..., Service], instance: Path) -> None:
    service = start(NOTESVC_WORKERS="4", NOTESVC_TRUSTED_PROXIES="1")
    assert set(all_at_once(service.url)) <= {403, 429}
    found = all_at_once(service.url, invite=str(service.set_up_code))
    assert found[201] == 1
    assert found.total() == found[201] + found[403] + found[429]
    listed = call(instance, "user", "list").stdout
    assert listed.count("@example.org") == 1
    assert "admin" in listed


def test_an_invite_for_one_lets_one_in(start: Callable[..., Service], instance: Path) -> None:
    service = start(NOTESVC_WORKERS="4", NOTESVC_TRUSTED_PROXIES="1")
    register(service)
    invite = call(instance, "user", "invite").stdout.split()[-1]
    assert all_at_once(service.url, invite=invite)[201] == 1


@pytest.fixture
def exposed(instance: Path, free_port: int) -> Iterator[Service]:
    """The service on every address of this machine, where the first account needs the code from the console."""
    service = Service(instance, {"NOTESVC_HOST": "0.0.0.0", "NOTESVC_PORT": str(free_port)})
    service.url = f"http://127.0.0.1:{free_port}"
    service.launch()
    yield service.answering()
    service.end()


def test_beyond_loopback_the_first_account_needs_the_consoles_code_once(exposed: Service) -> None:
    code = exposed.set_up_code
    assert code is not None
    guesses = [signed_up(exposed.url, 1), *(signed_up(exposed.url, 1, invite=each) for each in ("", "x", code[:-1]))]
    assert {reply.status for reply in guesses} == {403}
    assert signed_up(exposed.url, 1, invite=code).status == 201
    # The code is no second door.
    assert signed_up(exposed.url, 2, invite=code).status == 403
    assert signed_up(exposed.url, 2).status == 403


@pytest.mark.parametrize(
    ("chosen", "headers"),
    [
        ({"NOTESVC_BASE_URL": "https://notes.example.org", "NOTESVC_TRUSTED_PROXIES": "1"}, {}),
        ({"NOTESVC_BASE_URL": "https://notes.example.org"}, {"Host": "notes.example.org"}),
        ({"NOTESVC_TRUSTED_PROXIES": "1"}, {}),
    ],
)
def test_behind_a_proxy_the_first_account_needs_the_code_too(
    services: Services, chosen: dict[str, str], headers: dict[str, str]
) -> None:
    service = services.empty(**chosen)
    body = {"email": "first@example.org", "password": PASSWORD, "name": "x"}
    statuses = []
    for more in ({}, {"invite": str(service.set_up_code)}):
        with Wire(service.url) as wire:
            sent = json.dumps(body | more).encode()
            statuses.append(wire.ask("POST", "/api/auth/register", {**JSON, **headers}, sent).status)
    assert statuses == [403, 201]


def test_a_name_that_a_stranger_led_here_gets_no_first_account(service: Service) -> None:
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    body = json.dumps({"email": "evil@example.org", "password": PASSWORD, "name": "x"}).encode()
    with Wire(service.url) as wire:
        reply = wire.ask("POST", "/api/auth/register", {**JSON, **headers}, body)
    assert (reply.status, reply.json()["code"]) == (421, "misdirected")


def test_there_is_no_default_account(service: Service) -> None:
    for email in ("admin@example.org", "admin@localhost", "root@localhost"):
        body = json.dumps({"email": email, "password": "administrator"}).encode()
        with Wire(service.url) as wire:
            assert wire.ask("POST", "/api/auth/login", JSON, body).status == 401


def test_where_registration_is_closed_no_invite_opens_it(start: Callable[..., Service], instance: Path) -> None:
    service = start(NOTESVC_REGISTRATION="closed")
    register(service)
    invite = call(instance, "user", "invite").stdout.split()[-1]
    assert [signed_up(service.url, 1, **more).status for more in ({}, {"invite": invite})] == [403, 403]


def test_twenty_polls_at_once_over_all_workers_give_one_key(start: Callable[..., Service]) -> None:
    service = start(NOTESVC_WORKERS="4")
    owner = register(service)
    stepped_up = owner.ask("POST", "/api/auth/step-up", {"password": PASSWORD})
    owner = Member(service.url, cookie_of(stepped_up))
    with Wire(service.url) as wire:
        asked = wire.ask("POST", "/api/auth/device/code", FORM, b"client_id=notes-desktop").json()
    owner.get(f"/api/auth/device?userCode={asked['user_code']}")
    approval = {"userCode": asked["user_code"], "approve": True}
    assert owner.ask("POST", "/api/auth/device/approve", approval).status == 204
    body = urlencode({"grant_type": GRANT, "device_code": asked["device_code"], "client_id": "notes-desktop"}).encode()

    def poll(_: int) -> Reply:
        with Wire(service.url) as wire:
            return wire.ask("POST", "/api/auth/device/token", FORM, body)

    with ThreadPoolExecutor(20) as threads:
        replies = list(threads.map(poll, range(20)))
    assert Counter(reply.status for reply in replies) == {200: 1, 400: 19}
    assert {reply.json()["error"] for reply in replies if reply.status == 400} == {"invalid_grant"}
    assert len(owner.get("/api/sync/tokens")["tokens"]) == 1
