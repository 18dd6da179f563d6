"""On a touch screen a note is only read until somebody begins to use it; the first tap loses nothing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.editing import content, middle
from tests.app.standing import SURFACE, Held
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import caret_told, surface
from tests.service import Service, wait_until

TEXT = "First line here.\n\n- [ ] Tent\n- [ ] Stove\n\nLast line here."

# Of a word in what has that selector.
MIDDLE = """([place, word]) => {
  const text = document.createTreeWalker(document.querySelector(place), NodeFilter.SHOW_TEXT);
  for (let node = text.nextNode(); node; node = text.nextNode()) {
    const range = document.createRange();
    const at = node.data.indexOf(word);
    if (at < 0) continue;
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }
}"""


@pytest.fixture
def ada(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    """Somebody with a phone."""
    return visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()


def opened(ada: Visitor) -> tuple[dict[str, Any], Page]:
    """The note, and its page when the app stands in it and is at rest."""
    note = ada.note("Packing", TEXT)
    page = ada.page
    # The app asks who else is in the note once it has nothing else to do.
    with page.expect_response("**/collaborators"):
        page.goto(f"/notes/{note['id']}")
    expect(page.locator(".note-to-read")).to_be_visible()
    return note, page


def tap(page: Page, place: Locator) -> None:
    """In the middle of its text, as a finger does it."""
    page.touchscreen.tap(*middle(place))


@contextmanager
def held(page: Page) -> Iterator[None]:
    """The editor's code is asked for within the block, and on its way until the end of it."""
    code = Held(page, SURFACE)
    with page.expect_request(SURFACE):
        yield
    code.let_go()


def test_the_editor_comes_with_the_first_touch(ada: Visitor) -> None:
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    _, page = opened(ada)
    expect(surface(page)).to_have_count(0)
    assert not [url for url in asked if "BlockSurface" in url]
    page.touchscreen.tap(200, 600)
    surface(page).wait_for()
    # That touch was no wish to write.
    expect(page.locator(".note-waiting-field")).to_have_count(0)


def test_the_names_of_all_notes_come_with_the_first_touch(ada: Visitor) -> None:
    ada.note("Tents", "Two poles.")
    note = ada.note("Packing", "See [[Tents]] and [[Stoves]].")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    with ada.page.expect_response("**/collaborators"):
        page = ada.open(f"/notes/{note['id']}")
    expect(page.locator("#first-view")).to_have_count(0)
    expect(page.get_by_role("link", name="Tents")).to_have_attribute("href", re.compile("^/notes/"))
    expect(page.locator(".note-to-read .wiki-link.is-missing")).to_have_text("Stoves")
    assert not [url for url in asked if "/api/workspace/notes?" in url]
    with page.expect_request("**/api/workspace/notes?*"):
        page.touchscreen.tap(200, 600)
    surface(page).wait_for()


def test_who_taps_and_types_before_the_editor_is_there_loses_nothing(ada: Visitor) -> None:
    note, page = opened(ada)
    line = page.get_by_text("Last line here.")
    with held(page):
        tap(page, line)
        # Within the tap, or iOS shows no keyboard.
        expect(page.locator(".note-waiting-field")).to_be_focused()
        page.keyboard.type("Soon ")
        page.keyboard.insert_text("日本 ")
    expect(surface(page)).to_be_focused()
    expect(page.locator(".note-waiting-field")).to_have_count(0)
    page.keyboard.type("two ")
    last = page.locator(".bn-editor p").last
    expect(last).to_contain_text("Soon 日本 two ")
    wait_until(lambda: "Soon 日本 two" in content(ada, note), "it was not saved")
    text = content(ada, note)
    assert text.replace("Soon 日本 two", "") == note["content"], text
    assert text.index("Soon") > text.index("Last"), text


def test_a_list_in_markdown_goes_on_in_what_is_typed_before_its_editor_is_there(ada: Visitor) -> None:
    note = ada.note("Packing", "- [ ] socks", mode="raw")
    page = ada.page
    code = Held(page, "**/assets/RawSurface-*.js")
    page.goto(f"/notes/{note['id']}")
    tap(page, page.locator(".note-to-read").get_by_text("socks"))
    expect(page.locator(".note-waiting-field")).to_be_focused()
    page.keyboard.type("X\nshirts")
    code.let_go()
    wait_until(lambda: "shirts" in content(ada, note), "it was not saved")
    assert re.fullmatch(r"- \[ \] so?c?k?s?X\n- \[ \] shirtss?o?c?k?s?", content(ada, note).strip())


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("At\n\n```python\nb = 1\n```", "At", r"\S*Q\S*\n\n```python\nb = 1"),
        ("At $x^2$ by", "by", r"At \$x\^2\$ \S*Q\S*"),
    ],
)
def test_names_to_choose_from_and_formulas_do_not_lead_the_caret_astray(
    ada: Visitor, text: str, word: str, expected: str
) -> None:
    note = ada.note("Short words", text)
    page = ada.page
    page.goto(f"/notes/{note['id']}")
    page.locator("#root .note-to-read :is(.katex, pre)").first.wait_for()
    x, y = page.evaluate(MIDDLE, ["#root .note-to-read", word])
    with held(page):
        page.touchscreen.tap(x, y)
        page.keyboard.type("Q")
    wait_until(lambda: "Q" in content(ada, note), "it was not saved")
    assert re.match(expected, content(ada, note)), content(ada, note)


def test_the_first_tap_into_markdown_has_the_caret_where_it_is(ada: Visitor) -> None:
    note = ada.note("Walk", "# Harbour walk\n\n> Quoted words stand here.\n\nLast line.", mode="raw")
    page = ada.page
    page.goto(f"/notes/{note['id']}")
    surface(page).wait_for()
    page.touchscreen.tap(*page.evaluate(MIDDLE, ["#root .cm-content", "stand"]))
    expect(surface(page)).to_be_focused()
    caret_told(page)
    page.keyboard.type("X")
    wait_until(lambda: "X" in content(ada, note), "it was not saved")
    assert re.search(r"words s?t?a?n?d?Xs?t?a?n?d? here", content(ada, note)), content(ada, note)


def test_a_task_is_ticked_by_the_first_tap(ada: Visitor) -> None:
    note, page = opened(ada)
    with held(page):
        tap(page, page.locator(".note-to-read .task-box").nth(1))
        expect(page.locator(".note-waiting-field")).to_have_count(0)
    wait_until(lambda: "[x] Stove" in content(ada, note), "it was not ticked")
    assert "[ ] Tent" in content(ada, note)
    expect(page.locator(".bn-editor .task-box").nth(1)).to_be_checked()


def test_what_was_fetched_before_any_touch_runs_without_the_service(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    ada = visit(service, **phone, service_workers="allow").register()
    page = ada.page
    # Somebody who does not spare data.
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: {} })")
    note = ada.note("Packing", TEXT)
    files = ada.ask("GET", "/app/ahead.json").json()
    page.goto(f"/notes/{note['id']}")
    page.evaluate("navigator.serviceWorker.ready")
    with page.expect_event("requestfinished", lambda request: request.url.endswith(files[-1])):
        page.reload()
    expect(surface(page)).to_have_count(0)
    with ada.expecting_trouble():
        ada.context.set_offline(True)
        tap(page, page.get_by_text("Last line here."))
        expect(surface(page)).to_be_focused()
        page.keyboard.type("Offline ")
        ada.context.set_offline(False)
    wait_until(lambda: "Offline" in content(ada, note), "it was not saved")


def test_home_is_shown_without_the_list_of_all_notes(ada: Visitor) -> None:
    for number in range(40):
        ada.note(f"Plant {number}", "Water it.")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    page = ada.open("/")
    expect(page.get_by_role("main").get_by_role("link", name="Plant 39")).to_be_visible()
    page.wait_for_load_state("networkidle")
    lists = re.findall(r"/api/workspace/((?:notes|recents|favourites|tasks|journal)\b.*)", "\n".join(asked))
    assert [each.partition("until=")[0] for each in lists] == [
        "notes?limit=31",
        "recents",
        "favourites",
        "tasks?",
        "journal",
    ]
    with page.expect_request("**/api/workspace/notes?limit=5000*"):
        page.touchscreen.tap(200, 600)
