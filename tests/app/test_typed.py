"""What is typed becomes what it means, and blocks that hold others are gone into and left by the keys alone."""

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.editing import TABLE, cells, content
from tests.app.keys import enter, press
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import wait_until


def becomes(ada: Visitor, note: dict[str, Any], text: str) -> None:
    """The caret is in the text, and the note is saved with this text."""
    page = ada.page
    expect(surface(page)).to_be_focused()
    press(page, "ControlOrMeta+s")
    with contextlib.suppress(AssertionError):
        wait_until(lambda: content(ada, note).strip() == text, "it is another text")
    assert content(ada, note).strip() == text


def write(page: Page, *parts: str) -> None:
    """Type the words; what is in `<>` is a key."""
    for part in parts:
        if part.startswith("<"):
            press(page, part[1:-1])
        else:
            page.keyboard.type(part)


def test_a_callout_holds_any_block_and_is_left_with_enter_twice(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "> [!tip] Title")
    write(page, "<Enter>", "body", "<Enter>", "- item", "<Enter>", "<Enter>", "``` ", "code", "<ControlOrMeta+Enter>")
    write(page, "last", "<Enter>", "<Enter>", "out")
    inside = "> [!tip] Title\n> body\n>\n> - item\n>\n> ```\n> code\n> ```\n>\n> last"
    becomes(ada, note, f"{inside}\n\nout")
    boxed = surface(page).locator("[data-callout=tip] + .bn-block-group")
    for words in ("body", "item", "code", "last"):
        expect(boxed).to_contain_text(words)
    expect(boxed).not_to_contain_text("out")
    surface(page).get_by_text("body").click()
    write(page, "<Home>", "<Backspace>", "!")
    joined = inside.replace(" Title\n> body\n>", " Title!body\n>")
    becomes(ada, note, f"{joined}\n\nout")
    write(page, "<Enter>")
    becomes(ada, note, inside.replace("Title", "Title!") + "\n\nout")
    surface(page).get_by_text("last").click()
    write(page, "<End>", "<Enter>", "end", "<Home>", "<Enter>", "<ArrowUp>", "<Enter>", "mid")
    expect(boxed).to_contain_text("mid")
    expect(boxed).to_contain_text("end")


def test_a_callout_is_folded_as_its_note_says(ada: Visitor) -> None:
    page = ada.page
    text = "> [!note]- Folded\n> hidden words\n\n> [!note]+ Open\n> seen words\n\nEnd."
    note = enter(ada, text)
    hidden, seen = surface(page).get_by_text("hidden words"), surface(page).get_by_text("seen words")
    arrows = surface(page).get_by_role("button", name="Fold or unfold")
    expect(hidden).to_be_hidden()
    expect(seen).to_be_visible()
    expect(arrows.first).to_have_attribute("aria-expanded", "false")
    arrows.first.click()
    arrows.last.click()
    expect(hidden).to_be_visible()
    expect(seen).to_be_hidden()
    expect(arrows.first).to_have_attribute("aria-expanded", "true")
    arrows.first.click()
    expect(hidden).to_be_hidden()
    surface(page).get_by_text("Folded").click()
    write(page, "<End>", "<Enter>", "new")
    expect(hidden).to_be_visible()
    becomes(ada, note, text.replace("> hidden", "> new\n>\n> hidden"))


def test_enter_leads_through_tables_and_lists_and_out_of_them(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, f"{TABLE}\n- one\n  - two")
    write(page, "<Enter>", "<Enter>", "three", "<Enter>", "<Enter>", "out")
    becomes(ada, note, f"{TABLE}\n- one\n  - two\n- three\n\nout")
    surface(page).get_by_role("cell", name="2", exact=True).click()
    write(page, "<Enter>", "x", "<Enter>", "y", "<Shift+Enter>", "z", "<Enter>", "<Enter>", "below")
    wait_until(lambda: "below" in content(ada, note), "it was not saved")
    assert cells(content(ada, note))[1:] == [["1", "2"], ["3", "4x"], ["", "y<br>z"]]
    assert "|\n\nbelow\n\n- one" in content(ada, note)


def test_typed_markdown_is_taken(ada: Visitor) -> None:
    page = ada.page
    ada.note("Hills", "# Top\n\n## Green *valley*\n\ntext")
    note = enter(ada, "")
    write(page, "See [the **page**](https://example.org/a_(b)) now.", "<Enter>")
    write(page, "A ![dot](https://example.org/p.png) in line", "<Enter>", "![pic|300](https://example.org/p.png)")
    write(page, "$$", "<Enter>", "x^2", "<Escape>", "<Enter>", "$$y^2$$", "<Enter>")
    write(page, "3) third", "<Enter>", "fourth", "<Enter>", "<Enter>", "~~gone~~ :rocke")
    expect(page.get_by_role("option", name="🚀 rocket")).to_be_visible()
    write(page, "<Enter>", " [[Hills#gre")
    expect(page.get_by_role("option", name="Green valley")).to_be_visible()
    write(page, "<Enter>", " end")
    becomes(
        ada,
        note,
        "See [the **page**](https://example.org/a_(b)) now.\n\nA ![dot](https://example.org/p.png) in line\n\n"
        "![pic|300](https://example.org/p.png)\n\n$$\nx^2\n$$\n\n$$y^2$$\n\n3. third\n4. fourth\n\n"
        "~~gone~~ 🚀 [[Hills#Green valley]] end",
    )
    write(page, " ==pen== strokes", "<ControlOrMeta+Shift+ArrowLeft>", "<ControlOrMeta+Shift+h>", "<End>")
    expect(surface(page).locator(".highlighted").last).to_have_text("==strokes==")
    write(page, "<ArrowUp>")
    expect(surface(page).get_by_text("==")).to_have_count(4)
    expect(surface(page).get_by_text("==").first).to_be_hidden()
    wait_until(lambda: content(ada, note).strip().endswith("end ==pen== ==strokes=="), "the marks were not saved")


def test_addresses_that_are_typed_are_links_and_names_of_files_are_not(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "")
    write(
        page, "See README.md and setup.py. The end.So it is. (https://example.org/a_(b)), www.example.org.", "<Enter>"
    )
    write(page, "http://localhost:8000/x", "<Enter>", "`https://code.example` and example.org, https:// or so.")
    linked = (
        "See README.md and setup.py. The end.So it is. (<https://example.org/a_(b)>), "
        "[www.example.org](https://www.example.org).\n\n<http://localhost:8000/x>\n\n"
        "`https://code.example` and example.org, https:// or so."
    )
    becomes(ada, note, linked)
    write(page, "<Enter>", "https://example.org ")
    becomes(ada, note, f"{linked}\n\n<https://example.org>")
    write(page, "<ControlOrMeta+z>")
    becomes(ada, note, f"{linked}\n\nhttps://example.org")


def test_rows_and_footnotes_are_taken(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "")
    write(page, "| **Depth** | see [[Pier]] |", "<Enter>", "|---|---|", "<Enter>", "2 m", "<Tab>", "38 min", "<Enter>")
    write(page, "x", "<ControlOrMeta+Enter>", "Measured[^1] there[^2]", "<Enter>")
    write(page, "[^1]: A *ruler*", "<Enter>", "[^2]:", "<Enter>", "| one cell |", "<Enter>", "out")
    wait_until(lambda: content(ada, note).endswith("out\n"), "it was not saved")
    table, rest = content(ada, note).split("\n\n", 1)
    assert cells(table) == [["**Depth**", "see [[Pier]]"], ["2 m", "38 min"], ["", "x"]]
    assert rest == "Measured[^1] there[^2]\n\n[^1]: A *ruler*\n\n[^2]:\n\n| one cell |\n\nout\n"
    write(page, "<ControlOrMeta+a>", "<Backspace>", "| a | b |", "<Enter>")
    expect(surface(page).locator("table")).to_be_visible()
    write(page, "<ControlOrMeta+z>")
    expect(surface(page).get_by_text("| a | b |")).to_be_visible()


def test_signs_with_blanks_between_them_are_no_marks(ada: Visitor) -> None:
    note = enter(ada, "")
    write(ada.page, "2 * 3 * 4, a ** b ** c, x _ y _ z", "<Enter>", "*one* **two** _three_ (*four*) ***five*** six")
    signs = "2 * 3 * 4, a ** b ** c, x _ y _ z"
    expect(surface(ada.page).locator(".bn-inline-content").first).to_have_text(signs)
    becomes(ada, note, f"{signs}\n\n*one* **two** *three* (*four*) ***five*** six")
    write(ada.page, "<ControlOrMeta+z>")
    expect(surface(ada.page)).to_contain_text("2 * 3 * 4")


def test_code_between_blanks_is_what_stands_between_them(ada: Visitor) -> None:
    note = enter(ada, "")
    write(ada.page, "a ` b ` c `d` e")
    becomes(ada, note, "a `b` c `d` e")


def test_enter_goes_on_within_a_quote_and_leaves_it_on_an_empty_line(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "")
    write(page, "> one", "<Enter>", "two", "<Enter>", "three", "<Enter>", "<Enter>", "out", "<Enter>", "> ", "<Enter>")
    becomes(ada, note, "> one\n>\n> two\n>\n> three\n\nout")
    write(page, "end", "<ArrowUp>", "<ArrowUp>", "<Home>", "<Backspace>")
    becomes(ada, note, "> one\n>\n> twothree\n\nout\n\nend")


def test_enter_ends_what_markdown_ends_so(ada: Visitor) -> None:
    note = enter(ada, "one")
    write(ada.page, "<Enter>", "***", "<Enter>", "two", "<Enter>", "___", "<Enter>")
    write(ada.page, "```py", "<Enter>", "a = 1", "<Enter>", "```", "<Enter>", "end")
    becomes(ada, note, "one\n\n---\n\ntwo\n\n---\n\n```py\na = 1\n```\n\nend")
    write(ada.page, "<Enter>", "```py", "<Enter>", "a:", "<Enter>", "  b", "<Enter>", "```", "<Enter>", "out")
    becomes(ada, note, "one\n\n---\n\ntwo\n\n---\n\n```py\na = 1\n```\n\nend\n\n```py\na:\n  b\n```\n\nout")


def test_enter_behind_the_title_of_a_toggle_goes_on_within_it(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "")
    write(page, "/toggle")
    expect(page.get_by_role("option", name="Toggle list")).to_be_visible()
    write(page, "<Enter>", "Title", "<Enter>", "inside", "<Enter>", "more", "<Enter>", "<Enter>", "out")
    inside = "- Title <!-- toggle -->\n\n    inside\n\n    more"
    becomes(ada, note, f"{inside}\n\nout")
    # Folded, it stays so, and another one follows.
    surface(page).locator(".bn-toggle-button").click()
    expect(surface(page).get_by_text("inside")).to_be_hidden()
    surface(page).get_by_text("Title").click()
    write(page, "<End>", "<Enter>", "Other")
    becomes(ada, note, f"{inside}\n\n- Other <!-- toggle -->\n\nout")


def test_enter_behind_a_tag_that_is_typed_out_goes_on_below(ada: Visitor) -> None:
    page = ada.page
    ada.note("Training", "#sport")
    for mode, gap in (("block", "\n\n"), ("raw", "\n")):
        note = enter(ada, "", mode=mode)
        menu = page.get_by_role("listbox")
        for tag, then in (("#rowing", "one"), ("#sport", "two")):
            write(page, f"Out {tag}")
            expect(menu.get_by_role("option")).not_to_have_count(0)
            write(page, "<Enter>", then, "<Enter>")
        write(page, "#spo")
        expect(menu.get_by_role("option", name="#sport")).to_be_visible()
        write(page, "<Enter>", " end")
        becomes(ada, note, gap.join(("Out #rowing", "one", "Out #sport", "two", "#sport end")))


def test_enter_right_behind_a_letter_takes_what_is_offered_for_it(ada: Visitor) -> None:
    page = ada.page
    ada.note("Training", "#sport and #spa")
    for mode in ("block", "raw"):
        note = enter(ada, "", mode=mode)
        write(page, "#sp")
        expect(page.get_by_role("option", name="#spa")).to_be_visible()
        write(page, "o", "<Enter>", " end")
        becomes(ada, note, "#sport end")


def test_emoji_are_taken_by_their_codes(ada: Visitor) -> None:
    note = ada.note("Emoji")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).click()
    page.keyboard.type("Well done :tad")
    page.get_by_role("option", name="tada").wait_for()
    press(page, "Enter")
    page.keyboard.type(" and :rocke")
    page.get_by_role("option", name="rocket").wait_for()
    page.keyboard.type("t: at 10:30")
    becomes(ada, note, "Well done 🎉 and 🚀 at 10:30")


def test_blocks_become_others_and_are_moved_by_keys(ada: Visitor) -> None:
    page = ada.page
    note = enter(ada, "One\n\nTwo *fat*\n\nThree")
    write(page, "<Alt+Shift+ArrowUp>", "!")
    becomes(ada, note, "One\n\nThree!\n\nTwo *fat*")
    write(page, "<Alt+Shift+ArrowDown>", "?")
    becomes(ada, note, "One\n\nTwo *fat*\n\nThree!?")
    for kind, text in (
        ("Heading 2", "## Two *fat*"),
        ("Callout", "> [!note] Two *fat*"),
        ("Bullet list", "- Two *fat*"),
        ("Code", "```\nTwo fat\n```"),
        ("Text", "Two fat"),
    ):
        surface(page).get_by_text(re.compile("^Two|fat")).first.hover()
        page.get_by_role("button", name="Open block menu").click()
        page.get_by_role("menuitem", name="Turn into").hover()
        page.get_by_role("menuitem", name=kind, exact=True).click()
        becomes(ada, note, f"One\n\n{text}\n\nThree!?")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("line", ["| a | b |", "$$"])
def test_a_step_back_gives_the_line_that_became_a_table_or_a_formula(ada: Visitor, line: str) -> None:
    enter(ada, "one")
    write(ada.page, "<Enter>", line, "<Enter>")
    expect(surface(ada.page).locator("[data-content-type=paragraph]", has_text=line)).to_have_count(0)
    write(ada.page, "<ControlOrMeta+z>")
    expect(surface(ada.page).locator("[data-content-type=paragraph]", has_text=line)).to_have_count(1)
