"""What Markdown shows in the place of its source, and the source where somebody goes or looks for it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.keys import enter, press
from tests.app.standing import KINDS, ends
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.service import Service, wait_until

TABLE = ["| a | b |", "| --- | --- |", "| 1 | 2 |"]
TEXT = f"""A [link](https://example.org/a).

- one{" word" * 40}

```js
let a = b;
```

| a | b |
| --- | --- |
| 1 | 2 |

![[Target]]

Last."""
# How far from its first word the further lines of an item begin, in pixels.
HANGS = """() => {
  const line = document.querySelector(".cm-line.raw-lead").lastChild;
  const words = document.createRange();
  words.selectNodeContents(line);
  words.setStart(line, line.textContent.indexOf("one"));
  const boxes = [...words.getClientRects()];
  return boxes.length < 2 ? NaN : Math.abs(boxes[0].left - boxes.at(-1).left);
}"""

# Where the bars of a line's quotes end, and where its signs and its words begin, from its side, in CSS pixels.
STANDS = """line => {
  const side = line.getBoundingClientRect().left;
  const signs = [...line.querySelectorAll(".raw-quote-sign")].map(({ firstChild }) => {
    const sign = document.createRange();
    sign.setStart(firstChild, 0);
    sign.setEnd(firstChild, 1);
    const { left, right } = sign.getBoundingClientRect();
    return [left - side, right - side];
  });
  const words = document.createRange();
  words.selectNodeContents(line.lastChild);
  return { signs, words: words.getBoundingClientRect().left - side, height: line.offsetHeight };
}"""


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


def test_source_is_shown_as_what_it_means_until_somebody_goes_there(ada: Visitor) -> None:
    ada.note("Target", "Here.")
    note = enter(ada, TEXT, "raw")
    page = ada.page
    text = page.locator(".cm-content")
    expect(page.locator(".raw-line-code [style*=token-keyword]").first).to_have_text("let")
    assert page.evaluate(HANGS) < 1
    shown = text.get_by_role("article", name="Target")
    expect(shown).to_contain_text("Here.")
    expect(text).not_to_contain_text("![[Target]]")
    shown.get_by_text("Here.").click()
    expect(text).to_contain_text("![[Target]]")
    expect(shown).to_contain_text("Here.")
    go_through_table(page)
    find_in_source(page)
    assert ada.read(note["id"])["updatedAt"] == note["updatedAt"]


def go_through_table(page: Page) -> None:
    rows = page.locator(".raw-line-table")
    expect(rows).to_have_count(0)
    page.get_by_role("cell", name="2").click()
    expect(rows).to_have_text(TABLE)
    press(page, "ArrowDown", "ArrowDown")
    expect(rows).to_have_count(0)
    press(page, "ArrowUp", "ArrowUp")
    expect(rows).to_have_text(TABLE)


def find_in_source(page: Page) -> None:
    press(page, "ControlOrMeta+f")
    for words in ("example.org", "1 | 2"):
        press(page, "ControlOrMeta+a")
        page.keyboard.type(words)
        press(page, "Enter")
        expect(page.locator(".cm-searchMatch-selected")).to_have_text(words)


def test_a_press_below_a_table_leads_to_the_line_that_is_pressed(ada: Visitor) -> None:
    table = "\n".join(TABLE)
    note = enter(ada, f"{table}\n\n{table}\n\nFirst\n\nSecond\n\nThird", "raw")
    page = ada.page
    expect(page.locator(".cm-content table")).to_have_count(2)
    page.get_by_text("Second").click()
    press(page, "End")
    page.keyboard.type(" here")
    press(page, "ControlOrMeta+s")
    wait_until(lambda: "Second here\n\nThird" in ada.read(note["id"])["content"], "it was written elsewhere")


def test_what_is_read_stands_where_it_is_written(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    text = "\n\n".join(KINDS[kind] for kind in ("text", "code", "quotes"))
    note = ada.note("N", f"{text}\n\nThe end.", mode="raw")
    for size in (DESKTOP, PHONE):
        # The surface draws no more than what is seen.
        page = visit(service, viewport={**size, "height": 3_000}).sign_in().page
        tops = ends(page, note, "**/assets/RawSurface-*.js")
        assert max(tops) - min(tops) <= 3, tops


def test_the_signs_of_quotes_stand_beside_their_bars_and_move_nothing(ada: Visitor) -> None:
    enter(ada, "Above.\n\n> one\n> > two\n\nBelow.", "raw")
    page = ada.page
    for line, depth in ((page.locator(".cm-line").nth(2), 1), (page.locator(".cm-line").nth(3), 2)):
        before = line.evaluate(STANDS)
        line.click()
        expect(line.locator(".raw-quote-sign")).to_have_count(depth)
        now = line.evaluate(STANDS)
        assert now["words"] == pytest.approx(before["words"], abs=0.1)
        assert now["height"] == before["height"]
        level = now["words"] / depth
        for at, (left, right) in enumerate(now["signs"]):
            assert at * level + 3 <= left < right <= (at + 1) * level
