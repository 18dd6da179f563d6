"""Saving must never lose a keystroke: the service killed, slow, refusing; tabs and devices that disagree."""

import contextlib
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.states import torn
from tests.app.visitor import PASSWORD, Visitor
from tests.app.writing import begin, hold_writes, saved, surface
from tests.service import Service, wait_until


def words(page: Page) -> Any:
    return page.get_by_role("toolbar", name="Note")


def content(ada: Visitor, note: dict[str, Any]) -> str:
    return str(ada.read(note["id"])["content"])


@pytest.fixture
def fixed(start: Callable[..., Service], free_port: int) -> Service:
    """A service that comes back at the same address."""
    return start(NOTESVC_PORT=str(free_port))


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_the_service_is_killed_in_the_middle_of_a_sentence(
    fixed: Service, visit: Callable[..., Visitor], mode: str
) -> None:
    ada = visit(fixed).register()
    note = ada.note("Plug", "Start.", mode=mode)
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    with ada.expecting_trouble():
        page.keyboard.type(" Before the cut")
        fixed.go_away()
        page.keyboard.type(" and after it.")
        expect(words(page)).to_contain_text(re.compile("waiting", re.IGNORECASE))
        page.keyboard.type(" More.")
        fixed.start()
        wait_until(lambda: "Before the cut and after it. More." in content(ada, note), "typed text is not there")
        saved(page)


def test_the_tab_is_closed_while_the_service_is_gone(fixed: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(fixed).register()
    note = ada.note("Crash", "Start.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    with ada.expecting_trouble():
        fixed.go_away()
        page.keyboard.type(" Typed into nothing.")
        expect(words(page)).to_contain_text(re.compile("waiting", re.IGNORECASE))
        page.close(run_before_unload=False)
        fixed.start()
        ada.page = ada.tab()
        ada.open(f"/notes/{note['id']}")
        wait_until(lambda: "Typed into nothing." in content(ada, note), "the draft was not sent")
        expect(surface(ada.page)).to_contain_text("Typed into nothing.")


@pytest.mark.journey
@pytest.mark.parametrize("status", [429, pytest.param(502, marks=pytest.mark.full), 503])
def test_a_passing_refusal_is_said_and_then_cured(ada: Visitor, status: int) -> None:
    note = ada.note("Refused", "Start.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    with ada.expecting_trouble():
        page.route("**/api/workspace/notes/*", lambda route: _refuse(route, status))
        page.keyboard.type(" Still here.")
        expect(words(page)).to_contain_text(re.compile("waiting|busy", re.IGNORECASE))
        page.unroute("**/api/workspace/notes/*")
        wait_until(lambda: "Still here." in content(ada, note), "it was not sent again")


@pytest.mark.parametrize(
    "body",
    ["<html>proxy</html>", "[]", *(pytest.param(body, marks=pytest.mark.full) for body in ("", '{"ok":'))],
)
def test_nonsense_in_place_of_an_answer_loses_nothing(ada: Visitor, body: str) -> None:
    note = ada.note("Nonsense", "Start.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    with ada.expecting_trouble():
        page.route(
            "**/api/workspace/notes/*",
            lambda route: (
                route.fulfill(status=200, content_type="application/json", body=body)
                if route.request.method == "PATCH"
                else route.continue_()
            ),
        )
        page.keyboard.type(" Survives.")
        expect(words(page).get_by_text("Saved", exact=True).first).to_be_hidden()
        page.unroute("**/api/workspace/notes/*")
        wait_until(lambda: "Survives." in content(ada, note), "it was not sent again")


def test_the_session_ends_while_one_types(ada: Visitor) -> None:
    note = ada.note("Signed out", "Start.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    ada.context.clear_cookies()
    with page.expect_response(lambda answer: answer.status == 401):
        page.keyboard.type(" Not")
    # The dialog, which takes the focus, waits for a pause.
    page.keyboard.type(" lost.", delay=100)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_have_count(0)
    wait_until(lambda: "Not lost." in content(ada, note), "it was not saved after signing in again")
    expect(surface(page)).to_contain_text("Not lost.")


def test_edits_of_two_devices_in_different_paragraphs_are_merged(ada: Visitor) -> None:
    note = ada.note("Merge", "First paragraph.\n\nSecond paragraph.\n")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.route("**/api/workspace/notes/*", hold_writes)
    page.keyboard.type(" Mine.")
    theirs = {"content": "First paragraph. Theirs.\n\nSecond paragraph.\n", "reason": "manual"}
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", theirs).ok
    page.unroute("**/api/workspace/notes/*")
    both = "First paragraph. Theirs.\n\nSecond paragraph. Mine.\n"
    wait_until(lambda: content(ada, note) == both, "the two edits were not merged")
    expect(surface(page)).to_contain_text("Theirs.")


def test_edits_of_two_devices_in_the_same_words_are_shown_side_by_side(ada: Visitor) -> None:
    page = torn(ada)
    words(page).get_by_role("button", name="Conflict").click()
    page.get_by_role("button", name="Choose what stays").last.click()
    dialog = page.locator("section[role=dialog]")
    expect(dialog).to_contain_text("blue")
    expect(dialog).to_contain_text("green")
    assert ada.read(page.url.rpartition("/")[2])["content"] == "The colour is blue.\n"


def test_a_second_tab_that_shows_the_note_takes_over_what_the_first_saved(ada: Visitor) -> None:
    note = ada.note("Two tabs", "Start.")
    page, other = ada.open(f"/notes/{note['id']}"), ada.tab()
    other.goto(f"/notes/{note['id']}")
    surface(other).wait_for()
    page.bring_to_front()
    begin(page)
    page.keyboard.type(" From the first.")
    saved(page)
    expect(surface(other)).to_contain_text("From the first.")


def test_a_note_in_the_trash_is_said_to_be_there_and_not_written(ada: Visitor) -> None:
    note = ada.note("Gone", "Start.")
    # Not told by the stream, the page finds it out when it saves.
    ada.page.route("**/api/notifications/stream*", lambda route: route.abort())
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    ada.ask("DELETE", f"/api/workspace/notes/{note['id']}")
    page.keyboard.type(" Too late.")
    expect(page.get_by_text(re.compile("trash", re.IGNORECASE)).first).to_be_visible()
    expect(page.get_by_text("Too late.").first).to_be_visible()


def test_a_damaged_note_leads_to_its_versions_and_one_brings_it_back(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    note = ada.note("Hurt", "The words.")
    with contextlib.closing(sqlite3.connect(service.instance / "notesvc.sqlite")) as database, database:
        database.execute("UPDATE note_bodies SET content = 'zeros' WHERE note_id = ?", (note["id"],))
    with ada.expecting_trouble():
        page = ada.open(f"/notes/{note['id']}")
        expect(page.get_by_role("heading", name="This note is damaged")).to_be_visible()
        page.get_by_role("button", name="Earlier versions").click()
        page.get_by_role("region", name="Earlier versions").get_by_role("button").click()
        page.get_by_role("dialog").get_by_role("button", name="Restore this version").click()
        expect(surface(page)).to_contain_text("The words.")
    assert content(ada, note).strip() == "The words."


def test_a_large_note_opens_and_is_edited(ada: Visitor) -> None:
    line = "A line of a very long note, number {0}, with [[Links]] and #tags and some more words to fill it.\n"
    text = "".join(line.format(number) for number in range(10_000))
    note = ada.note("One megabyte", text[:1_000_000])
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    surface(page).click()
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.type("Edited. ")
    wait_until(lambda: content(ada, note).startswith("Edited. "), "it was not saved")
    assert content(ada, note)[8:] == text[:1_000_000]


def _refuse(route: Route, status: int) -> None:
    if route.request.method == "PATCH":
        route.fulfill(status=status, content_type="text/html", body="no", headers={"Retry-After": "1"})
    else:
        route.continue_()


def test_parts_that_cannot_be_fetched_take_nothing_else_away(fixed: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(fixed).register()
    note = ada.note("Bare", "Start.")
    with ada.expecting_trouble():
        ada.page.route(
            re.compile(r"/assets/(\w+Banner|Bell|SharedSection|WordCount|Rail)-"), lambda route: route.abort()
        )
        page = ada.open(f"/notes/{note['id']}")
        begin(page)
        page.keyboard.type(" Written.")
        wait_until(lambda: "Written." in ada.read(note["id"])["content"], "what is typed is not saved")
        expect(words(page)).to_be_visible()
        ada.page.unroute_all()
        expect(page.get_by_role("button", name=re.compile("Notifications"))).to_be_visible()
