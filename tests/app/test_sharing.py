"""Sharing a note: let in, asked, changed, left; and what those who were let in are offered."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.editing import box
from tests.app.two import BOB, Pair, handle_of, share
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import begin, saved, surface
from tests.service import wait_until

CIRCLE = "/api/workspace/notes/{}/collaborators"


def sharing(page: Page) -> Page:
    """Open the dialog from the note's menu."""
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Share…").click()
    page.get_by_label("Handle or e-mail address").wait_for()
    return page


def menu_of(page: Page) -> list[str]:
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem").first.wait_for()
    offered = page.get_by_role("menuitem").all_inner_texts()
    page.keyboard.press("Escape")
    return [name.split("\n")[0] for name in offered]


@pytest.mark.journey
def test_an_owner_lets_people_in_changes_what_they_may_and_takes_them_out(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Plan", "Text.")
    page = sharing(ada.open(f"/notes/{note['id']}"))
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label("Handle or e-mail address")
    field.fill("nobody-of-that-name")
    field.press("Enter")
    expect(dialog.get_by_text(said("sharing.invite.noSuch"))).to_be_visible()
    field.fill(f"@{handle_of(bob)}")
    field.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("Bob sees this note now.")
    field.fill("new@example.org")
    field.press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("A mail is on its way to new@example.org.")
    people = dialog.get_by_role("list", name="People who see this note")
    expect(people.get_by_role("listitem")).to_have_count(3)
    people.get_by_label("What Bob may do").select_option("viewer")
    circle = CIRCLE.format(note["id"])
    wait_until(lambda: ada.ask("GET", circle).json()["collaborators"][0]["role"] == "viewer", "the role did not change")
    people.get_by_role("button", name="Remove Bob").click()
    expect(people.get_by_role("listitem")).to_have_count(2)
    assert bob.ask("GET", f"/api/workspace/notes/{note['id']}").status == 404
    page.get_by_role("button", name="Undo").click()
    expect(people.get_by_role("listitem")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Note").get_by_text("Shared with 2")).to_be_visible()


def test_a_viewer_reads_and_is_offered_nothing_that_would_be_refused(pair: Pair) -> None:
    ada, bob = pair
    ada.note("Hidden plan", "secret")
    note = ada.note("Open plan", "See [[Hidden plan]], #garden.", tags=["plan"], properties={"year": 2026})
    bob.note("Hidden plan", "Bob's own.")
    share(ada, note, bob)
    page = bob.open("/")
    page.get_by_role("region", name="Shared with me").get_by_role("link", name="Open plan").click()
    expect(page.get_by_role("toolbar", name="Note").get_by_text("Read only")).to_be_visible()
    expect(page.locator(".note-to-read")).to_contain_text("See Hidden plan")
    expect(page.get_by_role("textbox", name="Title")).not_to_be_editable()
    # A link of Ada's leads nowhere, though Bob has a note of that name.
    expect(page.locator(".note-to-read").get_by_role("link")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Blocks|Markdown|Add tag|Remove tag"))).to_have_count(0)
    expect(surface(page)).to_have_count(0)
    offered = menu_of(page)
    assert "Share…" in offered
    assert not {"Move to folder…", "Move to trash", "Duplicate", "Edit as markdown"} & set(offered)


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_an_editor_writes_and_the_owner_keeps_the_place_of_the_note(pair: Pair, mode: str) -> None:
    ada, bob = pair
    note = ada.note("Draft", "First.", mode=mode)
    share(ada, note, bob, "editor")
    page = bob.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.type(" Second, by Bob.")
    wait_until(lambda: "by Bob" in ada.read(note["id"])["content"], "what Bob wrote was not saved")
    saved(page)
    offered = set(menu_of(page))
    assert not {"Move to folder…", "Move to trash"} & offered
    assert {"Edit as markdown", "Edit as blocks"} & offered
    expect(page.get_by_role("toolbar", name="Note").get_by_text("Shared with you")).to_be_visible()


def test_a_note_of_somebody_else_is_found_by_its_title(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Garden plan", "Text.")
    ada.note("Garden secrets", "Text.")
    bob.note("Garden", "Bob's own.")
    share(ada, note, bob)
    page = bob.open("/")
    page.get_by_role("treeitem").first.wait_for()
    page.keyboard.press("ControlOrMeta+k")
    page.get_by_role("combobox").fill("garden")
    found = page.get_by_role("option").filter(has_text="Garden")
    expect(found.filter(has_text="plan")).to_contain_text("shared by Ada")
    expect(found.filter(has_text="secrets")).to_have_count(0)
    page.get_by_role("combobox").fill("garden plan")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{bob.service.url}/notes/{note['id']}")
    page.get_by_role("button", name="Read only").wait_for()


def test_who_has_only_the_link_asks_and_the_answer_is_the_same_for_no_note(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Asked for", "Text.")
    shown = []
    for note_id in ("0192f0c1-2345-7000-8000-000000000000", note["id"]):
        page = bob.open(f"/notes/{note_id}")
        page.get_by_label("What you would like to do").select_option("editor")
        page.get_by_role("button", name="Ask for access").click()
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text(said("sharing.ask.asked"))
        shown.append(page.get_by_role("main").inner_text())
    assert shown[0] == shown[1]
    owner = sharing(ada.open(f"/notes/{note['id']}"))
    asked = owner.get_by_role("region", name="Asking for access")
    expect(asked).to_contain_text("would like to edit")
    asked.get_by_role("button", name="Let in").click()
    expect(owner.get_by_label("What Bob may do")).to_have_value("editor")
    expect(asked).to_have_count(0)
    assert bob.read(note["id"])["name"] == "Asked for"


def test_a_declined_request_lets_nobody_in(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Not for you", "Text.")
    bob.ask("POST", "/api/workspace/collaboration/requests", {"noteId": note["id"], "role": "viewer"})
    page = sharing(ada.open(f"/notes/{note['id']}"))
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("region", name="Asking for access")).to_have_count(0)
    assert bob.ask("GET", f"/api/workspace/notes/{note['id']}").status == 404


def test_a_collaborator_leaves(pair: Pair) -> None:
    ada, bob = pair
    note = ada.note("Left behind", "Text.")
    share(ada, note, bob)
    page = bob.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="Read only").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ada shares this note with you: you may read it.")
    page.get_by_role("button", name="Leave this note").click()
    page.get_by_role("dialog", name="Leave “Left behind”?").get_by_role("button", name="Leave this note").click()
    expect(page.get_by_role("heading", name="Shared with me")).to_be_visible()
    expect(page.get_by_text("Nothing is shared with you yet")).to_be_visible()
    assert ada.ask("GET", CIRCLE.format(note["id"])).json()["collaborators"] == []


@pytest.mark.parametrize(
    "look",
    [
        pytest.param({}, id="light", marks=pytest.mark.full),
        pytest.param({"color_scheme": "dark"}, id="dark"),
        pytest.param({"viewport": PHONE}, id="phone"),
    ],
)
def test_nothing_of_it_has_a_violation(open_service, visit, look) -> None:  # type: ignore[no-untyped-def]
    ada, bob = visit(open_service, **look).register(), visit(open_service, **look).register(BOB, "Bob")
    note = ada.note("Shown", "Text with #garden.", tags=["plan"])
    share(ada, note, bob)
    eve = visit(open_service, **look).register("eve@example.org", "Eve")
    eve.ask("POST", "/api/workspace/collaboration/requests", {"noteId": note["id"], "role": "viewer"})
    dialog = sharing(ada.open(f"/notes/{note['id']}"))
    dialog.get_by_role("button", name="Let in").wait_for()
    assert axe.violations(dialog) == []
    reading = bob.open(f"/notes/{note['id']}")
    reading.get_by_role("button", name="Read only").wait_for()
    assert axe.violations(reading) == []
    shared = bob.open("/shared")
    shared.get_by_role("main").get_by_role("link", name="Shown").wait_for()
    assert axe.violations(shared) == []
    asking = eve.open(f"/notes/{note['id']}")
    asking.get_by_role("button", name="Ask for access").wait_for()
    assert axe.violations(asking) == []


def test_sharing_suggests_people_whose_addresses_are_known(ada: Visitor) -> None:
    body = {"name": "Grace Hopper", "email": "grace@example.org"}
    assert ada.ask("POST", "/api/workspace/people", body).ok
    page = ada.open(f"/notes/{ada.note('Plan')['id']}")
    page.get_by_role("button", name="Only you").click()
    field = page.get_by_role("combobox", name="Handle or e-mail address")
    field.press_sequentially("hop")
    page.get_by_role("option", name="Grace Hopper").click()
    expect(field).to_have_value("grace@example.org")
    row = page.locator(".share-people li").first
    expect(row.locator(".share-avatar")).to_have_text("A")
    field.fill("nobody here")
    page.get_by_role("button", name="Invite").click()
    fault = box(page.locator(".share-fault"))
    assert fault["y"] >= box(page.get_by_role("button", name="Invite"))["bottom"]
    assert fault["width"] == box(page.locator(".share-invite"))["width"]
    assert axe.violations(page) == []
