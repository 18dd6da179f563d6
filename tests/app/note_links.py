"""Links to a part of a note: copied by the menu of a block or by name, and what is marked where they lead."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.app.visitor import Visitor
from tests.app.writing import begin, surface

FILLER = "\n\n".join(f"Line {number}." for number in range(60))
MARKED = "() => [...CSS.highlights.get('match') ?? []].map(String)"


def copied(page: Page) -> str:
    return str(page.evaluate("() => navigator.clipboard.readText()"))


def opened(ada: Visitor, text: str, mode: str, name: str = "Garden year") -> dict[str, Any]:
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    note = ada.note(name, text, mode=mode)
    ada.open(f"/notes/{note['id']}")
    begin(ada.page)
    return note


def by_menu(page: Page, block: str, name: str) -> None:
    surface(page).get_by_text(block).hover()
    page.get_by_role("button", name="Open block menu").click()
    page.get_by_role("menuitem", name=name, exact=True).click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()


def by_name(page: Page, name: str) -> None:
    command(page, name)
    expect(page.get_by_text("Link copied.").first).to_be_visible()


def command(page: Page, name: str) -> None:
    page.keyboard.press("ControlOrMeta+k")
    page.get_by_role("dialog").get_by_role("combobox").fill(f">{name}")
    page.get_by_role("option", name=name).first.click()
