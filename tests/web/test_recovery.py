"""Whatever an account had given out ends with a disabled account, and with a password that is set anew."""

from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.models import DeviceCode
from tests.web import post
from tests.web.conftest import PASSWORD, Member
from tests.web.device_flow import ask, decide, error, look, poll

NEXT = "another horse battery"


def disable(member: Member) -> None:
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", (clock.now(), member.user.id))


def set_anew(workspace: Settings, browser: FlaskClient, **more: object) -> None:
    post.delivered(workspace)
    browser.post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    token = next(mail for mail in post.delivered(workspace) if mail.subject == "Set a new password").token
    answer = browser.post("/api/auth/reset-password", json={"token": token, "password": NEXT, **more})
    assert answer.status_code == 204


def approved(owner: Member, browser: FlaskClient) -> dict[str, Any]:
    """A device that may have a key and has not fetched it."""
    asked = ask(browser)
    look(owner, asked["user_code"])
    assert decide(owner, asked["user_code"]).status_code == 204
    return asked


def test_nothing_of_a_disabled_account_is_let_in(
    app: flask.Flask, workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    key = {"Authorization": f"Bearer {owner.key()}"}
    asked = approved(owner, anonymous)
    post.delivered(workspace)
    anonymous.post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    token = post.only(workspace).token
    owner.step_up()
    disable(owner)
    refused = {
        "session": owner.web.get("/api/workspace/notes"),
        "sensitive": owner.web.post("/api/account/password", json={"password": NEXT}),
        "step-up": owner.web.post("/api/auth/step-up", json={"password": PASSWORD}),
        "key": anonymous.get("/api/sync/folders", headers=key),
        "capture": anonymous.post("/api/sync/capture", json={"markdown": "x"}, headers=key),
        "export": anonymous.get("/api/sync/export", headers=key, buffered=True),
        "password": app.test_client().post(
            "/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD}
        ),
    }
    assert {name: answer.status_code for name, answer in refused.items()} == dict.fromkeys(refused, 401)
    assert error(poll(anonymous, asked["device_code"])) == "access_denied"
    # A link that was sent before sets a password, which opens nothing.
    anonymous.post("/api/auth/reset-password", json={"token": token, "password": NEXT})
    body = {"email": "owner@example.org", "password": NEXT}
    assert app.test_client().post("/api/auth/login", json=body).status_code == 401
    anonymous.post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    assert "Set a new password" not in [mail.subject for mail in post.delivered(workspace)]


def test_an_ended_session_finishes_nothing_that_it_began(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    owner.step_up()
    owner.web.post("/api/account/email", json={"email": "attacker@example.org"})
    change = next(mail for mail in post.delivered(workspace) if mail.to == "attacker@example.org").token
    asked = ask(anonymous)
    look(owner, asked["user_code"])
    set_anew(workspace, anonymous)
    assert owner.web.post("/api/auth/verify-email", json={"token": change}).status_code == 401
    body = {"userCode": asked["user_code"], "approve": True}
    assert owner.web.post("/api/auth/device/approve", json=body).status_code == 401
    assert error(poll(anonymous, asked["device_code"])) == "authorization_pending"


@pytest.mark.parametrize("way", ["reset", "change", "all keys"])
def test_where_keys_are_revoked_an_approved_device_gets_none_either(
    workspace: Settings, owner: Member, anonymous: FlaskClient, way: str
) -> None:
    asked = approved(owner, anonymous)
    if way == "reset":
        set_anew(workspace, anonymous)
    elif way == "change":
        body = {"password": NEXT}
        assert owner.step_up().web.post("/api/account/password", json=body).status_code == 204
    else:
        assert owner.web.delete("/api/sync/tokens").status_code == 200
    assert error(poll(anonymous, asked["device_code"])) == "invalid_grant"
    assert DeviceCode.select().count() == 0


def test_devices_of_others_are_left_alone(owner: Member, stranger: Member, anonymous: FlaskClient) -> None:
    asked, waiting = approved(stranger, anonymous), ask(anonymous)
    owner.web.delete("/api/sync/tokens")
    assert poll(anonymous, asked["device_code"]).status_code == 200
    assert error(poll(anonymous, waiting["device_code"])) == "authorization_pending"
