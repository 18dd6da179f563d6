"""By which names the service may be asked: DNS rebinding gets nowhere, and people who typed an address get in."""

import dataclasses
import socket
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc import factory, hosts
from notesvc.config import Settings
from notesvc.web import routes

PUBLIC = "https://notes.example.org"
LAN = {"host": "0.0.0.0", "base_url": "http://0.0.0.0:8000"}
HERE = ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "localhost:9000", "127.0.0.1", "LOCALHOST:8000", "127.9.9.9"]
STRANGE = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil@localhost",
    "localhost/evil.example",
    "localhost#.evil.example",
    "localhost,evil.example",
    "notes.example.org.evil.example",
    "xnotes.example.org",
    "[::1",
    "",
]

Ask = Callable[..., Any]


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def ask(workspace: Settings) -> Ask:
    """The answer to a request under a host name, by a service with those settings."""

    def asked(typed: str, path: str = "/api/auth/ways", method: str = "GET", headers: Any = (), **chosen: Any) -> Any:
        web = FlaskClient(factory.create_app(dataclasses.replace(workspace, **chosen)))
        return web.open(path, method=method, headers={"Host": typed, **dict(headers)})

    return asked


def test_under_a_strangers_name_nothing_is_answered(ask: Ask, workspace: Settings) -> None:
    web = FlaskClient(factory.create_app(workspace))
    for area in routes.AREAS:
        for route in area.routes:
            path = route.rule.replace("<id:", "<").replace("<path:", "<")
            answer = web.open(path, method=route.method, headers={"Host": "evil.example"})
            assert (answer.status_code, answer.get_json()["code"]) == (421, "misdirected"), route.rule
    assert web.open("/nowhere", headers={"Host": "evil.example"}).status_code == 421
    assert web.options("/api/sync/capture", headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize("chosen", [{}, {"base_url": PUBLIC}, LAN], ids=["default", "public", "lan"])
def test_names_of_this_machine_always_work_and_strangers_names_never(ask: Ask, chosen: dict[str, str]) -> None:
    assert {host: ask(host, **chosen).status_code for host in HERE} == dict.fromkeys(HERE, 200)
    assert {host: ask(host, **chosen).status_code for host in STRANGE} == dict.fromkeys(STRANGE, 421)


def test_the_public_address_works_at_any_port_and_numbers_do_not(ask: Ask) -> None:
    for host in ("notes.example.org", "notes.example.org:443", "NOTES.example.org."):
        assert ask(host, base_url=PUBLIC, host="0.0.0.0").status_code == 200, host
    assert ask("192.0.2.7:8000", base_url=PUBLIC, host="0.0.0.0").status_code == 421
    assert ask("notes.example.org").status_code == 421


def test_in_the_local_network_numbers_and_the_machines_own_name_work(ask: Ask) -> None:
    name = socket.gethostname()
    for host in ("192.168.1.5:8000", "[fd00::5]:8000", name, f"{name.partition('.')[0]}.local:8000"):
        assert ask(host, **LAN).status_code == 200, host
    assert ask("192.168.1.5:8000").status_code == 421


def test_a_second_name_of_the_service_is_a_trusted_origin(ask: Ask) -> None:
    trusted = {"base_url": PUBLIC, "trusted_origins": ("https://second.example.org", "app://notes")}
    assert ask("second.example.org", **trusted).status_code == 200
    assert ask("notes", **trusted).status_code == 421


def test_platforms_probe_by_number_and_learn_only_whether_it_is_up(ask: Ask) -> None:
    chosen = {"base_url": PUBLIC, "host": "0.0.0.0"}
    assert [ask("10.1.2.3:8000", path, **chosen).status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert ask("10.1.2.3:8000", "/metrics", **chosen).status_code == 421
    assert ask("evil.example", "/healthz", **chosen).status_code == 421


def test_who_typed_an_address_that_is_not_set_reads_the_way_out(ask: Ask) -> None:
    answer = ask("nas.example.org:8000", "/", headers={"Accept": "text/html"}, **LAN)
    assert (answer.status_code, answer.mimetype) == (421, "text/plain")
    assert "set NOTESVC_BASE_URL" in answer.text
    assert "set NOTESVC_BASE_URL" in ask("nas.example.org:8000", **LAN).get_json()["detail"]


@pytest.mark.parametrize(
    ("host", "origin", "chosen", "status"),
    [
        ("localhost:8000", "http://localhost:8000", {}, 204),
        ("localhost:8000", "http://localhost:9000", {}, 403),
        ("localhost:8000", "http://evil.example", {}, 403),
        ("evil.example", "http://evil.example", {}, 421),
        ("192.168.1.5:8000", "http://192.168.1.5:8000", LAN, 204),
        ("192.168.1.5:8000", "http://192.168.1.6:8000", LAN, 403),
        ("notes.example.org", PUBLIC, {"base_url": PUBLIC}, 204),
        ("notes.example.org", "http://notes.example.org", {"base_url": PUBLIC}, 403),
        ("notes.example.org:9000", "http://notes.example.org:9000", {"base_url": PUBLIC}, 403),
    ],
)
def test_the_origin_of_a_write_is_the_services_own(
    ask: Ask, host: str, origin: str, chosen: dict[str, str], status: int
) -> None:
    answer = ask(host, "/api/auth/logout", "POST", {"Origin": origin}, **chosen)
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("address", "headers", "host", "expected"),
    [
        ("127.0.0.1", [], "localhost:9090", True),
        ("::1", ["Host", "Accept"], "[::1]:8000", True),
        ("203.0.113.9", [], "localhost", False),
        ("127.0.0.1", [], "evil.example", False),
        ("127.0.0.1", [], "notes.example.org", False),
        *[("127.0.0.1", [name], "localhost", False) for name in ("X-Real-IP", "Via", "forwarded", "X-Forwarded-Host")],
    ],
)
def test_a_program_of_this_machine_asks_for_itself(address: str, headers: list[str], host: str, expected: bool) -> None:
    assert hosts.is_program_here(address, headers, host) is expected
