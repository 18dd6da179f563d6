"""Formulas in the text: set where the caret is not, and no sign of markdown has a meaning in them."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.editing import content
from tests.app.keys import PASTE, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import Service, wait_until

TEX = r"$\mathbf{a}_{i} + \{b_{j}\}\,c^*d^*$"
TEXT = rf"""---
title: No heading
---

Before {TEX} and $Ada, 5$.

$$
a_1*b*
+ c_2
$$

After.
"""


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


def set_formulas(page: Page) -> list[str]:
    return page.locator(".note-surface:not(.is-waiting) .katex annotation").all_text_contents()


def test_formulas_in_blocks_are_what_was_typed_or_pasted_or_read(ada: Visitor) -> None:
    note = enter(ada, f"Read {TEX}.\n\nEnd")
    page = ada.page
    press(page, "Enter")
    page.keyboard.type(f"Typed {TEX} or 5$_x_.")
    press(page, "Enter")
    page.evaluate(PASTE, {"text/plain": f"## Pasted\n\nWith {TEX} *and* more"})
    press(page, "ControlOrMeta+s")
    written = rf"Typed {TEX} or 5$\_x\_."
    expected = f"Read {TEX}.\n\nEnd\n\n{written}\n\n## Pasted\n\nWith {TEX} *and* more"
    wait_until(lambda: content(ada, note).strip() == expected, "formulas were written otherwise")
    assert set_formulas(page) == [TEX.strip("$")] * 3
    page.reload()
    surface(page).wait_for()
    expect(page.locator(".note-surface:not(.is-waiting) .katex")).to_have_count(3)
    assert set_formulas(page) == [TEX.strip("$")] * 3


def test_markdown_sets_formulas_where_the_caret_is_not(ada: Visitor) -> None:
    note = enter(ada, TEXT, "raw")
    page = ada.page
    expect(page.locator(".cm-content .katex")).to_have_count(2)
    assert set_formulas(page) == [TEX.strip("$"), "a_1*b*\n+ c_2"]
    expect(page.locator(".raw-line-front")).to_have_count(3)
    expect(page.locator(".raw-line-h2")).to_have_count(0)
    expect(page.locator(".cm-line", has_text="Before")).to_contain_text("$Ada, 5$")
    page.locator(".maths:not(.is-block) .mord").first.click()
    page.keyboard.type("x ")
    expect(page.locator(".cm-line", has_text="Before")).to_contain_text(r"Before $x \mathbf{a}_{i}")
    press(page, "ArrowDown")
    expect(page.locator(".maths:not(.is-block)")).to_have_count(1)
    press(page, "ArrowDown")
    expect(page.locator(".raw-line-maths")).to_have_text(["$$", "a_1*b*", "+ c_2", "$$"])
    press(page, "ArrowDown", "End")
    page.keyboard.type(" + d")
    expect(page.locator(".maths.is-block annotation")).to_have_text("a_1*b* + d\n+ c_2")
    press(page, "ControlOrMeta+End", "ArrowUp", "ArrowUp", "ArrowUp", "End")
    page.keyboard.type(" ")
    press(page, "ControlOrMeta+End", "ControlOrMeta+s")
    expected = TEXT.replace("Before $", "Before $x ").replace("b*\n", "b* + d\n").replace("2\n$$\n", "2\n$$ \n")
    wait_until(lambda: content(ada, note) == expected, "keys led elsewhere")


def test_a_name_is_no_formula_though_people_are_known_later_than_the_text(ada: Visitor) -> None:
    note = ada.note("Written in", TEXT, mode="raw")
    page = ada.page
    waiting: list[Route] = []
    page.route("**/api/workspace/people", lambda route: waiting.append(route))
    page.goto(f"/notes/{note['id']}")
    begin(page)
    expect(page.locator(".cm-content .katex")).to_have_count(3)
    wait_until(lambda: waiting != [], "nobody asked for people")
    for each in waiting:
        each.continue_()
    page.unroute("**/api/workspace/people")
    expect(page.locator(".cm-content .katex")).to_have_count(2)
    expect(page.locator(".cm-line", has_text="Before")).to_contain_text("$Ada, 5$")
