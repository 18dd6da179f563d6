"""How the clipper gets its key, and where its list is shown."""

from tests.clipper import acts
from tests.clipper.chromium import Chromium, Page
from tests.clipper.pages import Site
from tests.clipper.service import Ada
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
