"""Rooms that send a page away: what is not acknowledged takes the other way, once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.app.catalogue import said
from tests.app.rooms import BLOCKS_FIRST, DRAFTED, KEPT, Line, content, enter, in_room
from tests.app.two import Pair, newcomer, role_is, share
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

# A change of the document, and bytes that are none.
WORDS, NO_WORDS = rb"(?s)\A\x00[\x01\x02].*", b"\x00\x02\x02\xff\xff"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = Service(tmp_path_factory.mktemp("instance"), {"NOTESVC_REGISTRATION": "open"}).start()
    yield started
    started.end()


@pytest.fixture(scope="module")
def signed_in(service: Service, browser: Browser) -> Iterator[list[Any]]:
    """What the browsers of Ada and Bob hold; an address may not register many accounts an hour."""
    both = [newcomer(Visitor(browser, service), name) for name in ("Ada", "Bob")]
    yield [each.context.storage_state() for each in both]
    for each in both:
        each.close()


@pytest.fixture
def pair(service: Service, visit: Callable[..., Visitor], signed_in: list[Any]) -> Pair:
    ada, bob = (visit(service, storage_state=state) for state in signed_in)
    return ada, bob


def enter_shared(pair: Pair, mode: str = "block") -> tuple[dict[str, Any], Line, Page]:
    """A note of Ada's that Bob may write, and Bob in its room."""
    ada, bob = pair
    note = ada.note("Plan", "Start.", mode=mode)
    share(ada, note, bob, "editor")
    line = Line(bob.page)
    return note, line, enter(bob.page, note)


@BLOCKS_FIRST
def test_4400_what_the_room_refuses_is_sent_once_and_stays_on_the_device(pair: Pair, mode: str) -> None:
    ada, _ = pair
    note, line, page = enter_shared(pair, mode)
    line.mishear(WORDS, NO_WORDS)
    page.route(f"**/api/workspace/notes/{note['id']}", lambda route: route.abort())
    begin(page)
    page.keyboard.type(" Refused.")
    expect(page.get_by_text(said("rooms.malformed"))).to_be_visible()
    page.locator(".note-place:not([data-room])").wait_for()
    wait_until(lambda: page.evaluate(DRAFTED, note["id"]), "the words are not on the device")
    assert line.closed == [4400]
    expect(surface(page)).to_have_text("Start. Refused.")
    assert content(ada, note).strip() == "Start."
    line.mishear(b"", b"")
    page.unroute(f"**/api/workspace/notes/{note['id']}")
    page.reload()
    wait_until(lambda: content(ada, note).strip() == "Start. Refused.", "what was kept did not arrive")
    in_room(page)
    expect(surface(page)).to_have_text("Start. Refused.")
    assert not page.evaluate(KEPT, note["id"])


def test_4403_the_right_is_lost_and_what_was_on_its_way_is_offered(pair: Pair) -> None:
    ada, bob = pair
    note, line, page = enter_shared(pair)
    line.hold()
    begin(page)
    page.keyboard.type(" On its way.")
    role_is(ada, note, bob, None)
    expect(page.get_by_role("alert")).to_contain_text(said("saving.refusal.lost"))
    assert line.closed == [4403]
    expect(page.locator(".note-place")).to_contain_text("Start. On its way.")
    assert content(ada, note).strip() == "Start."


def test_4403_with_nothing_on_its_way_closes_the_note(pair: Pair) -> None:
    ada, bob = pair
    note, line, page = enter_shared(pair)
    role_is(ada, note, bob, None)
    expect(page.get_by_role("heading", name="This note is not there")).to_be_visible()
    wait_until(lambda: bob.page.evaluate("1") and line.closed == [4403], "the room has not closed")


@BLOCKS_FIRST
def test_4410_the_room_is_another_one_and_every_word_stands_there_once(pair: Pair, mode: str) -> None:
    ada, _ = pair
    note, line, page = enter_shared(pair, mode)
    line.cut()
    in_room(page, "away")
    begin(page)
    page.keyboard.type(" Typed away.")
    line.mishear(rb'"generation":"[^"]{3}', b'"generation":"zzz')
    line.mend()
    in_room(page)
    assert line.closed == [4410]
    wait_until(lambda: content(ada, note).strip() == "Start. Typed away.", "the note does not say it")
    begin(page)
    page.keyboard.type(" And on.")
    wait_until(lambda: content(ada, note).strip() == "Start. Typed away. And on.", "the new room does not save")
    expect(surface(page)).to_have_text("Start. Typed away. And on.")
    assert not page.evaluate(KEPT, note["id"])


@BLOCKS_FIRST
def test_4413_what_is_too_large_for_the_room_is_saved_the_ordinary_way(pair: Pair, mode: str) -> None:
    ada, _ = pair
    note, line, page = enter_shared(pair, mode)
    line.hold()
    begin(page)
    page.keyboard.type(" Too large.")
    line.end(4413)
    page.locator(".note-place:not([data-room])").wait_for()
    wait_until(lambda: content(ada, note).strip() == "Start. Too large.", "it was not saved")
    begin(page)
    page.keyboard.type(" And on.")
    wait_until(lambda: content(ada, note).strip() == "Start. Too large. And on.", "it is not saved from here on")
    saved(page)


def test_4426_the_page_is_of_another_version_and_is_loaded_again(pair: Pair) -> None:
    ada, _ = pair
    note, line, page = enter_shared(pair)
    line.cut()
    in_room(page, "away")
    begin(page)
    page.keyboard.type(" Typed away.")
    line.mishear(rb'"schema":\d', b'"schema":9')
    line.mend()
    page.get_by_role("button", name="Load the page again").click()
    assert line.closed == [4426]
    assert content(ada, note).strip() == "Start."
    line.mishear(b"", b"")
    page.locator(".save-why").get_by_role("button", name="Load the page again").click()
    in_room(page)
    wait_until(lambda: content(ada, note).strip() == "Start. Typed away.", "what was kept did not arrive")
    expect(surface(page)).to_have_text("Start. Typed away.")
