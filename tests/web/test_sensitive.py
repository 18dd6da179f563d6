"""What is sensitive wants a session that has proven itself lately, and nothing less does."""

from typing import Any

import flask
import pytest

from notesvc import clock, limits
from notesvc.web import routes
from tests.web.conftest import PASSWORD, Member
from tests.web.matrix import address, name_of

# Ways into the account, or its end.
SENSITIVE = [
    "POST /api/account/email",
    "POST /api/account/password",
    "POST /api/account/totp",
    "POST /api/account/totp/confirm",
    "DELETE /api/account/totp",
    "POST /api/account/recovery-codes",
    "POST /api/account/passkeys/options",
    "POST /api/account/passkeys",
    "DELETE /api/account/passkeys/<id:passkey_id>",
    "POST /api/account/accounts/<provider>",
    "DELETE /api/account/accounts/<provider>",
    "PUT /api/ai/keys/<provider>",
    "PUT /api/storage/config",
    "POST /api/storage/test",
    "POST /api/storage/mirror/accept",
    "POST /api/storage/migrate",
]
ROUTES = {name_of(route): route for area in routes.AREAS for route in area.routes}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def again(owner: Member, app: flask.Flask) -> Member:
    """The same person in another browser."""
    other = Member(owner.user, app.test_client())
    body = {"email": "owner@example.org", "password": PASSWORD}
    assert other.web.post("/api/auth/login", json=body).status_code == 200
    return other


def asked(member: Member, name: str) -> Any:
    return member.web.open(address(ROUTES[name], {"passkey_id": clock.new_id()}), method=ROUTES[name].method, json={})


def is_refused(answer: Any) -> bool:
    refused = answer.status_code == 403
    assert not refused or answer.get_json()["code"] == "step_up_required"
    return refused


@pytest.mark.parametrize("name", SENSITIVE)
def test_without_step_up_or_with_that_of_another_session_it_is_refused(
    app: flask.Flask, owner: Member, stranger: Member, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    other = again(owner, app)
    assert is_refused(asked(owner, name))
    other.step_up()
    stranger.step_up()
    assert is_refused(asked(owner, name))
    owner.step_up()
    moment = clock.timestamp_ms() + (limits.STEP_UP_SECONDS + 1) * 1000
    with monkeypatch.context() as patch:
        patch.setattr(clock, "timestamp_ms", lambda: moment)
        assert is_refused(asked(owner, name))
    assert not is_refused(asked(owner, name))


def test_every_route_of_the_account_that_changes_a_way_in_is_marked() -> None:
    # What things are called, and what only takes rights away.
    harmless = {
        "DELETE /api/account/sessions",
        "DELETE /api/account/sessions/<id:session_id>",
        "POST /api/account/verify-email",
    }
    at_account = {name: route.method for name, route in ROUTES.items() if "/api/account" in route.rule}
    writing = {name for name, method in at_account.items() if method not in ("GET", "PATCH")}
    assert {name for name in writing - harmless if not ROUTES[name].access.step_up} == set()
    assert {name for name in SENSITIVE if not ROUTES[name].access.step_up} == set()
    assert not harmless - writing


def test_a_new_sign_in_has_proven_nothing_yet(app: flask.Flask, owner: Member) -> None:
    owner.step_up()
    fresh = again(owner, app)
    assert is_refused(asked(fresh, "POST /api/account/password"))
    owner.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    assert is_refused(asked(owner, "POST /api/account/password"))
