"""What stands around the text of a block: callouts by their kind, and the same with a finger as with a pointer."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.app.editing import GIVE_PICTURE, TABLE, cells, content, open_note, picture, png
from tests.app.keys import press
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import awaken, begin, surface
from tests.service import Service, wait_until

CALLOUTS = "> [!NOTE]- Mind *this*\n> It is a callout.\n\n> [!warning]\n> Bare.\n\n> [!recipe] Own kind\n"


def kind(page: Page, index: int) -> Locator:
    return surface(page).get_by_role("combobox", name="Kind of callout").nth(index)


def test_a_callout_is_shown_by_its_kind_and_written_as_it_was(ada: Visitor) -> None:
    note = open_note(ada, f"{CALLOUTS}\nEnd.")
    page = ada.page
    expect(kind(page, 0)).to_have_value("note")
    expect(kind(page, 1)).to_have_value("warning")
    expect(kind(page, 2)).to_have_value("recipe")
    expect(surface(page).get_by_text("[!NOTE]")).to_be_hidden()
    page.keyboard.type(" Typed.")
    wait_until(lambda: content(ada, note) == f"{CALLOUTS}\nEnd. Typed.", "the callouts were written anew")


def test_the_kind_of_a_callout_is_chosen_and_taken_away(ada: Visitor) -> None:
    note = open_note(ada, CALLOUTS)
    page = ada.page
    kind(page, 0).select_option(label="Tip")
    wait_until(lambda: "> [!tip]- Mind *this*" in content(ada, note), "the kind was not saved")
    expect(kind(page, 0)).to_have_value("tip")
    kind(page, 1).select_option(label="Plain quote")
    wait_until(lambda: "warning" not in content(ada, note), "it is a callout yet")
    expect(surface(page).get_by_role("combobox", name="Kind of callout")).to_have_count(2)


def test_keys_take_the_head_of_a_callout_as_one(ada: Visitor) -> None:
    note = open_note(ada, "Before.\n\n> [!tip] Title\n")
    page = ada.page
    surface(page).get_by_text("Title").click()
    press(page, "Home")
    page.keyboard.type("A ")
    wait_until(lambda: content(ada, note) == "Before.\n\n> [!tip] A Title\n", "it was typed elsewhere")
    press(page, "Home")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("!")
    wait_until(lambda: content(ada, note) == "Before.!\n\n> [!tip] A Title\n", "the caret did not get out")
    surface(page).get_by_text("A Title").click()
    press(page, "Home")
    page.keyboard.press("Backspace")
    wait_until(lambda: content(ada, note) == "Before.!\n\n> A Title\n", "the head did not go as one")


def on_a_phone(service: Service, visit: Callable[..., Visitor], text: str) -> tuple[Visitor, dict[str, Any]]:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    note = ada.note("Under a finger", text)
    ada.open(f"/notes/{note['id']}")
    awaken(ada.page)
    return ada, note


def act(page: Page, name: str) -> None:
    acts = page.get_by_role("region", name="Block")
    if not acts.is_visible():
        page.get_by_role("toolbar", name="Formatting").get_by_role("button", name="Block").tap()
    acts.get_by_role("button", name=name, exact=True).tap()


def test_a_finger_does_to_tables_and_blocks_what_a_pointer_does(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada, note = on_a_phone(service, visit, f"One.\n\n{TABLE}")
    page = ada.page
    surface(page).get_by_role("cell", name="1", exact=True).tap()
    act(page, "Add row below")
    wait_until(
        lambda: cells(content(ada, note)) == [["a", "b"], ["1", "2"], ["", ""], ["3", "4"]], "there is no new row"
    )
    for button in page.get_by_role("region", name="Block").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    surface(page).get_by_role("cell", name="2", exact=True).tap()
    act(page, "Delete column")
    wait_until(lambda: cells(content(ada, note)) == [["a"], ["1"], [""], ["3"]], "the column is there yet")
    act(page, "Move up")
    wait_until(lambda: content(ada, note).startswith("| a"), "the table was not moved")
    expect(surface(page)).to_be_focused()
    surface(page).get_by_text("One.").tap()
    act(page, "Duplicate")
    wait_until(lambda: content(ada, note).count("One.") == 2, "it was not duplicated")


def test_a_finger_changes_a_picture_and_its_caption(service: Service, visit: Callable[..., Visitor]) -> None:
    ada, note = on_a_phone(service, visit, "Look:")
    page = ada.page
    begin(page)
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(picture(page)).to_be_visible()
    wait_until(lambda: "](/files/" in content(ada, note), "the picture is not in the note")
    before = picture(page).bounding_box()
    first = str(picture(page).get_attribute("src"))
    picture(page).tap()
    expect(page.get_by_role("toolbar", name="Formatting").get_by_role("button", name="Bold")).to_have_count(0)
    act(page, "Smaller")
    expect(picture(page)).not_to_have_css("width", f"{before and before['width']}px")
    act(page, "Edit caption")
    caption = page.get_by_role("textbox", name="Edit caption")
    expect(caption).to_be_focused()
    page.keyboard.type("A dot")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(surface(page)).to_be_focused()
    expect(surface(page).get_by_text("A dot")).to_be_visible()
    act(page, "Edit caption")
    expect(caption).to_have_value("A dot")
    page.keyboard.type(" and more")
    page.keyboard.press("Escape")
    expect(caption).to_have_count(0)
    with page.expect_file_chooser() as chosen:
        act(page, "Replace image")
    given = {"name": "other.png", "mimeType": "image/png", "buffer": png(300, 200)}
    chosen.value.set_files(given)
    expect(picture(page)).not_to_have_attribute("src", first)
    with page.expect_popup() as opened:
        act(page, "Download image")
    assert opened.value.url.endswith(str(picture(page).get_attribute("src")))
    page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: "other.png" in content(ada, note), "the picture was not replaced")
    props = next(block["props"] for block in ada.read(note["id"])["richContent"] if block["type"] == "image")
    assert props["previewWidth"] > 0
    assert props["caption"] == "A dot"


def test_a_finger_marks_words_and_turns_a_block_into_another(service: Service, visit: Callable[..., Visitor]) -> None:
    ada, note = on_a_phone(service, visit, "Two words")
    page = ada.page
    begin(page)
    press(page, *["Shift+ArrowLeft"] * 5)
    page.get_by_role("toolbar", name="Formatting").get_by_role("button", name="Highlight").tap()
    wait_until(lambda: content(ada, note) == "Two ==words==", "the words are not marked")
    act(page, "Turn into")
    kinds = page.get_by_role("region", name="Turn into")
    for button in kinds.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    kinds.get_by_role("button", name="Heading 2").tap()
    wait_until(lambda: content(ada, note) == "## Two ==words==", "it is no heading")
    expect(kinds).to_have_count(0)
    expect(surface(page)).to_be_focused()


def test_the_handles_of_a_table_say_what_they_are(ada: Visitor) -> None:
    open_note(ada, TABLE)
    page = ada.page
    surface(page).get_by_role("cell", name="4", exact=True).hover()
    for name in ("Row", "Column", "Add rows", "Add columns"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_an_edit_that_is_taken_back_after_it_was_saved_leaves_the_bytes_of_before(ada: Visitor) -> None:
    text = "- a\n  - b\n    - c\n- d\n"
    note = ada.note("Bytes", text)
    page = ada.open(f"/notes/{note['id']}")
    surface(page).get_by_text("a", exact=True).click()
    page.keyboard.press("End")
    page.keyboard.press("Delete")
    wait_until(lambda: content(ada, note) != text, "the deletion was not saved")
    page.keyboard.press("ControlOrMeta+z")
    wait_until(lambda: content(ada, note) == text, "other bytes came back")
