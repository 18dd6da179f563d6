"""Rooms that go away while people write in them: nothing is lost, and nothing stands there twice."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.app.gate import gate
from tests.app.rooms import BLOCKS_FIRST, KEPT, Line, Worker, content, enter, in_room, keep
from tests.app.two import BOB, share
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.ports import unused_port
from tests.service import Service, wait_until

Visit = Callable[..., Visitor]
Start = Callable[..., Service]


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


@pytest.fixture
def worker(free_port: int, start: Start) -> Iterator[Worker]:
    """A service whose rooms are behind a gate: `worker.gate` is shut at first."""
    inside = unused_port()
    settings = {"NOTESVC_COLLAB_URL": f"ws://127.0.0.1:{free_port}", "NOTESVC_COLLAB_PORT": str(inside)}
    with gate(free_port) as made:
        yield Worker(start(NOTESVC_REGISTRATION="open", **settings), made, inside)


@BLOCKS_FIRST
def test_without_a_worker_notes_are_saved_the_ordinary_way_and_rooms_come_back_by_themselves(
    worker: Worker, visit: Visit, mode: str
) -> None:
    ada, bob = visit(worker.service).register(), visit(worker.service).register(BOB, "Bob")
    note = ada.note("Plan", "Start.", mode=mode)
    share(ada, note, bob, "editor")
    page = ada.open(f"/notes/{note['id']}")
    with ada.expecting_trouble():
        begin(page)
        page.keyboard.type(" One")
        wait_until(lambda: content(ada, note).strip() == "Start. One", "it was not saved without a room")
        worker.open()
        in_room(page)
        begin(page)
        page.keyboard.type(" two")
        wait_until(lambda: content(ada, note).strip() == "Start. One two", "the room did not save")
        worker.gate.shut()
        in_room(page, "away")
        page.locator(".note-place:not([data-room])").wait_for()
        begin(page)
        page.keyboard.type(" three")
        wait_until(lambda: content(ada, note).strip() == "Start. One two three", "it was not saved without a room")
        saved(page)
        worker.open()
        in_room(page)
        begin(page)
        page.keyboard.type(" four")
        wait_until(lambda: content(ada, note).strip() == "Start. One two three four", "the room did not save")
    expect(surface(page)).to_have_text("Start. One two three four")


def test_what_was_typed_while_the_room_was_away_is_said_to_be_kept_and_comes_back_after_a_crash(
    worker: Worker, visit: Visit
) -> None:
    ada, bob = visit(worker.service).register(), visit(worker.service).register(BOB, "Bob")
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    worker.open()
    page = enter(ada.page, note)
    with ada.expecting_trouble():
        worker.gate.shut()
        in_room(page, "away")
        begin(page)
        page.keyboard.type(" Kept words.")
        expect(page.get_by_role("button", name="changes kept")).to_be_visible()
        keep(page, "Kept words.")
        page.close()
        again = ada.tab()
        again.goto(f"/notes/{note['id']}")
        expect(surface(again)).to_have_text("Start. Kept words.")
        assert content(ada, note).strip() == "Start."
        worker.open()
        in_room(again)
    wait_until(lambda: content(ada, note).strip() == "Start. Kept words.", "what was kept did not arrive")
    expect(surface(again)).to_have_text("Start. Kept words.")
    wait_until(lambda: not again.evaluate(KEPT, note["id"]), "it is still kept")


def test_what_somebody_typed_while_away_arrives_though_the_surface_was_switched(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "First.\n\nSecond.")
    share(ada, note, bob, "editor")
    line = Line(ada.page)
    hers, his = enter(ada.page, note), enter(bob.page, note)
    line.cut()
    in_room(hers, "away")
    begin(hers)
    hers.keyboard.type(" Hers, from away.")
    his.get_by_role("button", name="Actions for this note").click()
    his.get_by_role("menuitem", name="Markdown for everyone").click()
    expect(his.locator(".cm-content")).to_contain_text("Second.")
    begin(his)
    his.keyboard.press("ControlOrMeta+Home")
    his.keyboard.type("His. ")
    wait_until(lambda: content(ada, note).startswith("His. First."), "his words were not saved")
    line.mend()
    in_room(hers)
    expected = "His. First.\n\nSecond. Hers, from away."
    wait_until(lambda: content(ada, note).strip() == expected, "what she typed away did not arrive")
    for page in (hers, his):
        expect(page.locator(".cm-content")).to_contain_text("Second. Hers, from away.")
        expect(page.locator(".cm-content")).to_contain_text("His. First.")


def test_an_editor_chooses_how_they_see_a_note_that_is_in_no_room(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "Some *text*.")
    share(ada, note, bob, "editor")
    line = Line(bob.page)
    line.cut()
    page = bob.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    page.get_by_role("button", name="Markdown").click()
    expect(page.locator(".cm-content")).to_have_text("Some text.")
    begin(page)
    page.keyboard.type(" *More.*")
    wait_until(lambda: content(ada, note).strip() == "Some *text*. *More.*", "it was not saved")
    assert ada.read(note["id"])["mode"] == "block"
    page.reload()
    expect(page.locator(".cm-content")).to_have_text("Some text. More.")
    page.get_by_role("button", name="Blocks").click()
    expect(surface(page)).to_have_text("Some text. More.")
    page.get_by_role("button", name="Markdown").click()
    expect(page.locator(".cm-content")).to_be_visible()
    line.mend()
    page.get_by_role("button", name="Blocks").click()
    in_room(page)
    expect(surface(page)).to_have_text("Some text. More.")
