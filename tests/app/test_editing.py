"""Writing with more than letters: pictures, tables, blocks by their handles, files, pasting, touch, input methods."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.app.editing import GIVE_PICTURE, TABLE, box, cells, content, drag, middle, open_note, picture
from tests.app.keys import enter, press
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import awaken, saved, surface
from tests.service import Service, wait_until


def test_a_picture_is_resized_by_its_handle_and_keeps_its_width(ada: Visitor) -> None:
    note = open_note(ada, "Look:")
    page = ada.page
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(picture(page)).to_be_visible()
    wait_until(lambda: "](/files/" in content(ada, note), "the picture is not in the note")
    picture(page).hover()
    handle = page.locator(".bn-resize-handle").last
    x, y = middle(handle)
    drag(page, (x, y), (x - 80, y))

    def width() -> int | None:
        blocks = ada.read(note["id"])["richContent"]
        return next((block["props"].get("previewWidth") for block in blocks if block["type"] == "image"), None)

    kept = wait_until(width, "the width was not saved")
    assert 250 < kept < 400
    page.reload()
    surface(page).wait_for()
    expect(picture(page)).to_be_visible()
    shown = picture(page).bounding_box()
    assert shown is not None
    assert abs(shown["width"] - kept) < 2
    page.keyboard.press("ControlOrMeta+Home")
    surface(page).get_by_text("Look:").click()
    page.keyboard.type("And")
    wait_until(lambda: "And" in content(ada, note), "the words were not saved")
    assert width() == kept, "the width went with an edit beside it"


def handle_of(page: Page, cell: Locator, is_row: bool) -> Locator:
    cell.hover()
    handles = page.locator(".bn-table-handle")
    expect(handles).to_have_count(2)
    return handles.nth(0 if is_row else 1)


@pytest.mark.parametrize(
    ("cell", "is_row", "item", "expected"),
    [
        ("1", True, "Add row below", [["a", "b"], ["1", "2"], ["", ""], ["3", "4"]]),
        pytest.param("1", True, "Delete row", [["a", "b"], ["3", "4"]], marks=pytest.mark.full),
        pytest.param(
            "1", False, "Add column right", [["a", "", "b"], ["1", "", "2"], ["3", "", "4"]], marks=pytest.mark.full
        ),
        ("1", False, "Delete column", [["b"], ["2"], ["4"]]),
    ],
)
def test_rows_and_columns_come_and_go_by_their_handles(
    ada: Visitor, cell: str, is_row: bool, item: str, expected: list[list[str]]
) -> None:
    note = open_note(ada, TABLE)
    page = ada.page
    handle_of(page, surface(page).get_by_role("cell", name=cell, exact=True), is_row).click()
    page.get_by_role("menuitem", name=item).click()
    wait_until(lambda: cells(content(ada, note)) == expected, f"{item} was not saved")


@pytest.mark.parametrize(
    ("is_row", "expected"),
    [(True, [["a", "b"], ["3", "4"], ["1", "2"]]), (False, [["b", "a"], ["2", "1"], ["4", "3"]])],
)
def test_rows_and_columns_are_moved_by_their_handles(ada: Visitor, is_row: bool, expected: list[list[str]]) -> None:
    note = open_note(ada, TABLE)
    page = ada.page
    start = middle(handle_of(page, surface(page).get_by_role("cell", name="1", exact=True), is_row))
    to = middle(surface(page).get_by_role("cell", name="4" if is_row else "2", exact=True))
    drag(page, start, (start[0], to[1]) if is_row else (to[0] + 20, to[1]))
    wait_until(lambda: cells(content(ada, note)) == expected, "it was not moved")


def test_a_block_is_dragged_by_its_handle(ada: Visitor) -> None:
    note = open_note(ada, "One.\n\nTwo.\n\nThree.\n")
    page = ada.page
    surface(page).get_by_text("One.").hover()
    grip = page.locator(".bn-side-menu [draggable=true]")
    expect(grip).to_be_visible()
    below = surface(page).get_by_text("Three.").bounding_box()
    assert below
    drag(page, middle(grip), (below["x"] + 20, below["y"] + 2))
    wait_until(lambda: content(ada, note) == "Two.\n\nOne.\n\nThree.\n", "it was not moved")


def test_a_quick_drag_moves_the_block_that_was_pressed_and_can_be_taken_back(ada: Visitor) -> None:
    before = "One.\n\nTwo.\n\nThree.\n\nFour.\n"
    note = open_note(ada, before)
    page = ada.page
    surface(page).get_by_text("Four.").hover()
    grip = page.locator(".bn-side-menu [draggable=true]")
    expect(grip).to_be_visible()
    above = box(surface(page).get_by_text("One."))
    drag(page, middle(grip), (above["x"] + 20, above["y"] + 2), steps=3)
    wait_until(lambda: content(ada, note) == "Four.\n\nOne.\n\nTwo.\n\nThree.\n", "another one was moved")
    page.keyboard.press("ControlOrMeta+z")
    wait_until(lambda: content(ada, note) == before, "it was not taken back")


CALLOUTS = "Above words.\n\n> [!tip] Title here\n> First body.\n>\n> Second body.\n\nBelow words.\n"
# Before the letters of these words, which are in no place that the editor shows for itself.
BEFORE = """(surface, words) => {
  const walker = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!data.includes(words) || parentElement.closest("[contenteditable=false]")) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, data.indexOf(words));
    range.setEnd(walker.currentNode, data.indexOf(words) + 1);
    const { left, top, height } = range.getBoundingClientRect();
    return [left + 0.5, top + height / 2];
  }
}"""


def test_a_selection_is_dragged_over_the_edge_of_a_callout_and_loses_nothing_else(ada: Visitor) -> None:
    note = open_note(ada, CALLOUTS)
    page = ada.page
    for start, end, selected, left in [
        ("rst body", "low words", "rst body. Second body. Be", "Above words.\n\n> [!tip] Title here\n> Filow words.\n"),
        ("low words", "cond", "cond body. Be", CALLOUTS.replace("cond body.\n\nBe", "")),
        ("ove", "tle", "ove words. Ti", "Abtle here\n\nFirst body.\n\nSecond body.\n\nBelow words.\n"),
        ("tle", "low", "tle here First body. Second body. Be", "Above words.\n\n> [!tip] Tilow words.\n"),
    ]:
        # What is selected would be moved.
        page.keyboard.press("ControlOrMeta+Home")
        drag(page, *(surface(page).evaluate(BEFORE, words) for words in (start, end)))
        page.wait_for_function("(said) => getSelection().toString().split(/\\s+/).join(' ') === said", arg=selected)
        page.keyboard.press("Backspace")
        page.keyboard.press("ControlOrMeta+s")
        wait_until(lambda left=left: content(ada, note) == left, f"{start} to {end} left something else")
        page.keyboard.press("ControlOrMeta+z")
        page.keyboard.press("ControlOrMeta+s")
        wait_until(lambda: content(ada, note) == CALLOUTS, f"{start} to {end} did not come back")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_file_is_dropped_on_the_note(ada: Visitor, mode: str) -> None:
    note = open_note(ada, "Drop here.", mode)
    page = ada.page
    x, y = middle(surface(page).get_by_text("Drop here."))
    page.evaluate(GIVE_PICTURE, ["drop", x, y])
    wait_until(lambda: "![dot.png](/files/" in content(ada, note), "the file is not in the note")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_file_on_its_way_is_shown_and_can_be_called_back(ada: Visitor, mode: str) -> None:
    note = open_note(ada, "Upload:", mode)
    page = ada.page
    held: list[Route] = []
    page.route("**/api/workspace/attachments", lambda route: held.append(route))
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    page.get_by_role("button", name="Cancel uploading dot.png").click()
    expect(page.get_by_role("button", name="Cancel uploading dot.png")).to_have_count(0)
    expect(page.locator(".upload, .raw-upload")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    surface(page).click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type(" none")
    wait_until(lambda: "none" in content(ada, note), "the words were not saved")
    assert "dot.png" not in content(ada, note)


def test_text_is_pasted_plain_when_asked(ada: Visitor) -> None:
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    note = open_note(ada, "Before ")
    page = ada.page
    page.evaluate(
        """() => navigator.clipboard.write([new ClipboardItem({
          "text/html": new Blob(["<b>fat</b> words"], { type: "text/html" }),
          "text/plain": new Blob(["fat words"], { type: "text/plain" }) })])"""
    )
    page.keyboard.press("ControlOrMeta+Shift+v")
    wait_until(lambda: "fat words" in content(ada, note), "it was not pasted")
    assert "**" not in content(ada, note)
    page.keyboard.press("ControlOrMeta+v")
    wait_until(lambda: "**fat** words" in content(ada, note), "it was not pasted with its styles")


def test_a_note_is_copied_as_markdown(ada: Visitor) -> None:
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_note(ada, "# Head\n\n- [ ] task\n")
    page = ada.page
    page.keyboard.type(" more")
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Copy as markdown").click()
    expect(page.get_by_text("Copied as markdown.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "# Head\n\n- [ ] task more\n"


def test_the_formatting_bar_stands_above_the_keyboard_of_a_phone(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    note = ada.note("On a phone", "Words")
    page = ada.page
    # The keyboard takes the lower 300 px of what is seen; the page keeps its size, as on a phone.
    page.add_init_script(
        """const view = window.visualViewport;
        Object.defineProperty(view, "height", { get: () => innerHeight - (window.keyboard ?? 0) });"""
    )
    ada.open(f"/notes/{note['id']}")
    awaken(page)
    surface(page).get_by_text("Words").tap()
    bar = page.get_by_role("toolbar", name="Formatting")
    expect(bar).to_be_visible()
    page.evaluate("window.keyboard = 300; visualViewport.dispatchEvent(new Event('resize'))")
    expect(page.locator(".touch-bar")).to_have_css("bottom", "300px")
    place = bar.bounding_box()
    assert place is not None
    assert place["y"] + place["height"] <= PHONE["height"] - 300 + 1
    assert all(button.bounding_box()["height"] >= 44 for button in bar.get_by_role("button").all())
    page.keyboard.press("ControlOrMeta+a")
    bar.get_by_role("button", name="Bold").tap()
    expect(surface(page)).to_be_focused()
    wait_until(lambda: "**Words**" in content(ada, note), "it was not made bold")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_an_input_method_composes_while_the_note_is_saved(ada: Visitor, mode: str) -> None:
    note = open_note(ada, "Note", mode)
    page = ada.page
    keyboard = page.context.new_cdp_session(page)

    def compose(text: str) -> None:
        keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

    for text in ["n", "に", "にh", "にほ", "にほn"]:
        compose(text)
    wait_until(lambda: "にほ" in content(ada, note), "nothing was saved while it was composed")
    other = {"name": "Named elsewhere"}
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", other).ok
    compose("にほん")
    compose("日本")
    keyboard.send("Input.insertText", {"text": "日本"})
    page.keyboard.type(" ok")
    wait_until(lambda: content(ada, note).strip() == "Note日本 ok", "the composed words are not those that were meant")
    saved(page)
    expect(surface(page)).to_contain_text(re.compile("Note日本 ok"))


def test_the_link_menu_follows_what_an_input_method_composes(ada: Visitor) -> None:
    ada.note("日本の庭", "Stones.")
    note = open_note(ada, "See ")
    page = ada.page
    keyboard = page.context.new_cdp_session(page)
    page.keyboard.type("[[")
    for text in ["に", "にほ", "日本"]:
        keyboard.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    keyboard.send("Input.insertText", {"text": "日本"})
    expect(page.get_by_role("option", name="日本の庭")).to_be_visible()
    page.keyboard.press("Enter")
    wait_until(lambda: "[[日本の庭]]" in content(ada, note), "the link was not saved")


def test_what_made_a_block_of_nothing_a_line_is_taken_back_and_done_again(ada: Visitor) -> None:
    for asked in ("---", "/divider"):
        enter(ada, "")
        page = ada.page
        page.keyboard.type("Above")
        press(page, "Enter")
        page.keyboard.type(asked)
        if asked.startswith("/"):
            page.get_by_role("option", name="Divider").click()
        expect(surface(page).locator("hr")).to_be_visible()
        press(page, "Enter")
        page.keyboard.type("Below")
        press(page, *["ControlOrMeta+z"] * 8)
        expect(surface(page)).to_have_text("")
        press(page, *["ControlOrMeta+Shift+z"] * 8)
        expect(surface(page)).to_have_text("AboveBelow")
        expect(surface(page).locator("hr")).to_be_visible()
