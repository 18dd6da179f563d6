"""How the clipper gets its key, and where its list is shown."""

from tests.clipper import acts
from tests.clipper.chromium import Chromium, Page
from tests.clipper.pages import Site
from tests.clipper.service import Ada, Door, Fault
from tests.service import wait_until


def test_a_browser_is_connected_by_a_code_that_its_owner_approves(chromium: Chromium, ada: Ada) -> None:
    page = chromium.own("options.html")
    page.wait("document.getElementById('version').textContent !== ''")
    page.write("#address", f"{ada.service.url}/notes/anywhere")
    page.click("#byCode")
    page.wait("document.getElementById('state').textContent.includes('Approve the code')")
    code = page.run("document.getElementById('state').textContent").split("code ")[1].split(" ")[0]
    shown = f"{ada.service.url}/device?user_code={code}"
    wait_until(lambda: any(each["url"] == shown for each in chromium.targets()), "the page to approve on opens")
    asked = ada.ask("GET", f"/api/auth/device?userCode={code}")
    assert (asked["app"], asked["scopes"]) == ("Clipper", ["sync:read", "sync:write"])
    ada.ask("POST", "/api/auth/device/approve", {"userCode": code, "approve": True})
    page.wait("document.getElementById('state').textContent === 'Connected as Ada.'")
    (key,) = ada.ask("GET", "/api/sync/tokens")["tokens"]
    assert key["kind"] == "api"
    assert key["name"].startswith("Clipper")


def test_a_code_is_waited_for_also_when_no_page_of_the_clipper_is_open(
    chromium: Chromium, ada: Ada, door: Door, site: Site
) -> None:
    page = chromium.own("options.html")
    page.wait("document.getElementById('version').textContent !== ''")
    page.write("#address", door.url)
    acts.keep(acts.read_popup(chromium, f"{site.url}/article.html"))
    page = chromium.own("options.html")
    page.write("#address", door.url)
    page.click("#byCode")
    page.wait("document.getElementById('state').textContent.includes('Approve the code')")
    code = page.run("document.getElementById('state').textContent").split("code ")[1].split(" ")[0]
    chromium.open("about:blank")
    page.close()
    door.fault = Fault(503, path="/api/auth/device/token")
    wait_until(lambda: door.tries("POST /api/auth/device/token"), "it is asked for by itself")
    ada.ask("POST", "/api/auth/device/approve", {"userCode": code, "approve": True})
    door.fault = None
    wait_until(lambda: ada.notes("How tea is made"), "what waited arrives with the key")
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    popup.wait("!!document.querySelector('[data-notice=duplicate]')")
    assert popup.run("document.querySelector('[data-notice=connection]') === null") is True


def test_a_code_that_its_owner_refuses_gives_no_key(chromium: Chromium, ada: Ada) -> None:
    page = chromium.own("options.html")
    page.wait("document.getElementById('version').textContent !== ''")
    page.write("#address", ada.service.url)
    page.click("#byCode")
    page.wait("document.getElementById('state').textContent.includes('Approve the code')")
    code = page.run("document.getElementById('state').textContent").split("code ")[1].split(" ")[0]
    ada.ask("POST", "/api/auth/device/approve", {"userCode": code, "approve": False})
    page.wait("document.getElementById('state').textContent === 'It was not approved.'")
    assert ada.ask("GET", "/api/sync/tokens")["tokens"] == []


def test_the_address_is_known_on_the_page_that_explains_the_clipper(chromium: Chromium, ada: Ada) -> None:
    url = f"{ada.service.url}/settings/clipper"
    page = chromium.open("about:blank")
    name, _, value = ada.cookie.partition("=")
    page.ask("Network.setCookie", name=name, value=value, url=ada.service.url)
    page.go(url)
    popup = chromium.press_button(url)
    popup.click("[data-notice=connection] button")
    options = f"chrome-extension://{chromium.id}/options.html"
    wait_until(lambda: any(each["url"] == options for each in chromium.targets()), "the settings open")
    assert chromium.page(options).wait("document.getElementById('address').value") == ada.service.url


def test_a_newer_version_at_the_service_is_said(chromium: Chromium, ada: Ada, door: Door, site: Site) -> None:
    door.instead["/clipper/version.json"] = {"version": "99.1"}
    acts.connect(chromium, door.url, ada.key())
    options = chromium.own("options.html")
    options.wait("document.getElementById('newer').textContent.includes('offers version 99.1')")
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    popup.wait("document.querySelector('[data-notice=version]')?.innerText.includes('version 99.1')")
    popup.click("[data-notice=version] [data-act='Not now']")
    popup.close()
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    assert popup.run("document.querySelector('[data-notice=version]') === null") is True


def test_the_list_is_shown_beside_the_page(chromium: Chromium, site: Site) -> None:
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    acts.keep(popup)
    popup = acts.read_popup(chromium, f"{site.url}/article.html")
    popup.wait("document.getElementById('count').textContent === '1'")
    popup.click("#list")
    shown = f"chrome-extension://{chromium.id}/panel.html"

    def look() -> str | None:
        found = [each["targetId"] for each in chromium.targets() if (each["type"], each["url"]) == ("page", shown)]
        return found[0] if found else None

    panel = Page(chromium, wait_until(look, "the list opens"))
    panel.wait("document.querySelector('li')?.dataset.state === 'waiting'")
    assert panel.run("chrome.tabs.getCurrent().then((tab) => tab === undefined)") is True
