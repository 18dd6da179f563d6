"""The page of a note holds the note: it is read before any script has come, and nothing moves when the app does."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app import addresses
from tests.app.standing import KINDS, count_shifts, first_and_read, moved, shifted_by, wait_for_font
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.app.writing import surface
from tests.service import Service, wait_until

# Formulas, diagrams, embeds and what an address leads to are the app's to show.
TWINS = ("text", "lists", "tasks", "toggles", "quotes", "code", "tables", "callouts", "ids", "arabic")

_UNSEEN = """
Object.defineProperty(document, "hidden", { get: () => true });
window.requestAnimationFrame = () => 0;
"""
# As Chromium scores it: what was seen and moved, and how far.
MOST_SHIFT = 0.01
_LINES = (
    "The quick notes of a workspace are read on a slow phone, and each of their lines should break where it breaks "
    "later, so that nobody loses the place: plans, tasks and people, what was written yesterday and what is to come."
)


@pytest.mark.full
def test_nothing_moves_when_the_app_comes(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    for kind in TWINS:
        note = ada.note(f"Of {kind}", KINDS[kind], tags=["one", "two"], icon="🌿", properties={"Place": "Oslo"})
        first, read = first_and_read(ada, note)
        assert (kind, moved(first, read)) == (kind, [])


@pytest.mark.full
def test_no_list_that_comes_later_pushes_what_is_seen(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    notes = [ada.note(f"Of {kind}", KINDS[kind], tags=[kind]) for kind in TWINS]
    for note in notes[:3]:
        assert ada.ask("PUT", f"/api/workspace/favourites/{note['id']}").ok
    for size in (DESKTOP, PHONE):
        guest = visit(service, viewport=size).sign_in()
        count_shifts(guest)
        page = guest.page
        for note in notes[:3]:
            page.goto(f"/notes/{note['id']}")
            surface(page).wait_for()
            page.wait_for_load_state("networkidle")
            if size is DESKTOP:
                expect(page.locator("[data-section=tags]")).to_be_visible()
            assert page.evaluate("() => shifts") < MOST_SHIFT


# Their parts come from several answers.
_OF_PARTS = ("home", "recents", "favourites", "journal", "today", "folder", "tag", "person")
_OF_MORE_PARTS = ("settings security", "administration invites")


@pytest.mark.full
@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="wide")])
def test_nothing_moves_on_any_page_in_whatever_order_answers_come(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    pages = {**addresses.furnish(ada), "today": "/journal"}
    count_shifts(ada)
    moved_by = {}
    for name, address in pages.items():
        page = ada.open(address)
        page.locator("h1, main textarea").first.wait_for()
        page.wait_for_load_state("networkidle")
        moved_by[name] = page.evaluate("shifts")
    for name in (*_OF_PARTS, *_OF_MORE_PARTS):
        for is_last_first in (False, True):
            moved_by[f"{name}, {is_last_first}"] = shifted_by(ada, pages[name], is_last_first)
    assert {name: much for name, much in moved_by.items() if much >= MOST_SHIFT} == {}


@pytest.mark.full
def test_nothing_moves_when_formulas_are_set(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    formulas = r"""Of $M$ at $d$, across $\sqrt{r}$:

$$
a_\text{tide} \approx \frac{2\,G\,M\,r}{d^{3}}
$$

below

$$E = mc^2$$

end"""
    note = ada.note("Tides", formulas)
    for size in (DESKTOP, PHONE):
        guest = visit(service, viewport=size).sign_in()
        count_shifts(guest)
        first, read = first_and_read(guest, note)
        places = [[y for name, _, y in each if name in ("below", "end")] for each in (first, read)]
        assert len(places[0]) == 2
        assert all(abs(one - other) <= 1 for one, other in zip(*places, strict=True)), places
        page = guest.open(f"/notes/{note['id']}")
        surface(page).wait_for()
        expect(surface(page).locator(".katex").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => shifts") < MOST_SHIFT


def test_a_formula_is_set_before_any_script(ada: Visitor, service: Service, visit: Callable[..., Visitor]) -> None:
    note = ada.note("Set", f"$$\n\\frac{{1}}{{2}}\n$$\n\n$$\n{'x+' * 600}x\n$$\n\n$$\n\\frac{{\n$$")
    reader = visit(service, java_script_enabled=False)
    reader.context.add_cookies(ada.context.cookies())
    shown = reader.open(f"/notes/{note['id']}").locator(".maths.is-block")
    expect(shown.first.locator("math > mfrac, math mfrac").first).to_be_visible()
    expect(shown.nth(1).locator("code")).to_contain_text("x+x")
    expect(shown.nth(2).locator("code")).to_contain_text("frac")


def test_a_note_is_readable_without_scripts(ada: Visitor, service: Service, visit: Callable[..., Visitor]) -> None:
    notes = [ada.note(f"Of {kind}", text, mode=mode) for mode in ("block", "raw") for kind, text in KINDS.items()]
    reader = visit(service, java_script_enabled=False, viewport=PHONE)
    reader.context.add_cookies(ada.context.cookies())
    for note in notes:
        page = reader.open(f"/notes/{note['id']}")
        expect(page.get_by_role("heading", name=note["name"], exact=True)).to_be_visible()
        expect(page.locator(".note-to-read")).to_contain_text(re.compile("[A-Z]"))
    stranger = visit(service, java_script_enabled=False)
    expect(stranger.open(f"/notes/{notes[0]['id']}").locator("#first-view")).to_have_count(0)


def test_the_app_is_fetched_once_the_note_is_painted(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    note = ada.note("Painted", "Words to read.")
    asked: list[str] = []
    held: list[Route] = []
    page = ada.page
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/*.css", lambda route: held.append(route))
    # What the head names is on its way; nothing is painted before the styles are there.
    with page.expect_request("**/*.woff2"):
        page.goto(f"/notes/{note['id']}", wait_until="commit")
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert held
    assert [url for url in asked if "/assets/index-" in url and url.endswith(".js")] == []
    for route in held:
        route.continue_()
    page.unroute("**/*.css")
    expect(page.locator("#root .note-pane")).to_be_visible()


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_what_is_typed_before_the_app_is_there_is_in_the_text(ada: Visitor, mode: str) -> None:
    note = ada.note("Early", "first line\n\nsecond line\n\nthird", mode=mode)
    page = ada.page
    held: list[Route] = []
    is_held = True
    page.route("**/assets/*.js", lambda route: held.append(route) if is_held else route.continue_())
    page.goto(f"/notes/{note['id']}", wait_until="commit")
    page.locator("#first-view").get_by_text("second line").click()
    page.keyboard.press("End")
    page.keyboard.type(" is longr")
    for key in ("Backspace", "e", "r", "Home"):
        page.keyboard.press(key)
    page.keyboard.type("The ")
    is_held = False
    for route in held:
        route.continue_()
    expect(surface(page)).to_contain_text("The second line is longer")
    page.keyboard.type("very ")
    expected = "first line\n\nThe very second line is longer\n\nthird"
    wait_until(lambda: ada.read(note["id"])["content"].strip() == expected, "it is another text")


def test_the_app_comes_in_a_tab_that_nobody_looks_at(ada: Visitor) -> None:
    ada.context.add_init_script(_UNSEEN)
    page = ada.open(f"/notes/{ada.note('Unseen', 'Words to read.')['id']}")
    expect(page.locator("#root .note-pane")).to_be_visible()


_IS_STYLED = "getComputedStyle(document.querySelector('.note-text p')).whiteSpace === 'pre-wrap'"


@pytest.mark.full
def test_lines_break_where_they_will_before_the_font_is_there(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, java_script_enabled=False)
    ada.register()
    note = ada.note("Of lines", "\n\n".join(_LINES[: 40 + 4 * number] for number in range(40)))
    page = ada.page
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(f"/notes/{note['id']}", wait_until="commit")
    page.locator(".note-text").wait_for()
    # Who asks for places does not wait for styles.
    wait_until(lambda: page.evaluate(_IS_STYLED), "the page has no styles")
    before = _heights(page)
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/*.woff2")
    page.wait_for_load_state("networkidle")
    after = _heights(page)
    assert page.evaluate("document.fonts.check('16px \"Inter Variable\"')")
    assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1


def _heights(page: Page) -> list[float]:
    heights: list[float] = page.evaluate(
        "[...document.querySelectorAll('.note-text p')].map((each) => each.getBoundingClientRect().height)"
    )
    assert len(heights) == 40
    return heights


def test_signing_in_is_painted_before_the_app_is_fetched(service: Service, visit: Callable[..., Visitor]) -> None:
    visit(service).register()
    guest = visit(service, locale="de-DE")
    page = guest.page
    held: list[Route] = []
    page.route("**/assets/*.js", lambda route: held.append(route))
    page.goto("/sign-in", wait_until="commit")
    heading = page.get_by_role("heading", name="Anmelden")
    expect(heading).to_be_visible()
    wait_for_font(page)
    painted = _box(page, "h1, .account-lead, .account-mark strong")
    for route in held:
        route.continue_()
    page.unroute("**/assets/*.js")
    expect(page.get_by_label("E-Mail-Adresse")).to_be_focused()
    expect(page.locator("#first-view")).to_have_count(0)
    assert _box(page, "h1, .account-lead, .account-mark strong") == painted


def _box(page: Page, selector: str) -> list[dict[str, float]]:
    boxes: list[dict[str, float]] = page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().toJSON())",
        selector,
    )
    assert len(boxes) == 3
    return boxes
