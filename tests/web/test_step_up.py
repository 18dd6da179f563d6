"""Step-up."""

import flask
import pytest

from notesvc import clock, limits
from tests.web.conftest import PASSWORD, Member
from tests.web.sign_in import browser_with, signed_in_with
from tests.web.step_up import NEXT, change, cookie


def test_it_opens_ten_minutes(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    assert change(owner) == 403
    owner.step_up()
    moment = clock.timestamp_ms() + (limits.STEP_UP_SECONDS + 1) * 1000
    with monkeypatch.context() as patch:
        patch.setattr(clock, "timestamp_ms", lambda: moment)
        assert change(owner) == 403
    assert change(owner) == 204


def test_it_counts_for_its_own_session_alone(app: flask.Flask, owner: Member) -> None:
    other = Member(owner.user, app.test_client())
    other.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    owner.step_up()
    assert change(other) == 403


def test_it_gives_a_new_cookie_and_the_old_one_is_dead(app: flask.Flask, owner: Member) -> None:
    before = cookie(owner)
    owner.step_up()
    assert cookie(owner) != before
    assert not signed_in_with(app, before)
    assert signed_in_with(app, cookie(owner))
    assert browser_with(app, before).post("/api/account/password", json={"password": NEXT}).status_code == 401


def test_a_wrong_password_opens_nothing_and_keeps_the_session(owner: Member) -> None:
    answer = owner.web.post("/api/auth/step-up", json={"password": "wrong horse battery"})
    assert (answer.status_code, answer.get_json()["code"]) == (401, "bad_credentials")
    assert change(owner) == 403
    assert owner.web.get("/api/auth/session").status_code == 200


def test_guesses_of_one_session_do_not_lock_another(app: flask.Flask, owner: Member) -> None:
    thief = Member(owner.user, app.test_client())
    thief.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    statuses = [thief.web.post("/api/auth/step-up", json={"password": f"wrong {n}"}).status_code for n in range(12)]
    assert statuses == [401] * 10 + [429] * 2
    owner.step_up()


def test_signing_in_does_not_open_it(owner: Member) -> None:
    assert change(owner) == 403


@pytest.mark.parametrize(
    "body", [{}, {"password": None}, {"password": "x" * 2_000}, {"password": PASSWORD, "user": "x"}]
)
def test_what_is_no_proof_is_refused(owner: Member, body: dict[str, object]) -> None:
    assert owner.web.post("/api/auth/step-up", json=body).status_code == 422
