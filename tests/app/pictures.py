"""`python -m tests.app.pictures [FOLDER]`: pictures of the main pages, wide and narrow, light and dark."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.app import addresses
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.browser import chromium
from tests.places import PROJECT, VAULTS
from tests.service import Service, run

USUAL = PROJECT / "docs" / "pictures"
LOOKS = [("light", DESKTOP, "wide"), ("dark", DESKTOP, "wide"), ("light", PHONE, "narrow"), ("dark", PHONE, "narrow")]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    folder.mkdir(parents=True, exist_ok=True)
    with _service() as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.PATH, args=chromium.FLAGS)
        first = Visitor(browser, service).register(name="Ada Winter")
        if VAULTS.is_dir():
            run(service.instance, "import", str(VAULTS / "vault-en.zip"), "--user", "ada@example.org")
        pages = addresses.furnish(first)
        for scheme, size, width in LOOKS:
            visitor = Visitor(browser, service, color_scheme=scheme, viewport=size).sign_in()
            _take(visitor, pages, folder, f"{width}-{scheme}")
            visitor.context.close()
        browser.close()


def _take(visitor: Visitor, pages: dict[str, str], folder: Path, ending: str) -> None:
    for name, address in pages.items():
        page = visitor.open(address)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name.replace(' ', '-')}-{ending}.png")


@contextmanager
def _service() -> Iterator[Service]:
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "instance").start()
        try:
            yield service
        finally:
            service.end()


if __name__ == "__main__":
    main()
