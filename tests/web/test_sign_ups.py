"""Where mail is sent, an account comes to be when its address is proven."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, factory, limits
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.models import SignUp
from tests.web import post
from tests.web.conftest import PASSWORD, Member, hold_to_the_document

ASKED = {"registered": True, "confirm": True}


@pytest.fixture
def app(workspace: Settings) -> Iterator[flask.Flask]:
    """The service with a mail server and open registration; the tests read the mails from files all the same."""
    chosen = dataclasses.replace(workspace, smtp_url="smtp://127.0.0.1:1", registration="open")
    made = factory.create_app(chosen)
    made.after_request(hold_to_the_document)
    with database.connection():
        yield made


def register(app: flask.Flask, email: str = "new@example.org", password: str = PASSWORD, **more: str) -> Any:
    body = {"email": email, "password": password, "name": "New", **more}
    return app.test_client().post("/api/auth/register", json=body)


def confirm(browser: FlaskClient, token: str, password: str = PASSWORD) -> Any:
    return browser.post("/api/auth/verify-email", json={"token": token, "password": password})


def signs_in(app: flask.Flask, email: str, password: str) -> bool:
    return bool(
        app.test_client().post("/api/auth/login", json={"email": email, "password": password}).status_code == 200
    )


@pytest.mark.usefixtures("welcome")
def test_the_link_and_the_password_make_the_account(app: flask.Flask, workspace: Settings, owner: Member) -> None:
    answer = register(app, handle="newbie")
    assert answer.get_json() == ASKED
    assert "Set-Cookie" not in answer.headers
    assert not signs_in(app, "new@example.org", PASSWORD)
    browser = app.test_client()
    confirmed = confirm(browser, post.only(workspace).token)
    assert (confirmed.status_code, confirmed.get_json()["user"]["handle"]) == (200, "newbie")
    assert len(browser.get("/api/workspace/notes").get_json()["notes"]) >= 4
    assert users.by_email("new@example.org").email_verified_at is not None


def test_the_account_keeps_the_language_of_the_browser_that_opens_the_link(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    register(app)
    browser = app.test_client()
    browser.environ_base["HTTP_ACCEPT_LANGUAGE"] = "ja"
    assert confirm(browser, post.only(workspace).token).get_json()["user"]["language"] == "ja"


def test_the_mail_is_in_the_language_of_the_browser_that_asks(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    body = {"email": "new@example.org", "password": PASSWORD, "name": "New"}
    app.test_client().post("/api/auth/register", json=body, headers={"Accept-Language": "de-CH"})
    assert post.only(workspace).subject == "Bestätigen Sie Ihre Adresse"


def test_a_strangers_sign_up_is_not_completed_by_opening_its_link(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    register(app, password="the attackers own")
    planted = post.only(workspace).token
    answer = confirm(app.test_client(), planted, PASSWORD)
    assert (answer.status_code, answer.get_json()["code"]) == (401, "bad_credentials")
    assert app.test_client().post("/api/auth/verify-email", json={"token": planted}).status_code == 401
    register(app)
    assert confirm(app.test_client(), post.only(workspace).token).status_code == 200
    assert confirm(app.test_client(), planted, "the attackers own").status_code == 422
    assert not signs_in(app, "new@example.org", "the attackers own")


def test_an_address_that_has_an_account_is_answered_alike_and_told_by_mail(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    known, new = register(app, "OWNER@example.org"), register(app)
    assert (known.status_code, known.data, list(known.headers.keys())) == (
        new.status_code,
        new.data,
        list(new.headers.keys()),
    )
    sent = {mail.to: mail for mail in post.delivered(workspace)}
    assert "#new" not in sent["OWNER@example.org"].text
    assert "#new" in sent["new@example.org"].text
    assert signs_in(app, "owner@example.org", PASSWORD)


def test_a_link_makes_one_account(app: flask.Flask, workspace: Settings, owner: Member) -> None:
    register(app)
    token = post.only(workspace).token
    assert confirm(app.test_client(), token).status_code == 200
    assert confirm(app.test_client(), token).status_code == 422


def test_a_sign_up_is_forgotten_after_a_day(
    app: flask.Flask, workspace: Settings, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(app)
    token = post.only(workspace).token
    moment = clock.timestamp_ms() + (limits.SIGN_UP_SECONDS + 1) * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert confirm(app.test_client(), token).status_code == 422
    register(app, "other@example.org")
    assert SignUp.select().count() == 1


def test_a_handle_that_was_taken_meanwhile_is_replaced(app: flask.Flask, workspace: Settings, owner: Member) -> None:
    assert register(app, handle="wanted").status_code == 201
    token = post.only(workspace).token
    users.register(email="faster@example.org", password=PASSWORD, name="Faster", handle="WANTED")
    assert confirm(app.test_client(), token).get_json()["user"]["handle"] == "new"


def test_a_look_alike_handle_is_refused_at_once(app: flask.Flask, owner: Member) -> None:
    answer = register(app, handle=str(owner.user.handle).upper())
    assert (answer.status_code, answer.get_json()["code"]) == (409, "name_taken")


def test_the_very_first_account_needs_no_mail(app: flask.Flask, anonymous: FlaskClient) -> None:
    body = {"email": "first@example.org", "password": PASSWORD, "name": "First"}
    assert anonymous.post("/api/auth/register", json=body).get_json() == {"registered": True, "confirm": False}
    assert anonymous.get("/api/auth/session").status_code == 200


def test_one_visitor_cannot_flood_a_recipient(app: flask.Flask, owner: Member) -> None:
    statuses = [register(app, password=f"horse battery {n}").status_code for n in range(7)]
    assert statuses == [201] * 5 + [429] * 2
