"""Keys pressed one by one, and pastes, in a note of its own."""

from typing import Any

from playwright.sync_api import Page

from tests.app.visitor import Visitor
from tests.app.writing import begin, caret_told

# Pastes into whatever has the focus: texts by their media type.
PASTE = """(kinds) => {
  const data = new DataTransfer();
  for (const [kind, text] of Object.entries(kinds)) data.setData(kind, text);
  const some = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", some));
}"""
LISTEN = """addEventListener("copy", (event) => {
  const { clipboardData: data } = event;
  window.copied = Object.fromEntries(data.types.map((kind) => [kind, data.getData(kind)]));
}, { once: true })"""


def press(page: Page, *keys: str) -> None:
    """Press them as a hand does: the page knows where the caret is before the next key."""
    for key in keys:
        page.keyboard.press(key)
        caret_told(page)


def enter(ada: Visitor, text: str, mode: str = "block") -> dict[str, Any]:
    """A new note, with the caret at the end of its text."""
    note = ada.note("Written in", text, mode=mode)
    ada.go_on(f"/notes/{note['id']}")
    begin(ada.page)
    return note


def copied(page: Page) -> dict[str, str]:
    """What a copy puts on the clipboard, by kind."""
    page.evaluate(LISTEN)
    press(page, "ControlOrMeta+c")
    kinds: dict[str, str] = page.evaluate("window.copied")
    return kinds
