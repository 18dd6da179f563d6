"""A thousand guesses, however their source and the address are spelled; the owner goes on working."""

import ipaddress
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from notesvc import limits
from tests.kept import Services
from tests.process.member import JSON, PASSWORD, Member, cookie_of, register
from tests.process.wire import Wire
from tests.service import Service

GUESSES = 1_000
CLIENTS = 4
PER_ACCOUNT = int(limits.SIGN_INS_PER_ACCOUNT.split()[0])
PER_ADDRESS = int(limits.SIGN_INS_PER_ADDRESS.split()[0])
# One account, as often as one likes.
SPELLED = [
    "owner@example.org",
    "OWNER@EXAMPLE.ORG",
    "Owner@Example.Org",
    " owner@example.org",
    "owner@example.org ",
    "owner@example.org.",
    "ｏwner@example.org",
    "ow\u200bner@example.org",
    "ow\u00adner@example.org",
    "\ufeffowner@example.org",
]


@pytest.fixture
def service(services: Services) -> Service:
    return services.empty(NOTESVC_WORKERS="4")


@pytest.fixture
def behind_a_proxy(services: Services) -> Service:
    """The service behind one proxy, which says where a visitor comes from."""
    return services.empty(NOTESVC_WORKERS="2", NOTESVC_TRUSTED_PROXIES="1")


def sign_in(wire: Wire, email: str, password: str, forwarded: str | None = None) -> int:
    headers = {**JSON, **({"X-Forwarded-For": forwarded} if forwarded else {})}
    return wire.ask(
        "POST", "/api/auth/login", headers, json.dumps({"email": email, "password": password}).encode()
    ).status


def guessed(service: Service, guesses: list[tuple[str, str | None]]) -> Counter[int]:
    """The statuses of guessing, by several clients at once: (address, where it claims to come from)."""

    def some(start: int) -> list[int]:
        with Wire(service.url) as wire:
            return [sign_in(wire, email, "a wrong password", source) for email, source in guesses[start::CLIENTS]]

    with ThreadPoolExecutor(CLIENTS) as threads:
        return Counter(status for found in threads.map(some, range(CLIENTS)) for status in found)


def rotating(number: int) -> Iterator[str]:
    """Addresses of the documentation's networks, each another one."""
    return (str(ipaddress.ip_address("198.18.0.0") + each) for each in range(number))


def test_a_thousand_guesses_at_one_account_are_ten(service: Service) -> None:
    owner = register(service)
    found = guessed(service, list(zip(cycle(SPELLED), rotating(GUESSES), strict=False)))
    # A claimed address counts for nothing where no proxy is trusted.
    assert set(found) == {401, 429}
    assert 0 < found[401] <= PER_ACCOUNT
    assert sum(found.values()) == GUESSES
    assert owner.ask("GET", "/api/auth/session").status == 200
    assert owner.note("still at work")["name"] == "still at work"


def test_a_thousand_accounts_from_one_place_are_twenty(service: Service) -> None:
    register(service)
    found = guessed(service, [(f"user{number}@example.org", None) for number in range(GUESSES)])
    assert set(found) == {401, 429}
    assert 0 < found[401] <= PER_ADDRESS


def test_a_thousand_addresses_of_one_network_are_one_place(behind_a_proxy: Service) -> None:
    owner = register(behind_a_proxy)
    network = ipaddress.ip_network("2001:db8:1:2::/64")
    spellings = [str, lambda address: address.exploded, lambda address: address.exploded.upper()]
    sources = [
        spell(network[number * 7_919 + 1]) for number, spell in zip(range(GUESSES), cycle(spellings), strict=False)
    ]
    found = guessed(behind_a_proxy, list(zip(cycle(SPELLED), sources, strict=False)))
    assert set(found) == {401, 429}
    assert 0 < found[401] <= PER_ACCOUNT
    # Nobody has locked the owner out: neither where they are signed in nor where they come from.
    assert owner.ask("GET", "/api/auth/session", headers={"X-Forwarded-For": sources[0]}).status == 200
    with Wire(behind_a_proxy.url) as wire:
        assert sign_in(wire, "owner@example.org", PASSWORD, "2001:db8:1:3::1") == 200
        assert sign_in(wire, "owner@example.org", PASSWORD, "203.0.113.9") == 200
        assert sign_in(wire, "owner@example.org", PASSWORD, sources[-1]) == 429


@pytest.mark.every_case
@pytest.mark.parametrize(
    "spelled",
    [
        ["203.0.113.5", "::ffff:203.0.113.5", "::ffff:cb00:7105", "::FFFF:CB00:7105", "0:0:0:0:0:ffff:203.0.113.5"],
        ["2001:db8::5", "2001:DB8::5", "2001:0db8:0000::0005", "2001:db8:0:0:0:0:0:5", "2001:db8::5%eth0"],
        ["10.9.9.9, 203.0.113.6", "x, 203.0.113.6", "203.0.113.7,203.0.113.6", ", 203.0.113.6", '"y",  203.0.113.6'],
        ["not an address", "", "203.0.113.999", "0203.0.113.7", "_hidden"],
    ],
    ids=["mapped", "six", "list", "none"],
)
def test_one_address_however_it_is_spelled_is_one_place(behind_a_proxy: Service, spelled: list[str]) -> None:
    register(behind_a_proxy)
    sources = [source for source, _ in zip(cycle(spelled), range(60), strict=False)]
    found = guessed(behind_a_proxy, [("owner@example.org", source) for source in sources if source])
    assert set(found) == {401, 429}
    assert 0 < found[401] <= PER_ACCOUNT


def test_guesses_at_a_step_up_end_nobodys_session(service: Service) -> None:
    owner = register(service)
    with Wire(service.url) as wire:
        body = json.dumps({"email": "owner@example.org", "password": PASSWORD}).encode()
        thief = Member(service.url, cookie_of(wire.ask("POST", "/api/auth/login", JSON, body)))
    found = Counter(thief.ask("POST", "/api/auth/step-up", {"password": f"wrong {n}"}).status for n in range(30))
    assert found == {401: 10, 429: 20}
    assert owner.ask("POST", "/api/auth/step-up", {"password": PASSWORD}).status == 200
