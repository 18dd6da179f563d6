"""Words that are found within a note, and the bar that finds them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.app.editing import box, open_note
from tests.app.keys import press
from tests.app.two import BOB, share
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.app.writing import surface
from tests.service import Service, wait_until


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_words_are_found_in_the_note(ada: Visitor, mode: str) -> None:
    open_note(ada, "A needle in hay.\n\nAnother needle.\n", mode)
    page = ada.page
    page.keyboard.press("ControlOrMeta+f")
    page.keyboard.type("needle")
    expect(page.locator(".bn-editor .found, .cm-searchMatch")).to_have_count(2)


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_the_bar_that_finds_has_room_of_its_own(ada: Visitor, mode: str) -> None:
    open_note(ada, "\n\n".join(f"Line {number} of the text." for number in range(80)), mode)
    page = ada.page
    bar = page.locator(".find-place, .cm-panels-top")
    first, line = (surface(page).get_by_text(f"Line {number} of the text") for number in (0, 40))
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        surface(page).focus()
        press(page, "ControlOrMeta+Home")
        page.keyboard.press("ControlOrMeta+f")
        expect(bar).to_be_visible()
        wait_until(lambda: box(bar)["bottom"] <= box(first)["y"], "the first line is behind the bar")
        assert all(box(each)["right"] <= size["width"] for each in bar.get_by_role("button").all())
        page.keyboard.type("line 40 of")
        page.keyboard.press("Enter")
        expect(line).to_be_in_viewport()
        wait_until(lambda: box(bar)["bottom"] <= box(line)["y"], "the line is behind the bar")
        press(page, "Escape")
        expect(bar).to_have_count(0)
        was = box(line)["y"]
        page.keyboard.press("ControlOrMeta+f")
        expect(bar).to_be_visible()
        assert box(line)["y"] == pytest.approx(was, abs=1)
        page.keyboard.press("Escape")
        expect(bar).to_have_count(0)
        assert box(line)["y"] == pytest.approx(was, abs=1)


def test_no_words_are_seen_above_the_bar_in_the_journal(ada: Visitor) -> None:
    lines = "\n\n".join(f"Line {number} of the day." for number in range(60))
    assert ada.ask("PUT", "/api/workspace/journal/2026-11-19", {"content": lines}).ok
    page = ada.open("/journal/2026-11-19")
    surface(page).get_by_text("Line 40 of").click()
    page.keyboard.press("ControlOrMeta+f")
    bar = page.locator(".find-place")
    expect(bar).to_be_visible()
    assert box(bar)["y"] <= box(page.locator("#root .page"))["y"]


def test_words_are_found_in_a_long_note_that_nobody_has_begun_to_write_in(ada: Visitor) -> None:
    text = "\n\n".join(f"Line {number}." for number in range(450))
    page = ada.open(f"/notes/{ada.note('Long', text)['id']}")
    expect(page.locator("#root .note-to-read")).to_be_visible()
    page.keyboard.press("ControlOrMeta+f")
    page.locator(".find-place").get_by_role("textbox").first.fill("line 449")
    expect(page.locator(".bn-editor .found")).to_have_count(1)


def test_who_may_only_read_is_left_the_browsers_own_find(open_service: Service, visit: Callable[..., Visitor]) -> None:
    ada, bob = visit(open_service).register(), visit(open_service).register(BOB, "Bob")
    note = ada.note("Read", "A needle.")
    share(ada, note, bob)
    page = bob.open(f"/notes/{note['id']}")
    expect(page.get_by_text("A needle.")).to_be_visible()
    menu = page.get_by_role("button", name="Actions for this note")
    menu.click()
    expect(page.get_by_role("menuitem", name="Copy as markdown")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Find in this note")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate("addEventListener('keydown', (event) => { window.isOurs = event.defaultPrevented })")
    page.keyboard.press("ControlOrMeta+f")
    assert page.evaluate("window.isOurs") is False
