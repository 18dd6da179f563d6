"""A day of the journal: the editor of notes from the first key, one entry with the first change, none by looking."""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.editing import GIVE_PICTURE, picture
from tests.app.visitor import PHONE, Visitor, at_noon
from tests.app.writing import begin, surface
from tests.service import Service, wait_until

DAY = "2026-11-19"
ENTRY = f"/api/workspace/journal/{DAY}"
LINES = ["# Head", "Rain all day", "- one", "two"]


def begin_day(page: Page) -> None:
    surface(page).wait_for()
    surface(page).click()
    expect(surface(page)).to_be_focused()


def type_unsent(ada: Visitor, words: str) -> Page:
    """The page of the day with words on it, whose writes do not arrive until `unroute_all`."""
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    page.route(f"**{ENTRY}", lambda route: route.abort() if route.request.method == "PUT" else route.continue_())
    page.keyboard.type(words)
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_be_visible()
    return page


def entry(ada: Visitor) -> str:
    """The text of the day; empty while it has none."""
    answer = ada.ask("GET", ENTRY)
    return str(answer.json()["content"]) if answer.ok else ""


def entries(ada: Visitor) -> int:
    return len(ada.ask("GET", "/api/workspace/journal").json()["entries"])


def look(page: Page, name: str) -> None:
    """A picture of the page, for whoever wants to see it."""
    if folder := os.environ.get("NOTESVC_TEST_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_looking_at_a_day_makes_nothing_and_neither_does_white_space(ada: Visitor) -> None:
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    look(page, "day-empty")
    page.keyboard.press("Enter")
    page.keyboard.type(" ")
    ada.open("/")
    page.wait_for_load_state("networkidle")
    assert ada.ask("GET", ENTRY).status == 404


@pytest.mark.journey
@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_a_day_is_written_in_the_editor_from_the_first_key(
    service: Service, visit: Callable[..., Visitor], width: str
) -> None:
    ada = visit(service, **({} if width == "wide" else {"viewport": PHONE, "color_scheme": "dark"})).register()
    ada.note("Lighthouse", "Text.")
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    for line in LINES:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.type("[[Lighth")
    expect(page.get_by_role("option", name="Lighthouse", exact=True)).to_be_visible()
    page.keyboard.press("Enter")
    expect(surface(page)).to_be_focused()
    expect(surface(page).locator("h1")).to_have_text("Head")
    look(page, f"day-{width}")
    wait_until(lambda: "[[Lighthouse]]" in entry(ada), "the entry was not made")
    assert entry(ada).split() == ["#", "Head", "Rain", "all", "day", "-", "one", "-", "two", "-", "[[Lighthouse]]"]
    assert entries(ada) == 1
    expect(page).to_have_url(re.compile(f"/journal/{DAY}$"))
    expect(page.get_by_role("main").get_by_text("Saved").first).to_be_visible()
    page.reload()
    expect(surface(page).locator("h1")).to_have_text("Head")
    expect(surface(page)).to_contain_text("two")


def today(page: Page) -> str:
    """The day by the browser's clock."""
    return str(page.evaluate("new Date().toLocaleDateString('sv')"))


def test_todays_empty_page_takes_the_first_key(ada: Visitor) -> None:
    at_noon(ada.page)
    page = ada.open("/journal")
    page.locator(".note-place").wait_for()
    page.keyboard.type("Sun, at last")
    expect(surface(page)).to_be_focused()
    expect(surface(page)).to_have_text("Sun, at last")
    address = f"/api/workspace/journal/{today(page)}"
    wait_until(lambda: "Sun, at last" in ada.ask("GET", address).text(), "the entry was not made")


def test_whoever_writes_elsewhere_keeps_the_caret_there(ada: Visitor) -> None:
    page = ada.open("/")
    page.get_by_role("button", name="Search").first.click()
    field = page.get_by_role("combobox")
    expect(field).to_be_focused()
    page.evaluate("history.pushState(null, '', '/journal')")
    surface(page).wait_for()
    expect(field).to_be_focused()
    page.keyboard.type("words")
    expect(field).to_have_value("words")


def test_what_is_typed_while_the_entry_cannot_be_made_is_in_it_once(ada: Visitor) -> None:
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    tries: list[str] = []

    def fail(route: Route) -> None:
        """Not answered, then answered in vain, then as it should be."""
        if route.request.method != "PUT" or len(tries) > 1:
            return route.continue_()
        tries.append(route.request.method)
        if len(tries) == 2:
            route.fetch()
        return route.abort("connectionrefused")

    page.route(f"**{ENTRY}", fail)
    page.keyboard.type("One.")
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith(ENTRY) and answer.ok):
        page.keyboard.type(" Two.")
        wait_until(lambda: entry(ada).strip() == "One. Two.", "it was not made")
    page.keyboard.type(" Three.")
    wait_until(lambda: entry(ada).strip() == "One. Two. Three.", "it was not saved")
    assert (entries(ada), len(tries)) == (1, 2)


def test_what_was_typed_before_the_page_went_is_there_when_it_comes_back(ada: Visitor) -> None:
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    page.route(f"**{ENTRY}", lambda route: route.abort("connectionrefused"))
    page.keyboard.type("Kept here.")
    expect(page.get_by_role("status").filter(has_text="Not saved")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(surface(page)).to_contain_text("Kept here.")
    wait_until(lambda: entry(ada).strip() == "Kept here.", "it was not saved")
    assert entries(ada) == 1


def test_what_a_page_left_of_an_entry_that_is_there_hides_nothing_of_it(ada: Visitor) -> None:
    page = type_unsent(ada, "Here")
    block = surface(page).locator("[data-id]").first.get_attribute("data-id")
    page.unroute_all()
    page.goto("about:blank")
    said = {"type": "text", "text": "Here, and more.", "styles": {}}
    whole = [{"id": block, "type": "paragraph", "props": {}, "content": [said], "children": []}]
    assert ada.ask("PUT", ENTRY, {"richContent": whole}).ok
    page.goto(f"/journal/{DAY}")
    expect(surface(page)).to_have_text("Here, and more.")
    begin(page)
    page.keyboard.type(" End.")
    wait_until(lambda: entry(ada).strip() == "Here, and more. End.", "it was not saved")


def test_two_tabs_begin_the_same_day_and_both_texts_are_in_it(ada: Visitor) -> None:
    tabs = [ada.page, ada.tab()]
    for tab in tabs:
        tab.goto(f"/journal/{DAY}")
        begin_day(tab)
    held: list[Route] = []
    tabs[1].route(
        f"**{ENTRY}", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_()
    )
    tabs[1].bring_to_front()
    tabs[1].keyboard.type("From the second tab")
    wait_until(lambda: held or tabs[1].wait_for_timeout(20), "nothing was sent")
    tabs[0].bring_to_front()
    tabs[0].keyboard.type("From the first tab")
    wait_until(lambda: entry(ada).strip() == "From the first tab", "the first was not saved")
    tabs[1].bring_to_front()
    tabs[1].unroute_all()  # what is held goes on
    wait_until(lambda: entry(ada).split("\n\n") == ["From the first tab", "From the second tab\n"], "one was lost")
    expect(surface(tabs[1])).to_contain_text("From the first tab")
    assert entries(ada) == 1


def test_an_entry_that_is_begun_elsewhere_takes_no_word_and_no_caret(ada: Visitor) -> None:
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    with page.expect_response(lambda answer: answer.url.endswith(ENTRY)):
        assert ada.ask("PUT", ENTRY, {"content": "Elsewhere."}).ok
    expect(surface(page)).to_have_text("Elsewhere.")
    page.keyboard.type("Here. ")
    wait_until(lambda: entry(ada).strip() == "Here. Elsewhere.", "what is typed goes nowhere")


def test_an_entry_that_is_begun_elsewhere_waits_for_what_could_not_be_sent(ada: Visitor) -> None:
    page = type_unsent(ada, "Here.")
    with page.expect_response(lambda answer: answer.url.endswith(ENTRY)):
        assert ada.ask("PUT", ENTRY, {"content": "Elsewhere."}).ok
    page.keyboard.type(" And more.")
    expect(surface(page)).to_have_text("Here. And more.")
    page.unroute_all()
    wait_until(lambda: entry(ada).strip() == "Elsewhere.\n\nHere. And more.", "a word is lost")
    expect(surface(page)).to_contain_text("Elsewhere.")


def test_a_day_may_begin_with_a_picture_and_have_a_mood(ada: Visitor) -> None:
    page = ada.open(f"/journal/{DAY}")
    begin_day(page)
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(picture(page)).to_be_visible()
    wait_until(lambda: "](/files/" in entry(ada), "the picture made no entry")
    page.keyboard.type("below")
    wait_until(lambda: "below" in entry(ada), "what follows was not saved")
    page.get_by_role("button", name="Good", exact=True).click()

    def mood() -> Any:
        return (ada.ask("GET", ENTRY).json()["journalMeta"] or {}).get("mood")

    wait_until(lambda: mood() == 4, "the mood was not kept")
    assert "below" in entry(ada)
