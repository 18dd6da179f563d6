"""What is written looks as it does to those who read it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.editing import box
from tests.app.keys import enter
from tests.app.standing import Held
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import surface
from tests.service import Service

SURFACE = "**/assets/BlockSurface-*.js"
COLOUR = "(words) => getComputedStyle(words).color"


@pytest.mark.full
def test_a_quote_has_one_colour(ada: Visitor) -> None:
    enter(ada, "> First\n>\n> Second")
    first, second = (surface(ada.page).get_by_text(words).evaluate(COLOUR) for words in ("First", "Second"))
    assert first == second


def with_file(ada: Visitor) -> dict[str, Any]:
    """A note with a file in it."""
    sent = ada.context.request.post(
        "/api/workspace/attachments",
        multipart={"file": {"name": "report.txt", "mimeType": "text/plain", "buffer": b"Words."}},
        headers={"Origin": ada.service.url},
    )
    blocks = [
        {"type": "file", "props": {"name": "report.txt", "url": sent.json()["url"]}},
        {"type": "paragraph", "content": [{"type": "text", "text": "Below.", "styles": {}}]},
    ]
    return ada.note("Files", richContent=blocks)


@pytest.mark.full
def test_a_file_takes_the_room_in_which_it_is_read(ada: Visitor) -> None:
    note = with_file(ada)
    page = ada.page
    coming = Held(page, SURFACE)
    page.goto(f"/notes/{note['id']}")
    read = page.locator("#root .note-to-read")
    before = [box(read.locator(".file-link")), box(read.get_by_text("Below."))]
    coming.let_go()
    written = surface(page)
    now = [box(written.locator(".bn-file-name-with-icon")), box(written.get_by_text("Below."))]
    assert [middle(place) for place in now] == [middle(place) for place in before]


def middle(place: dict[str, float]) -> tuple[int, int]:
    return round(place["x"]), round((place["y"] + place["bottom"]) / 2)


@pytest.mark.full
def test_no_heading_is_larger_than_the_title_on_a_phone(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    enter(ada, "# Heading")
    page = ada.page
    expect(surface(page).get_by_role("heading", name="Heading")).to_be_visible()
    sizes = "(shown) => parseFloat(getComputedStyle(shown).fontSize)"
    title = page.get_by_role("textbox", name=re.compile("title", re.I)).evaluate(sizes)
    assert title >= surface(page).get_by_role("heading", name="Heading").evaluate(sizes)
