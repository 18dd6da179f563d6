"""Notes made while the service is away: on the device at once, sent once when it answers, and none of it is lost."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.app.away import HERE, Line, fetched, is_making, kept, names, new_note, profile, row, watched
from tests.app.catalogue import said
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until


@pytest.fixture
def fixed(start: Callable[..., Service], free_port: int) -> Service:
    """A service that comes back at the same address."""
    return start(NOTESVC_PORT=str(free_port))


@pytest.fixture
def ada(fixed: Service, visit: Callable[..., Visitor]) -> Visitor:
    return watched(visit, fixed)


def test_a_note_made_while_the_service_is_away_is_sent_when_it_is_back(ada: Visitor, fixed: Service) -> None:
    page = ada.page
    was = names(ada)
    with ada.expecting_trouble():
        fixed.go_away()
        note_id = new_note(page, "Made away")
        begin(page)
        page.keyboard.type("Every letter")
        expect(page.get_by_role("toolbar", name="Note")).to_contain_text(HERE)
        expect(row(page, "Made away")).to_have_attribute("aria-description", HERE)
        kept(page, "Every letter")
        fixed.start()
        page.keyboard.type(" of it")
        wait_until(lambda: "Made away" in names(ada), "it was not made")
        page.keyboard.type(", and on.")
        saved(page)
    assert page.url.endswith(note_id)
    wait_until(lambda: ada.read(note_id)["content"].strip() == "Every letter of it, and on.", "not all of it is there")
    expect(row(page, "Made away")).not_to_have_attribute("aria-description", HERE)
    assert names(ada) == sorted([*was, "Made away"])
    expect(surface(page)).to_be_focused()


def test_it_survives_a_reload_and_is_in_lists_before_it_is_sent(ada: Visitor, fixed: Service) -> None:
    page = ada.page
    was = names(ada)
    with ada.expecting_trouble():
        fixed.go_away()
        note_id = new_note(page, "Before the reload")
        begin(page)
        page.keyboard.type("Kept words.")
        kept(page, "Kept words.")
        page.reload()
        expect(surface(page)).to_contain_text("Kept words.")
        expect(page.get_by_label("Title", exact=True)).to_have_value("Before the reload")
        expect(page.get_by_role("toolbar", name="Note")).to_contain_text(HERE)
        page.get_by_role("link", name="Start").click()
        recent = page.get_by_role("main").get_by_role("link", name="Before the reload")
        expect(recent).to_be_visible()
        expect(page.get_by_role("main").get_by_role("img", name=HERE)).to_be_visible()
        recent.click()
        begin(page)
        page.keyboard.type(" And more.")
        fixed.start()
        saved(page)
    wait_until(lambda: ada.read(note_id)["content"].strip() == "Kept words. And more.", "not all of it is there")
    assert names(ada) == sorted([*was, "Before the reload"])


def test_two_tabs_with_it_make_one_note_of_what_both_wrote(ada: Visitor, fixed: Service) -> None:
    page, other = ada.page, ada.tab()
    was = names(ada)
    with ada.expecting_trouble():
        fixed.go_away()
        note_id = new_note(page, "Of two tabs")
        begin(page)
        page.keyboard.type("From the first.")
        kept(page, "From the first.")
        other.goto(f"/notes/{note_id}")
        surface(other).wait_for()
        other.get_by_label("Add tag").click()
        other.keyboard.type("second\n")
        kept(other, '"second"')
        fixed.start()
        wait_until(lambda: "Of two tabs" in names(ada), "it was not made")
        wait_until(lambda: ada.read(note_id)["tags"] == ["second"], "what the second tab wrote is not there")
        wait_until(
            lambda: ada.read(note_id)["content"].strip() == "From the first.", "what the first wrote is not there"
        )
    assert names(ada) == sorted([*was, "Of two tabs"])


def test_it_survives_the_browser_being_killed(fixed: Service, browser: Browser, tmp_path: Path, ada: Visitor) -> None:
    was = names(ada)
    page, end = profile(browser.browser_type, tmp_path, fixed)
    page.goto(ada.page.url)
    surface(page).wait_for()
    fetched(page)
    page.context.route(re.compile("/api/|/healthz"), lambda route: route.abort())
    note_id = new_note(page, "Killed")
    begin(page)
    page.keyboard.type("To the last letter")
    kept(page, "To the last letter")
    kept(page, "Killed")
    end()
    page, end = profile(browser.browser_type, tmp_path, fixed)
    page.goto("/settings")
    wait_until(lambda: "Killed" in names(ada), "it was not sent")
    wait_until(lambda: ada.read(note_id)["content"].strip() == "To the last letter", "its words were not sent")
    end()
    assert names(ada) == sorted([*was, "Killed"])


@pytest.fixture
def eve(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    """Signed in at a note, without a worker."""
    visitor = visit(service).register()
    page = visitor.open(f"/notes/{visitor.note('Read before', 'Words.')['id']}")
    surface(page).wait_for()
    fetched(page)
    return visitor


def test_answers_that_are_lost_double_nothing(eve: Visitor) -> None:
    page, was = eve.page, names(eve)
    line = Line(page, arrives=True)
    note_id = new_note(page)
    begin(page)
    page.keyboard.type("Only once.")
    wait_until(lambda: line.made >= 3, "it was not asked again")
    line.mend()
    wait_until(lambda: eve.read(note_id)["content"].strip() == "Only once.", "it was not sent")
    saved(page)
    assert names(eve) == sorted([*was, ""])


def test_a_link_to_a_note_that_is_not_there_yet_makes_it(eve: Visitor) -> None:
    page, was = eve.page, names(eve)
    first = page.url.rsplit("/", 1)[1]
    line = Line(page)
    begin(page)
    page.keyboard.type(" See [[Another thought")
    page.get_by_role("option", name=re.compile("Create note")).click()
    link = surface(page).get_by_role("link", name="Another thought")
    expect(link).to_have_attribute("href", re.compile("/notes/"))
    expect(row(page, "Another thought")).to_have_attribute("aria-description", HERE)
    line.mend()
    wait_until(lambda: "Another thought" in names(eve), "it was not made")
    wait_until(lambda: "[[Another thought]]" in eve.read(first)["content"], "the link was not sent")
    assert names(eve) == sorted([*was, "Another thought"])
    links = eve.ask("GET", f"/api/workspace/notes/{first}/links").json()["links"]
    assert [each["targetNoteId"] for each in links] == [link.get_attribute("href").rsplit("/", 1)[1]]


def test_where_its_folder_is_gone_by_then_it_stands_at_the_top(eve: Visitor) -> None:
    folder = eve.ask("POST", "/api/workspace/folders", {"name": "Going"}).json()
    page = eve.open(f"/folders/{folder['id']}")
    page.get_by_role("heading", name="Going").wait_for()
    fetched(page)
    line = Line(page)
    note_id = new_note(page, "Without a home")
    assert eve.ask("DELETE", f"/api/workspace/folders/{folder['id']}").ok
    line.mend()
    wait_until(lambda: "Without a home" in names(eve), "it was not made")
    assert eve.read(note_id)["parentId"] is None


def test_signing_out_asks_first_and_what_was_not_sent_comes_when_one_is_back(eve: Visitor) -> None:
    page = eve.page
    page.route("**/api/workspace/notes", lambda route: route.abort() if is_making(route.request) else route.continue_())
    note_id = new_note(page, "Not sent")
    begin(page)
    page.keyboard.type("Words of it.")
    kept(page, "Words of it.")
    page.get_by_role("button", name="Account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    dialog = page.get_by_role("dialog", name=said("saving.leaving.title"))
    dialog.get_by_role("button", name="Cancel").click()
    expect(surface(page)).to_contain_text("Words of it.")
    page.get_by_role("button", name="Account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    dialog.get_by_role("button", name="Sign out").click()
    page.get_by_label("E-mail address").wait_for()
    page.unroute_all()
    eve.sign_in()
    page.goto("/")
    wait_until(lambda: "Not sent" in names(eve), "it was not sent")
    wait_until(lambda: eve.read(note_id)["content"].strip() == "Words of it.", "its words were not sent")


def test_what_the_service_refuses_is_said_and_stays_here(eve: Visitor) -> None:
    page = eve.page
    line = Line(page)
    new_note(page, "Too many")
    begin(page)
    page.keyboard.type("All of it.")
    line.mend()
    body = '{"type": "about:blank", "status": 422, "code": "invalid_input", "detail": "You have too many notes."}'
    refusal = {"status": 422, "content_type": "application/problem+json", "body": body}
    page.route(
        "**/api/workspace/notes",
        lambda route: route.fulfill(**refusal) if is_making(route.request) else route.continue_(),
    )
    expect(page.get_by_role("alert")).to_contain_text("You have too many notes.", timeout=60_000)
    kept(page, "All of it.")
    page.unroute_all()
    page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: "Too many" in names(eve), "it was not made")
    saved(page)
