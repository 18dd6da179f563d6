"""Files that are on their way into a note when it is left: they arrive in it, or the person is told."""

import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.app.clipboard import files
from tests.app.editing import GIVE_PICTURE, content, picture
from tests.app.keys import enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import wait_until

UPLOADS = "**/api/workspace/attachments"


def paste_held(ada: Visitor, mode: str = "block") -> tuple[dict[str, Any], Callable[[], None]]:
    """A note with words on both sides of a picture that is on its way, and how to let it arrive."""
    note = enter(ada, "Above.\n\nBelow.", mode=mode)
    page = ada.page
    press(page, "ControlOrMeta+Home", "End")
    waiting: list[Route] = []
    page.route(UPLOADS, lambda route: waiting.append(route))
    with page.expect_request(UPLOADS):
        page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(page.get_by_role("button", name="Cancel uploading dot.png")).to_be_visible()

    def let_go() -> None:
        for route in waiting:
            route.continue_()
        page.unroute(UPLOADS)

    return note, let_go


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_picture_arrives_in_a_note_that_was_left(ada: Visitor, mode: str) -> None:
    other = ada.note("Another")
    note, let_go = paste_held(ada, mode)
    page = ada.page
    page.get_by_role("treeitem", name="Another").click()
    expect(page).to_have_url(re.compile(other["id"]))
    surface(page).wait_for()
    let_go()
    wait_until(lambda: files(content(ada, note)), "the picture did not arrive")
    text = content(ada, note)
    assert re.fullmatch(r"Above\.\s*!\[dot.png\]\(/files/\S+\)\s*Below\.\s*", text), text
    assert ada.context.request.get(files(text)[0]).ok
    assert content(ada, other).strip() == ""


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_picture_arrives_in_the_text_of_somebody_who_has_come_back(ada: Visitor, mode: str) -> None:
    ada.note("Another")
    note, let_go = paste_held(ada, mode)
    page = ada.page
    page.get_by_role("treeitem", name="Another").click()
    surface(page).wait_for()
    page.get_by_role("treeitem", name="Written in").click()
    begin(page)
    if mode == "block":
        expect(page.get_by_role("button", name="Cancel uploading dot.png")).to_be_visible()
    page.keyboard.type(" And on.")
    let_go()
    wait_until(lambda: files(content(ada, note)) and "And on." in content(ada, note), "it was not saved")
    text = content(ada, note)
    assert re.fullmatch(r"Above\.\s*!\[dot.png\]\(/files/\S+\)\s*Below\.\s+And on\.\s*", text), text
    expect(surface(page)).to_be_focused()
    page.keyboard.type(" And more.")
    wait_until(lambda: "And on. And more." in content(ada, note), "what was typed next was not saved")


def test_a_picture_arrives_beside_what_another_program_wrote_meanwhile(ada: Visitor) -> None:
    other = ada.note("Another")
    note, let_go = paste_held(ada)
    page = ada.page
    page.get_by_role("treeitem", name="Another").click()
    expect(page).to_have_url(re.compile(other["id"]))
    left = wait_until(lambda: "#upload-" in content(ada, note) and ada.read(note["id"]), "its place was not saved")
    etag = ada.ask("GET", f"/api/workspace/notes/{note['id']}").headers["etag"]
    text = left["content"].replace("Below.", "Below, by another.")
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": text}, **{"If-Match": etag}).ok
    let_go()
    wait_until(lambda: files(content(ada, note)), "the picture did not arrive")
    text = content(ada, note)
    assert re.fullmatch(r"Above\.\n\n!\[dot.png\]\(/files/\S+\)\n\nBelow, by another\.\s*", text), text


def test_a_picture_that_could_not_be_sent_waits_in_the_note_that_was_left(ada: Visitor) -> None:
    ada.note("Another")
    note, let_go = paste_held(ada)
    page = ada.page
    page.get_by_role("treeitem", name="Another").click()
    surface(page).wait_for()
    # Else what says so cannot be fetched any more.
    page.locator(".mantine-Notifications-root").first.wait_for(state="attached")
    with ada.expecting_trouble():
        ada.context.set_offline(True)
        let_go()
        expect(page.get_by_role("alert").filter(has_text="dot.png")).to_be_visible()
        ada.context.set_offline(False)
    page.get_by_role("treeitem", name="Written in").click()
    begin(page)
    page.get_by_role("button", name="Try again").click()
    expect(picture(page)).to_be_visible()
    wait_until(lambda: files(content(ada, note)), "the picture did not arrive")


@pytest.fixture
def silent_server() -> Iterator[str]:
    """The address of a server that takes whatever it is sent and never answers.

    A request that the test itself held back would be let go when its page closes, and arrive.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


def test_closing_the_page_is_asked_about_and_the_next_visit_tells_what_was_cut_off(
    ada: Visitor, silent_server: str
) -> None:
    note = enter(ada, "Above.\n\nBelow.")
    page = ada.page
    page.route(UPLOADS, lambda route: route.continue_(url=silent_server))
    page.evaluate(GIVE_PICTURE, ["paste", 0, 0])
    expect(page.get_by_role("button", name="Cancel uploading dot.png")).to_be_visible()
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(page.get_by_role("button", name="Cancel uploading dot.png")).to_be_visible()
    page.close()
    later = ada.tab()
    later.goto("/")
    told = later.get_by_role("status").filter(has_text="“dot.png” was still being uploaded")
    told.get_by_role("link", name="Open “Written in”").click()
    expect(later).to_have_url(re.compile(note["id"]))
    told.get_by_role("button", name="I have seen it").click()
    expect(told).to_have_count(0)
    later.reload()
    surface(later).wait_for()
    expect(told).to_have_count(0)
