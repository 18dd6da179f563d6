"""The service is away: what was read before can be read, the rest says why not, and nobody else finds it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.catalogue import said
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import Service, wait_until

# What the worker has put away of what was read, by path.
KEPT = """async () => {
  const found = await caches.has("read-1") ? await (await caches.open("read-1")).keys() : [];
  return found.map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture
def fixed(start: Callable[..., Service], free_port: int) -> Service:
    """A service that comes back at the same address."""
    return start(NOTESVC_PORT=str(free_port))


@pytest.fixture
def ada(fixed: Service, visit: Callable[..., Visitor]) -> Visitor:
    """Signed in, at a page that its worker watches over."""
    visitor = visit(fixed, service_workers="allow").register()
    page = visitor.open("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return visitor


def keeps(page: Page, path: str) -> None:
    wait_until(lambda: path in page.evaluate(KEPT), f"{path} was not kept")


def test_notes_that_were_opened_can_be_read_and_written_while_the_service_is_away(ada: Visitor, fixed: Service) -> None:
    read, other = ada.note("Read before", "Words from before."), ada.note("Never opened", "Unseen.")
    page = ada.open(f"/notes/{read['id']}")
    begin(page)
    page.keyboard.type(" And what was added.")
    saved(page)
    keeps(page, f"/api/workspace/notes/{read['id']}")
    keeps(page, "/api/workspace/notes")
    with ada.expecting_trouble():
        fixed.go_away()
        ada.open(f"/notes/{read['id']}")
        expect(surface(page)).to_contain_text("Words from before. And what was added.")
        expect(page.get_by_role("status").filter(has_text="does not answer").first).to_be_visible()
        begin(page)
        page.keyboard.type(" Typed while away.")
        expect(surface(page)).to_contain_text("Typed while away.")
        page.get_by_role("treeitem", name="Never opened").click()
        expect(page.get_by_text(said("notes.away.text"))).to_be_visible()
        fixed.start()
        wait_until(lambda: "Typed while away." in ada.read(read["id"])["content"], "the words were not sent", 150)
        expect(surface(page)).to_contain_text("Unseen.")
    assert ada.read(read["id"])["content"].strip() == "Words from before. And what was added. Typed while away."
    assert ada.read(other["id"])["content"] == "Unseen."


def test_what_changed_elsewhere_meanwhile_is_shown_when_the_service_is_back(ada: Visitor, fixed: Service) -> None:
    note = ada.note("Changed", "Old words.")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    keeps(page, f"/api/workspace/notes/{note['id']}")
    # A page that is open is told of the change, and fetches it.
    page.goto("about:blank")
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "New words.", "reason": "manual"}).ok
    with ada.expecting_trouble():
        fixed.go_away()
        ada.open(f"/notes/{note['id']}")
        expect(surface(page)).to_contain_text("Old words.")
        fixed.start()
        expect(surface(page)).to_contain_text("New words.", timeout=60_000)


def test_signing_out_leaves_nothing_on_the_device(ada: Visitor) -> None:
    note = ada.note("Secret", "Between us.")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    keeps(page, f"/api/workspace/notes/{note['id']}")
    page.get_by_role("button", name="Account").click()
    page.get_by_role("menuitem", name="Sign out").click()
    page.get_by_label("E-mail address").wait_for()
    wait_until(lambda: page.evaluate(KEPT) == [], "something stayed")
