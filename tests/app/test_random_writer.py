"""A writer who does anything in any order: the caret stays, nothing throws, and what is shown is what is stored.

Each seed is one such writer, and says what it did where it fails.
"""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests import searching
from tests.app.keys import PASTE, enter
from tests.app.visitor import Visitor
from tests.app.writing import caret_told, surface
from tests.service import wait_until

STEPS = 60
TYPED = [
    "word ",
    "two words",
    "# ",
    "- ",
    "1. ",
    "[] ",
    "> ",
    "``` ",
    "> [!tip] ",
    "> [!note]- folded",
    "$$",
    "==pen== ",
    "1) ",
    "[a](https://example.org)",
    "**bold** ",
    "#tag ",
    "é日🙂",
    "a  b",
    ".",
]
KEYS = [
    "Enter", "Enter", "Backspace", "Delete", "Tab", "Shift+Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight",
    "Home", "End", "ControlOrMeta+End", "ControlOrMeta+Home", "Shift+ArrowLeft", "Shift+ArrowUp", "Shift+Enter",
    "Alt+Shift+ArrowUp", "Alt+Shift+ArrowDown",
    "ControlOrMeta+z", "ControlOrMeta+z", "ControlOrMeta+Shift+z",
]  # fmt: skip
PASTED = [
    {"text/plain": "plain\ntwo\n\nthree"},
    {"text/plain": "# Head\n\n- item\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"},
    {"text/html": "<ul><li>one<ul><li>deep</li></ul></li></ul><p>after <b>fat</b></p>"},
    {"text/html": "<table><tr><td colspan=2>a</td></tr><tr><td>b</td></tr></table>"},
    {"text/html": '<h2>Head</h2><p><a href="javascript:x">run</a><img src="file:///C:/a.png">end</p>'},
]
# What the page shows, without what the editor puts there for itself.
SHOWN = """() => [...document.querySelectorAll(".note-surface .bn-inline-content")]
  .map((place) => place.textContent.replace(/[\\u200b\\ufeff]/g, "").trim()).filter((words) => words !== "")"""


def act(page: Page, chance: random.Random) -> str:
    """One deed; what it was."""
    kind = chance.choices(["type", "key", "paste"], [5, 8, 1])[0]
    if kind == "type":
        words = chance.choice(TYPED)
        page.keyboard.type(words)
        # An open menu takes the next Enter for itself.
        return words
    if kind == "key":
        key = chance.choice(KEYS)
        page.keyboard.press(key)
        return key
    some = chance.choice(PASTED)
    page.evaluate(PASTE, some)
    return str(some)


def settle(ada: Visitor, note_id: str) -> None:
    """Have everything stored that is shown."""
    ada.page.keyboard.press("ControlOrMeta+s")
    expect(ada.page.get_by_role("toolbar", name="Note").get_by_text(re.compile("^Saved$")).first).to_be_visible()


@pytest.mark.search
@pytest.mark.parametrize("seed", searching.seeds(1))
def test_what_a_writer_does_in_any_order_is_what_is_stored(ada: Visitor, seed: int) -> None:
    chance = random.Random(seed)
    note = enter(ada, "Begin.")
    page = ada.page
    done: list[str] = []
    for step in range(STEPS):
        done.append(act(page, chance))
        caret_told(page)
        inside = page.evaluate("document.querySelector('.note-surface').contains(document.activeElement)")
        assert inside, f"the caret is outside after {done}"
        assert ada.trouble == [], f"{ada.trouble} after {done}"
        if step % 30 == 29:
            settle(ada, note["id"])
            shown = page.evaluate(SHOWN)
            page.reload()
            surface(page).wait_for()
            wait_until(lambda shown=shown: page.evaluate(SHOWN) == shown, f"another text after a reload: {done}")
            # A click may hit what moves the edge of a column.
            surface(page).focus()
            page.keyboard.press("ControlOrMeta+End")
