"""Tables in the block editor: what is seen of them, and what is copied."""

from playwright.sync_api import Locator, expect

from tests.app import axe
from tests.app.editing import box, cells, content, drag, middle
from tests.app.keys import PASTE, copied, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import wait_until

# Which way a table goes on, and where its edge goes by that.
WAYS = [("90deg", 1), ("270deg", -1)]


def fades(frame: Locator) -> list[str]:
    """Which way the table goes on, and how much of its beginning and its end is faded."""
    names = ["--onwards", "--fade-start", "--fade-end"]
    found: list[str] = frame.evaluate(
        "(one, all) => all.map((name) => getComputedStyle(one).getPropertyValue(name))", names
    )
    return found


def test_a_table_shows_its_cell_and_where_it_goes_on_and_nothing_lies_on_words(ada: Visitor) -> None:
    tables = [f"| {' | '.join([word] * 14)} |\n| {' | '.join(['---'] * 14)} |\n" for word in ("column", "العمود")]
    note = ada.note("Beds", f"Words.\n\n{tables[0]}\nMore.\n\n{tables[1]}\nEnd.")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    assert axe.violations(page) == []
    for frame, onwards, sign in ((page.locator(".tableWrapper").nth(at), *way) for at, way in enumerate(WAYS)):
        first = frame.get_by_role("columnheader").first
        first.click()
        expect(frame.locator(".has-caret")).to_have_css("outline-style", "solid")
        assert fades(frame) == [onwards, "0px", "28px"]
        first.hover()
        handles = page.locator(".bn-table-handle")
        expect(handles).to_have_count(2)
        words = box(first.locator("p"))
        # Letters begin that far below the top of their line.
        assert box(handles.nth(1))["bottom"] <= words["y"] + 4
        more = page.locator(".bn-extend-button-add-remove-rows")
        below = frame.locator("xpath=following::*[contains(@class, 'bn-block-outer')][1]")
        assert box(more)["bottom"] <= box(below)["y"]
        if sign > 0:
            assert box(handles.nth(0))["right"] <= words["x"]
        for _ in range(13):
            page.keyboard.press("Tab")
        wait_until(lambda frame=frame, sign=sign: frame.evaluate("one => one.scrollLeft") * sign > 100, "not scrolled")
        expect(frame.get_by_role("columnheader").last).to_have_class("has-caret")
        wait_until(lambda frame=frame: fades(frame)[1] == "28px", "nothing fades where it begins")


def test_selected_cells_are_copied_as_a_table_of_their_own(ada: Visitor) -> None:
    enter(ada, "| a | b | c |\n| --- | --: | --- |\n| 1 | **2** | 3 |\n| 4 | 5 | x\\|y |\n")
    page = ada.page
    first, last = (surface(page).get_by_role("cell", name=name, exact=True) for name in ("2", "x|y"))
    drag(page, middle(first), middle(last))
    expect(page.locator(".selectedCell")).to_have_text(["2", "3", "5", "x|y"])
    kinds = copied(page)
    assert kinds["text/plain"] == "| **2** | 3 |\n| --: | --- |\n| 5 | x\\|y |\n"
    one, other = '<td style="text-align: right"><strong>2</strong></td><td>3</td>', "<td>x|y</td></tr></tbody></table>"
    assert kinds["text/html"].startswith(f"<table><tbody><tr>{one}</tr><tr>")
    assert kinds["text/html"].endswith(other)
    for mode in ("raw", "block"):
        note = enter(ada, "", mode)
        page.evaluate(PASTE, kinds)
        press(page, "ControlOrMeta+s")
        wait_until(lambda note=note: cells(content(ada, note)) == [["**2**", "3"], ["5", "x\\", "y"]], mode)
