"""A note's surface in a page: to begin writing in it, and to know that it is saved."""

from typing import Any

from playwright.sync_api import Page, Route, expect

_TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def surface(page: Page) -> Any:
    shown = page.locator(".note-surface:not(.is-waiting)")
    return shown.locator(".block-surface [contenteditable=true], .cm-content[contenteditable=true]").first


def awaken(page: Page) -> None:
    """Have the surface, which on a touch screen comes when somebody begins."""
    page.locator("#root .note-place").first.wait_for()
    page.keyboard.press("Shift")
    surface(page).wait_for()


def begin(page: Page) -> None:
    """Have the caret at the end of the text."""
    awaken(page)
    surface(page).click()
    page.keyboard.press("ControlOrMeta+End")
    caret_told(page)


def caret_told(page: Page) -> None:
    """Wait until the page knows of a caret that the browser moved itself: it is told with a frame.

    No `expect` can say so, since nothing of it is seen. Whatever is seen is waited for by one.
    """
    page.evaluate(_TWO_FRAMES)


def saved(page: Page) -> None:
    expect(page.get_by_role("toolbar", name="Note").get_by_text("Saved").first).to_be_visible()


def hold_writes(route: Route) -> None:
    """Let no write through for now, as a cut line would."""
    if route.request.method == "PATCH":
        route.abort("connectionrefused")
    else:
        route.continue_()
