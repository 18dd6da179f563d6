"""Settings › Storage: a place is set up in steps, and what keeps it from its work is said in words, on every page."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from notesvc import clock
from tests.app import axe
from tests.app.catalogue import said
from tests.app.storage_page import PAGE, fill, part, prove, set_up
from tests.app.visitor import PHONE, Visitor
from tests.service import Service

CONFIG = "**/api/storage/config"
CLOUD = {
    "backend": "webdav",
    "mode": "two_way",
    "address": "https://cloud.example.org/" + "remote.php/" * 44,
    "user": "ada",
    "hasSecret": True,
}


@pytest.mark.journey
def test_a_place_that_cannot_be_used_says_why_before_it_is_saved(ada: Visitor) -> None:
    page = ada.open(PAGE)
    dialog = set_up(page, "Change: Attachments", "S3")
    dialog.get_by_role("radio", name="Another server").check()
    fill(dialog, {"Address": "http://127.0.0.1:9", "Bucket": "notes", "Access key ID": "ada"})
    test = dialog.get_by_role("button", name="Test")
    expect(test).to_be_disabled()
    fill(dialog, {"Secret access key": "a secret"})
    test.click()
    prove(page)
    expect(dialog.get_by_role("status")).to_contain_text(said("storage.setUp.fails"))
    expect(dialog.get_by_role("status")).to_contain_text("address")
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    fill(dialog, {"Bucket": "no/bucket"})
    expect(dialog.get_by_role("status")).to_have_text("")
    page.keyboard.press("Enter")
    expect(dialog.get_by_label("Bucket", exact=True)).to_have_accessible_description(
        "That is no name of a bucket. One that is there already. Versions and public access are not needed."
    )
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Change: Attachments")).to_be_focused()
    expect(part(page, "attachments")).to_contain_text("This server")


def test_the_table_tells_the_curious_what_each_place_can_do(ada: Visitor) -> None:
    page = ada.open(PAGE)
    page.get_by_text("What each place can do").click()
    row = page.get_by_role("row", name="Mirror both ways")
    expect(row.get_by_role("cell")).to_have_text(["no", "varies", "varies", "varies"])


def test_a_pause_names_what_is_at_stake_and_what_follows(ada: Visitor) -> None:
    notes = [ada.note(f"Recipe {number}") for number in range(2)]
    conflict = {"noteId": notes[0]["id"], "name": "Recipe 0", "copyId": notes[1]["id"], "copyName": "Recipe 1"}
    left = {"name": "Work/Old.md", "reason": "not_utf8", "detail": said("storage.left.not_utf8")}
    pause = {"reason": "deletions", "count": 12, "names": ["Recipe 0", "Recipe 1"]}
    _tell(
        ada,
        mirror=CLOUD
        | _paused()
        | {"pause": pause, "conflicts": [conflict | {"createdAt": clock.now()}], "leftFiles": [left]},
    )
    page = ada.open(PAGE)
    shown = page.get_by_role("region", name="Many files are gone there")
    expect(shown).to_contain_text("The files of 12 notes are gone there.")
    expect(shown.get_by_role("listitem")).to_have_text(["Recipe 0", "Recipe 1", "and 10 more"])
    expect(shown).to_contain_text(said("storage.pause.next.deletions"))
    expect(page.get_by_role("list", name="Left alone there")).to_have_text("Work/Old.mdIt is not UTF-8.")
    assert axe.violations(page) == []
    shown.get_by_role("button", name="Turn it off").click()
    expect(page.get_by_role("dialog")).to_contain_text(said("storage.mirror.turnOffText"))
    page.keyboard.press("Escape")
    page.get_by_role("main").get_by_role("link", name="Recipe 1").click()
    expect(page).to_have_url(f"{ada.service.url}/notes/{notes[1]['id']}")


@pytest.mark.parametrize("minutes", [16, 14])
def test_what_is_behind_for_long_is_said_on_every_page_until_it_is_hidden(ada: Visitor, minutes: int) -> None:
    since = clock.from_now(-60 * minutes)
    _tell(ada, attachments={"state": "behind", "since": since, "cause": "unreachable"})
    with ada.page.expect_response(CONFIG):
        page = ada.open("/")
    notice = page.get_by_text("The place for attachments has not answered since")
    if minutes < 15:
        expect(notice).to_have_count(0)
        return
    page.get_by_role("link", name="See why").click()
    expect(part(page, "attachments")).to_contain_text(said("storage.cause.unreachable"))
    expect(notice).to_have_count(0)
    page.go_back()
    page.locator(".notice-action", has_text="Hide").click()
    expect(notice).to_have_count(0)
    with page.expect_response(CONFIG):
        page.reload()
    expect(page.get_by_role("tree").first).to_be_visible()
    expect(notice).to_have_count(0)


def test_a_move_that_pauses_names_what_is_damaged(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE, color_scheme="dark", locale="de-DE").register()
    damaged = [{"id": "0192f0c1-2345-7000-8000-000000000000", "name": "Übersicht 50%.pdf"}]
    move = {"state": "paused", "done": 3, "total": 4, "doneBytes": 3_000_000, "totalBytes": 4_000_000}
    rest = {"cause": "damaged", "detail": None, "damaged": damaged, "refused": [], "keptUntil": None}
    _tell(ada, move=move | rest, attachments={"backend": "s3", "address": "https://s3.example.org", "bucket": "b"})
    page = ada.open(PAGE)
    shown = page.get_by_role("region", name="Die Dateien ziehen um")
    expect(shown).to_contain_text("3 von 4 Dateien, 3 MB von 4 MB")
    link = shown.get_by_role("link", name="Übersicht 50%.pdf")
    expect(link).to_have_attribute("href", f"/files/{damaged[0]['id']}/%C3%9Cbersicht%2050%25.pdf")
    expect(shown.get_by_role("button")).to_have_text(["Noch einmal versuchen", "Umzug abbrechen"])
    assert axe.violations(page) == []


def _paused() -> dict[str, Any]:
    return {"state": "paused", "since": clock.now()}


def _tell(visitor: Visitor, **told: dict[str, Any]) -> None:
    """The service's own answer, but for what takes hours or another machine to come about."""

    def answer(route: Route) -> None:
        config = (response := route.fetch()).json()
        parts = {name: (config[name] or {}) | changed for name, changed in told.items()}
        route.fulfill(response=response, json=config | parts)

    visitor.context.route(CONFIG, answer)
