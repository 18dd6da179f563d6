"""Nothing inside is asked, however its address is written."""

import asyncio
import socket
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from notesvc.outside import guard
from notesvc.outside.guard import AddressError
from tests.loops import on_a_loop

# ruff: noqa: SIM905 - tables of words
INSIDE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3
169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1
192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
255.255.255.255 168.63.129.16 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:20::1 2001:db8::1
2002:7f00:1:: 2002:a00:1:: 2002:a9fe:a9fe::1 3fff::1 4000::1 5f00::1 8000::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1
ff02::1 2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1 2620:4f:8000::1
""".split()
OPEN = """
1.1.1.1 8.8.8.8 93.184.215.14 172.32.0.1 2606:4700::1111 2a00:1450:4001::200e 64:ff9b::808:808
""".split()
# Ways to write this machine's number that some resolvers take.
WRITTEN = """
2130706433 0177.0.0.1 0x7f.1 127.1 0x7f000001 127.0.0.1. localhost LOCALHOST １２７.０.０.１ ①27.0.0.1
""".split()


@pytest.mark.parametrize("text", INSIDE)
def test_a_number_inside_is_not_public(text: str) -> None:
    assert not guard.is_public(ip_address(text))


@pytest.mark.parametrize("text", OPEN)
def test_a_number_outside_is_public(text: str) -> None:
    assert guard.is_public(ip_address(text))


@pytest.mark.parametrize("host", [*WRITTEN, "[::1]", "[::ffff:127.0.0.1]", "127.0.0.1"])
@on_a_loop
async def test_this_machine_is_not_asked_however_it_is_written(host: str) -> None:
    with pytest.raises(AddressError) as refused:
        await guard.resolve(f"https://{host}/v1", ())
    assert refused.value.cause in ("not_allowed", "unreachable")
    with pytest.raises(AddressError):
        guard.resolve_here(f"https://{host}/v1", ())


@on_a_loop
async def test_a_network_that_is_allowed_is_asked() -> None:
    assert await guard.resolve("http://127.0.0.1:11434", [ip_network("127.0.0.0/8")]) == [("127.0.0.1", 11434)]
    assert guard.resolve_here("http://127.0.0.1:11434", [ip_network("127.0.0.0/8")]) == [("127.0.0.1", 11434)]


@on_a_loop
async def test_a_name_with_one_inside_number_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def two(host: str, port: int, **more: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, 1, 6, "", (number, port)) for number in ("93.184.215.14", "127.0.0.1")]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", two)
    with pytest.raises(AddressError, match="not_allowed"):
        await guard.resolve("https://both.example", ())
    assert asked == ["both.example"]


@on_a_loop
async def test_outside_the_allowed_networks_keys_go_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def one(host: str, port: int, **more: Any) -> list[Any]:
        return [(socket.AF_INET, 1, 6, "", ("93.184.215.14", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", one)
    assert await guard.resolve("https://models.example", ()) == [("93.184.215.14", 443)]
    with pytest.raises(AddressError) as refused:
        await guard.resolve("http://models.example", ())
    assert refused.value.cause == "not_sealed"
