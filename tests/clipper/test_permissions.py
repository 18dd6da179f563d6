"""Hosts are asked for when they are needed, and what they are needed for works then."""

from tests.clipper import acts
from tests.clipper.chromium import Chromium, Page
from tests.clipper.pages import Site, png
from tests.clipper.service import Ada, Door, Fault
from tests.service import wait_until

ALLOWED = "chrome.permissions.getAll().then(({ origins }) => origins.sort().join(' '))"


def test_nothing_is_allowed_at_first(chromium: Chromium) -> None:
    assert chromium.own("options.html").run(ALLOWED) == ""


def test_the_address_of_the_notes_is_asked_for_when_it_cannot_be_reached(
    chromium: Chromium, ada: Ada, door: Door
) -> None:
    door.fault = Fault(0)
    page = acts.paste_key(chromium, door.url, ada.key())
    page.wait("document.getElementById('state').textContent.includes('cannot be reached')")
    page.wait("document.getElementById('network').innerText.includes('private network')")
    acts.allow(chromium, "http://127.0.0.1/*")
    door.fault = None
    page.ask("Page.bringToFront")
    page.click("#askNetwork")
    page.wait("document.getElementById('state').textContent === 'Connected as Ada.'")
    assert page.run("document.getElementById('network').hidden") is True
    assert page.run(ALLOWED) == "http://127.0.0.1/*"


def test_pictures_of_other_hosts_are_kept_when_all_sites_are_allowed(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    site.further["/borrowed.html"] = (
        "text/html",
        f"<!doctype html><title>Borrowed</title><article><h1>Borrowed</h1><p>{'A picture of others. ' * 20}</p>"
        f'<p><img src="{other}/pictures/7.png" alt="Lent" width=200 height=200></p></article>'.encode(),
    )
    acts.connect(chromium, door.url, ada.key())
    acts.keep_and_see(acts.read_popup(chromium, f"{site.url}/borrowed.html"), "In your notes")
    panel = chromium.own("panel.html")
    panel.wait(
        "document.body.innerText.includes('A picture stays') || document.body.innerText.includes('1 picture stays')"
    )
    (note,) = ada.notes("Borrowed")
    assert f"({other}/pictures/7.png)" in note["content"]
    acts.allow(chromium, "http://*/*", "https://*/*")
    options = chromium.own("options.html")
    options.click("#askAll")
    options.wait("document.getElementById('allAllowed').checkVisibility()")
    acts.keep_and_see(acts.read_popup(chromium, f"{site.url}/borrowed.html?again"), "In your notes")
    kept = wait_until(lambda: [n["content"] for n in ada.notes("Borrowed") if "/files/" in n["content"]], "it is kept")
    assert ada.file(f"/files/{kept[0].partition('(/files/')[2].partition(')')[0]}") == png(7)


SHOWN = "[...(CSS.highlights.get('notes-clipper') ?? [])].map(String).join()"
QUOTE = "Seventy degrees are enough"


def test_highlights_are_shown_by_the_button_and_on_every_visit_if_that_is_wanted(
    chromium: Chromium, site: Site
) -> None:
    url = f"{site.url}/article.html"
    acts.read_popup(chromium, url).close()
    page = chromium.page(url)
    acts.select(page, QUOTE)
    acts.command(chromium, "highlight", url)
    page.wait(f"{SHOWN} === '{QUOTE}'")
    _reload(page)
    assert page.run(SHOWN) == ""
    popup = chromium.press_button(url)
    popup.wait(f"document.getElementById('text').value.startsWith('> {QUOTE}\\n')")
    assert page.run(SHOWN) == QUOTE
    acts.allow(chromium, "http://127.0.0.1/*")
    page.ask("Page.bringToFront")
    popup = chromium.press_button(url)
    popup.click("[data-notice=highlights] [data-act='Show on every visit']")
    wait_until(
        lambda: chromium.worker().run("chrome.scripting.getRegisteredContentScripts().then((all) => all.length)") == 1,
        "the site is registered",
    )
    _reload(page)
    page.wait(f"{SHOWN} === '{QUOTE}'")
    options = chromium.own("options.html")
    options.click("#sites button")
    options.wait("document.querySelector('#sites button') === null")
    assert options.run(ALLOWED) == ""
    assert options.run("chrome.scripting.getRegisteredContentScripts().then((all) => all.length)") == 0


def test_highlights_of_a_page_can_be_removed(chromium: Chromium, site: Site) -> None:
    url = f"{site.url}/article.html"
    acts.read_popup(chromium, url).close()
    page = chromium.page(url)
    acts.select(page, QUOTE)
    acts.command(chromium, "highlight", url)
    page.wait(f"{SHOWN} === '{QUOTE}'")
    page.run("getSelection().removeAllRanges()")
    popup = chromium.press_button(url)
    popup.wait(f"document.getElementById('text').value.startsWith('> {QUOTE}')")
    popup.click("[data-notice=highlights] [data-act=Remove]")
    page.wait(f"{SHOWN} === ''")
    popup.wait("document.getElementById('text').value.startsWith('Tea is made of')")


def _reload(page: Page) -> None:
    page.run("globalThis.isOld = true")
    page.ask("Page.reload")
    page.wait("!globalThis.isOld && document.readyState === 'complete'")
