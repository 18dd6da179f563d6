"""Passkeys from adding one to removing it, with Chromium's own authenticator."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.passkeys import Authenticator, at_localhost
from tests.app.visitor import PASSWORD, PHONE, Visitor
from tests.service import Service

# A browser that does not put passkeys among the suggestions of a field.
NO_SUGGESTIONS = "PublicKeyCredential.isConditionalMediationAvailable = async () => false;"
# A browser from before the helpers for JSON.
OLDER = """for (const name of ["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"])
  delete PublicKeyCredential[name];
delete PublicKeyCredential.prototype.toJSON;"""
REFUSED = said("account.passkey.refused")


@pytest.fixture
def ada(service: Service, visit: Callable[..., Visitor]) -> Visitor:
    """The first account, at the address where browsers allow passkeys."""
    return visit(at_localhost(service)).register()


def passkeys_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Passkeys")


def add(page: Page) -> None:
    """From the settings, by somebody who has not stepped up."""
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("dialog").get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    expect(passkeys_of(page).get_by_role("listitem")).to_have_count(1)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Account").click()
    page.get_by_role("menuitem", name="Sign out").click()


def choose(page: Page, action: str) -> None:
    passkeys_of(page).get_by_role("button", name="What to do with").click()
    page.get_by_role("menuitem", name=action).click()


def test_one_is_added_named_used_to_come_in_used_to_confirm_and_removed(ada: Visitor) -> None:
    page = ada.open("/settings/security")
    authenticator = Authenticator(page)
    expect(passkeys_of(page)).to_contain_text(said("settings.security.passkeys.empty"))
    add(page)
    assert len(authenticator.keys()) == 1
    choose(page, "Rename")
    page.get_by_role("dialog").get_by_label("Name").fill("Laptop")
    assert axe.violations(page) == []
    page.get_by_role("button", name="Save").click()
    expect(passkeys_of(page).get_by_role("listitem")).to_contain_text(re.compile("Laptop.*On one device.*Never used"))
    assert axe.violations(page) == []

    # The sign-in page waits for one of its suggestions; this authenticator takes it at once.
    sign_out(page)
    expect(page).to_have_url(re.compile(r"localhost:\d+/$"))
    ada.open("/settings/security")
    expect(passkeys_of(page).get_by_role("listitem")).to_contain_text("Last used")

    # Nobody has stepped up in this session: the action waits for the proof, and what was typed stays.
    page.get_by_label("New password").fill("another horse battery")
    page.get_by_role("button", name="Change the password").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Use a passkey")).to_be_visible()
    assert axe.violations(page) == []
    dialog.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Password changed")).to_be_visible()

    choose(page, "Remove")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(passkeys_of(page)).to_contain_text(said("settings.security.passkeys.empty"))
    assert ada.ask("GET", "/api/account/passkeys").json()["passkeys"] == []


@pytest.mark.journey
@pytest.mark.parametrize("browser_kind", ["", OLDER], ids=["newer", "older"])
def test_the_button_signs_in_and_goes_where_the_visitor_wanted(ada: Visitor, browser_kind: str) -> None:
    ada.context.add_init_script(NO_SUGGESTIONS + browser_kind)
    page = ada.open("/settings/security")
    authenticator = Authenticator(page)
    add(page)
    ada.ask("POST", "/api/auth/logout")
    ada.open("/journal/2026-11-20")
    button = page.get_by_role("button", name="Sign in with a passkey")
    authenticator.recognises(False)
    button.click()
    expect(page.get_by_role("alert").filter(has_text="No passkey was used")).to_be_visible()
    authenticator.recognises(True)
    button.click()
    expect(page).to_have_url(re.compile(r"/journal/2026-11-20$"))
    assert ada.ask("GET", "/api/auth/session").ok


def test_a_passkey_that_was_removed_does_not_sign_in_and_says_what_to_do(ada: Visitor) -> None:
    ada.context.add_init_script(NO_SUGGESTIONS)
    page = ada.open("/settings/security")
    Authenticator(page)
    add(page)
    [kept] = ada.ask("GET", "/api/account/passkeys").json()["passkeys"]
    assert ada.ask("DELETE", f"/api/account/passkeys/{kept['id']}").status == 204
    ada.ask("POST", "/api/auth/logout")
    ada.open("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text(REFUSED)).to_be_visible()
    assert axe.violations(page) == []


def test_a_device_that_has_one_makes_no_second(ada: Visitor) -> None:
    page = ada.open("/settings/security")
    authenticator = Authenticator(page)
    add(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text(said("account.passkey.known"))).to_be_visible()
    assert len(authenticator.keys()) == 1


def test_where_there_can_be_none_the_settings_say_where_and_nothing_is_offered(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, viewport=PHONE, color_scheme="dark").register()
    page = ada.open("/settings/security")
    place = service.url.replace("127.0.0.1", "localhost")
    expect(passkeys_of(page).get_by_role("link", name=place)).to_have_attribute("href", f"{place}/settings/security")
    assert axe.violations(page) == []
    guest = visit(service).open("/sign-in")
    expect(guest.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(guest.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)

    without = visit(at_localhost(service))
    without.context.add_init_script("delete globalThis.PublicKeyCredential;")
    without.sign_in().open("/settings/security")
    expect(passkeys_of(without.page)).to_contain_text(said("settings.security.passkeys.noBrowser"))


def test_with_a_passkey_the_pages_have_no_violation_in_the_dark_on_a_phone(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(at_localhost(service), viewport=PHONE, color_scheme="dark").register()
    ada.context.add_init_script(NO_SUGGESTIONS)
    page = ada.open("/settings/security")
    Authenticator(page)
    add(page)
    assert axe.violations(page) == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    ada.ask("POST", "/api/auth/logout")
    ada.open("/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    assert axe.violations(page) == []
