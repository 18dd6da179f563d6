"""Markdown as it is written: shown as what it means, with keys of its own, and the same text whatever is looked at."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.app.axe import violations
from tests.app.editing import GIVE_PICTURE, content, picture
from tests.app.keys import enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

TEXT = """# Head of it

Some **bold**, *italic*, ~~gone~~, ==marked== and `code` words, a [link](https://example.org/a) and [[Target]].

- one
- [ ] open
- [x] done

> [!tip] A title
> and words

> quoted

```js
let a = **b**;
```

| a | b |
| --- | --- |
| 1 | 2 |

---

Last.
"""
SIZES = """() => [".raw-line-h1", ".raw-line-code", ".raw-code", ".cm-line:last-child"].map((place) => {
  const look = getComputedStyle(document.querySelector(place));
  return [parseFloat(look.fontSize), look.fontFamily.split(",")[0]];
})"""
MIDDLE = """() => {
  const box = document.querySelector(".note-scroll").getBoundingClientRect();
  const { focusNode } = document.getSelection();
  const line = (focusNode instanceof Text ? focusNode.parentElement : focusNode).getBoundingClientRect();
  return Math.abs((line.top + line.bottom) / 2 - (box.top + box.height / 2));
}"""


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


def line(page: Page, text: str) -> None:
    """Have the caret at the end of the line that says this."""
    page.locator(".cm-line", has_text=text).first.click()
    press(page, "End")


def command(page: Page, name: str) -> None:
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type(f">{name}")
    page.get_by_role("option", name=name).click()


def test_signs_are_out_of_sight_but_where_the_caret_is_and_nothing_is_written(ada: Visitor) -> None:
    target = ada.note("Target", "Here.")
    note = enter(ada, TEXT, "raw")
    page = ada.page
    text = page.locator(".cm-content")
    line(page, "Last.")
    expect(text).to_contain_text("Some bold, italic, gone, marked and code words, a link and Target.")
    expect(text).to_contain_text("• one")
    assert page.locator(".raw-tick").evaluate_all("(all) => all.map((each) => each.checked)") == [False, True]
    expect(page.locator(".raw-line-callout")).to_have_text(["A title", "and words"])
    expect(page.locator(".raw-line-code").nth(1)).to_have_text("let a = **b**;")
    expect(text.get_by_role("cell")).to_have_text(["1", "2"])
    expect(page.locator(".raw-line-rule")).to_have_text("")
    sizes = page.evaluate(SIZES)
    assert sizes[0][0] > 1.5 * sizes[3][0]
    assert [font for _, font in sizes[1:3]] == ['"JetBrains Mono Variable"'] * 2
    assert sizes[3][1] == '"Inter Variable"'
    assert violations(page, in_colours=True) == []
    line(page, "Head of it")
    expect(page.locator(".raw-line-h1")).to_have_text("# Head of it")
    line(page, "Some bold")
    expect(page.locator(".raw-line-h1")).to_have_text("Head of it")
    expect(text).to_contain_text("Some **bold**, *italic*, ~~gone~~, ==marked== and `code` words, a [link](")
    page.locator(".raw-wiki").click(modifiers=["ControlOrMeta"])
    expect(page).to_have_url(re.compile(target["id"]))
    page.go_back()
    surface(page).wait_for()
    assert ada.read(note["id"])["updatedAt"] == note["updatedAt"]
    page.locator(".raw-tick").first.click()
    expect(page.locator(".raw-tick:checked")).to_have_count(2)
    wait_until(lambda: content(ada, note) == TEXT.replace("[ ] open", "[x] open"), "the tick is not in the text")
    begin(page)
    command(page, "Show the signs of markdown")
    expect(text).to_contain_text("Some **bold**, *italic*")
    expect(page.locator(".raw-tick")).to_have_count(0)


def test_markdown_is_written_with_keys(ada: Visitor) -> None:
    note = enter(ada, "", "raw")
    page = ada.page
    page.keyboard.type("Plan words")
    press(page, "ControlOrMeta+Shift+ArrowLeft", "ControlOrMeta+b")
    expect(page.get_by_role("navigation").first).to_be_visible()
    press(page, "ControlOrMeta+i", "ArrowRight", "End", "Enter", "Enter")
    type_lists(page)
    type_table(page)
    page.keyboard.type("Below")
    press(page, "Shift+Home")
    page.keyboard.type("*")
    page.keyboard.press("ControlOrMeta+s")
    expected = (
        "Plan ***words***\n\n- [ ] one\n  - [ ] two\n  - [ ] three\n\n1. a\n2. between\n3. b\n\n"
        "| x            |     | y   |\n| ------------ | --- | --- |\n| 1            |     | 2   |\n"
        "| a longer one |     | end |\n\n*Below*"
    )
    wait_until(lambda: "*Below*" in content(ada, note), "nothing was saved")
    assert content(ada, note) == expected


def type_lists(page: Page) -> None:
    page.keyboard.type("- [ ] one")
    press(page, "Enter")
    page.keyboard.type("two")
    press(page, "Tab", "Enter")
    page.keyboard.type("three")
    press(page, "Enter", "Enter", "Enter")
    page.keyboard.type("1. a")
    press(page, "Enter")
    page.keyboard.type("b")
    press(page, "ArrowUp", "End", "Enter")
    page.keyboard.type("between")
    press(page, "ControlOrMeta+End", "Enter", "Enter")


def type_table(page: Page) -> None:
    for row in ("| x | y |", "| - | - |"):
        page.keyboard.type(row)
        press(page, "Enter")
    page.keyboard.type("| 1 | 2 |")
    press(page, "Tab")
    page.keyboard.type("a longer one")
    press(page, "Tab")
    page.keyboard.type("end")
    command(page, "Table: Add column before")
    expect(surface(page)).to_be_focused()
    press(page, "ControlOrMeta+Enter")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_click_below_the_text_goes_on_at_its_end(ada: Visitor, mode: str) -> None:
    note = enter(ada, "First.\n\n" + "Word.\n\n" * 12 + "Last", mode)
    page = ada.page
    for _ in range(2):
        press(page, "ControlOrMeta+Home")
        page.mouse.click(500, 780)
        page.keyboard.type(".")
    page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: content(ada, note).rstrip().endswith("Last.."), "the caret was elsewhere")
    table = enter(ada, "| a |\n| --- |\n| b |\n", mode)
    press(page, "ControlOrMeta+Home")
    page.mouse.click(500, 700)
    page.keyboard.type("Below.")
    page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: content(ada, table).rstrip().endswith("| b |\n\nBelow."), "it is in the table")


def test_modes_are_the_same_on_both_surfaces_and_remembered(ada: Visitor) -> None:
    note = enter(ada, "\n\n".join(f"Paragraph {number} of many." for number in range(60)))
    page = ada.page
    dim = ".is-focus-mode :is(.bn-block-content, .cm-line):not(.is-near)"
    expect(page.locator(dim)).to_have_count(0)
    press(page, "ControlOrMeta+Shift+f", "ControlOrMeta+Shift+y")
    for shown, other in ((".block-surface", ".cm-content"), (".cm-content", ".block-surface")):
        begin(page)
        press(page, "ArrowUp", "ArrowUp", "ArrowUp", "End")
        wait_until(lambda: page.evaluate(MIDDLE) < 40, "the line is not in the middle")
        expect(page.locator(f"{shown} .is-near")).to_have_count(1)
        assert page.locator(f"{shown} .is-near").evaluate("(near) => getComputedStyle(near).opacity") == "1"
        assert page.locator(dim).count() > 5
        page.keyboard.press("ControlOrMeta+e")
        page.locator(other).wait_for()
        page.reload()
        surface(page).wait_for()
    begin(page)
    press(page, "ControlOrMeta+Shift+f", "ControlOrMeta+Shift+y")
    expect(page.locator(dim)).to_have_count(0)
    assert ada.read(note["id"])["updatedAt"] == note["updatedAt"]


def test_find_looks_for_words_as_they_are_written_and_keeps_the_caret(ada: Visitor) -> None:
    note = enter(ada, "Cat, cat, concat and #cat.")
    page = ada.page
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(picture(page)).to_be_visible()
    press(page, "ControlOrMeta+f")
    bar = page.get_by_role("search", name="Find in note")
    bar.get_by_placeholder("Find", exact=True).fill("cat")
    count = bar.get_by_role("status")
    expect(count).to_have_text("1 of 4")
    bar.get_by_role("button", name="Whole words").click()
    expect(count).to_have_text("1 of 3")
    bar.get_by_role("button", name="Match case").click()
    expect(count).to_have_text("1 of 2")
    bar.get_by_placeholder("Replace with").fill("dog")
    bar.get_by_role("button", name="Replace all").click()
    expect(bar.get_by_placeholder("Find", exact=True)).to_be_focused()
    press(page, "Escape")
    expect(surface(page)).to_be_focused()
    wait_until(lambda: "Cat, dog, concat and #dog." in content(ada, note), "it was replaced otherwise")
    press(page, "ControlOrMeta+z")
    wait_until(lambda: "Cat, cat, concat and #cat." in content(ada, note), "it was not undone")
    saved(page)
    picture(page).click()
    page.keyboard.press("Alt+n")
    expect(page).not_to_have_url(re.compile(note["id"]))


def test_undo_goes_on_over_a_change_of_the_surface(ada: Visitor) -> None:
    note = enter(ada, "Start.")
    page = ada.page
    page.keyboard.type(" In blocks.")
    press(page, "ControlOrMeta+e")
    expect(page.locator(".cm-content")).to_contain_text("In blocks.")
    begin(page)
    page.keyboard.type(" In markdown.")
    press(page, "ControlOrMeta+e")
    expect(page.locator(".block-surface")).to_contain_text("In markdown.")
    begin(page)
    page.keyboard.type(" More.")
    press(page, "ControlOrMeta+e")
    expect(page.locator(".cm-content")).to_contain_text("More.")
    begin(page)
    for rest in ("Start. In blocks. In markdown.", "Start. In blocks.", "Start."):
        press(page, "ControlOrMeta+z")
        expect(page.locator(".cm-content")).to_have_text(rest)
    press(page, "ControlOrMeta+y", "ControlOrMeta+y", "ControlOrMeta+y")
    wait_until(lambda: content(ada, note).strip() == "Start. In blocks. In markdown. More.", "something was lost")


@pytest.mark.parametrize("text", ["", "Start."])
def test_who_presses_for_the_other_surface_goes_on_writing(ada: Visitor, text: str) -> None:
    note = enter(ada, text)
    page = ada.page
    for name, shown in (("Markdown", ".cm-content"), ("Blocks", ".bn-editor")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(f".note-surface:not(.is-waiting) {shown}")).to_be_focused()
        page.keyboard.type(f" In {name}.")
    wait_until(lambda: content(ada, note).strip() == f"{text} In Markdown. In Blocks.".strip(), "letters went astray")


def test_undo_goes_on_in_blocks_over_a_change_of_the_surface(ada: Visitor) -> None:
    note = enter(ada, "> [!tip] Start\n> body\n\nEnd.")
    page = ada.page
    page.keyboard.type(" In blocks.")
    press(page, "ControlOrMeta+e")
    begin(page)
    expect(page.locator(".cm-content")).to_contain_text("In blocks.")
    page.keyboard.type(" In *markdown*.")
    press(page, "ControlOrMeta+e")
    expect(page.locator(".block-surface")).to_contain_text("In markdown.")
    begin(page)
    written = ada.read(note["id"])
    press(page, "ControlOrMeta+s")
    page.keyboard.type(" More.")
    for rest in ("End. In blocks. In markdown.", "End. In blocks.", "End.", "End."):
        press(page, "ControlOrMeta+z")
        expect(surface(page).locator("p").last).to_have_text(rest)
    wait_until(lambda: content(ada, note).strip() == "> [!tip] Start\n> body\n\nEnd.", "the first text is not back")
    press(page, *["ControlOrMeta+y"] * 3)
    wait_until(lambda: content(ada, note).strip() == f"{written['content'].strip()} More.", "something was lost")


def test_going_to_and_fro_between_the_surfaces_changes_nothing(ada: Visitor) -> None:
    note = enter(ada, "* one\n\n> [!tip] Start\n> body\n\n| a |\n|:-:|\n| 1 |")
    page = ada.page
    for shown in (".cm-content", ".block-surface", ".cm-content", ".block-surface"):
        press(page, "ControlOrMeta+e")
        expect(page.locator(f".note-surface:not(.is-waiting) {shown}")).to_be_visible()
        begin(page)
    press(page, "ControlOrMeta+z", "ControlOrMeta+s")
    saved(page)
    after = ada.read(note["id"])
    assert (after["content"], after["updatedAt"]) == (note["content"], note["updatedAt"])
