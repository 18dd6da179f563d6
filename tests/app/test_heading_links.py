"""Links to a heading: copied where one writes, understood wherever they are pasted, and shown where they lead."""

import pytest
from playwright.sync_api import expect

from tests.app.catalogue import said
from tests.app.note_links import FILLER, MARKED, by_menu, by_name, command, copied, opened
from tests.app.visitor import Visitor
from tests.app.writing import surface

TEXT = f"# First\n\n{FILLER}\n\n## Sowing & *planting* [in] spring\n\nThe place.\n\n{FILLER}\n"
HEADING = "Sowing & planting [in] spring"
LINK = "[[Garden year#Sowing & planting in spring]]"


def test_the_menu_of_a_heading_copies_a_link_and_that_of_a_block_the_address_above_it(ada: Visitor) -> None:
    note = opened(ada, TEXT, "block")
    page = ada.page
    surface(page).get_by_text("The place.").scroll_into_view_if_needed()
    by_menu(page, "Sowing", "Copy link to heading")
    assert copied(page) == LINK
    by_menu(page, "The place.", "Copy address of heading")
    address = copied(page)
    assert address.startswith(f"{ada.service.url}/notes/{note['id']}#Sowing")
    page.goto(address)
    expect(surface(page).get_by_role("heading", name=HEADING)).to_be_in_viewport()
    page.wait_for_function(f"() => ({MARKED})().includes('{HEADING}')")
    surface(page).get_by_text("The place.").hover()
    page.get_by_role("button", name="Open block menu").click()
    expect(page.get_by_role("menuitem", name="Copy link to heading")).to_have_count(0)


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_link_by_name_leads_to_its_heading_in_either_surface(ada: Visitor, mode: str) -> None:
    opened(ada, TEXT, mode)
    page = ada.page
    page.keyboard.press("ControlOrMeta+End")
    by_name(page, "Copy link to heading")
    link = copied(page)
    assert link == LINK
    other = ada.note("Plan", f"See {link}.")
    page = ada.open(f"/notes/{other['id']}")
    surface(page).wait_for()
    surface(page).get_by_role("link", name="Garden year").click()
    page.wait_for_url("**/notes/*#*")
    shown = surface(page)
    if mode == "block":
        expect(shown.get_by_role("heading", name=HEADING)).to_be_in_viewport()
        page.wait_for_function(f"() => ({MARKED})().includes('{HEADING}')")
    else:
        expect(shown.get_by_text("Sowing")).to_be_in_viewport()
        expect(page.locator(".raw-selected").first).to_be_visible()


def test_a_link_within_the_note_that_is_shown_leads_there_too(ada: Visitor) -> None:
    note = ada.note("Garden year", f"[[Garden year#Deep]]\n\n{FILLER}\n\n# Deep\n\n{FILLER}")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    surface(page).get_by_role("link", name="Garden year").click()
    expect(surface(page).get_by_role("heading", name="Deep")).to_be_in_viewport()


def test_without_a_heading_above_nothing_is_copied_and_it_is_said(ada: Visitor) -> None:
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    note = ada.note("Bare", "Words.\n\n# Later\n")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    surface(page).get_by_text("Words.").click()
    command(page, "Copy link to heading")
    expect(page.get_by_text(said("editor.tools.noHeading"))).to_be_visible()
