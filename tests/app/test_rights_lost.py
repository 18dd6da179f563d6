"""What somebody typed into a note that is not theirs to write any more is offered to them, and not dropped."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.catalogue import said
from tests.app.rooms import KEPT, Line, content, enter, in_room, keep
from tests.app.two import Pair, newcomer, role_is, share
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import Service

LOST = said("saving.refusal.lost")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = Service(tmp_path_factory.mktemp("instance"), {"NOTESVC_REGISTRATION": "open"}).start()
    yield started
    started.end()


@pytest.fixture
def pair(service: Service, visit: Callable[..., Visitor]) -> Pair:
    return newcomer(visit(service), "Ada"), newcomer(visit(service), "Bob")


def typed_away(bob: Visitor, note: dict[str, Any]) -> Line:
    """He writes while his line to the room is cut, until that is kept on his device."""
    line = Line(bob.page)
    page = enter(bob.page, note)
    line.cut()
    in_room(page, "away")
    begin(page)
    page.keyboard.type(" Bob's words.")
    keep(page, "Bob's words.")
    return line


def kept_as_his_own(bob: Visitor, page: Page, note: dict[str, Any]) -> None:
    page.get_by_role("button", name="Save as a new note").click()
    expect(surface(page)).to_have_text("Start. Bob's words.")
    expect(page).not_to_have_url(f"{bob.service.url}/notes/{note['id']}")
    own = bob.ask("GET", "/api/workspace/notes").json()["notes"]
    assert bob.read(next(one["id"] for one in own if one["name"] == "Plan"))["content"].strip() == "Start. Bob's words."


def test_who_is_taken_out_while_words_wait_saves_them_as_a_note_of_their_own(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    typed_away(bob, note)
    role_is(ada, note, bob, None)
    expect(bob.page.get_by_role("alert")).to_contain_text(LOST)
    expect(bob.page.get_by_role("button", name="Restore the note")).to_have_count(0)
    kept_as_his_own(bob, bob.page, note)
    assert content(ada, note).strip() == "Start."
    page = bob.open("/")
    page.get_by_role("treeitem", name="Plan").wait_for()
    assert not page.evaluate(KEPT, note["id"])


def test_who_is_taken_out_while_the_page_is_closed_finds_the_words_on_the_next_visit(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    typed_away(bob, note)
    bob.page.close()
    role_is(ada, note, bob, None)
    page = bob.tab()
    page.goto("/")
    page.get_by_role("link", name="Open “Plan”").click()
    expect(page.get_by_role("alert")).to_contain_text(LOST)
    kept_as_his_own(bob, page, note)
    page.goto("/")
    page.get_by_role("treeitem", name="Plan").wait_for()
    expect(page.get_by_role("link", name="Open “Plan”")).to_have_count(0)


def test_who_may_only_read_from_now_on_is_offered_the_words_that_were_not_taken(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Start.", mode="raw")
    share(ada, note, bob, "editor")
    line = typed_away(bob, note)
    role_is(ada, note, bob, "viewer")
    line.mend()
    expect(bob.page.get_by_role("alert")).to_contain_text(said("saving.refusal.reading"))
    kept_as_his_own(bob, bob.page, note)
    bob.open(f"/notes/{note['id']}")
    expect(bob.page.locator(".note-place")).to_have_text("Start.")
    assert content(ada, note).strip() == "Start."


def test_a_title_that_was_refused_is_offered_too(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    page = enter(bob.page, note)
    title = page.get_by_role("textbox", name="Title")
    title.fill("Bob's plan")
    role_is(ada, note, bob, None)
    page.locator(".note-place:not([data-room])").wait_for()
    title.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(LOST)
    page.get_by_role("button", name="Save as a new note").click()
    expect(page).not_to_have_url(f"{bob.service.url}/notes/{note['id']}")
    expect(title).to_have_value("Bob's plan")
