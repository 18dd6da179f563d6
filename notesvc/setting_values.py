"""Reading settings: each kind of value with the refusal of what is none; every refusal names the setting."""

import re
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import SplitResult, urlsplit

from notesvc.errors import SettingError

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Values:
    """One look-up for all sources; every refusal names the setting."""

    def __init__(self, environment: Mapping[str, str], file: Mapping[str, Any]) -> None:
        self._environment = environment
        self._file = file

    def optional(self, name: str) -> str | None:
        text = self._environment.get(f"NOTESVC_{name}", self._file.get(name))
        return str(text).strip() or None if text is not None else None

    def text(self, name: str, default: str) -> str:
        return self.optional(name) or default

    def integer(self, name: str, default: int, least: int, most: int) -> int:
        text = self.optional(name)
        if text is None:
            return default
        if not re.fullmatch(r"-?\d{1,18}", text) or not least <= int(text) <= most:
            raise SettingError(f"NOTESVC_{name} must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    def port(self, name: str, default: int) -> int:
        return self.integer(name, default, 0, 65_535)

    def flag(self, name: str, default: str = "no") -> bool:
        text = self.text(name, default).lower()
        if text not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise SettingError(f"NOTESVC_{name} must be yes or no, not {text!r}")
        return text in ("1", "true", "yes", "on")

    def choice(self, name: str, choices: tuple[str, ...]) -> str | None:
        text = self.optional(name)
        if text is not None and text not in choices:
            raise SettingError(f"NOTESVC_{name} must be one of {', '.join(choices)}, not {text!r}")
        return text

    def networks(self, name: str) -> tuple[IPv4Network | IPv6Network, ...]:
        """Networks, parted by commas."""
        found = []
        for text in filter(None, re.split(r"[\s,]+", self.text(name, ""))):
            try:
                found.append(ip_network(text))
            except ValueError as error:
                raise SettingError(f"NOTESVC_{name} holds {text!r}, which is no network: {error}") from error
        return tuple(found)

    def url(self, name: str, default: str) -> str:
        text = self.text(name, default).rstrip("/")
        parts = urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise SettingError(f"NOTESVC_{name} must be an http or https address, not {text!r}")
        return text

    def other_host(self, name: str, base_url: str) -> str | None:
        """The address of a host of its own, without a path."""
        if self.optional(name) is None:
            return None
        text = self.url(name, "")
        parts = urlsplit(text)
        if parts.path or parts.query or parts.hostname == urlsplit(base_url).hostname:
            raise SettingError(
                f"NOTESVC_{name} must name another host than NOTESVC_BASE_URL, and no path, not {text!r}"
            )
        return text

    def sockets(self, name: str, default: str) -> str:
        """One address of a WebSocket server or several, parted by blanks or commas; no paths."""
        addresses = [address.rstrip("/") for address in re.split(r"[\s,]+", self.text(name, default)) if address]
        for address in addresses:
            if not re.fullmatch(r"wss?://[A-Za-z0-9.:_\[\]-]+", address):
                raise SettingError(f"NOTESVC_{name} must be ws:// or wss:// addresses, not {address!r}")
        return " ".join(addresses)

    def mail_server(self, name: str) -> str | None:
        text = self.optional(name)
        if text is None:
            return None
        parts = urlsplit(text)
        if parts.scheme not in ("smtp", "smtp+starttls", "smtps") or not _has_host(parts):
            # Never quoted: it may hold a password.
            raise SettingError(f"NOTESVC_{name} must begin with smtp://, smtp+starttls:// or smtps:// and name a host")
        return text

    def with_its(self, name: str, other: str) -> str | None:
        """A setting that makes no sense without another, nor the other without it."""
        if (self.optional(name) is None) is not (self.optional(other) is None):
            raise SettingError(f"NOTESVC_{name} and NOTESVC_{other} go together: set both, or neither")
        return self.optional(name)

    def provider(self, name: str, default: str | None = None) -> str | None:
        """The address of an identity provider: https, but for one on this machine."""
        text = self.optional(name) or default
        if text is None:
            return None
        parts = urlsplit(self.url(name, text))
        if parts.scheme != "https" and parts.hostname not in LOOPBACK:
            raise SettingError(f"NOTESVC_{name} must begin with https://, not {text!r}")
        # As it was given: some issuers' names end with a slash, and names are compared to the letter.
        return text

    def address(self, name: str, default: str) -> str:
        text = self.text(name, default)
        if not re.fullmatch(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.:-]+", text):
            raise SettingError(f"NOTESVC_{name} must be a plain mail address, not {text!r}")
        return text

    def names(self) -> set[str]:
        given = {name.removeprefix("NOTESVC_") for name in self._environment if name.startswith("NOTESVC_")}
        return given | set(self._file)


def _has_host(parts: SplitResult) -> bool:
    try:
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
