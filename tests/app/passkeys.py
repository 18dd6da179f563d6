"""Chromium's own authenticator for tests, over its debugging protocol, and a service that has passkeys."""

import copy
from typing import Any

from playwright.sync_api import Page

from tests.service import Service


def at_localhost(service: Service) -> Service:
    """The same service under the name that browsers let it have passkeys at."""
    there = copy.copy(service)
    there.url = service.url.replace("127.0.0.1", "localhost")
    return there


class Authenticator:
    """What a laptop has built in: it keeps passkeys, knows its user, and answers a waiting page at once."""

    def __init__(self, page: Page, **options: Any) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("WebAuthn.enable")
        chosen = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
            **options,
        }
        self.id = self._cdp.send("WebAuthn.addVirtualAuthenticator", {"options": chosen})["authenticatorId"]

    def keys(self) -> list[dict[str, Any]]:
        """The passkeys that it keeps."""
        return list(self._cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"])

    def recognises(self, is_known: bool) -> None:
        """Whether it knows the one in front of it from now on."""
        self._cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": is_known})
