"""Titles: no link follows one that is being typed, then all do, and can be taken back; links tell two notes apart; and
what is typed behind a note that is made with its title.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.editing import content
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import wait_until


def folder(ada: Visitor, name: str) -> str:
    made = ada.ask("POST", "/api/workspace/folders", {"name": name})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def title(page: Page) -> Any:
    return page.get_by_role("textbox", name="Title")


def test_links_follow_a_title_once_it_is_finished_and_go_back_to_the_very_words(ada: Visitor) -> None:
    ada.note("Pla")
    renamed = ada.note("Old plan")
    linking = ada.note("Linking", "[[old plan]], [[Old plan|so]] and [[Pla]].")
    before = content(ada, linking)
    ada.page.clock.install()
    page = ada.open(f"/notes/{renamed['id']}")
    surface(page).wait_for()
    title(page).fill("Pla")
    expect(page.get_by_text("Another note has this title")).to_be_visible()
    expect(page.get_by_text("Will rewrite 2 links in 1 note.")).to_be_visible()
    page.clock.fast_forward(20_000)
    title(page).press_sequentially("nt care")
    expect(page.get_by_text("Another note has this title")).to_have_count(0)
    assert (ada.read(renamed["id"])["name"], content(ada, linking)) == ("Old plan", before)
    page.clock.fast_forward(31_000)
    wait_until(lambda: "Plant care" in content(ada, linking), "the links did not follow")
    assert content(ada, linking) == "[[Plant care]], [[Plant care|so]] and [[Pla]]."
    page.get_by_role("button", name="Undo").click()
    wait_until(lambda: content(ada, linking) == before, "the words are not what they were")
    expect(title(page)).to_have_value("Old plan")


def test_a_title_that_another_note_has_is_taken_back_to_the_very_words(ada: Visitor) -> None:
    ada.note("Taken")
    renamed = ada.note("Mine", parentId=folder(ada, "Work"))
    linking = ada.note("Linking", "[[mine]] and [[Taken]].")
    before = content(ada, linking)
    page = ada.open(f"/notes/{renamed['id']}")
    surface(page).wait_for()
    title(page).fill("Taken")
    title(page).press("Enter")
    wait_until(lambda: content(ada, linking) == "[[Work/Taken]] and [[Taken]].", "the link was not written")
    page.get_by_role("button", name="Undo").click()
    wait_until(lambda: content(ada, linking) == before, "the words are not what they were")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_the_link_menu_tells_notes_of_one_title_apart(ada: Visitor, mode: str) -> None:
    top, there = ada.note("Security"), ada.note("Security", parentId=folder(ada, "Sync"))
    signs = ada.note("[#]")
    note = ada.note("Linking", "", mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    for sign, choice in (("Secur", "Security Sync"), ("Secur", "Security In no folder"), ("", "[#]")):
        begin(page)
        page.keyboard.type(f" [[{sign}")
        words = re.compile(r"\s*".join(re.escape(word) for word in choice.split(maxsplit=1)))
        page.get_by_role("option", name=words).click()
    written = rf"\[\[Sync/Security\]\] \[\[Security\]\] \[\\\[\\?#\\\]\]\(note://{signs['id']}\)"
    wait_until(lambda: re.fullmatch(rf"\s*{written}\s*", content(ada, note)), "the links were not written")
    links = ada.ask("GET", f"/api/workspace/notes/{note['id']}/links").json()["links"]
    assert {link["targetNoteId"] for link in links} == {top["id"], there["id"], signs["id"]}


def by_palette(page: Page) -> None:
    """What search finds is still to come: a new note does not wait for it."""
    page.route("**/api/workspace/search?*", lambda _: None)
    begin(page)
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("Weir")
    expect(page.get_by_role("option", name="New note “Weir”")).to_be_visible()
    page.keyboard.press("Shift+Enter")


def by_search(page: Page) -> None:
    page.goto(f"{page.url.partition('/notes')[0]}/search?q=Weir+water")
    page.get_by_role("button", name="Weir water").click()


def by_link(page: Page) -> None:
    begin(page)
    page.locator(".wiki-link.is-missing").click()
    page.keyboard.press("Enter")


@pytest.mark.parametrize("make", [by_palette, by_search, by_link])
def test_what_is_typed_behind_a_note_that_is_made_with_its_title_is_its_text(
    ada: Visitor, make: Callable[[Page], None]
) -> None:
    note = ada.note("Before", "One, and [[Weir]]")
    page = ada.open(f"/notes/{note['id']}")
    make(page)
    page.keyboard.type("Typed at once")
    page.wait_for_url(lambda url: "/notes/" in url and note["id"] not in url)
    expect(surface(page)).to_have_text("Typed at once")
    expect(surface(page)).to_be_focused()
    page.keyboard.type(", and later.")
    made = page.url.rsplit("/", 1)[1]
    wait_until(lambda: ada.read(made)["content"].strip() == "Typed at once, and later.", "its text is another")
    assert ada.read(made)["name"].startswith("Weir")
    assert ada.read(note["id"])["content"] == "One, and [[Weir]]"
