"""What people do with the clipper, on its pages."""

import json
from typing import Any

from tests.clipper.chromium import Chromium, Page

ENTER = ("Enter", 13, "\r")
CONTROL = 2
SHIFT = 8


def paste_key(browser: Chromium, address: str, key: str) -> Page:
    """Type the address, paste the key and have both checked; answers the settings' page when it says something."""
    page = browser.own("options.html")
    page.wait("document.documentElement.lang !== '' && !!document.getElementById('version').textContent")
    page.write("#address", address)
    page.write("#key", key)
    page.click("#check")
    page.wait("document.getElementById('state').textContent !== ''")
    return page


def connect(browser: Chromium, address: str, key: str) -> None:
    page = paste_key(browser, address, key)
    page.wait("document.getElementById('state').dataset.tone === 'good'")
    page.close()


def read_popup(browser: Chromium, url: str, mode: str = "article") -> Page:
    """The popup over the page, once it shows the page in that mode."""
    popup = browser.popup_over(url)
    popup.wait(f"document.querySelector('[aria-checked=true]').dataset.mode === {json.dumps(mode)}")
    if mode not in ("link", "screenshot"):
        popup.wait("document.getElementById('text').value !== ''")
    return popup


def choose(popup: Page, mode: str) -> None:
    popup.click(f"[data-mode={mode}]")
    popup.wait(f"document.querySelector('[aria-checked=true]').dataset.mode === {json.dumps(mode)}")


def keep(popup: Page) -> None:
    """Press Keep, and wait until the service has made its answer."""
    popup.click("#save")
    popup.wait("document.getElementById('done').dataset.state !== undefined")


def keep_and_see(popup: Page, said: str) -> None:
    keep(popup)
    popup.wait(f"document.querySelector('#done h1').textContent === {json.dumps(said)}")


def clips(browser: Chromium) -> list[dict[str, Any]]:
    """What the panel lists: the title, the state and the words of each clip."""
    panel = browser.own("panel.html")
    panel.wait("document.getElementById('clips').childElementCount > 0")
    rows = panel.run(
        "[...document.querySelectorAll('li')].map((row) => ({ state: row.dataset.state,"
        " title: row.querySelector('p').textContent, text: row.innerText }))"
    )
    panel.close()
    return list(rows)


def allow(browser: Chromium, *patterns: str) -> None:
    """Allow the sites on the browser's own page of extensions: then it asks nobody when the extension asks."""
    page = browser.open("about:blank")
    page.ask("Page.navigate", url="chrome://extensions/")
    page.wait("!!globalThis.chrome?.developerPrivate")
    for pattern in patterns:
        page.run(f"chrome.developerPrivate.addHostPermission({json.dumps(browser.id)}, {json.dumps(pattern)})")
    page.close()


def select(page: Page, text: str) -> None:
    """Select the text in the page's second paragraph."""
    page.run(
        "(() => { const text = document.querySelector('article p:nth-of-type(2)').firstChild;"
        f" const start = text.data.indexOf({json.dumps(text)});"
        f" getSelection().setBaseAndExtent(text, start, text, start + {len(text)}); }})()"
    )


def command(browser: Chromium, name: str, url: str) -> None:
    """Press the keys of a command over the tab of that address."""
    browser.worker().run(
        f"chrome.tabs.query({{}}).then((tabs) => chrome.commands.onCommand.dispatch({json.dumps(name)},"
        f" tabs.find((tab) => tab.url === {json.dumps(url)})))"
    )
