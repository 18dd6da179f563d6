"""The built extension in a real browser, the real service, and pages to clip."""

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notesvc.web import pages as served
from tests.browser import chromium as installed
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site
from tests.clipper.service import Ada, Door
from tests.kept import Services
from tests.places import missing


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as the service offers it, unpacked."""
    packed = served.STATIC / "clipper" / "notes-clipper.zip"
    if not packed.is_file():
        missing("the clipper is not built (make web)")
    folder = tmp_path_factory.mktemp("extension")
    zipfile.ZipFile(packed).extractall(folder)
    return folder


@pytest.fixture
def ada(services: Services) -> Ada:
    """The only account of a service."""
    return Ada(services.empty())


@pytest.fixture
def door(ada: Ada) -> Iterator[Door]:
    """Where the clipper finds the service."""
    opened = Door(ada.service)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A site with pages to clip."""
    opened = Site()
    yield opened
    opened.close()


@pytest.fixture
def start(tmp_path: Path, extension: Path) -> Iterator[Callable[[], Chromium]]:
    """Starts Chromium, again and again on the same profile."""
    if not installed.is_installed():
        missing("Chromium is not installed (Debian: apt-get install chromium)")
    running: list[Chromium] = []

    def begin() -> Chromium:
        running.append(Chromium(tmp_path / "profile", extension))
        return running[-1]

    yield begin
    for browser in running:
        browser.kill()


@pytest.fixture
def chromium(start: Callable[[], Chromium]) -> Chromium:
    """Chromium with a fresh profile."""
    return start()
