"""The same extension in Firefox: its button pressed, its queue outliving the browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notesvc.web import pages as served
from tests.clipper import firefox
from tests.clipper.firefox import POPUP, TAB, Firefox
from tests.clipper.pages import Site
from tests.clipper.service import Ada, Door, Fault
from tests.places import missing
from tests.service import wait_until


@pytest.fixture
def start(tmp_path: Path, extension: Path) -> Iterator[Callable[[], Firefox]]:
    """Starts Firefox, again and again on the same profile."""
    if not firefox.PATH:
        missing("Firefox is not installed (Debian: apt-get install firefox-esr)")
    packed = shutil.copy(served.STATIC / "clipper" / "notes-clipper.xpi", tmp_path)
    running: list[Firefox] = []

    def begin() -> Firefox:
        running.append(Firefox(tmp_path / "profile", Path(packed)))
        return running[-1]

    yield begin
    for browser in running:
        browser.kill()


def connect(browser: Firefox, door: Door, key: str) -> None:
    browser.own("options.html")
    browser.wait(TAB, "document.getElementById('version').textContent !== ''")
    browser.run(TAB, f"document.getElementById('address').value = '{door.url}'")
    browser.run(TAB, f"document.getElementById('key').value = '{key}'")
    browser.run(TAB, "document.getElementById('check').click()")
    browser.wait(TAB, "document.getElementById('state').dataset.tone === 'good'")


def keep(browser: Firefox, url: str, said: str) -> None:
    browser.go(url)
    browser.press_button()
    browser.wait(POPUP, "document.getElementById('text').value.includes('def brew(leaf)')")
    browser.run(POPUP, "document.getElementById('save').click()")
    browser.wait(POPUP, f"document.querySelector('#done h1').textContent === {said!r}")


def test_an_article_is_clipped_in_firefox(start: Callable[[], Firefox], ada: Ada, door: Door, site: Site) -> None:
    browser = start()
    connect(browser, door, ada.key())
    keep(browser, f"{site.url}/article.html", "In your notes")
    content = wait_until(lambda: _with_picture(ada), "the picture is there")
    assert "| Green | 70 | 2 |" in content
    assert "```python\ndef brew(leaf):\n    while water.degrees < leaf.degrees:" in content


def test_a_clip_outlives_firefox_and_arrives_once(
    start: Callable[[], Firefox], ada: Ada, door: Door, site: Site
) -> None:
    browser = start()
    connect(browser, door, ada.key())
    door.fault = Fault(503)
    keep(browser, f"{site.url}/article.html", "Kept on this device")
    wait_until(door.tries, "a try was made")
    browser.close()
    keys = set(door.tries())
    door.fault = None
    start()
    wait_until(lambda: ada.notes("How tea is made"), "the clip arrives by itself")
    assert len(keys) == 1
    assert set(door.tries()) == keys
    assert len(ada.notes("How tea is made")) == 1


def _with_picture(ada: Ada) -> str:
    found = ada.notes("How tea is made")
    content = str(found[0]["content"]) if found else ""
    return content if "![A cup](/files/" in content else ""
