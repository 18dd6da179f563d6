"""Administration in the browser: people, invites, who may register, the audit log, a mail; and an account's end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.visitor import EMAIL, PASSWORD, PHONE, Visitor
from tests.service import Service

BOB = "bob@example.org"


def invite(ada: Visitor) -> str:
    """The code of a new invite, made without the page."""
    assert ada.ask("POST", "/api/auth/step-up", {"password": PASSWORD}).ok
    answer = ada.ask("POST", "/api/admin/invites", {"uses": 5})
    assert answer.status == 201, answer.text()
    return str(answer.json()["code"])


def bob(ada: Visitor, visit: Callable[..., Visitor], name: str = "Bob") -> Visitor:
    """Somebody else with an account, signed in."""
    visitor = visit(ada.service)
    body = {"email": BOB, "password": PASSWORD, "name": name, "invite": invite(ada)}
    answer = visitor.ask("POST", "/api/auth/register", body)
    assert answer.status == 201, answer.text()
    return visitor


def choose(page: Page, name: str, deed: str) -> None:
    page.get_by_role("button", name=f"What to do with {name}", exact=True).click()
    page.get_by_role("menuitem", name=deed, exact=True).click()


def prove(page: Page) -> None:
    """Say once more who is there, in place."""
    dialog = page.get_by_role("dialog", name="Confirm that it is you")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Confirm").click()


def test_an_invite_made_here_lets_somebody_in(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    page = ada.open("/admin/invites")
    expect(page.get_by_text(said("admin.invites.none"))).to_be_visible()
    page.get_by_role("button", name="Make an invite").click()
    page.get_by_role("dialog", name="Make an invite").get_by_role("button", name="Make an invite").click()
    prove(page)
    link = page.get_by_role("textbox", name="Link").input_value()
    page.get_by_role("button", name="I have it").click()
    expect(page.get_by_text("0 of 1 used")).to_be_visible()
    guest = visit(ada.service).open(link.removeprefix(ada.service.url))
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_label("E-mail address").fill(BOB)
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_role("button", name="Make the account").click()
    expect(guest.get_by_role("main").get_by_role("link", name="Start here")).to_be_visible()
    page.reload()
    page.get_by_text("1 invite that is good no more").click()
    expect(page.get_by_text("used up")).to_be_visible()


@pytest.mark.journey
def test_somebody_is_disabled_and_let_in_again(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    other = bob(ada, visit)
    page = ada.open("/admin/users")
    choose(page, "Bob", "Disable")
    page.get_by_role("dialog", name="Disable Bob?").get_by_role("button", name="Disable").click()
    expect(page.get_by_text("disabled", exact=True)).to_be_visible()
    assert other.ask("GET", "/api/auth/session").status == 401
    choose(page, "Bob", "Let in again")
    page.get_by_role("dialog").get_by_role("button", name="Let in again").click()
    expect(page.get_by_text("disabled", exact=True)).to_have_count(0)
    other.sign_in(BOB)


def test_the_last_administrator_is_told_why_nothing_happens(ada: Visitor) -> None:
    page = ada.open("/admin/users")
    choose(page, "Ada", "Take administration away")
    page.get_by_role("dialog").get_by_role("button", name="Take administration away").click()
    prove(page)
    expect(page.get_by_role("alert").filter(has_text=said("common.problem.last_administrator"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="What to do with Ada", exact=True)).to_be_focused()


def test_files_are_bounded_and_what_is_no_number_is_named(ada: Visitor) -> None:
    page = ada.open("/admin/users")
    choose(page, "Ada", "Bound the files")
    field = page.get_by_label("Megabytes that files may take together")
    field.fill("much")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(said("admin.users.quota.bad"))).to_be_visible()
    field.fill("1.5")
    page.get_by_role("button", name="Save").click()
    prove(page)
    expect(page.get_by_text("of 1.5 MB of files")).to_be_visible()


def test_registration_is_closed_and_visitors_are_told(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    page = ada.open("/admin/invites")
    expect(page.get_by_role("radio", name="Who has an invite")).to_be_checked()
    page.get_by_role("radio", name="Nobody").check()
    prove(page)
    expect(page.get_by_text("Registration is changed")).to_be_visible()
    guest = visit(ada.service).open("/sign-in")
    expect(guest.get_by_text(said("account.signIn.noRegistration"))).to_be_visible()


def test_what_the_operator_decided_is_only_shown(open_service: Service, visit: Callable[..., Visitor]) -> None:
    page = visit(open_service).register().open("/admin/invites")
    expect(page.get_by_role("radio", name="Everybody")).to_be_disabled()
    expect(page.get_by_text(said("admin.registration.fixed"))).to_be_visible()


def test_the_audit_log_is_narrowed_and_downloaded(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    bob(ada, visit)
    page = ada.open("/admin/users")
    choose(page, "Bob", "Show in the audit log")
    lines = page.get_by_role("row")
    expect(lines.filter(has_text="Made their account")).to_have_count(1)
    expect(lines.filter(has_text="Invite made")).to_have_count(0)
    page.get_by_role("button", name="Show all").click()
    expect(lines.filter(has_text="Invite made")).to_have_count(1)
    page.get_by_label("What", exact=True).select_option(label="Provider added")
    expect(page.get_by_text(said("admin.audit.none"))).to_be_visible()
    page.get_by_label("What", exact=True).select_option(label="Invite made")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert re.fullmatch(r"notesvc-audit-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    assert "invite_made" in download.value.path().read_text()


def test_a_mail_is_tried_and_its_end_is_told(ada: Visitor) -> None:
    page = ada.open("/admin/mail")
    page.get_by_role("button", name="Send a mail to me").click()
    prove(page)
    expect(page.get_by_text(f"The mail to {EMAIL} was kept as a file.")).to_be_visible()
    assert list((ada.service.instance / "mails").glob("*.eml"))


@pytest.mark.parametrize("size", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
def test_many_users_with_long_names_are_found_and_fit(
    service: Service, visit: Callable[..., Visitor], size: dict[str, object]
) -> None:
    ada = visit(service, **size).register()
    assert ada.ask("POST", "/api/auth/step-up", {"password": PASSWORD}).ok
    for number in range(60):
        body = {"email": f"user{number:02}@example.org", "name": f"User {number:02} " + "long " * 98}
        assert ada.ask("POST", "/api/admin/users", body).status == 201
    page = ada.open("/admin/users")
    rows = page.get_by_role("list", name="Users").get_by_role("listitem")
    expect(rows).to_have_count(50)
    assert axe.violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(61)
    page.get_by_role("searchbox").fill("user37@")
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox").fill("nobody at all")
    expect(page.get_by_text(said("admin.users.none"))).to_be_visible()


def test_others_find_no_administration(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    page = bob(ada, visit).open("/admin")
    expect(page.get_by_text(said("admin.notYours"))).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name=re.compile("Bob")).first.click()
    expect(page.get_by_role("menuitem", name="Settings")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Administration")).to_have_count(0)


def test_a_service_that_fails_is_said_and_tried_again(ada: Visitor) -> None:
    page = ada.page
    page.route("**/api/admin/figures", lambda route: route.abort())
    ada.open("/admin/figures")
    again = page.get_by_role("main").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/admin/figures")
    again.click()
    expect(page.get_by_text("Disabled users")).to_be_visible()


def test_an_account_is_deleted_and_brought_back_by_signing_in(ada: Visitor, visit: Callable[..., Visitor]) -> None:
    other = bob(ada, visit)
    other.note("Do not lose me")
    page = other.open("/settings/deletion")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the archive").click()
    assert download.value.suggested_filename.endswith(".zip")
    expect(page.get_by_role("main").get_by_text(re.compile(r"^\d+ notes, with"))).to_be_visible()
    page.get_by_role("button", name="Delete account").click()
    page.get_by_role("dialog", name="Delete your account?").get_by_role("button", name="Delete account").click()
    prove(page)
    expect(page.get_by_text("Your account will be deleted in 7 days.")).to_be_visible()
    assert other.ask("GET", "/api/auth/session").status == 401
    page.get_by_label("E-mail address").fill(BOB)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text(said("shell.broughtBack"))).to_be_visible()
    expect(page.get_by_role("tree").get_by_role("link", name="Do not lose me")).to_be_visible()


def test_the_last_administrator_cannot_delete_the_account(ada: Visitor) -> None:
    page = ada.open("/settings/deletion")
    page.get_by_role("button", name="Delete account").click()
    page.get_by_role("dialog", name="Delete your account?").get_by_role("button", name="Delete account").click()
    prove(page)
    expect(page.get_by_role("alert").filter(has_text=said("common.problem.last_administrator"))).to_be_visible()
