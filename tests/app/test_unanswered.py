"""Writes that nobody answers: said to wait, asked again on the same revision, and never a conflict with themselves."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.away import kept
from tests.app.rooms import BLOCKS_FIRST, DRAFTED
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

NOTES = "**/api/workspace/notes/*"
PATIENCE = "00:30"


class Line:
    """The way to the service: while it is cut, answers to writes are lost on it, and so may be the writes."""

    def __init__(self, page: Page, arrives: bool) -> None:
        self._lost: list[Route] = []
        self._is_cut = True
        self._arrives = arrives
        self.conditions: list[str] = []
        page.route(NOTES, self._asked)

    @property
    def lost(self) -> int:
        return len(self._lost)

    def mend(self) -> None:
        self._is_cut = False

    def _asked(self, route: Route) -> None:
        if route.request.method != "PATCH":
            route.continue_()
            return
        self.conditions.append(route.request.headers["if-match"])
        if not self._is_cut:
            route.continue_()
            return
        if self._arrives:
            route.fetch()
        self._lost.append(route)


@pytest.fixture
def eve(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    visitor = visit(service).register()
    visitor.page.clock.install()
    return visitor


def content(eve: Visitor, note: dict[str, Any]) -> str:
    return str(eve.read(note["id"])["content"])


def until_lost(page: Page, line: Line) -> None:
    wait_until(lambda: line.lost or page.wait_for_timeout(20), "nothing was sent")


@BLOCKS_FIRST
def test_a_save_that_is_never_answered_waits_and_is_sent_again(eve: Visitor, mode: str) -> None:
    note = eve.note("Unanswered", "Start.", mode=mode)
    page = eve.open(f"/notes/{note['id']}")
    begin(page)
    line = Line(page, arrives=False)
    page.keyboard.type(" Into nothing")
    until_lost(page, line)
    toolbar = page.get_by_role("toolbar", name="Note")
    page.keyboard.type(", and on.")
    page.clock.fast_forward(PATIENCE)
    expect(toolbar).to_contain_text(re.compile("waiting for the network", re.IGNORECASE))
    line.mend()
    page.clock.fast_forward(PATIENCE)
    wait_until(lambda: "Into nothing, and on." in content(eve, note), "it was not sent again")
    saved(page)
    assert len(set(line.conditions[:2])) == 1, "it was sent on another revision"


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_save_whose_answer_is_lost_neither_doubles_nor_conflicts_with_itself(eve: Visitor, mode: str) -> None:
    note = eve.note("Lost answer", "Start.", mode=mode)
    page = eve.open(f"/notes/{note['id']}")
    begin(page)
    line = Line(page, arrives=True)
    page.keyboard.type(" It arrives")
    until_lost(page, line)
    wait_until(lambda: "It arrives" in content(eve, note), "it did not arrive")
    page.keyboard.type(", unheard.")
    line.mend()
    page.clock.fast_forward(PATIENCE)
    page.clock.fast_forward(PATIENCE)
    wait_until(lambda: "It arrives, unheard." in content(eve, note), "the rest was not sent")
    saved(page)
    expect(page.get_by_role("button", name="Conflict")).to_have_count(0)
    expect(surface(page)).to_have_text("Start. It arrives, unheard.")
    assert content(eve, note).strip() == "Start. It arrives, unheard."


def test_a_save_that_arrived_and_was_all_there_is_settled_without_another(eve: Visitor) -> None:
    note = eve.note("All there", "Start.")
    page = eve.open(f"/notes/{note['id']}")
    begin(page)
    line = Line(page, arrives=True)
    page.keyboard.type(" Whole.")
    until_lost(page, line)
    line.mend()
    page.clock.fast_forward(PATIENCE)
    # No further than until it is asked again: that is given its time, too.
    while len(line.conditions) == 1:
        page.clock.run_for(500)
    saved(page)
    written = eve.read(note["id"])
    assert written["content"].strip() == "Start. Whole."
    assert len(line.conditions) == 2


def test_an_import_in_which_nothing_moves_is_given_up_and_can_be_begun_anew(eve: Visitor) -> None:
    page = eve.open("/import")
    held: list[Route] = []
    page.route("**/api/data/import", lambda route: held.append(route), times=1)
    leaf = {"name": "Leaf.md", "mimeType": "text/markdown", "buffer": b"Words."}
    page.get_by_label("File", exact=True).set_input_files([leaf])
    with page.expect_request("**/api/data/import"):
        page.get_by_role("button", name="Import without a preview").click()
    page.clock.fast_forward("01:01")
    expect(page.get_by_text("The file was not taken")).to_be_visible()
    page.get_by_label("File", exact=True).set_input_files([leaf])
    page.get_by_role("button", name="Import without a preview").click()
    expect(page.get_by_role("main").get_by_role("button", name="Take it back")).to_be_visible()
    assert len(held) == 1


def test_notes_of_one_name_that_hold_words_are_told_apart_by_their_folders(
    start: Callable[..., Service], visit: Callable[..., Visitor], free_port: int
) -> None:
    service = start(NOTESVC_REGISTRATION="open", NOTESVC_PORT=str(free_port))
    ada = visit(service).register()
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    notes = [ada.note("Plan", parentId=folder["id"]), ada.note("Plan"), ada.note("Leaf")]
    pages = [ada.tab() for _ in notes]
    for page, note in zip(pages, notes, strict=True):
        page.goto(f"/notes/{note['id']}")
        begin(page)
    with ada.expecting_trouble():
        # Also what a page sends as it goes does not arrive.
        service.go_away()
        for page, note in zip(pages, notes, strict=True):
            page.keyboard.type("Kept words.")
            kept(page, note["id"])
            page.close()
        service.start()
        told = ada.open("/people").get_by_role("status").filter(has_text="3 notes hold text")
    for name in ("Open “Plan” (Garden)", "Open “Plan” (Top of the workspace)", "Open “Leaf”"):
        expect(told.get_by_role("link", name=name, exact=True)).to_be_visible()


def test_what_arrived_from_a_page_that_went_is_not_said_to_be_unsaved(ada: Visitor) -> None:
    note = ada.note("Plan", "Start.")
    page = ada.tab()
    Line(page, arrives=True)
    page.goto(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.type(" Last words.")
    kept(page, note["id"])
    wait_until(lambda: ada.read(note["id"])["content"].strip() == "Start. Last words.", "it did not arrive")
    page.close()
    ada.open("/people")
    wait_until(lambda: not ada.page.evaluate(DRAFTED, note["id"]), "it is still held for unsaved")
    expect(ada.page.get_by_role("link", name="Open “Plan”")).to_have_count(0)
