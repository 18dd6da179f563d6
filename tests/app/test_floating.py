"""What floats over a note: its menu, and the lists that open under what is typed."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.app.editing import box
from tests.app.keys import enter
from tests.app.visitor import PHONE, Visitor
from tests.service import Service


def test_all_actions_of_a_note_are_seen_beside_its_surface(ada: Visitor) -> None:
    enter(ada, "Words.")
    page = ada.page
    page.get_by_role("button", name="Actions for this note").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem", name="Move to trash")).to_be_visible()
    assert menu.evaluate("(all) => all.scrollHeight - all.clientHeight") == 0


def test_a_list_under_what_is_typed_covers_no_words_on_a_phone(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    enter(ada, "Words.\n\nMore")
    page = ada.page
    page.keyboard.type(" /")
    offered = page.get_by_role("listbox")
    expect(offered).to_be_visible()
    words, shown = box(page.get_by_text("More /")), box(offered)
    assert shown["y"] >= words["bottom"]
    assert shown["bottom"] < PHONE["height"]
