"""Links to any block (`[[Note#^id]]`): copied where one writes, completed, and shown where they lead."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.catalogue import said
from tests.app.note_links import FILLER, MARKED, by_menu, by_name, command, copied, opened
from tests.app.rooms import BLOCKS_FIRST
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import Service, wait_until

COPY = "Copy link to block"
BEANS = f"{FILLER}\n\nThe **beans** want\nwarm soil. ^b-1\n\n{FILLER}\n"
LINK = re.compile(r"\[\[(?:Garden year|[a-z]+)#(\^[a-z0-9]{6})\]\]")
# Where the id goes: at the end of a text, on a line of its own below all else.
PLACES = {
    "paragraph": ("Warm *soil*\n\nEnd", "soil", "Warm *soil* ID\n\nEnd"),
    "item": ("- warm\n    - soil\n- end", "warm", "- warm ID\n    - soil\n- end"),
    "task": ("- [ ] warm\n- [x] end", "warm", "- [ ] warm ID\n- [x] end"),
    "quote": ("> warm\n> soil\n\nEnd", "soil", "> warm\n> soil ID\n\nEnd"),
    "callout": ("> [!tip] Warm\n> soil\n\nEnd", "Warm", "> [!tip] Warm\n> soil\n\nID\n\nEnd"),
    "table": ("| warm |\n| --- |\n| soil |\n\nEnd", "soil", "| warm |\n| --- |\n| soil |\n\nID\n\nEnd"),
    "code": ("```\nwarm\n```\n\nEnd", "warm", "```\nwarm\n```\n\nID\n\nEnd"),
}


def id_of(link: str) -> str:
    found = LINK.fullmatch(link)
    assert found, link
    return found[1]


def expect_text(ada: Visitor, note: dict[str, Any], text: str) -> None:
    wait_until(lambda: str(ada.read(note["id"])["content"]).strip() == text, f"the note says {text}")


def forget(page: Page) -> None:
    page.evaluate("() => navigator.clipboard.writeText('')")


def expect_copied(page: Page, link: str) -> None:
    wait_until(lambda: copied(page) == link, "the same link is copied")


def expect_shown(page: Page, mode: str) -> None:
    expect(surface(page).get_by_text("warm soil")).to_be_in_viewport()
    if mode == "block":
        page.wait_for_function(f"() => ({MARKED})()[0]?.startsWith('The beans want')")
    else:
        expect(page.locator(".cm-line:has(.raw-selected)")).to_have_count(2)


def test_the_menu_of_a_block_gives_it_an_id_once_and_copies_a_link(ada: Visitor) -> None:
    for kind, (text, words, after) in PLACES.items():
        note = opened(ada, text, "block", kind)
        by_menu(ada.page, words, COPY)
        link = copied(ada.page)
        expect(surface(ada.page).locator(".block-id")).to_have_text(id_of(link))
        expect_text(ada, note, after.replace("ID", id_of(link)))
        forget(ada.page)
        by_menu(ada.page, words, COPY)
        expect_copied(ada.page, link)
        expect_text(ada, note, after.replace("ID", id_of(link)))


@BLOCKS_FIRST
def test_by_name_the_block_with_the_caret_has_a_link(ada: Visitor, mode: str) -> None:
    for kind, (text, words, after) in PLACES.items():
        note = opened(ada, text, mode, kind)
        surface(ada.page).get_by_text(words).click()
        by_name(ada.page, COPY)
        link = copied(ada.page)
        expect_text(ada, note, after.replace("ID", id_of(link)))
        forget(ada.page)
        command(ada.page, COPY)
        expect_copied(ada.page, link)


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_one_goes_on_writing_before_the_id(ada: Visitor, mode: str) -> None:
    note = opened(ada, "Warm", mode)
    by_name(ada.page, COPY)
    surface(ada.page).focus()
    ada.page.keyboard.type(" soil")
    expect(surface(ada.page)).to_contain_text("Warm soil ^")
    expect_text(ada, note, f"Warm soil {id_of(copied(ada.page))}")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_of_a_heading_the_link_says_its_words(ada: Visitor, mode: str) -> None:
    note = opened(ada, "# Sowing", mode)
    by_name(ada.page, COPY)
    assert copied(ada.page) == "[[Garden year#Sowing]]"
    assert ada.read(note["id"])["content"] == "# Sowing"


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_what_says_nothing_has_no_link(ada: Visitor, mode: str) -> None:
    opened(ada, "Warm\n\n", mode)
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")
    command(ada.page, COPY)
    expect(ada.page.get_by_text(said("editor.tools.noBlockLink"))).to_be_visible()


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_link_leads_to_its_block_in_either_surface(ada: Visitor, mode: str) -> None:
    ada.note("Garden year", BEANS, mode=mode)
    other = ada.note("Plan", "See [[Garden year#^B-1]].")
    page = ada.open(f"/notes/{other['id']}")
    surface(page).wait_for()
    surface(page).get_by_role("link", name="Garden year", exact=True).click()
    page.wait_for_url("**/notes/*#*")
    expect_shown(page, mode)


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_the_text_to_read_shows_the_block_too(service: Service, visit: Callable[..., Visitor], mode: str) -> None:
    ada = visit(service).register()
    note = ada.note("Garden year", BEANS, mode=mode)
    page = ada.page
    page.route(re.compile("/assets/(Block|Raw)Surface-"), lambda route: None)
    page.goto(f"/notes/{note['id']}#^b-1")
    expect(page.locator("#root .note-to-read").get_by_text("warm soil")).to_be_in_viewport()
    page.wait_for_function(f"() => ({MARKED})()[0]?.startsWith('The ')")
    assert "warm soil" in page.evaluate(MARKED)[0]


def test_an_id_on_a_line_of_its_own_is_that_of_the_block_above(ada: Visitor) -> None:
    table = f"[[#^t1]]\n\n{FILLER}\n\n| Bed | Plant |\n| --- | --- |\n| one | beans |\n\n^t1\n\n{FILLER}"
    note = ada.note("Garden year", table)
    page = ada.open(f"/notes/{note['id']}")
    surface(page).get_by_role("link", name="^t1").click()
    expect(surface(page).get_by_text("beans")).to_be_in_viewport()
    page.wait_for_function(f"() => ({MARKED})()[0]?.includes('beans')")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_an_id_that_nothing_has_opens_the_note_at_its_top(ada: Visitor, mode: str) -> None:
    note = ada.note("Garden year", BEANS, mode=mode)
    page = ada.open(f"/notes/{note['id']}#^b-2")
    surface(page).wait_for()
    expect(surface(page).get_by_text("Line 0.").first).to_be_in_viewport()
    assert page.evaluate(MARKED) == []


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_block_with_an_id_is_found_behind_the_sign(ada: Visitor, mode: str) -> None:
    ada.note("Garden year", "# Beds\n\nThe **beans** ^b-1\n\nPeas\n\n- onions ^o1")
    plan = ada.note("Plan", "See", mode=mode)
    page = ada.open(f"/notes/{plan['id']}")
    surface(page).click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type(" [[Garden year#^")
    expect(page.get_by_role("option", name="onions")).to_be_visible()
    expect(page.get_by_role("option", name="Peas")).to_be_visible()
    page.keyboard.type("bea")
    expect(page.get_by_role("option", name="onions")).to_have_count(0)
    page.get_by_role("option", name="The beans").click()
    expect_text(ada, plan, "See [[Garden year#^b-1]]")
