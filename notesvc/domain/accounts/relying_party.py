"""Who the service is to passkeys (WebAuthn, section 5.1.2): a name that browsers hold to the address of the page."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from notesvc import errors
from notesvc.config import Settings

_ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The host that passkeys are for, and the origins whose pages may ask for them, the service's own first."""

    id: str
    origins: tuple[str, ...]


def of(settings: Settings) -> RelyingParty | None:
    """From the configured address, never from a request. None where browsers offer no passkeys: over plain http but
    for this machine, and at an IP address. This machine is `localhost`, as 127.0.0.1 is no name."""
    own = urlsplit(settings.base_url)
    host = own.hostname or ""
    if host in _ON_THIS_MACHINE:
        host = "localhost"
    elif own.scheme != "https" or _is_number(host):
        return None
    port = f":{own.port}" if own.port not in (None, _USUAL_PORTS[own.scheme]) else ""
    trusted = [origin for origin in settings.trusted_origins if urlsplit(origin).hostname == host]
    return RelyingParty(host, (f"{own.scheme}://{host}{port}", *trusted))


def require(settings: Settings) -> RelyingParty:
    """As `of`. Raises InvalidInput where there can be no passkeys."""
    found = of(settings)
    if found is None:
        raise errors.InvalidInput("", "passkeys need a service that is reached by https under a name")
    return found


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
