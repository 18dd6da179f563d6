"""Behind `[[Note#^` all blocks are offered; one without an id is given one there before the link is written."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.catalogue import said
from tests.app.rooms import content, enter
from tests.app.two import share
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

MODES = pytest.mark.parametrize("mode", ["block", "raw"])
BEDS = "# Beds\n\nThe **beans**\n\n- peas\n\n    | a |\n    | --- |\n    | table |\n\n- onions ^o1\n"
LINK = re.compile(r"See \[\[(.*)#(\^[a-z0-9]{6})\]\]")


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


def asked(ada: Visitor, mode: str, query: str, text: str = "See") -> tuple[dict[str, Any], Page]:
    plan = ada.note("Plan", text, mode=mode)
    page = ada.open(f"/notes/{plan['id']}")
    begin(page)
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type(f" {query}")
    return plan, page


def choose(page: Page, name: str) -> None:
    page.get_by_role("option", name=name).first.click()


def id_in(ada: Visitor, note: dict[str, Any]) -> str:
    """The id that the link in the note names, when it is saved."""
    wait_until(lambda: LINK.search(content(ada, note)) is not None, "the link is saved")
    found = LINK.search(content(ada, note))
    assert found
    return found[2]


def expect_text(ada: Visitor, note: dict[str, Any], text: str) -> None:
    wait_until(lambda: content(ada, note).strip() == text.strip(), f"the note says {text}")


@MODES
@pytest.mark.parametrize(
    ("block", "after"),
    [("The beans", BEDS.replace("beans**", "beans** ID")), ("table", BEDS.replace("table |", "table |\n\n    ID"))],
)
def test_a_block_of_another_note_is_given_an_id_there_once(ada: Visitor, mode: str, block: str, after: str) -> None:
    beds = ada.note("Garden beds", BEDS)
    plan, page = asked(ada, mode, "[[Garden beds#^")
    for name in ("Beds", "The beans", "peas", "onions"):
        expect(page.get_by_role("option", name=name).first).to_be_visible()
    page.keyboard.type(block[-4:])
    expect(page.get_by_role("option", name="onions")).to_have_count(0)
    choose(page, block)
    block_id = id_in(ada, plan)
    assert content(ada, beds).strip() == after.replace("ID", block_id).strip()
    page.keyboard.type(f" [[Garden beds#^{block[-4:]}")
    expect(page.get_by_role("option", name=block).first).to_contain_text(block_id)
    page.keyboard.press("Enter")
    expect_text(ada, plan, f"See [[Garden beds#{block_id}]] [[Garden beds#{block_id}]]")
    assert content(ada, beds).strip() == after.replace("ID", block_id).strip()


@MODES
def test_a_block_of_the_same_note_is_given_one_where_one_writes(ada: Visitor, mode: str) -> None:
    plan, page = asked(ada, mode, "[[#^be", "The beans\n\nPeas\n\nSee")
    expect(page.get_by_role("option", name="See")).to_have_count(0)
    choose(page, "The beans")
    block_id = id_in(ada, plan)
    expect_text(ada, plan, f"The beans {block_id}\n\nPeas\n\nSee [[#{block_id}]]")
    page.keyboard.type("!")
    expect_text(ada, plan, f"The beans {block_id}\n\nPeas\n\nSee [[#{block_id}]]!")


@MODES
def test_what_somebody_writes_there_at_that_moment_stays(ada: Visitor, mode: str) -> None:
    beds = ada.note("Garden beds", "one\n\nThe beans\n\nthree")
    plan, page = asked(ada, mode, "[[Garden beds#^bea")
    written: list[str] = []

    def meanwhile(route: Route) -> None:
        if route.request.method == "PATCH" and not written:
            written.append("one")
            now = "one more\n\nThe beans of ours\n\nthree"
            etag = ada.ask("GET", f"/api/workspace/notes/{beds['id']}").headers["etag"]
            ada.ask("PATCH", f"/api/workspace/notes/{beds['id']}", {"content": now}, **{"If-Match": etag})
        route.continue_()

    page.route(f"**/api/workspace/notes/{beds['id']}*", meanwhile)
    with ada.expecting_trouble():
        choose(page, "The beans")
        block_id = id_in(ada, plan)
    assert written
    assert content(ada, beds).strip() == f"one more\n\nThe beans of ours {block_id}\n\nthree"


@MODES
def test_no_link_is_written_where_the_block_can_have_no_id(ada: Visitor, mode: str) -> None:
    beds = ada.note("Garden beds", "The beans\n")
    plan, page = asked(ada, mode, "[[Garden beds#^bea")
    expect(page.get_by_role("option", name="The beans")).to_be_visible()
    ada.ask("PATCH", f"/api/workspace/notes/{beds['id']}", {"content": "Peas\n\nOnions\n"}, **{"If-Match": "*"})
    choose(page, "The beans")
    expect(page.get_by_role("alert").filter(has_text=said("editor.menu.notLinked"))).to_be_visible()
    saved(page)
    assert "]]" not in content(ada, plan)
    assert content(ada, beds) == "Peas\n\nOnions\n"


@MODES
def test_a_note_in_its_room_gets_the_id_there_and_loses_no_word(ada: Visitor, bob: Visitor, mode: str) -> None:
    beds = ada.note("Garden beds", "one\n\nThe beans", mode=mode)
    share(ada, beds, bob, "editor")
    his = enter(bob.page, beds)
    plan, page = asked(ada, "block", "[[Garden beds#^bea")
    begin(his)
    his.keyboard.press("ControlOrMeta+Home")
    his.keyboard.type("Bob's ")
    choose(page, "The beans")
    block_id = id_in(ada, plan)
    expect(surface(his)).to_contain_text(f"The beans {block_id}")
    expect(surface(his)).to_contain_text("Bob's one")
    expect_text(ada, beds, f"Bob's one\n\nThe beans {block_id}")
