"""Settings › Devices: which there are, what they did, how to connect one, and an end to it."""

from collections.abc import Callable
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.visitor import PASSWORD, PHONE, Visitor
from tests.service import Service

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Laptop:
    """A desktop client whose user has approved it."""

    def __init__(self, visitor: Visitor, name: str = "Ada's laptop") -> None:
        self.url = visitor.service.url
        given = self._post("auth/device/code", {"client_id": "notes-desktop", "device_name": name}).json()
        assert visitor.ask("POST", "/api/auth/step-up", {"password": PASSWORD}).ok
        assert visitor.ask("POST", "/api/auth/device/approve", {"userCode": given["user_code"], "approve": True}).ok
        form = {"grant_type": GRANT, "device_code": given["device_code"], "client_id": "notes-desktop"}
        self.headers = {"Authorization": f"Bearer {self._post('auth/device/token', form).json()['access_token']}"}

    def _post(self, path: str, form: dict[str, str]) -> Any:
        return requests.post(f"{self.url}/api/{path}", data=form, timeout=60)

    def write(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()} | self.headers
        return requests.request(method, f"{self.url}/api/sync/{path}", json=body, headers=named, timeout=60)

    def work(self) -> None:
        """Some notes made, one changed, one deleted."""
        made = [self.write("POST", "notes", {"name": f"Note {each}", "content": "x"}).json() for each in range(3)]
        based = {"If_Match": made[0]["etag"]}
        assert self.write("PATCH", f"notes/{made[0]['id']}", {"content": "words of another kind"}, **based).ok
        assert self.write("DELETE", f"notes/{made[1]['id']}", If_Match=made[1]["etag"]).ok

    def is_connected(self) -> bool:
        return bool(self.write("GET", "changes").status_code == 200)


@pytest.fixture(autouse=True)
def proxyless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


def devices(visitor: Visitor) -> Page:
    page = visitor.open("/settings/devices")
    expect(page.get_by_role("heading", name="Connect a device")).to_be_visible()
    return page


def test_without_a_device_it_says_how_to_connect_one(ada: Visitor) -> None:
    page = devices(ada)
    expect(page.get_by_text(said("settings.devices.none"))).to_be_visible()
    expect(page.get_by_text(f"notes-desktop connect {ada.service.url}")).to_be_visible()
    assert axe.violations(page) == []


def test_a_device_tells_what_it_did_and_is_disconnected_by_keyboard(ada: Visitor) -> None:
    laptop = Laptop(ada)
    laptop.work()
    page = devices(ada)
    row = page.get_by_role("listitem").filter(has_text="Ada's laptop")
    expect(row).to_contain_text("3 notes made, 1 note changed, 1 note moved to the trash")
    expect(row).to_contain_text("Last synced")
    assert axe.violations(page) == []
    row.get_by_role("button", name="Activity").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Folder synced")
    expect(dialog).to_contain_text("Note 0")
    page.keyboard.press("Escape")
    row.get_by_role("button", name="Disconnect").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text(said("settings.devices.disconnectText"))
    assert laptop.is_connected()
    dialog.get_by_role("button", name="Disconnect").press("Enter")
    expect(page.get_by_text(said("settings.devices.none"))).to_be_visible()
    assert not laptop.is_connected()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.full)])
def test_nothing_is_wider_than_a_phone(service: Service, visit: Callable[..., Visitor], scheme: str) -> None:
    ada = visit(service, viewport=PHONE, color_scheme=scheme, locale="de-DE").register()
    Laptop(ada, "Der Rechner mit dem sehr langen Namen im Arbeitszimmer").work()
    page = ada.open("/settings/devices")
    expect(page.get_by_role("button", name="trennen").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
