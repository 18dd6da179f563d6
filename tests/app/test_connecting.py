"""Connecting a device that shows a code (RFC 8628): the device over HTTP, its user in a browser."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.two import Pair
from tests.app.visitor import EMAIL, PASSWORD, PHONE, Visitor
from tests.service import Service

CLIENT = "notes-desktop"
GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@dataclass
class Device:
    """A program without a browser: what it was given, and how it asks for its key."""

    url: str
    given: dict[str, Any]

    @property
    def code(self) -> str:
        return str(self.given["user_code"])

    def poll(self) -> dict[str, Any]:
        form = {"grant_type": GRANT, "device_code": self.given["device_code"], "client_id": CLIENT}
        answer = requests.post(f"{self.url}/api/auth/device/token", data=form, timeout=60)
        assert answer.status_code in (200, 400), answer.text
        return dict(answer.json())


@pytest.fixture(autouse=True)
def proxyless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture
def device(service: Service) -> Device:
    return ask(service)


def ask(service: Service, name: str = "Ada's laptop") -> Device:
    form = {"client_id": CLIENT, "device_name": name}
    answer = requests.post(f"{service.url}/api/auth/device/code", data=form, timeout=60)
    assert answer.status_code == 200, answer.text
    return Device(service.url, answer.json())


def look(visitor: Visitor, code: str) -> Page:
    """Type the code and go on."""
    page = visitor.open("/device")
    page.get_by_label("Code on the device").fill(code)
    page.get_by_role("button", name="Go on").click()
    return page


def prove(page: Page) -> None:
    dialog = page.get_by_role("dialog", name="Confirm that it is you")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Confirm", exact=True).click()


@pytest.mark.journey
@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_a_signed_out_person_signs_in_reads_who_asks_proves_themselves_and_approves(
    service: Service, visit: Callable[..., Visitor], device: Device, size: dict[str, object]
) -> None:
    visit(service).register()
    guest = visit(service, **size)
    page = guest.open(device.given["verification_uri_complete"].removeprefix(service.url))
    expect(page).to_have_url(re.compile(r"/sign-in\?next="))
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Code on the device")).to_have_value(device.code)
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    assert device.poll() == {"error": "authorization_pending"}
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Connect “Ada's laptop”?")).to_be_visible()
    for fact in ("Notes for the desktop", "ago", "127.0.0.1", "read all your notes", "put notes into your workspace"):
        expect(page.locator("dl")).to_contain_text(fact)
    expect(page.get_by_text(said("device.warning"))).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    prove(page)
    expect(page.get_by_role("heading", name="“Ada's laptop” is connected")).to_be_visible()
    given = device.poll()
    assert given["scope"] == "sync:device sync:read sync:write"
    key = {"Authorization": f"Bearer {given['access_token']}"}
    assert requests.get(f"{service.url}/api/sync/verify", headers=key, timeout=60).json()["token"]["kind"] == "device"
    page.get_by_role("link", name="Sync keys").click()
    row = page.get_by_role("listitem").filter(has_text="Ada's laptop")
    expect(row.get_by_text("Device", exact=True)).to_be_visible()


def test_cancelling_the_proof_gives_no_key_and_one_may_still_deny(ada: Visitor, device: Device) -> None:
    page = look(ada, device.code)
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(said("account.proof.declined"))).to_be_visible()
    assert device.poll() == {"error": "authorization_pending"}
    page.get_by_role("button", name="Deny").click()
    expect(page.get_by_role("heading", name="“Ada's laptop” was denied")).to_be_visible()
    assert device.poll() == {"error": "access_denied"}
    page.get_by_role("button", name="Enter another code").click()
    expect(page.get_by_label("Code on the device")).to_have_value("")


def test_a_code_is_taken_as_people_type_it(ada: Visitor, device: Device) -> None:
    page = look(ada, f" {device.code.lower().replace('-', '  ')} ")
    expect(page.get_by_role("button", name="Approve")).to_be_visible()


def test_who_decides_first_has_the_device_and_a_later_viewer_finds_nothing(pair: Pair) -> None:
    ada, other = pair
    device = ask(ada.service)
    page = look(ada, device.code)
    page.get_by_role("button", name="Approve").click()
    prove(page)
    expect(page.get_by_text("is connected")).to_be_visible()
    theirs = look(other, device.code)
    expect(theirs.get_by_text("opened first from another account")).to_be_visible()
    expect(theirs.get_by_role("button", name="Approve")).to_have_count(0)


def test_after_five_wrong_codes_one_has_to_wait(ada: Visitor) -> None:
    page = ada.open("/device")
    field, go_on = page.get_by_label("Code on the device"), page.get_by_role("button", name="Go on")
    field.fill("BCDF")
    go_on.click()
    expect(page.get_by_text(said("device.badCode"))).to_be_visible()
    for letter in "KLMNP":
        field.fill(f"BCDFGHJ{letter}")
        with page.expect_response("**/api/auth/device?*") as answered:
            go_on.click()
        assert answered.value.status == 404
        expect(page.get_by_text(said("device.unknownCode"))).to_be_visible()
    field.fill("BCDFGHJQ")
    go_on.click()
    expect(page.get_by_text(re.compile(r"Too many wrong codes. Try again in \d+ minute"))).to_be_visible()
    expect(field).to_have_value("BCDFGHJQ")


def test_a_code_expires_while_one_looks_at_it(ada: Visitor, device: Device) -> None:
    ada.page.clock.install()
    page = look(ada, device.code)
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
    page.clock.fast_forward("11:00")
    expect(page.get_by_role("heading", name="The code has expired")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)


def test_a_code_that_another_tab_decided_is_said_to_be_decided(ada: Visitor, device: Device) -> None:
    page = look(ada, device.code)
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
    assert ada.ask("POST", "/api/auth/device/approve", {"userCode": device.code, "approve": False}).status == 204
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("heading", name="This code has been decided already")).to_be_visible()
    assert device.poll() == {"error": "access_denied"}


def test_with_as_many_keys_as_there_can_be_one_is_revoked_first(ada: Visitor, device: Device) -> None:
    made = [ada.ask("POST", "/api/sync/tokens", {"name": f"Key {n}", "canWrite": False}) for n in range(20)]
    page = look(ada, device.code)
    page.get_by_role("button", name="Approve").click()
    prove(page)
    expect(page.get_by_text(said("device.tooManyKeys"))).to_be_visible()
    assert ada.ask("DELETE", f"/api/sync/tokens/{made[0].json()['token']['id']}").ok
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("is connected")).to_be_visible()
    assert "access_token" in device.poll()


def test_the_session_ends_while_one_decides(ada: Visitor, device: Device) -> None:
    page = look(ada, device.code)
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
    ada.context.clear_cookies()
    page.get_by_role("button", name="Deny").click()
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Deny").click()
    expect(page.get_by_text("was denied")).to_be_visible()


def test_the_page_stands_in_no_frame(ada: Visitor) -> None:
    answer = ada.page.goto("/device")
    assert answer is not None
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "look_of", [{"color_scheme": "light"}, {"color_scheme": "dark", "viewport": PHONE}], ids=["light", "dark"]
)
def test_no_step_has_a_violation(service: Service, visit: Callable[..., Visitor], look_of: dict[str, object]) -> None:
    ada = visit(service, **look_of).register()
    device = ask(service, "A name as long as the service takes it, with " + "w" * 60)
    page = look(ada, "BCDF-GHJK")
    expect(page.get_by_text(said("device.unknownCode"))).to_be_visible()
    found = {"wrong": axe.violations(page)}
    page = look(ada, device.code)
    expect(page.get_by_role("button", name="Approve")).to_be_visible()
    found["question"] = axe.violations(page)
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    page.get_by_role("button", name="Approve").click()
    prove(page)
    expect(page.get_by_text("is connected")).to_be_visible()
    found["connected"] = axe.violations(page)
    assert (found, wide) == ({"wrong": [], "question": [], "connected": []}, 0)
