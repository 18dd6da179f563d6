"""What a provider proves: a step-up there, and signing in where the account has a second factor."""

import time
from urllib.parse import parse_qs, urlsplit

import flask
from flask.testing import FlaskClient

from tests.web.conftest import PASSWORD, Member
from tests.web.external.going import come_back, leave, link, sign_in, who
from tests.web.external.provider_stub import Stub
from tests.web.second_factor import now_code, turn_on


def test_a_fresh_sign_in_at_the_provider_opens_the_session(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient
) -> None:
    sign_in(stub, anonymous)

    def prove() -> str:
        url = anonymous.post("/api/auth/step-up/oidc", json={"next": "/settings/security"}).get_json()["url"]
        assert parse_qs(urlsplit(url).query)["prompt"] == ["login"]
        return come_back(anonymous, stub.approve(url))

    stub.claims = {"sub": "somebody else", "email": "x@example.org"}
    assert prove() == "/settings/security?problem=wrong_account"
    stub.claims = {"auth_time": int(time.time()) - 3_600}
    assert prove() == "/settings/security?problem=not_fresh"
    assert anonymous.post("/api/account/password", json={"password": PASSWORD}).status_code == 403
    stub.claims = {"auth_time": None}
    assert prove() == "/settings/security?problem=not_fresh"
    stub.claims = {"auth_time": int(time.time()) - 120}
    assert prove() == "/settings/security?problem=not_fresh"
    stub.claims = {"auth_time": int(time.time())}
    assert prove() == "/settings/security"
    assert anonymous.post("/api/account/password", json={"password": PASSWORD}).status_code == 204


def test_github_proves_only_those_who_have_no_other_proof(
    stub: Stub, app: flask.Flask, owner: Member, anonymous: FlaskClient
) -> None:
    def prove(browser: FlaskClient) -> str:
        url = browser.post("/api/auth/step-up/github", json={"next": "/graph"}).get_json()["url"]
        return come_back(browser, stub.approve(url), "github")

    sign_in(stub, anonymous, "github")
    assert prove(anonymous) == "/graph"
    assert anonymous.post("/api/account/password", json={"password": PASSWORD}).status_code == 204
    assert prove(anonymous) == "/graph?problem=not_fresh"


def test_signing_in_through_a_provider_asks_for_the_code_of_who_has_an_app(
    stub: Stub, app: flask.Flask, owner: Member, anonymous: FlaskClient, stranger: Member
) -> None:
    secret, _ = turn_on(owner)
    link(stub, owner)
    brought = stub.approve(leave(anonymous, next="/graph"))
    assert come_back(anonymous, brought) == "/sign-in?code=wanted&next=%2Fgraph"
    assert who(anonymous) is None
    code = "/api/auth/login/code"
    good = now_code(secret)
    elsewhere = app.test_client()
    assert elsewhere.post(code, json={"code": good}).get_json()["code"] == "sign_in_expired"
    assert stranger.web.post(code, json={"code": good}).get_json()["code"] == "sign_in_expired"
    assert anonymous.post(code, json={"code": "000000"}).get_json()["code"] == "second_factor_required"
    for steps in (0, 1):  # the half minute may end meanwhile
        answer = anonymous.post(code, json={"code": now_code(secret, steps)})
        if answer.status_code == 200:
            break
    assert (answer.status_code, who(anonymous)) == (200, "owner@example.org")
    anonymous.post("/api/auth/logout")
    assert anonymous.post(code, json={"code": now_code(secret, 1)}).get_json()["code"] == "sign_in_expired"


def test_codes_after_a_provider_are_counted_by_account(
    stub: Stub, app: flask.Flask, owner: Member, anonymous: FlaskClient
) -> None:
    turn_on(owner)
    link(stub, owner)
    sign_in(stub, anonymous)
    answers = [anonymous.post("/api/auth/login/code", json={"code": "000000"}).status_code for _ in range(12)]
    assert (answers[0], answers[-1]) == (401, 429)
