"""Which addresses may be asked: public ones, and the networks that the administrator allows.

A name is resolved once, every answer is judged, and the connection goes to the very number that was judged: a name
that means something else a moment later changes nothing.
"""

import asyncio
import contextlib
import socket
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


class AddressError(Exception):
    """An address that is not asked; `cause` is "not_allowed", "not_sealed" or "unreachable"."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


# https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and an inside address of one cloud.
_INSIDE_4 = [
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        "168.63.129.16/32",
    )
]
# https://www.iana.org/assignments/iana-ipv6-special-registry: of all numbers, only these are given out to anybody.
_PUBLIC_6 = ip_network("2000::/3")
_INSIDE_6 = [ip_network(text) for text in ["2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20"]]
_SIX_TO_FOUR = ip_network("2002::/16")
_NAT64 = ip_network("64:ff9b::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)


def is_public(address: Address) -> bool:
    """Whether the number is that of a host on the open network; one that carries another is judged by that."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _INSIDE_4)
    within = _within(address)
    if within is not None:
        return is_public(within)
    is_isatap = (int(address) >> 32) & 0xFFFFFFFF in _ISATAP
    return address in _PUBLIC_6 and not is_isatap and not any(address in network for network in _INSIDE_6)


async def resolve(base_url: str, networks: Sequence[Network]) -> list[tuple[str, int]]:
    """The numbers and the port to connect to for an address, the best first. Raises AddressError."""
    host, port = _host_and_port(base_url)
    with _or_unreachable():
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return _judge(base_url, found, networks)


def resolve_here(base_url: str, networks: Sequence[Network]) -> list[tuple[str, int]]:
    """The same for a thread that may wait."""
    host, port = _host_and_port(base_url)
    with _or_unreachable():
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return _judge(base_url, found, networks)


def _host_and_port(base_url: str) -> tuple[str, int]:
    parts = urlsplit(base_url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


@contextlib.contextmanager
def _or_unreachable() -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeError) as error:
        raise AddressError("unreachable") from error


def _judge(base_url: str, answers: Sequence[Any], networks: Sequence[Network]) -> list[tuple[str, int]]:
    # A scope, as of link-local numbers, is no part of the number.
    found = [ip_address(str(address[0]).split("%")[0]) for *_, address in answers]
    allowed = [_is_within(address, networks) for address in found]
    if not all(is_allowed or is_public(address) for address, is_allowed in zip(found, allowed, strict=True)):
        raise AddressError("not_allowed")
    if urlsplit(base_url).scheme != "https" and not all(allowed):
        raise AddressError("not_sealed")
    return [(str(address), _host_and_port(base_url)[1]) for address in found]


def _within(address: IPv6Address) -> IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        return IPv4Address((int(address) >> 80) & 0xFFFFFFFF)
    return None


def _is_within(address: Address, networks: Sequence[Network]) -> bool:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in network for network in networks)
