"""`python -m tests.app.pictures [FOLDER]`: pictures of the demo workspace, wide and narrow, light and dark."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.app.visitor import DESKTOP, PASSWORD, PHONE, Visitor
from tests.browser import chromium
from tests.places import PROJECT
from tests.service import Service, with_input

USUAL = PROJECT / "docs" / "pictures"
EMAIL = "demo@example.org"
LOOKS = [("light", DESKTOP, "wide"), ("dark", DESKTOP, "wide"), ("light", PHONE, "narrow"), ("dark", PHONE, "narrow")]
# Addresses by name; a note by its title.
PAGES = {
    "home": "/",
    "note": "The garden year",
    "formulas": "Tides and the moon",
    "travel": "Five days on the coast",
    "folder": "Garden",
    "search": "/search?q=tide",
    "journal": "/journal",
    "graph": "/graph",
    "tags": "/tags",
    "people": "/people",
    "recents": "/recents",
    "favourites": "/favourites",
    "trash": "/trash",
    "settings": "/settings/appearance",
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    folder.mkdir(parents=True, exist_ok=True)
    with _service() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.PATH, args=chromium.FLAGS)
        for scheme, size, width in LOOKS:
            visitor = Visitor(browser, service, color_scheme=scheme, viewport=size).sign_in(EMAIL)
            _take(visitor, folder, f"{width}-{scheme}")
            visitor.context.close()
        browser.close()


def _take(visitor: Visitor, folder: Path, ending: str) -> None:
    named = {
        note["name"]: f"/notes/{note['id']}" for note in visitor.ask("GET", "/api/workspace/notes").json()["notes"]
    }
    for each in visitor.ask("GET", "/api/workspace/folders").json()["folders"]:
        named[each["name"]] = f"/folders/{each['id']}"
    for name, page in PAGES.items():
        shown = visitor.open(named.get(page, page))
        shown.wait_for_load_state("networkidle")
        shown.screenshot(path=folder / f"{name}-{ending}.png")


@contextmanager
def _service() -> Iterator[Service]:
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "instance"
        made = with_input(instance, f"{PASSWORD}\n", "demo", "--email", EMAIL)
        assert made.returncode == 0, made.stderr
        service = Service(instance).start()
        try:
            yield service
        finally:
            service.end()


if __name__ == "__main__":
    main()
