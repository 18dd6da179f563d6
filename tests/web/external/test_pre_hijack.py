"""Five ways to prepare an account for somebody who has not come yet; afterwards none leads in.

After Sudhodanan and Paverd, "Pre-hijacked accounts" (2022).
"""

import dataclasses

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, factory
from notesvc.config import Settings
from notesvc.domain.accounts import one_time_codes, users
from notesvc.models import Identity, SignUp
from tests.web import post
from tests.web.conftest import PASSWORD, Member, hold_to_the_document
from tests.web.device_flow import ask, error, look, poll
from tests.web.external.going import come_back, problem, sign_in, who
from tests.web.external.provider_stub import Stub

VICTIM = "victim@example.org"
PLANTED, CHOSEN = "the attackers password", "the victims password"
AT_PROVIDER = {"sub": "the victim", "email": VICTIM}


class Attacker:
    """Has registered the victim's address with a password of their own, and kept all that this gave them."""

    def __init__(self, app: flask.Flask, stub: Stub) -> None:
        self.app = app
        self.stub = stub
        self.browser = app.test_client()
        answer = self.browser.post("/api/auth/register", json={"email": VICTIM, "password": PLANTED, "name": "Vic"})
        assert answer.status_code == 201, answer.text
        self.step_up()
        self.key = self.browser.post("/api/sync/tokens", json={"name": "k", "canWrite": True}).get_json()["secret"]
        self.device = ask(self.browser)["device_code"]

    def step_up(self) -> None:
        assert self.browser.post("/api/auth/step-up", json={"password": PLANTED}).status_code == 200

    def link_own_identity(self) -> None:
        self.step_up()
        url = self.browser.post("/api/account/accounts/oidc", json={}).get_json()["url"]
        assert "problem" not in come_back(self.browser, self.stub.approve(url))

    def approve_device(self) -> None:
        asked = ask(self.browser)
        self.device = asked["device_code"]
        self.step_up()
        look(Member(users.by_email(VICTIM), self.browser), asked["user_code"])
        body = {"userCode": asked["user_code"], "approve": True}
        assert self.browser.post("/api/auth/device/approve", json=body).status_code == 204

    def ways_in(self) -> dict[str, bool]:
        """Every way in that was prepared, and whether it leads into the victim's account now."""
        by_password = self.app.test_client()
        by_password.post("/api/auth/login", json={"email": VICTIM, "password": PLANTED})
        by_provider = self.app.test_client()
        self.stub.claims = {"sub": "the attacker", "email": "attacker@example.org"}
        sign_in(self.stub, by_provider)
        key = {"Authorization": f"Bearer {self.key}"}
        return {
            "session": who(self.browser) == VICTIM,
            "password": who(by_password) == VICTIM,
            "identity": who(by_provider) == VICTIM,
            "key": self.app.test_client().get("/api/sync/verify", headers=key).status_code == 200,
            "device": poll(self.app.test_client(), self.device).status_code == 200,
        }


NO_WAY_IN = {"session": False, "password": False, "identity": False, "key": False, "device": False}


@pytest.fixture
def attacker(app: flask.Flask, stub: Stub) -> Attacker:
    stub.claims = {"sub": "the attacker", "email": "attacker@example.org"}
    return Attacker(app, stub)


def recover(app: flask.Flask, workspace: Settings) -> FlaskClient:
    """The victim comes, owns the address, and sets a password; a browser that is signed in with it."""
    browser = app.test_client()
    post.delivered(workspace)
    assert browser.post("/api/auth/forgot-password", json={"email": VICTIM}).status_code == 202
    token = next(mail for mail in post.delivered(workspace) if mail.to == VICTIM).token
    assert browser.post("/api/auth/reset-password", json={"token": token, "password": CHOSEN}).status_code == 204
    assert browser.post("/api/auth/login", json={"email": VICTIM, "password": CHOSEN}).status_code == 200
    return browser


def test_classic_federated_merge(stub: Stub, app: flask.Flask, workspace: Settings, attacker: Attacker) -> None:
    attacker.approve_device()
    stub.claims = AT_PROVIDER
    victim = app.test_client()
    # Not merged: nothing of the victim's gets into the account that was planted.
    assert problem(sign_in(stub, victim)) == "address_taken"
    assert who(victim) is None
    recover(app, workspace)
    assert attacker.ways_in() == NO_WAY_IN


def test_unexpired_session(app: flask.Flask, workspace: Settings, attacker: Attacker) -> None:
    attacker.step_up()
    assert attacker.ways_in() == {**NO_WAY_IN, "session": True, "password": True, "key": True}
    victim = recover(app, workspace)
    assert attacker.ways_in() == NO_WAY_IN
    assert who(victim) == VICTIM


def test_trojan_identifier(app: flask.Flask, workspace: Settings, attacker: Attacker) -> None:
    attacker.link_own_identity()
    attacker.approve_device()
    # From here on it asks for the code besides.
    assert attacker.ways_in()["identity"]
    secret = attacker.browser.post("/api/account/totp").get_json()["secret"]
    code = one_time_codes.code_at(secret, clock.timestamp_ms() // 30_000)
    assert attacker.browser.post("/api/account/totp/confirm", json={"code": code}).status_code == 200
    victim = recover(app, workspace)
    assert attacker.ways_in() == NO_WAY_IN
    assert victim.get("/api/account/accounts").get_json() == {"accounts": [], "nextCursor": None}
    assert victim.get("/api/account/security").get_json()["secondFactor"] is False


def test_unexpired_email_change(app: flask.Flask, workspace: Settings, attacker: Attacker) -> None:
    attacker.step_up()
    attacker.browser.post("/api/account/email", json={"email": "attacker@example.org"})
    mails = post.delivered(workspace)
    change = next(mail for mail in mails if mail.to == "attacker@example.org").token
    # One more, whose mail goes out only after the victim has come.
    attacker.browser.post("/api/account/email", json={"email": "attacker@example.org"})
    victim = app.test_client()
    victim.post("/api/auth/forgot-password", json={"email": VICTIM})
    mails = post.delivered(workspace)
    token = next(mail for mail in mails if mail.subject == "Set a new password").token
    later = next(mail for mail in mails if mail.to == "attacker@example.org").token
    assert victim.post("/api/auth/reset-password", json={"token": token, "password": CHOSEN}).status_code == 204
    stranger = app.test_client()
    body = {"email": "third@example.org", "password": PASSWORD, "name": "Third"}
    assert stranger.post("/api/auth/register", json=body).status_code == 201
    for each in (change, later):
        for browser in (attacker.browser, stranger):
            answer = browser.post("/api/auth/verify-email", json={"token": each})
            assert answer.status_code in (401, 422)
        answer = stranger.post("/api/auth/reset-password", json={"token": each, "password": PLANTED})
        assert answer.status_code == 422
    assert users.by_email(VICTIM).email == VICTIM
    assert attacker.ways_in() == NO_WAY_IN


@pytest.mark.parametrize("verified", [False, "true", None, 1])
def test_non_verifying_provider(stub: Stub, app: flask.Flask, workspace: Settings, verified: object) -> None:
    attacker = app.test_client()
    claims = {"sub": "the attacker", "email": VICTIM, "email_verified": verified}
    stub.claims = claims
    assert problem(sign_in(stub, attacker)) == "address_unverified"
    stub.claims = AT_PROVIDER
    victim = app.test_client()
    assert sign_in(stub, victim) == "/"
    assert who(victim) == VICTIM
    stub.claims = claims
    assert problem(sign_in(stub, attacker)) == "address_unverified"
    assert who(attacker) is None
    assert [row.subject for row in Identity.select()] == ["the victim"]


@pytest.fixture
def mailing(chosen: Settings, app: flask.Flask) -> flask.Flask:
    """The same service with a mail server, where an account comes to be when its address is proven."""
    made = factory.create_app(dataclasses.replace(chosen, smtp_url="smtp://127.0.0.1:1"))
    made.after_request(hold_to_the_document)
    return made


def test_a_sign_up_that_was_planted_is_gone_when_its_owner_comes_by_a_provider(
    stub: Stub, mailing: flask.Flask, workspace: Settings
) -> None:
    attacker, victim = mailing.test_client(), mailing.test_client()
    body = {"email": VICTIM, "password": PLANTED, "name": "Vic"}
    assert attacker.post("/api/auth/register", json=body).get_json()["confirm"] is True
    token = post.only(workspace).token
    stub.claims = AT_PROVIDER
    assert sign_in(stub, victim) == "/"
    assert SignUp.select().count() == 0
    confirmed = attacker.post("/api/auth/verify-email", json={"token": token, "password": PLANTED})
    assert confirmed.status_code == 422
    # Nor does one that is asked for afterwards become anything.
    assert attacker.post("/api/auth/register", json=body).status_code == 201
    assert "#" not in post.only(workspace).text
    assert attacker.post("/api/auth/login", json={"email": VICTIM, "password": PLANTED}).status_code == 401
    assert (who(attacker), who(victim)) == (None, VICTIM)
    assert error(poll(attacker, "guess")) == "invalid_grant"
