"""Keys of a writer: whatever is pressed, the caret stays in the text, and what is typed next is in the note once."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.editing import GIVE_PICTURE, TABLE, box, content, picture, png
from tests.app.keys import PASTE, copied, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, caret_told, surface
from tests.service import wait_until

TABLE_HTML = "<table><tr><td>a1</td><td>b1</td></tr><tr><td>a2</td><td>b2</td></tr></table>"
# Where the words of the placeholder begin, and where the text does.
PLACEHOLDER = """(block) => {
  const shown = getComputedStyle(block, "::after");
  return [shown.content, parseFloat(shown.width), getComputedStyle(block.querySelector(".bn-inline-content")).order];
}"""
# Of what is read, which stands in the same box, and of what is written.
FONTS = """() => [".note-text", ".bn-editor .bn-inline-content"]
  .map((place) => getComputedStyle(document.querySelector(place)).fontFamily)"""


def typed(ada: Visitor, note: dict[str, Any], words: str = "next") -> str:
    """Type the words where the caret is; answers the note, in which they stand once."""
    ada.page.keyboard.type(words)
    expect(surface(ada.page)).to_be_focused()
    ada.page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: words in content(ada, note), f"{words!r} was not saved")
    text = content(ada, note)
    assert text.count(words) == 1
    return text.rstrip()


@pytest.mark.parametrize("token", ["[^12]", "==lit==", "<sub>2</sub>"])
def test_a_caret_beside_hidden_signs_is_outside_them(ada: Visitor, token: str) -> None:
    rest = f"{token} begins.\n\nLast\n\n[^12]: Source.\n"
    note = enter(ada, f"First\n\nClaim {token}\n\n{rest}")
    page = ada.page
    press(page, "ControlOrMeta+Home", "ArrowDown", "End", "x", "Enter", "y")
    # Behind the words of the line, and before those of the one that begins with it.
    line = box(surface(page).get_by_text("begins."))
    page.mouse.click(line["x"] + 10, line["y"] + line["height"] / 2)
    press(page, "Home", "z", "ArrowDown", "Home", "ArrowLeft", "Backspace", "w")
    text = typed(ada, note)
    assert text == f"First\n\nClaim {token}x\n\ny\n\nz{token} beginswnext\n\nLast\n\n[^12]: Source.".rstrip()


def test_the_caret_goes_along_to_blocks_whose_code_is_coloured_then(ada: Visitor) -> None:
    text = "> [!tip] Water\n> second\n\n```js\nlet a = 1\n```\n\nEnd"
    note = ada.note("Written in", text, mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    press(page, "ControlOrMeta+e")
    expect(surface(page).locator("pre code span").first).to_be_visible()
    caret_told(page)
    assert typed(ada, note) == f"{text}next"


def test_a_press_below_a_table_leads_below_it(ada: Visitor) -> None:
    page = ada.page
    for text, expected in ((TABLE, f"{TABLE}\nnext"), (f"{TABLE}\nEnd.", f"{TABLE}\nnextEnd.")):
        for below in (10, 13):
            note = enter(ada, text)
            # Where nothing hovers over the table, no bar stands there.
            box = surface(page).locator("table").bounding_box()
            page.mouse.move(0, 0)
            page.mouse.click(box["x"] + box["width"] + 6, box["y"] + box["height"] + below)
            assert typed(ada, note) == expected


def test_the_tab_key_leads_to_a_caret_whatever_the_note_begins_with(ada: Visitor) -> None:
    for text, expected in (("- [ ] one", "- [ ] nextone"), ("---\n\none", "---\n\nnextone")):
        note = ada.note("Begins", text)
        page = ada.open(f"/notes/{note['id']}")
        expect(surface(page)).to_be_visible()
        page.get_by_label("Title", exact=True).focus()
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.ProseMirror')"):
                break
        page.wait_for_function("getSelection().focusNode?.data === 'one'")
        assert typed(ada, note) == expected


def test_a_formula_is_written_and_left(ada: Visitor) -> None:
    note = enter(ada, "Say:")
    page = ada.page
    press(page, "Enter")
    page.keyboard.type("/maths")
    expect(page.get_by_role("option", name=re.compile("Maths"))).to_be_visible()
    press(page, "Enter")
    page.keyboard.type("x^2")
    press(page, "Escape", "Enter")
    assert typed(ada, note) == "Say:\n\n$$\nx^2\n$$\n\nnext"
    surface(page).locator(".katex").first.click()
    press(page, "Escape")
    assert typed(ada, note, "between") == "Say:\n\n$$\nx^2\n$$\n\nbetween\n\nnext"
    surface(page).locator(".katex").first.click()
    press(page, "Escape", "Alt+Enter", "Enter")
    assert typed(ada, note, "below") == "Say:\n\n$$\nx^2\n$$\n\nbelow\n\nbetween\n\nnext"


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_tab_is_swallowed_but_after_escape_it_leaves_the_text(ada: Visitor, mode: str) -> None:
    enter(ada, TABLE, mode)
    press(ada.page, "Shift+Tab")
    expect(surface(ada.page)).to_be_focused()
    press(ada.page, "Escape", "Tab")
    expect(surface(ada.page)).not_to_be_focused()
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog").get_by_text("Esc, then Tab")).to_be_visible()


def test_what_follows_a_pasted_table_or_picture_stands_below_it(ada: Visitor) -> None:
    page = ada.page
    for text in ("", "Before."):
        note = enter(ada, text)
        page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
        page.keyboard.type("under it")
        expect(picture(page)).to_be_visible()
        expect(page.get_by_role("toolbar", name="Formatting")).to_have_count(0)
        wait_until(lambda note=note: "](/files/" in content(ada, note), "the picture is not in the note")
        assert re.fullmatch(rf"({text}\n\n)?!\[dot.png\]\(/files/\S+\)\n\nunder it\n?", content(ada, note))
    for kinds in ({"text/html": TABLE_HTML}, {"text/plain": TABLE}):
        note = enter(ada, "")
        page.evaluate(PASTE, kinds)
        assert typed(ada, note).endswith("|\n\nnext")


def test_what_follows_a_pasted_mail_stands_below_its_quote(ada: Visitor) -> None:
    page = ada.page
    mail = "<p>Yes.</p><blockquote type=cite><p>Shall we?</p><p>Ben</p></blockquote>"
    note = enter(ada, "")
    page.evaluate(PASTE, {"text/html": mail})
    assert typed(ada, note) == "Yes.\n\n> Shall we?\n>\n> Ben\n\nnext"
    # Within a quote that was there, and behind its first line, the caret stays in it.
    note = enter(ada, "> Said:\n>\n> this")
    page.evaluate(PASTE, {"text/plain": "- one\n- two"})
    assert typed(ada, note).startswith("> Said:")
    assert "> - twonext" in content(ada, note)
    note = enter(ada, "> Said:")
    page.evaluate(PASTE, {"text/plain": "- one\n- two"})
    assert typed(ada, note) == "> Said:\n>\n> - one\n> - twonext"


def test_a_picture_in_an_empty_item_leaves_no_sign_and_ends_no_numbers(ada: Visitor) -> None:
    page = ada.page
    for sign, expected in (
        ("-", r"- one\n\n!\[dot.png\]\(/files/\S+\)\n\nnext"),
        ("1.", r"1\. one\n\n    !\[dot.png\]\(/files/\S+\)\n\n2\. next"),
    ):
        note = enter(ada, f"{sign} one")
        press(page, "Enter")
        page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
        page.keyboard.type("next")
        expect(picture(page)).to_be_visible()
        wait_until(lambda note=note: "](/files/" in content(ada, note), "the picture is not in the note")
        assert re.fullmatch(expected, content(ada, note).strip()), content(ada, note)
    press(page, "Enter")
    page.keyboard.type("/image")
    page.get_by_role("option", name="Image").wait_for()
    press(page, "Enter")
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Upload image").click()
    asked.value.set_files({"name": "cake.png", "mimeType": "image/png", "buffer": png(60, 40)})
    # At once, while the file is on its way.
    page.keyboard.type("last")
    wait_until(lambda: content(ada, note).strip().endswith("3. last"), content(ada, note))
    wait_until(lambda: re.search(r"2\. next\n\n    !\[cake.png\]", content(ada, note)), content(ada, note))


def test_a_placeholder_stands_where_the_text_begins(ada: Visitor) -> None:
    page = ada.page
    for keys in ("", "# ", "- ", "[] "):
        enter(ada, "")
        page.keyboard.type(keys)
        words, width, order = surface(page).locator(".bn-block-content").last.evaluate(PLACEHOLDER)
        assert words not in ("none", "normal"), keys
        assert (width, order) == (0, "1"), "it does not stand before the text, in no room of its own"


@pytest.mark.parametrize(("font", "name"), [("serif", "Source Serif"), ("mono", "JetBrains Mono")])
def test_a_note_is_written_in_the_font_that_it_is_read_in(ada: Visitor, font: str, name: str) -> None:
    note = ada.note("Set", "Words.")
    look = json.dumps({"noteFont": font})
    ada.page.add_init_script(f"localStorage.setItem('notesvc.appearance', {look!r})")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    read, written = page.evaluate(FONTS)
    assert written == read
    assert name in written


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_sign_for_which_nothing_is_offered_leaves_the_keys_as_they_are(ada: Visitor, mode: str) -> None:
    note = enter(ada, "- one\n- two", mode)
    press(ada.page, "ControlOrMeta+End")
    ada.page.keyboard.type(" @Nobody")
    press(ada.page, "Tab", "Escape")
    assert typed(ada, note, " at all").split("\n")[1].split() == ["-", "two", "@Nobody", "at", "all"]
    assert content(ada, note).split("\n")[1].startswith("  ")


def test_all_is_selected_whatever_a_note_begins_and_ends_with(ada: Visitor) -> None:
    text = "![dot](https://example.org/dot.png)\n\none\n\n| a |\n| --- |\n| b |"
    page = ada.page
    note = enter(ada, text)
    press(page, "ControlOrMeta+a")
    assert copied(page)["text/plain"].strip() == text
    press(page, "Backspace", "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == "", "something is left")
    page.keyboard.type("anew")
    wait_until(lambda: content(ada, note).strip() == "anew", "what is typed goes nowhere")
