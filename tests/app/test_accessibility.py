"""WCAG 2.2 AA as far as axe can tell: every page, in both themes, wide and narrow.

A theme changes colours and nothing else, so in the second one the rules about colours are asked, on the same page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.ai.fakes import FakeProvider
from tests.app import addresses, asking, axe, states
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.app.writing import begin
from tests.kept import Services
from tests.service import Service

SIZES = [pytest.param(DESKTOP, id="wide", marks=pytest.mark.full), pytest.param(PHONE, id="phone")]


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_no_page_has_a_violation(service: Service, visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    ada = visit(service, viewport=size).register()
    found: dict[str, list[str]] = {}
    for name, address in {**addresses.furnish(ada), "settings": "/settings"}.items():
        page = _opened(ada, address)
        if violations := _violations(page, size):
            found.setdefault(name, []).extend(violations)
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            found.setdefault(name, []).append(f"{wide} pixels wider than the window")
    assert not found, _listed(found)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_nothing_that_lies_over_a_page_has_a_violation(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    places, found = addresses.furnish(ada), {}
    others = states.WIDE if size is PHONE else states.NARROW
    for name, (place, show) in states.OVER.items():
        if name in others:
            continue
        page = _opened(ada, places[place])
        show(page)
        page.locator(states.SHOWN).filter(visible=True).first.wait_for()
        # The handles of a table are there while the pointer is.
        if name != "table":
            _rest_the_pointer(page)
        if violations := _violations(page, size):
            found[name] = violations
        page.evaluate("() => localStorage.removeItem('notesvc.layout')")
    assert not found, _listed(found)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_no_question_in_between_has_a_violation(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    shown = ((name, _violations(show(ada), size)) for name, show in states.BETWEEN.items())
    found = {name: violations for name, violations in shown if violations}
    assert not found, _listed(found)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_what_a_model_says_has_no_violation(
    services: Services, model_provider: FakeProvider, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(asking.asking_service(services, model_provider), viewport=size).register()
    note = ada.note("Asked about", "A word about the garden.")
    asking.answers(model_provider, "A **shorter** word.")
    begin(ada.open(f"/notes/{note['id']}"))
    asking.open_card(ada.page)
    found = _violations(ada.page, size)
    asking.ask(ada.page, "Improve the writing")
    asking.card(ada.page).get_by_text("Added: **shorter**").wait_for()
    found += _violations(ada.page, size)
    assert not found, "\n".join(found)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_no_page_without_anything_on_it_has_a_violation(
    open_service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    places = addresses.furnish(visit(open_service).register())
    bob = visit(open_service, viewport=size).register("bob@example.org", "Bob")
    for note in bob.ask("GET", "/api/workspace/notes").json()["notes"]:
        bob.ask("DELETE", f"/api/workspace/notes/{note['id']}")
    bob.ask("DELETE", "/api/workspace/trash")
    found = {}
    for name in ("home", "search", *states.EMPTY):
        if violations := _violations(_opened(bob, places[name]), size):
            found[name] = violations
    assert not found, _listed(found)


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_no_page_that_gets_no_answer_has_a_violation(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    places, found = addresses.furnish(ada), {}
    refusal = {"status": 403, "content_type": "application/problem+json", "body": '{"code": "forbidden"}'}
    for pattern in ("**/api/workspace/**", "**/api/account/**", "**/api/admin/**", "**/api/notifications**"):
        ada.context.route(pattern, lambda route: route.fulfill(**refusal))
    for name in ("home", "journal", "tag", "person", "settings security", "administration users", *states.EMPTY):
        page = ada.open(places[name])
        page.locator(".state-failure").first.wait_for()
        if violations := _violations(page, size):
            found[name] = violations
    assert not found, _listed(found)


def _opened(visitor: Visitor, address: str) -> Page:
    """Once it has its heading, and nothing is asked for any more."""
    page = visitor.open(address)
    page.locator("#first-view").wait_for(state="detached")
    page.wait_for_load_state("networkidle")
    page.locator("h1:visible, main textarea:visible").first.wait_for()
    return page


def _listed(found: dict[str, list[str]]) -> str:
    return "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines)


def _violations(page: Page, size: dict[str, int]) -> list[str]:
    """In the light theme, and on a wide page in the dark one."""
    found = axe.violations(page)
    if size is DESKTOP:
        page.emulate_media(color_scheme="dark")
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
        found += [f"in the dark: {line}" for line in axe.violations(page, in_colours=True)]
        page.emulate_media(color_scheme="light")
    return found


def _rest_the_pointer(page: Page) -> None:
    """A button's name under the pointer belongs to the button, though it stands outside of every landmark."""
    page.mouse.move(0, 0)
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_signing_in_and_registering_have_no_violation(service: Service, visit: Callable[..., Visitor]) -> None:
    guest = visit(service)
    assert axe.violations(_at(guest, "/register")) == []
    visit(service).register()
    assert axe.violations(_at(guest, "/sign-in")) == []


def _at(guest: Visitor, address: str):  # type: ignore[no-untyped-def]
    page = guest.open(address)
    page.locator("h1").wait_for()
    return page


_GROUNDS = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.background = "Highlight";
  const here = document.querySelector(".sidebar [aria-current=page]");
  return [here, probe].map((each) => getComputedStyle(each).backgroundColor);
}"""


@pytest.mark.full
def test_who_asks_for_more_contrast_gets_it(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, contrast="more").register()
    places = addresses.furnish(ada)
    for scheme in ("light", "dark"):
        ada.page.emulate_media(color_scheme=scheme)
        found = {
            name: axe.in_little_contrast(_opened(ada, places[name])) for name in ("home", "note", "settings profile")
        }
        assert not any(found.values()), _listed(found)


@pytest.mark.full
def test_where_one_is_is_seen_in_the_colours_of_the_system(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, forced_colors="active").register()
    page = _opened(ada, addresses.furnish(ada)["note"])
    page.locator(".sidebar [aria-current=page]").wait_for()
    here, highlight = page.evaluate(_GROUNDS)
    assert here == highlight
