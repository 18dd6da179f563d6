"""What the stream of events does to pages: with and without locks, and what counts as a visit."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.app.notified import NOTES, STREAM, follows
from tests.app.two import newcomer
from tests.app.visitor import Visitor
from tests.app.writing import surface
from tests.service import Service

# What a page has that came over plain http; and whether somebody looks at it, which a test has to say.
PLAIN = """
delete Navigator.prototype.locks;
Object.defineProperty(document, "hidden", { get: () => window.isHidden === true });
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = Service(tmp_path_factory.mktemp("instance"), {"NOTESVC_REGISTRATION": "open"}).start()
    yield started
    started.end()


@pytest.fixture
def ada(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    return newcomer(visit(service), "Ada")


def look_away(page: Page, is_hidden: bool) -> None:
    page.evaluate("is => { isHidden = is; document.dispatchEvent(new Event('visibilitychange')); }", is_hidden)


def test_over_plain_http_a_tab_follows_for_as_long_as_it_is_looked_at(ada: Visitor) -> None:
    ada.context.add_init_script(PLAIN)
    page = follows(ada.page, "/")
    assert page.evaluate("navigator.locks") is None
    ada.note("Made elsewhere")
    expect(page.get_by_role("treeitem", name="Made elsewhere")).to_be_visible()
    with page.expect_event("requestfailed", lambda request: STREAM in request.url):
        look_away(page, True)
    ada.note("Made meanwhile")
    with page.expect_request(lambda request: STREAM in request.url) as resumed:
        look_away(page, False)
    assert "lastEventId=" in resumed.value.url
    expect(page.get_by_role("treeitem", name="Made meanwhile")).to_be_visible()


def test_a_note_that_is_read_again_because_it_changed_does_not_count_as_opened(ada: Visitor) -> None:
    shown, other = ada.note("Shown", "Before."), ada.note("Other")
    page = follows(ada.page, f"/notes/{shown['id']}")
    surface(page).wait_for()
    ada.read(other["id"])
    assert ada.ask("PATCH", f"{NOTES}/{shown['id']}", {"content": "After."}).ok
    expect(surface(page)).to_have_text("After.")
    opened = ada.ask("GET", "/api/workspace/recents").json()["notes"]
    assert [note["name"] for note in opened] == ["Other", "Shown"]
