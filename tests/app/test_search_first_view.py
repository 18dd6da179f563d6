"""The page of a search holds what it has found: it is read before any script, and nothing is lost with the app."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.standing import moved, places, wait_for_font
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.service import Service

APP = "**/assets/index-*.js"
FIRST = "#first-view .search-page"
ROOT = "#root .search-page"
DEVICES = [
    pytest.param("en", DESKTOP, id="en-wide"),
    pytest.param("de", PHONE, id="de-phone", marks=pytest.mark.full),
    pytest.param("es", DESKTOP, id="es-wide", marks=pytest.mark.full),
    pytest.param("ja", PHONE, id="ja-phone"),
    pytest.param("ar", DESKTOP, id="ar-wide"),
    pytest.param("ar", PHONE, id="ar-phone"),
]


# Since the page's own head was read, which gives the root its look.
_CHANGES_OF_ROOT = """
  window.changesOfRoot = [];
  addEventListener("DOMContentLoaded", () => {
    const told = new MutationObserver((changes) => {
      for (const { attributeName, target, oldValue } of changes)
        if (target.getAttribute(attributeName) !== oldValue) changesOfRoot.push(`${attributeName} ${oldValue}`);
    });
    const attributeFilter = ["style", "class", "lang", "dir"];
    told.observe(document.documentElement, { attributeFilter, attributeOldValue: true });
  });
"""
# What the browser itself calls a layout shift, as far as it is of the page that was searched on.
_MOVED_ON_PAGE = """
window.movedOnPage = [];
new PerformanceObserver((list) => {
  for (const { node } of list.getEntries().flatMap(({ sources }) => [...sources]))
    if (node?.parentElement?.closest(".search-page")) movedOnPage.push(node.textContent);
}).observe({ type: "layout-shift", buffered: true });
"""


@contextlib.contextmanager
def before_the_app(page: Page, address: str) -> Iterator[None]:
    """Within, there is what came with the page; behind it, the app comes."""
    held: list[Route] = []
    page.route(APP, lambda route: held.append(route))
    with page.expect_request(APP):
        page.goto(address, wait_until="commit")
    yield
    for route in held:
        route.continue_()
    page.unroute(APP)


def furnish(ada: Visitor) -> None:
    """Notes that say `kettle`, with all that a row can show."""
    ada.ask("POST", "/api/workspace/people", {"name": "Grace"})
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "A house with a name that is rather long"}).json()
    inner = ada.ask("POST", "/api/workspace/folders", {"name": "Kitchen", "parentId": folder["id"]}).json()
    ada.ask("PUT", "/api/workspace/tags/home/color", {"color": "#cc5500"})
    ada.note("Kettle <b>&amp;</b>", "The kettle & the <i>stove</i>.", parentId=inner["id"], tags=["home", "Home/inner"])
    ada.note("", "An untitled kettle.", tags=["one", "two", "three", "four", "five"])
    ada.note("Where water boils", "Nothing.", properties={"aliases": ["Kettles and pots"]}, icon="🫖")
    ada.note("حديقة", "الورود في الحديقة kettle جميلة", parentId=folder["id"])
    ada.note("Long", f"{'words that go on ' * 30} kettle {'and on ' * 40}", tags=["plan"])
    ada.ask("PUT", "/api/workspace/journal/2026-11-20", {"content": "A day with a kettle and $Grace."})


def choose(ada: Visitor, language: str) -> None:
    """As somebody does in the settings of this device."""
    kept = json.dumps(json.dumps({"language": language, "clock": "h12"}))
    ada.context.add_init_script(f"localStorage.setItem('notesvc.appearance', {kept})")


@pytest.mark.full
@pytest.mark.parametrize(("language", "size"), DEVICES)
def test_nothing_moves_when_the_app_comes(
    service: Service, visit: Callable[..., Visitor], language: str, size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    furnish(ada)
    choose(ada, language)
    for q in ("kettle", "ketle", "kettle is:journal", "kettle -tag:home after:2020"):
        with before_the_app(ada.page, f"/search?q={q}"):
            first = places(ada.page, FIRST)
            day = ada.page.locator(f"{FIRST} [data-day='2026-11-20']").text_content()
        expect(ada.page.locator("#first-view")).to_have_count(0)
        assert (q, moved(first, places(ada.page, ROOT))) == (q, [])
        assert day
        assert "2026-11" not in day
        expect(ada.page.locator(f"{ROOT} .row-name", has_text=day)).to_be_visible()


@pytest.mark.full
def test_rows_look_as_they_will(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    furnish(ada)
    with before_the_app(ada.page, "/search?q=kettle tag:home is:journal OR kettle"):
        first = _looks(ada.page, FIRST)
    expect(ada.page.locator("#first-view")).to_have_count(0)
    assert _looks(ada.page, ROOT) == first
    assert len(first) > 30


def _looks(page: Page, layer: str) -> list[str]:
    """Of all that a row or a filter is made of: what it is, its colours, and how large it is."""
    page.locator(f"{layer} .rows > li").first.wait_for()
    wait_for_font(page)
    looks: list[str] = page.locator(layer).evaluate(
        """(element) => [...element.querySelectorAll(
          ".search-chip, .search-box > *, .note-row [class]:not(.note-row-name), .note-row mark",
        )].map((each) => {
          const { color, backgroundColor, font } = getComputedStyle(each);
          const { width, height } = each.getBoundingClientRect();
          const icons = [...each.querySelectorAll("path")].map((one) => one.getAttribute("d")).join("");
          const looks = [each.className, color, backgroundColor, font, Math.round(width), Math.round(height), icons];
          return each.localName === "svg" ? "" : looks.join(" ");
        })"""
    )
    return [look for look in looks if look]


@pytest.mark.full
def test_what_the_app_adds_to_no_results_stands_below(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    ada.note("Kitchenware")
    with before_the_app(ada.page, "/search?q=kitchens+xylophone"):
        first = places(ada.page, FIRST)
    expect(ada.page.get_by_role("button", name=re.compile("kitchens xylophone"))).to_be_visible()
    assert moved(first, places(ada.page, ROOT)[: len(first)]) == []


@pytest.mark.full
def test_many_results_stay_where_they_are_and_where_one_has_scrolled_to(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    for number in range(60):
        ada.note(f"Number {number}", f"A kettle. {'Words that go on. ' * (number % 12)}")
    page = ada.page
    with before_the_app(page, "/search?q=kettle"):
        first = places(page, FIRST)
        page.locator(FIRST).evaluate("(element) => { element.scrollTop = 900 }")
        seen = _rows_in_view(page, FIRST)
    expect(page.locator("#first-view")).to_have_count(0)
    expect(page.locator(f"{ROOT} .rows > li")).not_to_have_count(0)
    assert page.locator(ROOT).evaluate("(element) => element.scrollTop") == 900
    places(page, ROOT)
    assert _rows_in_view(page, ROOT) == seen
    page.locator(ROOT).evaluate("(element) => { element.scrollTop = 0 }")
    top = [place for place in places(page, ROOT) if place[2] < DESKTOP["height"]]
    assert moved(first[: len(top)], top) == []


def _rows_in_view(page: Page, layer: str) -> dict[str, int]:
    rows: dict[str, int] = page.locator(layer).evaluate(
        """(element) => Object.fromEntries([...element.querySelectorAll(".rows > li")]
          .map((row) => [row.querySelector(".row-name").textContent, Math.round(row.getBoundingClientRect().top)])
          .filter(([, top]) => top > 200 && top < 700))"""
    )
    assert len(rows) > 4
    return rows


def test_what_was_typed_meanwhile_is_searched_and_the_caret_stays(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    ada.note("Kitchen", "A kettle of copper.")
    ada.note("Attic", "A kettle drum.")
    page = ada.page
    with before_the_app(page, "/search?q=kettle"):
        field = page.locator(f"{FIRST} .search-box input")
        field.click()
        field.press("End")
        field.press_sequentially(" drum")
        field.press("ArrowLeft")
        field.press("ArrowLeft")
    field = page.locator(f"{ROOT} .search-box input")
    expect(field).to_be_focused()
    expect(field).to_have_value("kettle drum")
    expect(page.locator(ROOT).get_by_role("link", name="Kitchen")).to_have_count(0)
    expect(page.locator(ROOT).get_by_role("link", name="Attic")).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=kettle%20drum$"))
    page.keyboard.type("X")
    expect(field).to_have_value("kettle drXum")


def test_the_focus_stays_on_its_result_and_a_pressed_filter_is_pressed(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    ada.note("Kitchen", "A kettle of copper.")
    ada.note("Attic", "A kettle drum.")
    page = ada.page
    with before_the_app(page, "/search?q=kettle"):
        page.locator(f"{FIRST} .row-name", has_text="Attic").focus()
    expect(page.locator(f"{ROOT} .row-name", has_text="Attic")).to_be_focused()
    with before_the_app(page, "/search?q=kettle"):
        page.locator(FIRST).get_by_role("button", name="Journal").click()
    expect(page.locator(f"{ROOT} .search-box input")).to_have_value("kettle is:journal")
    expect(page.get_by_role("button", name="Journal")).to_have_attribute("aria-pressed", "true")


def test_the_page_is_put_together_unseen(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE).register()
    furnish(ada)
    ada.context.add_init_script(_MOVED_ON_PAGE)
    page = ada.page
    held: list[Route] = []
    page.route("**/api/workspace/people", lambda route: held.append(route))
    with page.expect_request("**/api/workspace/people"):
        page.goto("/search?q=kettle")
    # The filter of people is not there yet, and the others stand elsewhere with it.
    expect(page.locator(f"{ROOT} .search-filters")).to_have_count(1)
    expect(page.locator("#first-view")).to_have_count(1)
    expect(page.locator(f"{ROOT} .rows")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator("#first-view")).to_have_count(0)
    places(page, ROOT)
    assert page.evaluate("movedOnPage") == []


def test_the_app_leaves_the_root_of_the_page_as_it_found_it(service: Service, visit: Callable[..., Visitor]) -> None:
    """A change of it styles all of the page anew, which a slow phone feels."""
    ada = visit(service).register()
    ada.note("Kitchen", "A kettle of copper.")
    ada.context.add_init_script(_CHANGES_OF_ROOT)
    page = ada.open("/search?q=kettle")
    expect(page.locator("#first-view")).to_have_count(0)
    expect(page.locator(f"{ROOT} .rows > li")).to_have_count(1)
    assert page.evaluate("changesOfRoot") == []


def test_the_search_is_made_once(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    ada.note("Kitchen", "A kettle of copper.")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    page = ada.open("/search?q=kettle")
    expect(page.locator(ROOT).get_by_role("link", name="Kitchen")).to_be_visible()
    expect(page.locator("#first-view")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/api/workspace/search" in url] == []
    page.locator(f"{ROOT} .search-box input").fill("copper")
    expect(page).to_have_url(re.compile("q=copper$"))
    expect(page.locator(ROOT).get_by_role("link", name="Kitchen")).to_be_visible()
    assert len([url for url in asked if "/api/workspace/search" in url]) == 1


def test_results_are_readable_and_lead_on_without_scripts(
    ada: Visitor, service: Service, visit: Callable[..., Visitor]
) -> None:
    furnish(ada)
    assert ada.ask("PATCH", "/api/account/profile", {"language": "ar"}).ok
    reader = visit(service, java_script_enabled=False, viewport=PHONE)
    reader.context.add_cookies(ada.context.cookies())
    page = reader.open("/search?q=kettle")
    expect(page.get_by_text("6 ملاحظات")).to_be_visible()
    expect(page.locator(FIRST)).to_have_css("direction", "rtl")
    expect(page.locator("mark").first).to_have_text("Kettle")
    expect(page.get_by_text("The kettle & the stove.")).to_be_visible()
    field = page.get_by_role("searchbox")
    field.fill("boils")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"q=boils$"))
    page.get_by_role("link", name="Where water boils").click()
    expect(page.get_by_role("heading", name="Where water boils")).to_be_visible()
    stranger = visit(service, java_script_enabled=False)
    expect(stranger.open("/search?q=kettle").locator("#first-view")).to_have_count(0)


def test_a_result_that_is_pressed_before_the_app_is_there_opens_where_its_words_stand(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    note = ada.note("Kitchen", "A pot.\n\nThe **kettle** sings songs of kettles.")
    page = ada.page
    with before_the_app(page, "/search?q=kettles"):
        early = page.locator(f"{FIRST} .row-name").get_attribute("href")
    later = page.locator(f"{ROOT} .row-name")
    expect(later).to_have_attribute("href", early or "")
    assert early == f"/notes/{note['id']}?match=kettle&after=sings+songs+of+kettles."
