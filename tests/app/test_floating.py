"""What floats over a note: its menu, the lists that open under what is typed, the bar of tools on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.editing import box
from tests.app.keys import enter
from tests.app.visitor import PHONE, Visitor
from tests.service import Service, wait_until

PARAGRAPHS = "\n\n".join(f"Paragraph {number}." for number in range(60))
# Of the line with the caret, in pixels: how far it is below the top of what scrolls, and above the end of the page.
PLACE = """() => {
  const { anchorNode } = getSelection();
  const line = (anchorNode.nodeType === Node.TEXT_NODE ? anchorNode.parentElement : anchorNode).getBoundingClientRect();
  const scroller = document.querySelector(".note-scroll").getBoundingClientRect();
  return [line.top - scroller.top, innerHeight - line.bottom];
}"""


def place(page: Page) -> tuple[float, float]:
    above, below = page.evaluate(PLACE)
    return above, below


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


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_the_line_that_is_written_has_room_above_and_below(ada: Visitor, mode: str) -> None:
    page = ada.page
    enter(ada, PARAGRAPHS, mode)
    page.keyboard.press("Control+End")
    page.keyboard.type(" More.")
    wait_until(lambda: place(page)[1] > 80, "it stands at the bottom")
    page.keyboard.press("Enter")
    page.keyboard.type("A line of its own.")
    wait_until(lambda: place(page)[1] > 80, "it stands at the bottom")
    for _ in range(20):
        page.keyboard.press("ArrowUp")
    wait_until(lambda: place(page)[0] > 20, "it stands at the top")


def test_the_bar_of_a_phone_stands_over_no_line_that_is_written(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    enter(ada, PARAGRAPHS)
    page = ada.page
    page.keyboard.press("Control+End")
    page.keyboard.type(" More.")
    bar = box(page.get_by_role("toolbar", name="Formatting"))
    wait_until(lambda: box(page.get_by_text("More."))["bottom"] < bar["y"], "the bar stands over it")
