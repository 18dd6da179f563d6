"""What others did comes by itself: notifications, and pages that follow what happens in other places."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.notified import NOTES, STREAM, follows
from tests.app.two import BOB, Pair, handle_of, share
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import begin, surface
from tests.service import wait_until


@pytest.mark.journey
def test_a_mention_rings_is_read_and_leads_to_the_note(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Text.")
    share(ada, note, bob)
    page = follows(bob.page, "/")
    page.get_by_role("button", name="Notifications, 1 unread").wait_for()
    assert ada.ask("PATCH", f"{NOTES}/{note['id']}", {"content": f"Ask @{handle_of(bob)}."}).ok
    page.get_by_role("button", name="Notifications, 2 unread").click()
    told = page.get_by_role("list", name="Notifications")
    expect(told.get_by_role("listitem")).to_have_count(2)
    expect(told.get_by_role("listitem").last).to_contain_text("Ada shares “Plan” with you.")
    told.get_by_role("link", name="Ada mentions you in “Plan”.").click()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Plan")
    page.get_by_role("button", name="Notifications, 1 unread").click()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("button", name="Notifications", exact=True)).to_be_visible()


def test_what_is_watched_is_told_and_what_is_muted_is_not(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Watched", "Text.")
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    share(ada, note, bob, "editor")
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Watch this note").click()
    wait_until(lambda: preferences(ada)["watched"], "the note is not watched")
    page = ada.open(f"/folders/{folder['id']}")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.get_by_role("button", name="Watching")).to_be_visible()
    page = follows(page, "/settings/notifications")
    page.get_by_role("checkbox", name="Somebody mentions me").check()
    wait_until(lambda: preferences(ada)["mail"]["mention"], "the choice was not kept")
    page.get_by_role("button", name="Stop watching: Garden").click()
    expect(page.get_by_role("link", name="Garden", exact=True).and_(page.locator(".told-things a"))).to_have_count(0)
    assert bob.ask("PATCH", f"{NOTES}/{note['id']}", {"content": "Changed by Bob."}).ok
    page.get_by_role("button", name="Notifications, 1 unread").wait_for()
    ada.ask("POST", "/api/notifications/read", {"all": True})
    page.goto(f"/notes/{note['id']}")
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Mute this note").click()
    wait_until(lambda: preferences(ada)["muted"] == [note["id"]], "the note is not muted")
    assert bob.ask("PATCH", f"{NOTES}/{note['id']}", {"content": "Changed again."}).ok
    assert ada.ask("GET", "/api/notifications").json()["unreadCount"] == 0


def preferences(visitor: Visitor) -> dict[str, object]:
    found: dict[str, object] = visitor.ask("GET", "/api/notifications/preferences").json()
    return found


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_mention_is_offered_of_those_who_may_see_the_note(pair: Pair, mode: str) -> None:
    ada, bob = pair
    note = ada.note("Mentioning", "Text. ", mode=mode)
    share(ada, note, bob)
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="Shared with 1").wait_for()
    begin(page)
    page.keyboard.type(" @bo")
    page.get_by_role("option", name=f"@{handle_of(bob)}").click()
    wait_until(lambda: f"@{handle_of(bob)}" in ada.read(note["id"])["content"], "the mention was not saved")


def test_one_stream_serves_all_tabs_and_the_next_tab_goes_on_with_it(ada: Visitor) -> None:
    asked: list[str] = []
    ada.context.on("request", lambda request: asked.append(request.url) if STREAM in request.url else None)
    first = follows(ada.page, "/")
    second = ada.tab()
    second.goto("/")
    second.get_by_role("treeitem").first.wait_for()
    # The first note may come to the second tab because it looks anew when it joins, and only the next one as an event.
    for name in ("Made elsewhere", "Made again"):
        ada.note(name)
        for page in (first, second):
            expect(page.get_by_role("treeitem", name=name)).to_be_visible()
    assert len(asked) == 1
    with second.expect_request(lambda request: STREAM in request.url) as resumed:
        first.close()
    assert "lastEventId=" in resumed.value.url
    ada.note("Made later")
    expect(second.get_by_role("treeitem", name="Made later")).to_be_visible()


def test_lists_and_the_open_note_follow_another_device(ada: Visitor) -> None:
    note = ada.note("Followed", "Before.")
    page = follows(ada.page, f"/notes/{note['id']}")
    surface(page).wait_for()
    change = {"name": "Renamed there", "content": "After."}
    assert ada.ask("PATCH", f"{NOTES}/{note['id']}", change).ok
    expect(surface(page)).to_have_text("After.")
    expect(page.get_by_role("treeitem", name="Renamed there")).to_be_visible()
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "New folder there"}).json()
    expect(page.get_by_role("treeitem", name="New folder there")).to_be_visible()
    ada.ask("POST", f"{NOTES}/{note['id']}/move", {"parentId": folder["id"]})
    expect(page.get_by_role("navigation", name="Where this note is")).to_contain_text("New folder there")
    assert ada.ask("DELETE", f"{NOTES}/{note['id']}").ok
    expect(page.get_by_text(said("notes.inTrash.text"))).to_be_visible()


def test_roles_that_change_change_the_page_and_a_lost_one_closes_it(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Shared", "Text.")
    page = follows(bob.page, f"/notes/{note['id']}")
    page.get_by_role("button", name="Ask for access").wait_for()
    share(ada, note, bob, "viewer")
    expect(page.get_by_role("button", name="Read only")).to_be_visible()
    share(ada, note, bob, "editor")
    expect(page.get_by_role("button", name="Shared with you")).to_be_visible()
    expect(page.get_by_role("textbox", name="Title")).to_be_editable()
    who = bob.ask("GET", "/api/auth/session").json()["user"]["id"]
    assert ada.ask("DELETE", f"{NOTES}/{note['id']}/collaborators/{who}").ok
    expect(page.get_by_role("heading", name="This note is not there")).to_be_visible()
    expect(page.get_by_role("region", name="Shared with me")).to_have_count(0)


def test_a_session_that_ended_elsewhere_is_seen_at_once(ada: Visitor) -> None:
    page = follows(ada.page, "/")
    assert ada.ask("POST", "/api/auth/logout").ok
    expect(page.get_by_role("dialog")).to_contain_text("Sign in")


def test_without_a_stream_the_page_is_as_it_was(ada: Visitor) -> None:
    ada.context.route(f"**{STREAM}*", lambda route: route.fulfill(status=429, body="too many"))
    page = ada.page
    with page.expect_response(lambda response: STREAM in response.url):
        page.goto("/")
    ada.note("Seen on coming back")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.get_by_role("treeitem", name="Seen on coming back")).to_be_visible()


@pytest.mark.parametrize(
    "look",
    [
        pytest.param({}, id="light", marks=pytest.mark.full),
        pytest.param({"color_scheme": "dark"}, id="dark"),
        pytest.param({"viewport": PHONE}, id="phone"),
    ],
)
def test_nothing_of_it_has_a_violation(open_service, visit, look) -> None:  # type: ignore[no-untyped-def]
    ada, bob = visit(open_service).register(), visit(open_service, **look).register(BOB, "Bob")
    for number in range(3):
        share(ada, ada.note(f"Note {number}"), bob)
    page = bob.open("/")
    page.get_by_role("button", name="Notifications, 3 unread").click()
    page.get_by_role("list", name="Notifications").wait_for()
    assert [line for line in axe.violations(page) if not line.startswith("region")] == []
    for path in ("/notifications", "/settings/notifications"):
        page = bob.open(path)
        page.get_by_role("main").get_by_text("Note 0").or_(page.get_by_text("Muted notes")).first.wait_for()
        assert axe.violations(page) == []


def test_the_list_says_that_it_is_coming_and_an_import_leads_to_its_report(ada: Visitor) -> None:
    page = ada.page
    held: list[Route] = []
    page.route("**/assets/NotificationsPage-*.js", lambda route: held.append(route))
    page.goto("/notifications", wait_until="commit")
    expect(page.get_by_role("status", name="Loading").locator(".state-line").first).to_be_visible()
    refusal = {"code": "invalid_input", "detail": "Broken."}
    page.route(re.compile(r"/api/notifications$"), lambda route: route.fulfill(status=422, json=refusal))
    for route in held:
        route.continue_()
    page.unroute("**/assets/NotificationsPage-*.js")
    expect(page.get_by_role("alert")).to_contain_text("That did not work: Broken.")
    expect(page.get_by_role("main").get_by_role("button", name="Try again")).to_be_visible()
    page.unroute(re.compile(r"/api/notifications$"))
    page.reload()
    expect(page.get_by_text("You are told here when")).to_be_visible()
    page.goto("/import")
    leaf = {"name": "Leaf.md", "mimeType": "text/markdown", "buffer": b"Words."}
    page.get_by_label("File", exact=True).set_input_files(leaf)
    page.get_by_role("button", name="Import without a preview").click()
    brought = page.get_by_role("heading", name="What “Leaf.md” brought in")
    expect(brought).to_be_visible()
    # As on another device, which knows nothing of the import.
    page.evaluate("localStorage.removeItem('notesvc.import')")
    page.goto("/notifications")
    page.get_by_role("link", name="“Leaf.md” is imported.").click()
    expect(brought).to_be_visible()
    expect(page.get_by_role("link", name="Leaf.md")).to_be_visible()
