"""What is pressed is fetched before the pointer is let go, and counts as opened only when it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.app.visitor import Visitor


@contextmanager
def pressed(ada: Visitor, place: Locator, note: dict[str, Any]) -> Iterator[None]:
    """Within, the pointer is down on the place, and the note has been fetched."""
    place.hover()
    with ada.page.expect_response(lambda answer: answer.url.endswith(f"/notes/{note['id']}?peek=true")):
        ada.page.mouse.down()
    yield
    ada.page.mouse.up()


def opened(ada: Visitor) -> list[str]:
    return [note["name"] for note in ada.ask("GET", "/api/workspace/recents").json()["notes"]]


def test_a_pressed_note_can_be_read_before_its_opening_is_answered(ada: Visitor) -> None:
    note = ada.note("Pressed", "Words to read.")
    page = ada.open("/recents")
    held: list[Route] = []
    opening = f"**/api/workspace/notes/{note['id']}"
    with page.expect_request(opening), pressed(ada, page.get_by_role("treeitem", name="Pressed"), note):
        page.route(opening, lambda route: held.append(route))
    # For a moment the surface stands below what is read.
    expect(page.locator(".note-text").get_by_text("Words to read.").first).to_be_visible()
    (route,) = held
    with page.expect_response(opening):
        route.continue_()
    expect(page.locator(".bn-editor").get_by_text("Words to read.")).to_be_visible()
    assert opened(ada) == ["Pressed"]


def test_a_note_that_is_pressed_and_left_is_not_opened(ada: Visitor) -> None:
    note = ada.note("Left", "Words.")
    page = ada.open("/recents")
    with pressed(ada, page.get_by_role("treeitem", name="Left"), note):
        page.get_by_role("heading", level=1).hover()
    expect(page).to_have_url(f"{ada.service.url}/recents")
    assert opened(ada) == []
