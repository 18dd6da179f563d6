"""Forms of the pages before one is signed in."""

from playwright.sync_api import Page

from tests.app.visitor import EMAIL, PASSWORD


def fill_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(password)
