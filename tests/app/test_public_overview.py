"""All public links of an account: found, looked at and ended; and the marks of what is public."""

import contextlib
import sqlite3
import uuid
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.app.catalogue import said
from tests.app.public import share
from tests.app.visitor import Visitor
from tests.service import Service


def overview(ada: Visitor) -> tuple[Page, Locator]:
    page = ada.open("/shared?show=links")
    links = page.get_by_role("list", name="Public links").locator("> li")
    links.first.wait_for()
    return page, links


def test_the_overview_finds_links_by_name_and_state_and_acts_on_them(ada: Visitor, reader: Visitor) -> None:
    plan, party = ada.note("Plan", "First."), ada.note("Party", "First.")
    link = share(ada, "note", plan["id"])
    share(ada, "note", party["id"])
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.ask("PATCH", f"/api/workspace/notes/{plan['id']}", {"content": "Later."})
    page, links = overview(ada)
    expect(links).to_have_count(2)
    expect(links.filter(has_text="Plan")).to_contain_text("1 change since")
    page.get_by_role("radio", name="Changed").check()
    expect(links).to_have_count(1)
    links.get_by_role("button", name="Copy the address of Plan").click()
    expect(page.get_by_text(said("shares.list.copied"))).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == link["url"]
    links.get_by_role("button", name="Refresh Plan").click()
    expect(page.get_by_text(said("shares.list.noMatch"))).to_be_visible()
    expect(reader.open(link["url"]).get_by_text("Later.")).to_be_visible()
    page.get_by_role("radio", name="All").check()
    page.get_by_label("Filter by name").fill("part")
    expect(links).to_have_count(1)
    links.get_by_role("button", name="Revoke the link to Party").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(links).to_contain_text("Revoked")
    page.get_by_role("radio", name="Public", exact=True).check()
    expect(page.get_by_text(said("shares.list.noMatch"))).to_be_visible()


def test_all_links_are_revoked_at_once_after_a_question(ada: Visitor, reader: Visitor) -> None:
    notes = [ada.note("Plan", "Words."), ada.note("Party", "Words.")]
    urls = [share(ada, "note", note["id"])["url"] for note in notes]
    page, links = overview(ada)
    page.get_by_role("button", name="Revoke all…").click()
    question = page.get_by_role("dialog", name=said("shares.list.revokeAllTitle"))
    expect(question).to_contain_text("2 addresses stop working at once")
    question.get_by_role("button", name="Cancel").click()
    assert reader.ask("GET", urls[0]).status == 200
    page.get_by_role("button", name="Revoke all…").click()
    question.get_by_role("button", name="Revoke all").click()
    expect(links.filter(has_text="Revoked")).to_have_count(2)
    expect(page.get_by_role("button", name="Revoke all…")).to_have_count(0)
    assert [reader.ask("GET", url).status for url in urls] == [404, 404]


def test_an_overview_without_links_says_what_it_is_for(ada: Visitor) -> None:
    page = ada.open("/shared")
    page.get_by_role("radio", name="Public links").check()
    expect(page.get_by_text("Nothing is public")).to_be_visible()
    expect(page.get_by_role("heading", name="Public links")).to_be_visible()


def test_an_overview_that_cannot_be_read_says_so_and_reads_again(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    # A worker's requests pass by the page's routes.
    ada = visit(service).register()
    share(ada, "note", ada.note("Plan", "Words.")["id"])
    ada.page.route("**/api/workspace/shares*", lambda route: route.fulfill(status=403, json={"code": "forbidden"}))
    page = ada.open("/shared?show=links")
    failure = page.get_by_role("alert").filter(has_text=said("common.problem.forbidden"))
    failure.wait_for()
    page.unroute("**/api/workspace/shares*")
    failure.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("list", name="Public links").get_by_role("link", name="Plan", exact=True)).to_be_visible()


def test_an_overview_of_a_thousand_links_draws_only_those_in_view(ada: Visitor) -> None:
    note = ada.note("Plan", "Words.")
    share(ada, "note", note["id"])
    _copy_the_link(ada.service, 999)
    page, links = overview(ada)
    expect(links.first).to_have_attribute("aria-setsize", "1000")
    assert links.count() < 100
    links.first.get_by_role("link", name="Plan", exact=True).focus()
    page.keyboard.press("End")
    expect(page.locator("li[aria-posinset='1000'] a").first).to_be_focused()


def _copy_the_link(service: Service, times: int) -> None:
    """As many as an account may have; making them one by one is limited to a few in an hour."""
    with contextlib.closing(sqlite3.connect(service.instance / "notesvc.sqlite")) as database, database:
        rows = database.execute("SELECT * FROM shares")
        names = [column[0] for column in rows.description]
        row = dict(zip(names, rows.fetchone(), strict=True))
        marks = ", ".join("?" * len(names))
        for number in range(times):
            copy = row | {"id": str(uuid.uuid4()), "slug": f"copy-{number:04}"}
            database.execute(f"INSERT INTO shares VALUES ({marks})", [copy[name] for name in names])


def test_what_is_public_is_marked_wherever_it_is_named(ada: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    note = ada.note("Plan", "Words.")
    inside = ada.note("Roses", "Red.", parentId=folder["id"])
    page = ada.open(f"/notes/{note['id']}")
    bar = page.get_by_role("toolbar", name="Note")
    expect(bar.get_by_role("button", name="Only you")).to_be_visible()
    share(ada, "folder", folder["id"])
    share(ada, "note", note["id"])
    page = ada.open(f"/notes/{note['id']}")
    expect(page.get_by_role("treeitem", name="Garden")).to_have_attribute("aria-description", "public")
    page.get_by_role("button", name="Garden is public: show its links").click()
    expect(page.get_by_role("dialog", name="Share “Garden”").get_by_label("Address", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    bar.get_by_role("button", name="Public. Anyone with the public link").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Public link")).to_be_checked()
    dialog.get_by_role("button", name="Revoke…").click()
    page.get_by_role("button", name="Revoke", exact=True).click()
    page.keyboard.press("Escape")
    expect(bar.get_by_role("button", name="Only you")).to_be_visible()
    page = ada.open(f"/notes/{inside['id']}")
    bar.get_by_role("button", name="Public folder. Anyone").click()
    expect(page.get_by_role("dialog")).to_contain_text("This note is also published with the folder Garden.")


def test_lists_ask_once_for_the_marks_of_all_their_rows(ada: Visitor) -> None:
    notes = [ada.note(f"Note {number}", "Words.") for number in range(12)]
    share(ada, "note", notes[3]["id"])
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url) if "shares" in request.url else None)
    for note in notes[:6]:
        ada.ask("GET", f"/api/workspace/notes/{note['id']}")
    page = ada.open("/recents")
    marks = page.get_by_role("main").get_by_role("button", name="Note 3 is public: show its links")
    expect(marks).to_have_count(1)
    assert len(asked) == 1
