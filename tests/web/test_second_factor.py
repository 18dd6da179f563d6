"""The second factor: an authenticator app and recovery codes."""

from typing import Any

import flask
import pytest

from notesvc import crypto, database, errors
from notesvc.config import Settings
from notesvc.models import RecoveryCode, SecondFactor
from tests.web import post
from tests.web.conftest import PASSWORD, Member
from tests.web.second_factor import now_code, turn_on


def test_the_secret_comes_as_a_picture_too_that_differs_with_it(owner: Member) -> None:
    owner.step_up()
    pictures = [owner.web.post("/api/account/totp").get_json()["qrCode"] for _ in range(2)]
    assert all(picture.startswith("data:image/svg+xml") for picture in pictures)
    assert pictures[0] != pictures[1]


def login(app: flask.Flask, code: str | None = None, password: str = PASSWORD) -> Any:
    body: dict[str, str] = {"email": "owner@example.org", "password": password}
    return app.test_client().post("/api/auth/login", json=body | ({"code": code} if code is not None else {}))


def security(owner: Member) -> dict[str, Any]:
    return dict(owner.web.get("/api/account/security").get_json())


def test_signing_in_asks_for_a_code_once_one_was_confirmed(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    secret, codes = turn_on(owner)
    assert security(owner)["secondFactor"] is True
    assert security(owner)["recoveryCodesLeft"] == len(set(codes)) == 10
    without = login(app)
    assert (without.status_code, without.get_json()["code"]) == (401, "second_factor_required")
    assert "Set-Cookie" not in without.headers
    assert login(app, now_code(secret)).status_code == 200
    assert [mail.subject for mail in post.delivered(workspace)] == ["Codes are asked for"]


def test_a_secret_that_was_never_confirmed_asks_for_nothing(app: flask.Flask, owner: Member) -> None:
    owner.step_up().web.post("/api/account/totp")
    assert owner.web.post("/api/account/totp/confirm", json={"code": "000000"}).status_code == 422
    assert login(app).status_code == 200


def test_a_code_is_good_once(app: flask.Flask, owner: Member) -> None:
    secret, _ = turn_on(owner)
    code = now_code(secret)
    assert login(app, code).status_code == 200
    again = login(app, code)
    assert (again.status_code, again.get_json()["code"]) == (401, "second_factor_required")
    older = login(app, now_code(secret, -1))
    assert older.status_code == 401


def test_the_code_that_confirmed_is_used_up(app: flask.Flask, owner: Member) -> None:
    secret, _ = turn_on(owner)
    assert login(app, now_code(secret, -1)).status_code == 401


def test_a_recovery_code_stands_in_once(app: flask.Flask, owner: Member) -> None:
    _, codes = turn_on(owner)
    assert login(app, codes[0].upper().replace("-", " ")).status_code == 200
    assert login(app, codes[0]).status_code == 401
    assert security(owner)["recoveryCodesLeft"] == 9
    fresh = owner.web.post("/api/account/recovery-codes").get_json()["recoveryCodes"]
    assert login(app, codes[1]).status_code == 401
    assert login(app, fresh[1]).status_code == 200


def test_a_wrong_password_does_not_tell_that_a_code_is_wanted(app: flask.Flask, owner: Member) -> None:
    turn_on(owner)
    assert login(app, password="wrong horse battery").get_json()["code"] == "bad_credentials"
    assert login(app, "123456", password="wrong horse battery").get_json()["code"] == "bad_credentials"


def test_codes_are_not_guessed(app: flask.Flask, owner: Member) -> None:
    turn_on(owner)
    guesses = [
        app.test_client().post(
            "/api/auth/login",
            json={"email": "owner@example.org", "password": PASSWORD, "code": f"{n:06}"},
            environ_base={"REMOTE_ADDR": f"198.51.100.{n}"},
        )
        for n in range(15)
    ]
    assert {answer.status_code for answer in guesses[-5:]} == {429}


def test_a_code_opens_the_session_for_sensitive_things(owner: Member) -> None:
    secret, _ = turn_on(owner)
    answer = owner.web.post("/api/auth/step-up", json={"code": now_code(secret)})
    assert answer.status_code == 200
    again = owner.web.post("/api/auth/step-up", json={"code": now_code(secret)})
    assert (again.status_code, again.get_json()["code"]) == (401, "bad_credentials")


def test_without_a_second_factor_no_code_opens_anything(owner: Member) -> None:
    assert owner.web.post("/api/auth/step-up", json={"code": "123456"}).status_code == 401
    assert owner.web.post("/api/auth/step-up", json={"code": "1", "password": PASSWORD}).status_code == 422


def test_it_can_be_turned_off_again(app: flask.Flask, workspace: Settings, owner: Member) -> None:
    turn_on(owner)
    assert owner.web.delete("/api/account/totp").status_code == 204
    assert login(app).status_code == 200
    assert security(owner)["recoveryCodesLeft"] == 0
    assert "Codes are asked for no more" in [mail.subject for mail in post.delivered(workspace)]
    assert owner.web.post("/api/account/recovery-codes").status_code == 422


def test_a_new_secret_counts_only_once_confirmed(app: flask.Flask, owner: Member) -> None:
    secret, _ = turn_on(owner)
    owner.web.post("/api/account/totp")
    assert login(app, now_code(secret)).status_code == 200


def test_the_secret_is_sealed_and_codes_are_hashed(owner: Member) -> None:
    secret, codes = turn_on(owner)
    rows = [*SecondFactor.select().tuples(), *RecoveryCode.select().tuples()]
    stored = " ".join(str(value) for row in rows for value in row)
    assert secret not in stored
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


def test_what_another_instance_sealed_is_our_trouble_not_a_wrong_code(app: flask.Flask, owner: Member) -> None:
    secret, _ = turn_on(owner)
    crypto.open_seal("another key of at least 32 characters")
    assert login(app, now_code(secret)).status_code == 503


def test_a_seal_is_for_its_purpose(workspace: Settings) -> None:
    assert crypto.unseal("a", crypto.seal("a", "text")) == "text"
    assert crypto.seal("a", "text") != crypto.seal("a", "text")
    with pytest.raises(errors.Busy):
        crypto.unseal("b", crypto.seal("a", "text"))


def test_a_reset_of_an_unproven_account_drops_its_second_factor(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    turn_on(owner)
    database.execute("UPDATE users SET email_verified_at = NULL WHERE id = ?", (owner.user.id,))
    app.test_client().post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    token = post.delivered(workspace)[-1].token
    app.test_client().post("/api/auth/reset-password", json={"token": token, "password": "another horse battery"})
    assert login(app, password="another horse battery").status_code == 200


def test_a_reset_of_a_proven_account_keeps_it(app: flask.Flask, workspace: Settings, owner: Member) -> None:
    turn_on(owner)
    app.test_client().post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    token = post.delivered(workspace)[-1].token
    app.test_client().post("/api/auth/reset-password", json={"token": token, "password": "another horse battery"})
    assert login(app, password="another horse battery").get_json()["code"] == "second_factor_required"
