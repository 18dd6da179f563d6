"""Linking providers in the settings, and proving oneself at one, without losing what stands on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from notesvc import clock
from notesvc.domain.accounts import one_time_codes
from tests.app import axe
from tests.app.catalogue import said
from tests.app.providers import NAME, Providers, agree, go, offline, who
from tests.app.visitor import EMAIL, PASSWORD, Visitor


@pytest.fixture
def ada(ground: Providers, visit: Callable[..., Visitor]) -> Visitor:
    return offline(visit(ground.service).register())


def prove(page: Page) -> None:
    dialog = page.get_by_role("dialog", name="Confirm that it is you")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Confirm", exact=True).click()


def test_an_account_is_linked_and_unlinked_in_the_settings(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    page = ada.open("/settings/security")
    page.get_by_role("button", name="Link GitHub").click()
    prove(page)
    page.get_by_role("link", name="Authorize").click()
    expect(page.get_by_text("GitHub is linked")).to_be_visible()
    expect(page).to_have_url(f"{ground.service.url}/settings/security")
    expect(page.get_by_text("Linked as hub@example.org")).to_be_visible()
    other = offline(visit(ground.service))
    go(other.open("/sign-in"), "GitHub")
    other.page.get_by_role("link", name="Authorize").click()
    expect(other.page).to_have_url(f"{ground.service.url}/")
    assert who(other) == EMAIL
    page.get_by_label("New e-mail address").fill("typed@example.org")
    page.get_by_role("button", name="Unlink GitHub").click()
    page.get_by_role("dialog").get_by_role("button", name="Unlink", exact=True).click()
    expect(page.get_by_role("button", name="Link GitHub", exact=True)).to_be_visible()
    expect(page.get_by_label("New e-mail address")).to_have_value("typed@example.org")
    assert ada.ask("GET", "/api/account/accounts").json()["accounts"] == []


def test_linking_without_a_proof_changes_nothing_and_loses_nothing(ada: Visitor) -> None:
    page = ada.open("/settings/security")
    page.get_by_label("New e-mail address").fill("typed@example.org")
    page.get_by_role("button", name=f"Link {NAME}").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(said("account.proof.declined"))).to_be_visible()
    expect(page.get_by_label("New e-mail address")).to_have_value("typed@example.org")


def test_a_sign_in_of_another_account_is_not_linked(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    grace = offline(visit(ground.service))
    go(grace.open("/sign-in"))
    agree(grace.page, "grace")
    expect(grace.page).to_have_url(f"{ground.service.url}/")
    page = ada.open("/settings/security")
    page.get_by_role("button", name=f"Link {NAME}").click()
    prove(page)
    agree(page, "grace")
    expect(page.get_by_text(said("providers.problem.already_linked"))).to_be_visible()
    expect(page).to_have_url(f"{ground.service.url}/settings/security")


def test_who_has_no_password_proves_it_in_a_window_beside_and_keeps_the_last_way_in(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    grace = offline(visit(ground.service))
    page = grace.open("/settings/security")
    go(page)
    agree(page, "grace")
    page.get_by_label("New e-mail address").fill("typed@example.org")
    page.get_by_role("button", name=f"Unlink {NAME}").click()
    page.get_by_role("dialog").get_by_role("button", name="Unlink", exact=True).click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    with page.expect_popup() as opened:
        proof.get_by_role("button", name=f"Confirm with {NAME}").click()
    agree(opened.value, "grace")
    expect(page.get_by_text(said("account.problem.lastWayIn"))).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text(said("settings.security.passwordChanged"))).to_be_visible()
    page.get_by_role("button", name=f"Unlink {NAME}").click()
    page.get_by_role("dialog").get_by_role("button", name="Unlink", exact=True).click()
    expect(page.get_by_role("button", name=f"Link {NAME}")).to_be_visible()
    expect(page.get_by_label("New e-mail address")).to_have_value("typed@example.org")


def test_a_proof_of_somebody_else_opens_nothing(ground: Providers, ada: Visitor, visit: Callable[..., Visitor]) -> None:
    for subject in ("grace", "mallory"):
        ground.knows(subject)
    grace = offline(visit(ground.service))
    page = grace.open("/settings/security")
    go(page)
    agree(page, "grace")
    page.get_by_role("button", name="Set up an app").click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    with page.expect_popup() as opened:
        proof.get_by_role("button", name=f"Confirm with {NAME}").click()
    agree(opened.value, "mallory")
    expect(opened.value.get_by_role("heading", name="That did not work")).to_be_visible()
    expect(proof.get_by_text(said("providers.problem.wrong_account"))).to_be_visible()
    assert grace.ask("POST", "/api/account/totp").status == 403


def test_a_session_that_ended_is_begun_anew_through_a_provider_and_nothing_is_lost(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    grace = offline(visit(ground.service))
    page = grace.open("/settings/security")
    go(page)
    agree(page, "grace")
    page.get_by_label("New e-mail address").fill("typed@example.org")
    grace.context.clear_cookies(name="notesvc")
    # The page may have asked by itself before, and stand behind the dialog by then.
    page.get_by_role("button", name="Link GitHub").dispatch_event("click")
    again = page.get_by_role("dialog", name="Sign in again")
    with page.expect_popup() as opened:
        again.get_by_role("link", name=f"Continue with {NAME} in another tab").click()
    agree(opened.value, "grace")
    expect(again).to_have_count(0)
    expect(page.get_by_label("New e-mail address")).to_have_value("typed@example.org")
    assert who(grace) == "grace@example.org"


def test_who_has_an_app_shows_a_code_after_the_provider(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    made = ada.ask("POST", "/api/auth/step-up", {"password": PASSWORD})
    assert made.status == 200
    secret = ada.ask("POST", "/api/account/totp").json()["secret"]
    now = clock.timestamp_ms() // 30_000
    code = one_time_codes.code_at(secret, now - 1)
    assert ada.ask("POST", "/api/account/totp/confirm", {"code": code}).status == 200
    page = ada.open("/settings/security")
    page.get_by_role("button", name=f"Link {NAME}").click()
    agree(page, "grace")
    expect(page.get_by_role("button", name=f"Unlink {NAME}")).to_be_visible()
    other = offline(visit(ground.service))
    page = other.open("/sign-in?next=/graph")
    go(page)
    agree(page, "grace")
    expect(page.get_by_text("asks for a code besides")).to_be_visible()
    assert who(other) is None
    assert axe.violations(page) == []
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text(said("account.problem.code"))).to_be_visible()
    page.get_by_label("Code").fill(one_time_codes.code_at(secret, clock.timestamp_ms() // 30_000))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{ground.service.url}/graph")
