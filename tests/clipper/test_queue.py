"""No clip is lost: trouble of the service, of the network and of the key, and a browser that is closed."""

import datetime
from collections.abc import Callable

from tests.clipper import acts
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site, png
from tests.clipper.service import Ada, Door, Fault
from tests.service import wait_until

KEPT = "Kept on this device"


def test_a_clip_outlives_trouble_and_the_browser_and_arrives_once(
    start: Callable[[], Chromium], ada: Ada, door: Door, site: Site
) -> None:
    browser = start()
    acts.connect(browser, door.url, ada.key())
    door.fault = Fault(503)
    acts.keep_and_see(acts.read_popup(browser, f"{site.url}/article.html"), KEPT)
    (clip,) = acts.clips(browser)
    assert (clip["state"], "trouble" in clip["text"]) == ("waiting", True)
    browser.close()
    (key,) = door.tries()
    door.fault = None
    start()
    (note,) = wait_until(lambda: ada.notes("How tea is made"), "the clip arrives by itself")
    assert set(door.tries()) == {key}
    assert len(ada.notes("How tea is made")) == 1
    assert note["properties"]["source"] == "notes-clipper"


def test_it_comes_back_when_it_was_asked_to(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    acts.connect(chromium, door.url, ada.key())
    door.fault = Fault(429, {"Retry-After": "600"})
    acts.keep_and_see(acts.read_popup(chromium, f"{site.url}/article.html"), KEPT)
    panel = chromium.own("panel.html")
    wait = panel.run(
        "new Promise((done) => chrome.alarms.get('queue', (alarm) => done(alarm.scheduledTime - Date.now())))"
    )
    assert 570_000 < wait <= 600_000
    door.fault = None
    panel.click("#sendNow")
    wait_until(lambda: ada.notes("How tea is made"), "the clip arrives when its owner sends it")


def test_a_key_that_is_refused_is_thrown_away_and_a_new_one_sends_what_waits(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    ada.revoke_all()
    acts.keep_and_see(acts.read_popup(chromium, f"{site.url}/article.html"), KEPT)
    panel = chromium.own("panel.html")
    stored = "new Promise((done) => chrome.storage.local.get('connection', ({ connection }) => done(connection)))"
    assert panel.run(stored) is None
    assert [clip["state"] for clip in acts.clips(chromium)] == ["waiting"]
    assert len(door.tries()) == 1
    acts.connect(chromium, door.url, ada.key())
    wait_until(lambda: ada.notes("How tea is made"), "the clip arrives with the new key")
    assert len(set(door.tries())) == 1


def test_a_key_that_is_none_is_not_kept(chromium: Chromium, ada: Ada, door: Door) -> None:
    page = acts.paste_key(chromium, door.url, "svc_sync_" + "x" * 43)
    page.wait("document.getElementById('state').textContent.includes('thrown away')")
    stored = "new Promise((done) => chrome.storage.local.get('connection', ({ connection }) => done(connection)))"
    assert page.run(stored) is None


def test_a_service_that_moved_or_went_is_named_and_the_key_stays(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    door.fault = Fault(301, {"Location": "http://127.0.0.1:9/"})
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    acts.keep_and_see(popup, KEPT)
    assert "has moved" in popup.run("document.getElementById('done').innerText")
    door.fault = Fault(0)
    popup = acts.read_popup(chromium, f"{site.url}/japanese.html")
    acts.keep_and_see(popup, KEPT)
    assert "cannot be reached" in popup.run("document.getElementById('done').innerText")
    door.fault = None
    panel = chromium.own("panel.html")
    panel.click("#sendNow")
    wait_until(lambda: ada.notes("How tea is made") and ada.notes("お茶のいれ方"), "both arrive")


def test_what_the_service_refuses_stays_until_it_is_thrown_away(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    acts.connect(chromium, door.url, ada.key())
    door.fault = Fault(413)
    acts.keep(acts.read_popup(chromium, f"{site.url}/article.html"))
    panel = chromium.own("panel.html")
    panel.wait("document.querySelector('li')?.dataset.state === 'refused'")
    assert len(door.tries()) == 1
    panel.run("window.confirm = () => true")
    panel.click("li .actions button:last-child")
    panel.wait("document.querySelector('li') === null")


def test_a_key_that_ends_soon_is_told(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3, hours=1)
    page = acts.paste_key(chromium, door.url, ada.key(expiresAt=soon.strftime("%Y-%m-%dT%H:%M:%S.000Z")))
    page.wait("document.getElementById('state').textContent.includes('ends in 3 days')")
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    popup.wait("document.querySelector('[data-notice=connection]')?.innerText.includes('ends in 3 days')")


def test_twelve_megabytes_of_pictures_arrive(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    pictures = {f"/large/{n}.png": png(n) + bytes([n]) * 1_000_000 for n in range(12)}
    for path, content in pictures.items():
        site.further[path] = ("image/png", content)
    shown = "".join(
        f'<p>Picture {n} of a long walk.</p><img src="/large/{n}.png" width=300 height=200>' for n in range(12)
    )
    page = f"<!doctype html><title>A long walk</title><article><h1>A long walk</h1>{shown}</article>"
    site.further["/walk.html"] = ("text/html", page.encode())
    acts.connect(chromium, door.url, ada.key())
    acts.keep(acts.read_popup(chromium, f"{site.url}/walk.html"))
    content = wait_until(lambda: _whole(ada), "all pictures are there")
    files = [part.partition(")")[0] for part in content.split("](")[1:]]
    assert [ada.file(file) for file in files] == list(pictures.values())


def _whole(ada: Ada) -> str:
    found = ada.notes("A long walk")
    content = str(found[0]["content"]) if found else ""
    return content if content.count("(/files/") == 12 else ""
