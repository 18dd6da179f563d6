"""Mail addresses confirmed and changed."""

from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, limits
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.models import KnownBrowser
from tests.web import post
from tests.web.conftest import PASSWORD, Member


@pytest.fixture
def kind() -> str:
    """`test_passwords` tries the tables of links on each kind of database."""
    return "sqlite"


def confirm(browser: FlaskClient, token: str) -> Any:
    return browser.post("/api/auth/verify-email", json={"token": token})


def change(member: Member, email: str) -> Any:
    return member.web.post("/api/account/email", json={"email": email})


def address(member: Member) -> str:
    return str(member.web.get("/api/auth/session").get_json()["user"]["email"])


def test_the_first_account_confirms_its_address_in_its_own_session(workspace: Settings, app: flask.Flask) -> None:
    browser = app.test_client()
    body = {"email": "first@example.org", "password": PASSWORD, "name": "First"}
    assert browser.post("/api/auth/register", json=body).get_json() == {"registered": True, "confirm": False}
    mail = post.only(workspace)
    assert users.by_email("first@example.org").email_verified_at is None
    assert confirm(app.test_client(), mail.token).status_code == 401
    assert confirm(browser, mail.token).status_code == 200
    assert users.by_email("first@example.org").email_verified_at is not None
    assert confirm(browser, mail.token).status_code == 422
    browser.post("/api/account/verify-email")
    assert post.delivered(workspace) == []


def test_a_link_of_somebody_else_confirms_nothing(workspace: Settings, app: flask.Flask, stranger: Member) -> None:
    browser = app.test_client()
    body = {"email": "next@example.org", "password": PASSWORD, "name": "Next", "invite": users.invite()}
    browser.post("/api/auth/register", json=body)
    token = post.only(workspace).token
    assert confirm(stranger.web, token).status_code == 422
    assert users.by_email("next@example.org").email_verified_at is None


def test_the_link_can_be_sent_again(workspace: Settings, app: flask.Flask) -> None:
    browser = app.test_client()
    browser.post("/api/auth/register", json={"email": "first@example.org", "password": PASSWORD, "name": "First"})
    first = post.only(workspace).token
    assert browser.post("/api/account/verify-email").status_code == 202
    second = post.only(workspace).token
    assert confirm(browser, first).status_code == 422
    assert confirm(browser, second).status_code == 200


def test_a_new_address_is_used_once_it_has_answered_and_the_old_one_is_told(workspace: Settings, owner: Member) -> None:
    assert change(owner.step_up(), "new@example.org").status_code == 202
    sent = {mail.to: mail for mail in post.delivered(workspace)}
    assert sent.keys() == {"owner@example.org", "new@example.org"}
    assert address(owner) == "owner@example.org"
    assert confirm(owner.web, sent["new@example.org"].token).status_code == 200
    assert address(owner) == "new@example.org"
    told = post.only(workspace)
    assert (told.to, "new@example.org" in told.text) == ("owner@example.org", True)


def test_an_address_that_has_an_account_is_asked_for_without_a_sign_of_it(
    workspace: Settings, owner: Member, stranger: Member
) -> None:
    owner.step_up()
    taken, free = change(owner, "stranger@example.org"), change(owner, "free@example.org")
    assert (taken.status_code, taken.data) == (free.status_code, free.data)
    told = next(mail for mail in post.delivered(workspace) if mail.to == "stranger@example.org")
    assert "#token" not in told.text


def test_an_address_that_was_taken_meanwhile_is_not_changed_to(workspace: Settings, owner: Member) -> None:
    change(owner.step_up(), "new@example.org")
    token = next(mail for mail in post.delivered(workspace) if mail.to == "new@example.org").token
    users.register(email="NEW@example.org", password=PASSWORD, name="Faster")
    assert confirm(owner.web, token).status_code == 422
    assert address(owner) == "owner@example.org"


def test_a_new_password_ends_a_change_that_was_asked_for(workspace: Settings, owner: Member) -> None:
    change(owner.step_up(), "new@example.org")
    token = next(mail for mail in post.delivered(workspace) if mail.to == "new@example.org").token
    owner.web.post("/api/account/password", json={"password": "another horse battery"})
    assert confirm(owner.web, token).status_code == 422


@pytest.mark.parametrize("email", ["x", "a@b\r\nBcc: c@d", "a,b@example.org", "Ada <a@example.org>", "a@", "x" * 300])
def test_what_is_no_plain_address_is_refused(workspace: Settings, owner: Member, email: str) -> None:
    assert change(owner.step_up(), email).status_code == 422
    assert post.delivered(workspace) == []


def test_a_new_kind_of_browser_is_told(workspace: Settings, app: flask.Flask, owner: Member) -> None:
    body = {"email": "owner@example.org", "password": PASSWORD}
    for agent in ("Firefox/140.0 (X11)", "Firefox/141.2 (X11)", "<b>Safari</b> (iOS)", "Firefox/142.0 (X11)"):
        assert app.test_client().post("/api/auth/login", json=body, headers={"User-Agent": agent}).status_code == 200
    told = post.delivered(workspace)
    assert [mail.subject for mail in told] == ["A new sign-in"] * 2
    assert "<b>Safari</b> (iOS)" in told[1].text
    assert "127.0.0.1" in told[1].text
    assert KnownBrowser.select().count() == 3


def test_the_first_browser_is_no_news(workspace: Settings, owner: Member) -> None:
    assert post.delivered(workspace) == []


def test_a_link_is_good_for_half_an_hour(workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    change(owner.step_up(), "new@example.org")
    token = next(mail for mail in post.delivered(workspace) if mail.to == "new@example.org").token
    moment = clock.timestamp_ms() + (limits.MAIL_LINK_SECONDS + 1) * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert confirm(owner.web, token).status_code == 422
