"""Where files and blocks go that are dropped on or pasted into lists and quotes."""

import re

import pytest

from tests.app.editing import content, middle
from tests.app.keys import PASTE, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import wait_until

FILE = r"\[a.txt\]\(/files/\S+\)"
GIVE_FILE = """([kind, x, y]) => {
  const data = new DataTransfer();
  data.items.add(new File(["Words."], "a.txt", { type: "text/plain" }));
  const some = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const target = kind === "paste" ? document.activeElement : document.elementFromPoint(x, y);
  target.dispatchEvent(kind === "paste"
    ? new ClipboardEvent("paste", { ...some, clipboardData: data })
    : new DragEvent("drop", { ...some, dataTransfer: data }));
}"""


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["ArrowUp", "End", "Enter"], rf"1\. one\n2\. two\n\n    {FILE}\n\n3\. next\n4\. three"),
        (["ArrowUp", "End"], rf"1\. one\n2\. twonext\n\n    {FILE}\n\n?3\. three"),
        (["Home"], rf"1\. one\n2\. two\n\n    {FILE}\n\n?3\. nextthree"),
    ],
)
@pytest.mark.parametrize("way", ["drop", "paste"])
def test_a_file_between_numbered_items_goes_into_the_one_above(
    ada: Visitor, way: str, keys: list[str], expected: str
) -> None:
    note = enter(ada, "1. one\n2. two\n3. three")
    page = ada.page
    press(page, *keys)
    at = middle(surface(page).locator(".bn-block-content").nth(2 if keys[-1] in ("Enter", "Home") else 1))
    # A file falls before the words whose upper half it is dropped on.
    page.evaluate(GIVE_FILE, [way, at[0], at[1] + (-4 if keys[-1] == "Home" else 4)])
    page.keyboard.type("next")
    wait_until(lambda: re.fullmatch(expected, content(ada, note).strip()), "it is elsewhere")


def test_a_file_that_is_dropped_on_an_empty_line_takes_its_place(ada: Visitor) -> None:
    note = enter(ada, "One.")
    page = ada.page
    press(page, "Enter")
    page.evaluate(GIVE_FILE, ["drop", *middle(surface(page).locator(".bn-block-content").nth(1))])
    page.keyboard.type("next")
    wait_until(lambda: re.fullmatch(rf"One\.\n\n{FILE}\n\nnext", content(ada, note).strip()), "it is elsewhere")


def test_what_is_pasted_into_the_first_line_of_a_quote_does_not_part_it(ada: Visitor) -> None:
    page = ada.page
    for quote, expected in (
        ("> ab **cd**\n>\n> more", "> ab\n>\n> - one\n> - twonext\n>\n> **cd**\n>\n> more"),
        ("> [!note] ab cd\n> body", "> [!note] ab\n> - one\n> - twonext\n>\n> cd\n>\n> body"),
    ):
        note = enter(ada, quote)
        surface(page).get_by_text("ab").first.click()
        press(page, "Home", *["ArrowRight"] * 2)
        page.evaluate(PASTE, {"text/plain": "- one\n- two"})
        page.keyboard.type("next")
        wait_until(lambda note=note, said=expected: content(ada, note).strip() == said, "it is elsewhere")


def test_in_markdown_a_file_below_a_callout_is_none_of_it(ada: Visitor) -> None:
    note = ada.note("Callout", "> [!note] a\n> b\n\nc", mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    page.evaluate(GIVE_FILE, ["drop", *middle(page.locator(".cm-line").nth(2))])
    expected = rf"> \[!note\] a\n> b\n\n{FILE}\n\nc"
    wait_until(lambda: re.fullmatch(expected, content(ada, note).strip()), "it is elsewhere")


def test_in_markdown_what_is_typed_after_pasting_a_quote_stands_below_it(ada: Visitor) -> None:
    note = ada.note("Mail", "", mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).click()
    page.evaluate(PASTE, {"text/html": "<p>Hello,</p><blockquote><p>Which agenda?</p></blockquote>", "text/plain": "x"})
    page.keyboard.type("This one.")
    expected = "Hello,\n\n> Which agenda?\n\nThis one."
    wait_until(lambda: content(ada, note).strip() == expected, "it stands elsewhere")
