"""The list of notifications in a page."""

from playwright.sync_api import Page

NOTES = "/api/workspace/notes"
STREAM = "/api/notifications/stream"


def follows(page: Page, path: str) -> Page:
    """Open the page and wait until its stream is there."""
    with page.expect_response(lambda response: STREAM in response.url and response.ok):
        page.goto(path)
    return page
