"""
A keyboard through several kinds of blocks at once, on both surfaces. What a key does at each edge of each kind is told
without a browser, by `blockKeys`, `blockEdges` and `rawKeymap` among the tests of the editor.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.app.editing import content
from tests.app.keys import enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, caret_told, saved, surface
from tests.service import wait_until

# It begins and ends with blocks that the caret must be led out of.
KINDS = """| x | y |
| --- | --- |
|  | cell |

## Head

- one
    - in

1. out
    1. nested

- [ ] task

> quote
>
> - in it

> [!tip] Title
> body

> [!note]- Folded
> body

$$
x
$$

[[Links]] a [[Links|named]]

==pen== $x^2$ and $y$

---

<div>
words
</div>

![[Some.pdf]]

![dot](https://example.org/dot.png)

> [!tip] Bare

```
two
    lines
```"""


def hold(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)
    caret_told(page)


@pytest.mark.every_case
@pytest.mark.parametrize("mode", ["block", "raw"])
def test_arrows_lead_through_every_kind_of_block_and_back_and_change_nothing(ada: Visitor, mode: str) -> None:
    page = ada.page
    text = KINDS if mode == "block" else f"First.\n\n{KINDS}\n\nLast."
    lines = text.count("\n") - (text.count("\n\n") if mode == "block" else 0)
    note = enter(ada, text, mode)
    for key, end, word in (("ArrowUp", "Home", "above"), ("ArrowDown", "End", "below")):
        for _ in range(lines):
            press(page, key)
        press(page, end)
        page.keyboard.type(word)
        expect(surface(page)).to_be_focused()
        expect(surface(page).get_by_text(word).last).to_be_in_viewport()
    if mode == "block":
        # CodeMirror goes from letter to letter by itself.
        for key, word in (("ArrowLeft", "so "), ("ArrowRight", " it is")):
            hold(page, key, sum(map(str.isalnum, text)) + 20)
            page.keyboard.type(word)
    press(page, "ControlOrMeta+s")
    expected = f"so above\n\n{text}\n\nbelow it is" if mode == "block" else f"above{text}below"
    wait_until(lambda: content(ada, note).strip() == expected, "the text is another, or the caret was held")


def test_a_note_of_every_kind_is_written_and_mended_by_keys_alone(ada: Visitor) -> None:
    note = enter(ada, "")
    page = ada.page
    for words, keys in (
        ("# Plan", ["Enter"]),
        ("- one", ["Enter", "Tab"]),
        ("two", ["Enter", "Enter"]),
        ("three", ["Enter", "Tab", "Shift+Tab", "Enter"]),
        ("[] task", ["Enter"]),
        ("more", ["Home", "Backspace", "Backspace", "End", "Enter", "Enter"]),
        ("> Said", ["Enter"]),
        ("so", ["Enter", "Enter"]),
        ("``` def", ["Enter", "Tab"]),
        ("x", ["ControlOrMeta+Enter"]),
        ("$$", ["Enter"]),
        ("x^2", ["Escape", "Enter"]),
        ("| a | b |", ["Enter"]),
        ("1", ["Tab"]),
        ("2", ["Tab"]),
        ("3", ["Shift+Tab"]),
        ("+", ["Enter", "Enter", "Enter"]),
        ("---End", ["Home", "Backspace"]),
    ):
        page.keyboard.type(words)
        press(page, *keys)
    line = surface(page).locator(".bn-block-content[data-content-type=divider]")
    expect(line).to_have_count(1)
    press(page, "Delete")
    expect(line).to_have_count(0)
    press(page, "ControlOrMeta+z", "ControlOrMeta+End", "ControlOrMeta+s")
    expect(line).to_have_count(1)
    saved(page)
    assert content(ada, note) == (
        "# Plan\n\n- one\n    - two\n- three\n- [ ] taskmore\n\n> Said\n>\n> so\n\n```\ndef\n  x\n```\n\n"
        "$$\nx^2\n$$\n\n| a | b |\n| --- | --- |\n| 1 | 2+ |\n| 3 |  |\n\n---\n\nEnd\n"
    )
    shown = surface(page).inner_text()
    page.reload()
    begin(page)
    expect(surface(page)).to_have_text(shown, use_inner_text=True)
