"""A language model for the web app's tests: a service that asks a provider which runs beside it."""

import threading
from typing import Any

from playwright.sync_api import Locator, Page

from tests.ai.fakes import MODEL, FakeProvider, Reply
from tests.app.keys import press
from tests.app.writing import begin
from tests.kept import Services
from tests.service import Service, wait_until


def fresh(provider: FakeProvider) -> FakeProvider:
    """The provider as if nobody had asked it yet."""
    provider.asked.clear()
    provider.replies = None
    provider.left, provider.began = threading.Event(), threading.Event()
    provider.go_on.set()
    return provider


def asking_service(services: Services, provider: FakeProvider) -> Service:
    """A service without an account, whose administrator has set the provider up for everybody."""
    return services.empty(
        NOTESVC_REGISTRATION="open",
        NOTESVC_AI_NETWORKS="127.0.0.0/8",
        NOTESVC_AI_PROVIDER="compatible",
        NOTESVC_AI_BASE_URL=provider.base_url("compatible"),
        NOTESVC_AI_MODEL=MODEL,
    )


def answers(provider: FakeProvider, *pieces: str, **reply: Any) -> None:
    provider.reply = Reply(list(pieces), **reply)


def card(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Ask AI")


def open_card(page: Page) -> Locator:
    """Ask about what is marked; the key does nothing before the page knows that there is a model."""

    def is_open() -> bool:
        press(page, "ControlOrMeta+j")
        return card(page).is_visible()

    wait_until(is_open, "the card does not open")
    return card(page)


def ask(page: Page, deed: str) -> Locator:
    """Ask for the deed, and agree to what is sent where, which is asked once."""
    shown = open_card(page)
    shown.get_by_role("combobox").fill(deed)
    page.keyboard.press("Enter")
    send = shown.get_by_role("button", name="Send")
    if not page.evaluate("localStorage.getItem('notesvc.ai.told')"):
        send.click()
    return shown


def mark_first_line(page: Page) -> None:
    begin(page)
    press(page, "ControlOrMeta+Home", "Shift+End")
