"""WCAG 2.2 AA as far as axe can tell: every page, in both themes, wide and narrow.

A theme changes colours and nothing else, so in the second one the rules about colours are asked, on the same page.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app import addresses, axe
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.service import Service

SIZES = [pytest.param(DESKTOP, id="wide", marks=pytest.mark.full), pytest.param(PHONE, id="phone")]


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_no_page_has_a_violation(service: Service, visit: Callable[..., Visitor], size: dict[str, int]) -> None:
    ada = visit(service, viewport=size).register()
    found: dict[str, list[str]] = {}
    for name, address in addresses.furnish(ada).items():
        page = ada.open(address)
        page.wait_for_load_state("networkidle")
        page.locator("#first-view").wait_for(state="detached")
        page.locator("h1:visible, main textarea:visible").first.wait_for()
        if violations := _violations(page, size):
            found.setdefault(name, []).extend(violations)
        wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            found.setdefault(name, []).append(f"{wide} pixels wider than the window")
    assert not found, "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines)


# What lies over a page: the address, and how it is opened there.
OVER: dict[str, tuple[str, Callable[[Page], None]]] = {
    "drawer": ("home", lambda page: _press(page, "Open the sidebar")),
    "palette": ("home", lambda page: page.keyboard.press("ControlOrMeta+k")),
    "keys": ("trash", lambda page: page.keyboard.press("?")),
    "rail": ("note", lambda page: _press(page, "Show what is around the note")),
    "menu": ("note", lambda page: _press(page, "Actions for this note")),
    "version": ("note", lambda page: _version(page)),
    "move": ("note", lambda page: _choose(page, "Move to folder…")),
    "words": ("note", lambda page: _choose(page, "Word count")),
    "new key": ("settings keys", lambda page: _press(page, "Make a key")),
    "rename tag": ("tag", lambda page: _press(page, "Rename")),
}

# A menu belongs to its button wherever it stands in the document; what a dialog covers is not there to be hit.
BESIDE = {"menu": "region", "words": "target-size"}


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_nothing_that_lies_over_a_page_has_a_violation(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    places, found = addresses.furnish(ada), {}
    for name, (place, show) in OVER.items():
        if size is not PHONE and name == "drawer":
            continue
        page = ada.open(places[place])
        page.locator("#first-view").wait_for(state="detached")
        page.locator("h1:visible, main textarea:visible").first.wait_for()
        page.wait_for_load_state("networkidle")
        show(page)
        over = page.get_by_role("dialog").or_(page.get_by_role("menu")).or_(page.locator(".rail, .is-drawer"))
        over.first.wait_for()
        _rest_the_pointer(page)
        violations = _violations(page, size)
        if kept := [line for line in violations if not line.startswith(BESIDE.get(name, "-"))]:
            found[name] = kept
        page.evaluate("() => localStorage.removeItem('notesvc.layout')")
    assert not found, "\n".join(f"{name}: {line}" for name, lines in found.items() for line in lines)


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


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def _choose(page: Page, name: str) -> None:
    _press(page, "Actions for this note")
    page.get_by_role("menuitem", name=name).click()
    page.get_by_role("dialog").wait_for()


def _version(page: Page) -> None:
    versions = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    _press(page, "Actions for this note")
    page.get_by_role("menuitem", name="Versions").click()
    versions.first.click()
    page.get_by_role("button", name="Restore this version").wait_for()
