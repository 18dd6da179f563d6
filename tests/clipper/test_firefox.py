"""The same extension in Firefox: its button pressed, its queue outliving the browser."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notesvc.web import pages as served
from tests.browser import firefox
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


def connect(browser: Firefox, door: Door, key: str, tone: str = "good") -> None:
    browser.own("options.html")
    browser.wait(TAB, "document.getElementById('version').textContent !== ''")
    browser.run(TAB, f"document.getElementById('address').value = '{door.url}'")
    browser.run(TAB, f"document.getElementById('key').value = '{key}'")
    browser.run(TAB, "document.getElementById('check').click()")
    browser.wait(TAB, f"document.getElementById('state').dataset.tone === '{tone}'")


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


def test_a_refused_key_is_thrown_away_in_firefox_and_a_new_one_sends_what_waits(
    start: Callable[[], Firefox], ada: Ada, door: Door, site: Site
) -> None:
    browser = start()
    connect(browser, door, "svc_sync_" + "x" * 43, "bad")
    assert "thrown away" in browser.run(TAB, "document.getElementById('state').textContent")
    connect(browser, door, ada.key())
    ada.revoke_all()
    keep(browser, f"{site.url}/article.html", "Kept on this device")
    browser.wait(POPUP, "document.getElementById('done').innerText.includes('until there is a key')")
    assert len(door.tries()) == 1
    connect(browser, door, ada.key())
    wait_until(lambda: ada.notes("How tea is made"), "the clip arrives with the new key")
    assert len(set(door.tries())) == 1


def test_selections_duplicates_and_other_scripts_in_firefox(
    start: Callable[[], Firefox], ada: Ada, door: Door, site: Site
) -> None:
    browser = start()
    connect(browser, door, ada.key())
    browser.go(f"{site.url}/right-to-left.html")
    browser.ask(
        "WebDriver:ExecuteScript",
        {"script": "getSelection().selectAllChildren(document.querySelector('p'))", "args": []},
    )
    browser.press_button()
    browser.wait(POPUP, "document.querySelector('[aria-checked=true]').dataset.mode === 'selection'")
    browser.wait(POPUP, "document.getElementById('text').value.startsWith('يُصنع الشاي من الأوراق')")
    browser.run(POPUP, "document.getElementById('save').click()")
    browser.wait(POPUP, "document.querySelector('#done h1').textContent === 'In your notes'")
    (note,) = ada.notes("كيف يُصنع الشاي")
    assert "سبعون" not in note["content"]
    browser.go(f"{site.url}/right-to-left.html#again")
    browser.press_button()
    browser.wait(POPUP, "document.getElementById('text').value.includes('سبعون درجة')")
    browser.wait(POPUP, "!!document.querySelector('[data-notice=duplicate]')")
    browser.run(POPUP, "document.querySelector('[data-act=\"Add to it\"]').click()")
    browser.run(POPUP, "document.getElementById('save').click()")
    browser.wait(POPUP, "document.querySelector('#done h1').textContent === 'In your notes'")
    (note,) = ada.notes("كيف يُصنع الشاي")
    assert "سبعون درجة" in note["content"]


def test_highlights_are_there_on_every_visit_in_firefox(start: Callable[[], Firefox], site: Site) -> None:
    browser = start()
    url = f"{site.url}/article.html"
    browser.own("options.html")
    browser.wait(TAB, "document.getElementById('version').textContent !== ''")
    browser.store(highlights={url: [{"exact": "The times", "prefix": "", "suffix": ""}]})
    browser.go(url)
    assert _highlights(browser) == 0
    browser.press_button()
    browser.wait(POPUP, "document.getElementById('text').value.startsWith('> The times')")
    assert _highlights(browser) == 1
    browser.click(POPUP, "[data-act='Show on every visit']")
    browser.own("options.html")
    browser.wait(TAB, "document.getElementById('sites').innerText.includes('127.0.0.1')")
    browser.go(url)
    wait_until(lambda: _highlights(browser) == 1, "it is there again by itself")


def _highlights(browser: Firefox) -> int:
    script = "return CSS.highlights.get('notes-clipper')?.size ?? 0"
    return int(browser.ask("WebDriver:ExecuteScript", {"script": script, "args": []}))


def _with_picture(ada: Ada) -> str:
    found = ada.notes("How tea is made")
    content = str(found[0]["content"]) if found else ""
    return content if "![A cup](/files/" in content else ""
