"""Mails on the way in: sign-up by a mailed link, a password set anew, and a service that has no mail server."""

import re
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.catalogue import said
from tests.app.visitor import EMAIL, PASSWORD, PHONE, Visitor
from tests.mail import servers
from tests.mail.servers import Taking
from tests.service import Service, wait_until

NEW = "another horse battery"


def path_in(message: EmailMessage) -> str:
    """Where the mail's link leads, on the service."""
    body = message.get_body(("plain",))
    assert body is not None
    found = re.search(r"https?://[^/\s]+(/\S+#\S+)", str(body.get_content()))
    assert found is not None
    return found[1]


def mail_to(server: Taking, address: str, subject: str) -> EmailMessage:
    """The mail, as soon as it has come."""

    def found() -> list[EmailMessage]:
        return [each for each in server.taken if each["To"] == address and each["Subject"] == subject]

    return wait_until(found, f"no mail “{subject}” came")[0]


def read(path: Path) -> EmailMessage:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def fill(page: Page, **fields: str) -> None:
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)


@pytest.mark.parametrize(
    "size", [pytest.param({}, id="desktop", marks=pytest.mark.full), pytest.param({"viewport": PHONE}, id="phone")]
)
def test_an_account_is_made_by_the_link_in_the_mail(
    start: Callable[..., Service], visit: Callable[..., Visitor], free_port: int, size: dict[str, object]
) -> None:
    with servers.serving(Taking(), free_port) as server:
        service = start(NOTESVC_REGISTRATION="open", NOTESVC_SMTP_URL=f"smtp://127.0.0.1:{free_port}")
        visit(service).register()
        guest = visit(service, **size)
        page = guest.open("/register")
        fill(page, **{"Your name": "Grace", "E-mail address": "grace@example.org", "Password": PASSWORD})
        page.get_by_role("button", name="Make the account").click()
        expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
        assert guest.ask("GET", "/api/auth/session").status == 401
        link = path_in(mail_to(server, "grace@example.org", "Confirm your address"))
        page = guest.open(link)
        fill(page, Password="not what was chosen")
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text(said("account.verify.wrong"))).to_be_visible()
        fill(page, Password=PASSWORD)
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("heading", name="The address is confirmed")).to_be_visible()
        page.get_by_role("link", name="To the notes").click()
        expect(page.get_by_role("main").get_by_role("link", name="Start here")).to_be_visible()
        assert guest.ask("GET", "/api/auth/session").json()["user"]["email"] == "grace@example.org"
        again = visit(service).open(link)
        fill(again, Password=PASSWORD)
        again.get_by_role("button", name="Confirm").click()
        expect(again.get_by_role("heading", name="This link is no longer good")).to_be_visible()


@pytest.mark.journey
def test_a_forgotten_password_is_set_anew_by_mail(
    start: Callable[..., Service], visit: Callable[..., Visitor], free_port: int
) -> None:
    with servers.serving(Taking(), free_port) as server:
        service = start(NOTESVC_SMTP_URL=f"smtp://127.0.0.1:{free_port}")
        visit(service).register()
        page = visit(service).open("/sign-in")
        page.get_by_role("link", name="Forgot your password?").click()
        expect(page.get_by_text(said("account.forgot.lead"))).to_be_visible()
        fill(page, **{"E-mail address": EMAIL})
        page.get_by_role("button", name="Send the link").click()
        expect(page.get_by_text("a mail with a link is on its way")).to_be_visible()
        page.goto(path_in(mail_to(server, EMAIL, "Set a new password")))
        fill(page, **{"New password": NEW})
        page.get_by_role("button", name="Set the password").click()
        page.get_by_role("link", name="Sign in").click()
        fill(page, **{"E-mail address": EMAIL, "Password": NEW})
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).to_have_url(f"{service.url}/")


def test_without_a_mail_server_the_page_says_who_has_the_link_and_it_lies_there(ada: Visitor, service: Service) -> None:
    ada.context.clear_cookies()
    page = ada.open("/forgot-password")
    expect(page.get_by_text(said("account.forgot.noMailLead"))).to_be_visible()
    fill(page, **{"E-mail address": EMAIL})
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("heading", name="Ask your administrator for the link")).to_be_visible()
    expect(page.get_by_text("in the folder “mails”")).to_be_visible()
    folder = service.instance / "mails"
    assert f"Mails are kept in {folder}" in service.output

    def kept() -> dict[str, EmailMessage]:
        return {str(path): read(path) for path in folder.glob("*.eml") if read(path)["Subject"] == "Set a new password"}

    [(path, message)] = wait_until(kept, "the mail was not kept").items()
    wait_until(lambda: path in [event["file"] for event in service.events("mail_kept")], "the log does not name it")
    page.goto(path_in(message))
    expect(page.get_by_label("New password", exact=True)).to_be_visible()


def test_without_a_mail_server_the_settings_promise_no_mail(ada: Visitor) -> None:
    page = ada.open("/settings/security")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_text(said("account.noMail.made"))).to_be_visible()
