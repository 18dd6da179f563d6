"""The page of Settings › Storage, as its tests use it."""

from playwright.sync_api import Locator, Page

from tests.app.visitor import PASSWORD

PAGE = "/settings/storage"


def set_up(page: Page, button: str, place: str) -> Locator:
    """The dialog of a part, with the place chosen."""
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=place).check()
    return dialog


def fill(dialog: Locator, fields: dict[str, str]) -> None:
    """Type into its fields, by their labels."""
    for label, text in fields.items():
        dialog.get_by_label(label, exact=True).fill(text)


def prove(page: Page) -> None:
    """Say once more who one is."""
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Password", exact=True).fill(PASSWORD)
    proof.get_by_role("button", name="Confirm", exact=True).click()


def part(page: Page, name: str) -> Locator:
    """What the page says of a part."""
    return page.locator(f"[data-part={name}]")
