"""By which names the service is reached: a page of another name that leads here is a trick (DNS rebinding).

A browser sends the name that its page was loaded from as `Host`. Who owns a domain may let it lead to this machine
and so have a stranger's browser ask this service as if it were that domain's own. An address that is a number can be
no such trick, and the names of this machine are nobody else's.
"""

import functools
import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from notesvc import config
from notesvc.config import Settings

# Every request asks, mostly by the same few.
_REMEMBERED = 256
# What proxies add to the requests of others that they pass on.
_PASSED_ON = {"forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"}


def is_own(settings: Settings, host: str) -> bool:
    """Whether the service answers to this `Host`: its public address, a trusted origin's, or one of this machine.

    Ports do not count: they change on the way (a container's, a tunnel's), and are no part of the trick.
    """
    name = _name_of(host)
    return bool(name) and (name in _names(settings) or is_typed(settings, host))


def is_typed(settings: Settings, host: str) -> bool:
    """Whether this is an address that people may type besides the public one: this machine's, or, where the service
    listens to others and nobody said under which address, the machine's own name and any number."""
    name = _name_of(host)
    if is_loopback(host):
        return True
    is_unnamed = settings.base_url == config.address_of(settings.host, settings.port)
    if not is_unnamed or not settings.listens_beyond_loopback:
        return False
    return is_number(host) or name in _names_of_this_machine()


def is_share_host(settings: Settings, host: str) -> bool:
    """Whether this is the host of public links, on which nothing else answers."""
    return settings.share_url is not None and _name_of(host) == urlsplit(settings.share_url).hostname


def may_others_come(settings: Settings) -> bool:
    """Whether anybody but who sits at this machine may come in: by themselves, or through a proxy."""
    is_public = not is_loopback(urlsplit(settings.base_url).netloc)
    return is_public or settings.listens_beyond_loopback or settings.trusted_proxies > 0


def is_loopback(host: str) -> bool:
    """Whether a `Host` names the machine that the browser itself runs on."""
    name = _name_of(host)
    return name == "localhost" or _is_here(name)


def is_number(host: str) -> bool:
    """Whether a `Host` is an IP address, as probes of container platforms send it."""
    try:
        ip_address(_name_of(host))
    except ValueError:
        return False
    return True


def is_program_here(address: str, headers: Iterable[str], host: str) -> bool:
    """Whether a program of this machine asks for itself: by a loopback address, under this machine's name, and with
    none of the headers (their names) by which a proxy passes on the request of somebody else."""
    is_passed_on = any(name.lower() in _PASSED_ON or name.lower().startswith("x-forwarded") for name in headers)
    return _is_here(address) and is_loopback(host) and not is_passed_on


def share_of(client: object) -> str:
    """In whose share of the connections one counts: an address; IPv6 by its /64, which one person owns whole."""
    if not isinstance(client, tuple):
        return "unix"
    return share_of_address(str(client[0]))


def share_of_address(text: str) -> str:
    """The same for an address. Raises ValueError for what is none."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@functools.lru_cache(maxsize=_REMEMBERED)
def _names(settings: Settings) -> set[str]:
    addresses = (settings.base_url, settings.share_address, *settings.collab_urls, *settings.trusted_origins)
    web = (urlsplit(address) for address in addresses if address.startswith(("http", "ws")))
    return {parts.hostname for parts in web if parts.hostname}


def _names_of_this_machine() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name.partition('.')[0]}.local"}


@functools.lru_cache(maxsize=_REMEMBERED)
def _name_of(host: str) -> str:
    """The host without its port, in lower case; empty for what is no host."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".") if _is_plain(host) else ""
    except ValueError:
        return ""


def _is_plain(host: str) -> bool:
    return not set(host) & set("/\\@?#, \t")
