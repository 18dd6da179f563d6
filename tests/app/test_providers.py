"""Signing up and in through external providers, the whole way in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app import axe, providers
from tests.app.catalogue import said
from tests.app.providers import NAME, Providers, agree, go, offline, who
from tests.app.visitor import EMAIL, PASSWORD, PHONE, Visitor
from tests.kept import Services
from tests.service import Service, run
from tests.web.external.provider_stub import Stub


@pytest.fixture
def ada(ground: Providers, visit: Callable[..., Visitor]) -> Visitor:
    return offline(visit(ground.service).register())


def test_somebody_signs_up_and_later_in_and_is_where_they_wanted(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    for _ in range(2):
        grace = offline(visit(ground.service))
        page = grace.open("/journal/2026-11-20")
        expect(page).to_have_url(re.compile(r"/sign-in\?next="))
        go(page)
        agree(page, "grace")
        expect(page).to_have_url(f"{ground.service.url}/journal/2026-11-20")
        assert who(grace) == "grace@example.org"


def test_somebody_signs_up_with_github_from_the_page_that_makes_accounts(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    guest = offline(visit(ground.service, viewport=PHONE))
    page = guest.open("/tags")
    page.get_by_role("link", name="Make an account").click()
    expect(page.get_by_role("heading", name="Make an account")).to_be_visible()
    go(page, "GitHub")
    page.get_by_role("link", name="Authorize").click()
    expect(page).to_have_url(f"{ground.service.url}/tags")
    assert who(guest) == "hub@example.org"


def test_where_passwords_are_for_administrators_the_providers_come_first(
    services: Services, visit: Callable[..., Visitor]
) -> None:
    nobody = "http://localhost:9"
    service = services.empty(**providers.settings(nobody, nobody, NOTESVC_PASSWORD_SIGN_IN="no"))
    visit(service).register()
    page = visit(service).open("/register")
    expect(page.get_by_text(said("providers.onlyProviders"))).to_be_visible()
    expect(page.get_by_label("Password", exact=True)).to_have_count(0)
    page.get_by_role("link", name="I have an account").click()
    expect(page.get_by_role("link", name=f"Continue with {NAME}")).to_be_visible()
    expect(page.get_by_label("Password", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Sign in with a password").click()
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{service.url}/")


def test_a_way_back_in_another_browser_signs_nobody_in_and_says_so(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("grace")
    one, other = offline(visit(ground.service)), offline(visit(ground.service))
    go(one.open("/sign-in?next=/graph"))
    expect(one.page.get_by_placeholder("sub")).to_be_visible()
    page = other.open(one.page.url)
    agree(page, "grace")
    expect(page.get_by_text("was begun in another browser")).to_be_visible()
    assert who(other) is None
    agree(one.page, "grace")
    expect(one.page).to_have_url(f"{ground.service.url}/graph")
    assert who(one) == "grace@example.org"


def test_saying_no_at_the_provider_leads_back_with_the_place_kept(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    page = offline(visit(ground.service)).open("/graph")
    go(page, "GitHub")
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_text("or you cancelled there")).to_be_visible()
    go(page, "GitHub")
    page.get_by_role("link", name="Authorize").click()
    expect(page).to_have_url(f"{ground.service.url}/graph")


def test_an_address_that_has_an_account_is_not_taken_over(
    ground: Providers, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    ground.knows("ada")
    guest = offline(visit(ground.service))
    page = guest.open("/sign-in")
    go(page)
    agree(page, "ada")
    expect(page.get_by_role("alert").filter(has_text=said("providers.problem.address_taken"))).to_be_visible()
    assert who(guest) is None


def test_a_provider_that_is_down_is_said_and_the_password_still_works(
    start: Callable[..., Service], free_port: int, visit: Callable[..., Visitor]
) -> None:
    nobody = f"http://localhost:{free_port}"
    service = start(**providers.settings(nobody, nobody))
    visit(service).register()
    guest = visit(service)
    page = guest.open("/recents")
    go(page)
    expect(page.get_by_text(said("providers.problem.provider_unavailable"))).to_be_visible()
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{service.url}/recents")


def test_with_an_invite_a_provider_makes_an_account_and_without_one_none(
    ground: Providers, services: Services, github: Stub, visit: Callable[..., Visitor]
) -> None:
    chosen = providers.settings(ground.issuer, github.url, NOTESVC_REGISTRATION="invite")
    ground = Providers(services.empty(**chosen), ground.issuer)
    ground.knows("grace")
    visit(ground.service).register()
    guest = offline(visit(ground.service))
    page = guest.open("/sign-in")
    go(page)
    agree(page, "grace")
    expect(page.get_by_text(said("providers.problem.registration_closed"))).to_be_visible()
    page.get_by_role("link", name="Make an account").click()
    go(page)
    expect(page.get_by_text("Enter your invite.")).to_be_visible()
    page.get_by_label("Invite").fill(run(ground.service.instance, "user", "invite").stdout.strip())
    go(page)
    agree(page, "grace")
    expect(page).to_have_url(f"{ground.service.url}/")
    assert who(guest) == "grace@example.org"


@pytest.mark.parametrize(
    "look",
    [
        pytest.param({"color_scheme": "light"}, id="light", marks=pytest.mark.full),
        pytest.param({"color_scheme": "dark"}, id="dark"),
    ],
)
def test_the_pages_with_providers_have_no_violation(
    services: Services, visit: Callable[..., Visitor], look: dict[str, object]
) -> None:
    nobody = "http://localhost:9"
    google = {"NOTESVC_GOOGLE_CLIENT_ID": "client", "NOTESVC_GOOGLE_CLIENT_SECRET": "secret"}
    service = services.empty(**providers.settings(nobody, nobody, **google))
    ada = visit(service, **look).register()
    guest = visit(service, **look)
    for address in ("/sign-in?problem=address_taken", "/register?problem=registration_closed"):
        page = guest.open(address)
        expect(page.get_by_role("link", name="Continue with Google")).to_be_visible()
        assert axe.violations(page) == [], address
    page = ada.open("/settings/security?problem=already_linked")
    expect(page.get_by_text(said("providers.problem.already_linked"))).to_be_visible()
    assert axe.violations(page) == []
    page.get_by_role("button", name="Link GitHub").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe.violations(page) == []
    assert axe.violations(_at(guest, "/proven?problem=not_fresh")) == []


def _at(guest: Visitor, address: str) -> Page:
    page = guest.open(address)
    page.locator("h1").wait_for()
    return page
