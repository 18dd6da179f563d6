"""Somebody in front of the web app: a real Chromium page, the service it talks to, and what went wrong in it."""

import contextlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from weakref import WeakSet

from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Request, Response

from tests.service import Service

EMAIL = "ada@example.org"
PASSWORD = "correct horse battery"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# Milliseconds until a page counts as broken: a busy machine is slow, and waiting costs nothing where it is quick.
PATIENCE = 30_000
# What might be needed later is not fetched, so that a page is at rest as soon as it is shown.
SPARING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })"
# What Chromium itself prints for an answer that is no success; tests look at the answers themselves.
_PRINTED_FOR_STATUSES = "Failed to load resource"
# What the web socket of the browser prints that a test holds back from the app, which asks its own for its state.
_PRINTED_FOR_SOCKETS = "WebSocket is already in CLOSING or CLOSED state"
LISTENED_IN: WeakSet[Page] = WeakSet()
"""Pages on whose web sockets a test listens in."""


class Visitor:
    """One browser profile at the service's address. `trouble` holds what no page may ever print.

    Pages have no worker of their own unless `service_workers="allow"` is given: it would answer for what a test holds
    back, and puts away the whole app for each profile.
    """

    def __init__(self, browser: Browser, service: Service, **options: Any) -> None:
        self.service = service
        self.context: BrowserContext = browser.new_context(
            base_url=service.url,
            **{"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"} | options,
        )
        self.context.add_init_script(SPARING)
        self.context.set_default_timeout(PATIENCE)
        self.trouble: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """A further page of the same profile."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.trouble.append(f"uncaught: {error}"))
        page.on("console", self._heard)
        page.on("response", self._answered)
        return page

    def register(self, email: str = EMAIL, name: str = "Ada") -> "Visitor":
        """Have an account and be signed in, without the page."""
        answer = self.ask("POST", "/api/auth/register", {"email": email, "password": PASSWORD, "name": name})
        assert answer.status == 201, answer.text()
        return self

    def sign_in(self, email: str = EMAIL) -> "Visitor":
        """Be signed in to an account that is there, without the page."""
        assert self.ask("POST", "/api/auth/login", {"email": email, "password": PASSWORD}).ok
        return self

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> APIResponse:
        """A request with this profile's session, as the page itself would send it."""
        return self.context.request.fetch(
            path,
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"Origin": self.service.url, "Content-Type": "application/json", **headers},
        )

    def note(self, name: str, content: str = "", **fields: Any) -> dict[str, Any]:
        """A note made through the interface."""
        answer = self.ask("POST", "/api/workspace/notes", {"name": name, "content": content, **fields})
        assert answer.status == 201, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def read(self, note_id: str) -> dict[str, Any]:
        """The note as the service holds it now."""
        answer = self.ask("GET", f"/api/workspace/notes/{note_id}")
        assert answer.ok, answer.text()
        read: dict[str, Any] = answer.json()
        return read

    def open(self, path: str) -> Page:
        """Go to an address of the app."""
        self.page.goto(path)
        return self.page

    def go_on(self, path: str) -> Page:
        """Go from one address of the app to another as its links do: most of a test's time goes to loading the app."""
        if not self.page.url.startswith(self.service.url):
            return self.open(path)
        self.page.evaluate("path => history.pushState(null, '', path)", path)
        return self.page

    @contextlib.contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """What is printed within belongs to the test: a service that is gone, an answer that is nonsense."""
        before = list(self.trouble)
        yield
        self.trouble[:] = before

    def close(self) -> None:
        """End the profile; fails when a page printed an error or broke its content security policy."""
        self.context.close()
        assert self.trouble == [], self.trouble

    def _heard(self, message: Any) -> None:
        is_of_test = _PRINTED_FOR_SOCKETS in message.text and message.page in LISTENED_IN
        if message.type == "error" and _PRINTED_FOR_STATUSES not in message.text and not is_of_test:
            self.trouble.append(f"printed: {message.text}")

    def _answered(self, response: Response) -> None:
        request: Request = response.request
        if response.status >= 500:
            self.trouble.append(f"{response.status} for {request.method} {request.url}")


def at_noon(page: Page) -> None:
    """Set the browser's clock to noon of this day, so that no other day begins within the test."""
    page.clock.set_system_time(datetime.now(UTC).replace(hour=12, minute=0))
