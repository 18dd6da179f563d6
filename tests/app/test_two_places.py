"""One note in two places: two tabs, two devices, a write from outside. Nothing is lost, nothing stands there twice."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

TEXT = "First paragraph.\n\nSecond paragraph.\n"
BOTH = "One, first paragraph.\n\nSecond paragraph, two.\n"


def content(ada: Visitor, note: dict[str, Any]) -> str:
    return str(ada.read(note["id"])["content"])


def come_back(page: Page) -> None:
    """The person turns to this window again; a test's windows all believe that they have the focus."""
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def rewrite_start(page: Page) -> None:
    begin(page)
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.press("Delete")
    page.keyboard.type("One, f")


def add_at_end(page: Page) -> None:
    begin(page)
    page.keyboard.press("Backspace")
    page.keyboard.type(", two.")


@pytest.mark.parametrize(
    ("place", "mode"),
    [
        ("tab", "raw"),
        ("device", "block"),
        pytest.param("tab", "block", marks=pytest.mark.full),
        pytest.param("device", "raw", marks=pytest.mark.full),
    ],
)
def test_both_write_at_once_and_both_have_all(
    service: Service, visit: Callable[..., Visitor], ada: Visitor, place: str, mode: str
) -> None:
    # The raw surface ends without a line break, so that its last line is the paragraph.
    note = ada.note("Two places", TEXT.rstrip() if mode == "raw" else TEXT, mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    other = ada.tab() if place == "tab" else visit(service).sign_in().page
    other.goto(f"/notes/{note['id']}")
    surface(other).wait_for()
    rewrite_start(page)
    add_at_end(other)
    wait_until(lambda: content(ada, note).strip() == BOTH.strip(), "what both wrote is not there")
    for shown in (page, other):
        come_back(shown)
        expect(surface(shown)).to_contain_text("One, first paragraph.")
        expect(surface(shown)).to_contain_text("Second paragraph, two.")
        saved(shown)
    assert content(ada, note).strip() == BOTH.strip()


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_an_untouched_editor_shows_what_was_written_outside_and_goes_on_from_it(ada: Visitor, mode: str) -> None:
    note = ada.note("Outside", "Before.", mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    outside = {"content": "Written outside.", "reason": "manual"}
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", outside).ok
    come_back(page)
    expect(surface(page)).to_have_text("Written outside.")
    begin(page)
    page.keyboard.type(" And here.")
    wait_until(lambda: content(ada, note).strip() == "Written outside. And here.", "it does not go on from there")
    saved(page)
