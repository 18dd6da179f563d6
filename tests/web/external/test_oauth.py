"""Signing in at external providers."""

import dataclasses
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.models import Identity, SignInAttempt, User
from notesvc.providers import oidc
from tests.web import post
from tests.web.conftest import PASSWORD, Member
from tests.web.external import provider_stub
from tests.web.external.going import come_back, leave, link, problem, sign_in, who
from tests.web.external.provider_stub import Stub


def test_a_proven_address_makes_an_account_and_the_next_time_finds_it(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    assert sign_in(stub, anonymous, next="/notes/x?y=1#z") == "/notes/x?y=1#z"
    assert who(anonymous) == "ada@example.org"
    user = users.by_email("ada@example.org")
    assert (user.name, user.password_hash, bool(user.email_verified_at)) == ("Ada", None, True)
    again = app.test_client()
    stub.claims = {"email": "renamed@example.org"}
    assert sign_in(stub, again) == "/"
    assert who(again) == "ada@example.org"
    assert User.select().count() == 2


def test_a_new_account_keeps_the_language_of_the_browser(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    anonymous.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es-AR, en;q=0.5"
    sign_in(stub, anonymous)
    assert users.by_email("ada@example.org").language == "es"


def test_github_is_asked_for_the_primary_address(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    assert sign_in(stub, anonymous, "github") == "/"
    assert who(anonymous) == "hub@example.org"
    [identity] = Identity.select()
    assert (identity.issuer, identity.subject, identity.provider) == (stub.url, "4711", "github")


@pytest.mark.parametrize(
    "github",
    [
        {"user": {"id": "4711"}},
        {"user": {"id": None}},
        {"emails": {}},
    ],
)
def test_what_is_not_githubs_answer_is_not_believed(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, github: dict[str, Any]
) -> None:
    stub.github = github
    assert problem(sign_in(stub, anonymous, "github")) == "provider_untrusted"


@pytest.mark.parametrize(
    "emails", [[], [{"email": "hub@example.org", "primary": True, "verified": False}], [{"email": "a@b.c"}]]
)
def test_an_unproven_address_makes_no_account(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, emails: list[Any]
) -> None:
    stub.github = {"emails": emails}
    assert problem(sign_in(stub, anonymous, "github")) == "address_unverified"
    for claims in ({"email_verified": False}, {"email_verified": "true"}, {"email_verified": None}, {"email": None}):
        stub.claims = claims
        assert problem(sign_in(stub, anonymous)) == "address_unverified"
    assert who(anonymous) is None
    assert User.select().count() == 1


def test_a_callback_in_another_browser_signs_nobody_in(stub: Stub, app: flask.Flask) -> None:
    one, other = app.test_client(), app.test_client()
    brought = stub.approve(leave(one))
    leave(other)
    assert problem(come_back(other, brought)) == "sign_in_expired"
    assert problem(come_back(app.test_client(), brought)) == "sign_in_expired"
    assert (who(one), who(other)) == (None, None)
    assert come_back(one, brought) == "/"


def test_a_callback_is_good_once(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    brought = stub.approve(leave(anonymous))
    assert come_back(anonymous, brought) == "/"
    anonymous.post("/api/auth/logout")
    assert problem(come_back(anonymous, brought)) == "sign_in_expired"
    assert who(anonymous) is None


@pytest.mark.parametrize("state", ["", "forged", "x" * 5_000])
def test_a_forged_state_is_refused(stub: Stub, app: flask.Flask, anonymous: FlaskClient, state: str) -> None:
    brought = stub.approve(leave(anonymous))
    assert problem(come_back(anonymous, {**brought, "state": state})) == "sign_in_expired"


def test_an_attempt_is_good_for_ten_minutes(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = stub.approve(leave(anonymous))
    moment = clock.timestamp_ms() + (limits.ATTEMPT_SECONDS + 1) * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert problem(come_back(anonymous, brought)) == "sign_in_expired"
    leave(anonymous)
    assert SignInAttempt.select().count() == 1


def test_what_binds_an_attempt_is_hashed_or_sealed(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    asked = parse_qs(urlsplit(leave(anonymous)).query)
    cookie = anonymous.get_cookie("notesvc-away")
    assert cookie is not None
    stored = " ".join(str(value) for row in SignInAttempt.select().tuples() for value in row)
    for secret in (asked["state"][0], asked["nonce"][0], cookie.value):
        assert secret not in stored


def test_the_redirect_address_is_the_configured_one(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, chosen: Settings
) -> None:
    answer = anonymous.get("/api/auth/oauth/oidc", headers={"Host": "localhost:9999"})
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert asked["redirect_uri"] == [f"{chosen.base_url}/api/auth/oauth/oidc/callback"]
    assert len(asked["code_challenge"][0]) == 43


def test_a_code_of_another_attempt_is_refused(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    stolen = stub.approve(leave(app.test_client()))
    mine = stub.approve(leave(anonymous))
    assert problem(come_back(anonymous, {**mine, "code": stolen["code"]})) == "provider_refused"


def test_a_code_of_one_provider_is_not_taken_for_another(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    brought = stub.approve(leave(anonymous, "oidc"))
    assert problem(come_back(anonymous, brought, "github")) == "sign_in_expired"
    brought = stub.approve(leave(anonymous, "oidc"))
    assert problem(come_back(anonymous, {**brought, "iss": "https://evil.example"})) == "provider_untrusted"
    stub.facts = {"authorization_response_iss_parameter_supported": True}
    oidc.forget()
    assert problem(sign_in(stub, anonymous)) == "provider_untrusted"


def test_a_discovery_document_of_another_issuer_is_refused(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    stub.facts = {"issuer": "https://evil.example"}
    assert problem(leave(anonymous)) == "provider_untrusted"


def test_a_provider_that_is_down_is_said_to_be(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = stub.approve(leave(anonymous))
    monkeypatch.setattr(provider_stub.Stub, "redeem", lambda *_: 1 / 0)
    assert problem(come_back(anonymous, brought)) in ("provider_unavailable", "provider_refused")
    oidc.forget()
    stub.facts = {"authorization_endpoint": None}
    assert problem(leave(anonymous)) == "provider_untrusted"


def test_a_refusal_at_the_provider_is_said(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    state = stub.approve(leave(anonymous))["state"]
    location = come_back(anonymous, {"error": "access_denied", "error_description": "<script>", "state": state})
    assert problem(location) == "provider_refused"
    assert "script" not in location


def test_a_provider_that_is_not_set_up_is_not_there(app: flask.Flask, anonymous: FlaskClient) -> None:
    for name in ("google", "nobody", "OIDC"):
        assert anonymous.get(f"/api/auth/oauth/{name}").status_code == 404
    assert anonymous.get("/api/auth/ways").get_json()["providers"] == ["github", "oidc"]


def test_registration_rules_hold_for_providers_too(
    chosen: Settings, stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    app.config["NOTESVC"] = dataclasses.replace(chosen, registration="invite")
    assert problem(sign_in(stub, anonymous)) == "registration_closed"
    assert sign_in(stub, anonymous, invite=users.invite()) == "/"
    stub.claims = {"sub": "subject-2", "email": "bob@example.org"}
    app.config["NOTESVC"] = dataclasses.replace(chosen, registration="closed")
    assert problem(sign_in(stub, app.test_client(), invite=users.invite())) == "registration_closed"


def test_why_a_provider_is_not_believed_stands_in_the_log(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    stub.claims = {"aud": "somebody else"}
    assert problem(sign_in(stub, anonymous)) == "provider_untrusted"
    [fields] = [record.__dict__["fields"] for record in caplog.records if record.message == "provider"]
    assert (fields["event"], fields["provider"]) == ("provider_untrusted", "oidc")
    assert "aud" in fields["reason"]


def test_what_goes_wrong_forgets_not_where_one_wanted_to_be(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    stub.claims = {"email_verified": False}
    back = sign_in(stub, anonymous, next="/notes/x?y=1#z")
    assert back == "/sign-in?problem=address_unverified&next=%2Fnotes%2Fx%3Fy%3D1%23z"
    oidc.forget()
    stub.facts = {"issuer": "https://elsewhere.example"}
    assert leave(anonymous, next="/graph") == "/sign-in?problem=provider_untrusted&next=%2Fgraph"
    assert leave(anonymous, next="//elsewhere.example") == "/sign-in?problem=provider_untrusted"


def test_a_disabled_account_stays_out(stub: Stub, app: flask.Flask, anonymous: FlaskClient) -> None:
    sign_in(stub, anonymous)
    database.execute("UPDATE users SET disabled_at = ? WHERE email = ?", (clock.now(), "ada@example.org"))
    assert problem(sign_in(stub, anonymous)) == "account_disabled"


def test_an_account_is_not_entered_by_its_address_alone(stub: Stub, app: flask.Flask, owner: Member) -> None:
    for email in ("owner@example.org", "OWNER@example.org", "ｏwner@example.org"):
        stub.claims = {"email": email}
        browser = app.test_client()
        assert problem(sign_in(stub, browser)) == "address_taken"
        assert who(browser) is None
    assert Identity.select().count() == 0


def test_an_account_is_linked_from_inside_it(stub: Stub, workspace: Settings, app: flask.Flask, owner: Member) -> None:
    assert link(stub, owner) == "/settings/security"
    assert [mail.subject for mail in post.delivered(workspace)] == ["A way to sign in was added"]
    [listed] = owner.web.get("/api/account/accounts").get_json()["accounts"]
    assert (listed["provider"], listed["email"]) == ("oidc", "ada@example.org")
    browser = app.test_client()
    assert sign_in(stub, browser) == "/"
    assert who(browser) == "owner@example.org"


def test_linking_wants_step_up_and_the_same_session(
    stub: Stub, app: flask.Flask, owner: Member, stranger: Member
) -> None:
    refused = owner.web.post("/api/account/accounts/oidc", json={})
    assert refused.get_json()["code"] == "step_up_required"
    url = owner.step_up().web.post("/api/account/accounts/oidc", json={}).get_json()["url"]
    brought = stub.approve(url)
    assert problem(come_back(stranger.web, brought)) == "sign_in_expired"
    owner.web.post("/api/auth/logout")
    assert "problem=sign_in_expired" in come_back(owner.web, brought)
    assert Identity.select().count() == 0


def test_an_identity_of_somebody_else_is_not_taken_over(
    stub: Stub, app: flask.Flask, owner: Member, stranger: Member
) -> None:
    link(stub, owner)
    assert "problem=already_linked" in link(stub, stranger)
    assert [identity.user_id for identity in Identity.select()] == [owner.user.id]


def test_an_identity_is_removed_but_never_the_last_way_in(
    stub: Stub, app: flask.Flask, owner: Member, anonymous: FlaskClient
) -> None:
    link(stub, owner)
    assert owner.web.delete("/api/account/accounts/oidc").status_code == 204
    assert owner.web.delete("/api/account/accounts/oidc").status_code == 404
    sign_in(stub, anonymous)
    database.execute("UPDATE sessions SET stepped_up_until = ?", (clock.from_now(600),))
    refused = anonymous.delete("/api/account/accounts/oidc")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "last_way_in")
    anonymous.post("/api/account/password", json={"password": PASSWORD})
    assert anonymous.delete("/api/account/accounts/oidc").status_code == 204


def test_passwords_can_be_left_to_administrators(chosen: Settings, stub: Stub, app: flask.Flask, owner: Member) -> None:
    app.config["NOTESVC"] = dataclasses.replace(chosen, password_sign_in=False)
    body = {"email": "owner@example.org", "password": PASSWORD}
    assert app.test_client().post("/api/auth/login", json=body).status_code == 403
    assert app.test_client().post("/api/auth/login", json={**body, "email": "first@example.org"}).status_code == 200
    new = {"email": "new@example.org", "password": PASSWORD, "name": "New"}
    assert app.test_client().post("/api/auth/register", json=new).status_code == 403
    assert app.test_client().get("/api/auth/ways").get_json()["password"] is False
