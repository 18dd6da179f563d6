"""Passwords forgotten and changed."""

import dataclasses
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, errors, factory, limits
from notesvc.config import Settings
from notesvc.domain.accounts import passwords, users
from notesvc.domain.mail import outbox
from notesvc.models import Mail, MailLink
from tests.web import post
from tests.web.conftest import PASSWORD, Member
from tests.web.sign_in import signed_in_with
from tests.web.step_up import cookie

NEXT = "another horse battery"


def forgot(browser: FlaskClient, email: str = "owner@example.org", **headers: str) -> Any:
    return browser.post("/api/auth/forgot-password", json={"email": email}, headers=headers)


def reset(browser: FlaskClient, token: str, password: str = NEXT, **more: object) -> Any:
    return browser.post("/api/auth/reset-password", json={"token": token, "password": password, **more})


def signs_in(app: flask.Flask, password: str) -> bool:
    body = {"email": "owner@example.org", "password": password}
    return bool(app.test_client().post("/api/auth/login", json=body).status_code == 200)


def verified_key_works(app: flask.Flask, key: str) -> bool:
    answer = app.test_client().get("/api/sync/verify", headers={"Authorization": f"Bearer {key}"})
    return bool(answer.status_code == 200)


def test_a_reset_is_mailed_in_the_language_of_the_account_or_else_of_the_browser(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    for kept, asked, subject in (
        (None, "ja", "新しいパスワードの設定"),
        ("de", "ja", "Setzen Sie ein neues Passwort"),
    ):
        if kept is not None:
            owner.web.patch("/api/account/profile", json={"language": kept})
        body = {"email": "owner@example.org"}
        anonymous.post("/api/auth/forgot-password", json=body, headers={"Accept-Language": asked})
        assert post.only(workspace).subject == subject


def test_a_reset_sets_the_password_and_ends_every_session(
    app: flask.Flask, workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    assert forgot(anonymous).status_code == 202
    mail = post.only(workspace)
    assert mail.to == "owner@example.org"
    assert reset(anonymous, mail.token).status_code == 204
    assert owner.web.get("/api/auth/session").status_code == 401
    assert not signs_in(app, PASSWORD)
    assert signs_in(app, NEXT)
    assert "Your password was changed" in [each.subject for each in post.delivered(workspace)]


def test_a_link_is_good_once(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    forgot(anonymous)
    token = post.only(workspace).token
    assert reset(anonymous, token).status_code == 204
    again = reset(anonymous, token, "third horse battery")
    assert (again.status_code, again.get_json()["errors"][0]["field"]) == (422, "token")


def test_a_link_is_good_for_half_an_hour(
    workspace: Settings, owner: Member, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgot(anonymous)
    token = post.only(workspace).token
    moment = clock.timestamp_ms() + (limits.MAIL_LINK_SECONDS + 1) * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert reset(anonymous, token).status_code == 422


def test_asking_again_voids_no_link_and_using_one_voids_all(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    tokens = []
    for _ in range(3):
        forgot(anonymous)
        tokens.append(post.only(workspace).token)
    assert reset(anonymous, tokens[1]).status_code == 204
    assert [reset(anonymous, token).status_code for token in tokens] == [422, 422, 422]


def test_a_new_password_ends_the_links(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    forgot(anonymous)
    token = post.only(workspace).token
    owner.step_up().web.post("/api/account/password", json={"password": NEXT})
    assert reset(anonymous, token).status_code == 422


def test_a_password_set_on_the_machine_ends_sessions_keys_and_links(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    key = {"Authorization": f"Bearer {owner.key()}"}
    forgot(anonymous)
    token = post.only(workspace).token
    with pytest.raises(errors.InvalidInput):
        passwords.set_by_operator("owner@example.org", "short")
    assert anonymous.get("/api/sync/verify", headers=key).status_code == 200
    passwords.set_by_operator("owner@example.org", NEXT)
    assert owner.web.get("/api/auth/session").status_code == 401
    assert anonymous.get("/api/sync/verify", headers=key).status_code == 401
    assert reset(anonymous, token).status_code == 422
    assert [mail.subject for mail in post.delivered(workspace)] == ["Your password was changed"]
    body = {"email": "owner@example.org", "password": NEXT}
    assert anonymous.post("/api/auth/login", json=body).status_code == 200


def test_the_link_leads_to_the_configured_address(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    assert forgot(anonymous, **{"Host": "evil.example"}).status_code == 421
    forgot(anonymous, **{"Host": "localhost:9999", "X-Forwarded-Host": "evil.example"})
    text = post.only(workspace).text
    assert f"{workspace.base_url}/reset-password#token=" in text
    assert "evil" not in text
    assert "9999" not in text


def test_behind_a_proxy_the_link_leads_to_the_configured_address_too(workspace: Settings, owner: Member) -> None:
    app = factory.create_app(dataclasses.replace(workspace, trusted_proxies=1))
    forged = {
        "Host": "evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Prefix": "/evil",
        "Forwarded": "host=evil.example;proto=https",
        "X-Original-Host": "evil.example",
    }
    assert forgot(app.test_client(), **forged).status_code == 421
    forged["X-Forwarded-Host"] = "localhost:9999"
    assert forgot(app.test_client(), **forged).status_code == 202
    text = post.only(workspace).text
    assert f"{workspace.base_url}/reset-password#token=" in text
    assert "evil" not in text
    assert "9999" not in text


def test_a_new_address_ends_the_link_that_was_sent_to_the_old_one(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    forgot(anonymous)
    token = post.only(workspace).token
    owner.step_up().web.post("/api/account/email", json={"email": "new@example.org"})
    changed = next(mail for mail in post.delivered(workspace) if mail.to == "new@example.org")
    assert owner.web.post("/api/auth/verify-email", json={"token": changed.token}).status_code == 200
    assert reset(anonymous, token).status_code == 422


def test_a_link_to_confirm_an_address_sets_no_password(
    app: flask.Flask, workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    owner.step_up().web.post("/api/account/email", json={"email": "mistyped@example.org"})
    change = next(mail for mail in post.delivered(workspace) if mail.to == "mistyped@example.org")
    assert reset(anonymous, change.token).status_code == 422
    database.execute("UPDATE users SET email_verified_at = NULL WHERE id = ?", (owner.user.id,))
    owner.web.post("/api/account/verify-email")
    assert reset(anonymous, post.only(workspace).token).status_code == 422
    assert signs_in(app, PASSWORD)


def test_a_link_to_set_a_password_confirms_no_address(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    database.execute("UPDATE users SET email_verified_at = NULL WHERE id = ?", (owner.user.id,))
    forgot(anonymous)
    token = post.only(workspace).token
    assert owner.web.post("/api/auth/verify-email", json={"token": token}).status_code == 422
    assert users.by_id(str(owner.user.id)).email_verified_at is None
    assert reset(anonymous, token).status_code == 204


def test_only_the_hash_of_a_link_is_stored(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    forgot(anonymous)
    assert Mail.select().where(Mail.kind == "reset").count() == 1
    token = post.only(workspace).token
    stored = [str(value) for row in MailLink.select().tuples() for value in row]
    assert stored
    assert token not in stored


def test_an_unknown_address_is_answered_alike_and_gets_no_mail(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    known, unknown = forgot(anonymous), forgot(anonymous, "nobody@example.org")
    assert (known.status_code, known.data) == (unknown.status_code, unknown.data)
    assert [mail.to for mail in post.delivered(workspace)] == ["owner@example.org"]


def test_a_look_alike_address_gets_its_mail_where_the_account_is(
    workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    forgot(anonymous, "ＯＷＮＥＲ@example.org")
    assert post.only(workspace).to == "owner@example.org"


def test_a_recipient_is_not_flooded_and_the_owner_not_locked_out(owner: Member, anonymous: FlaskClient) -> None:
    statuses = [forgot(anonymous, ["owner@example.org", "OWNER@example.org"][n % 2]).status_code for n in range(7)]
    assert statuses == [202] * 5 + [429] * 2
    from_elsewhere = anonymous.post(
        "/api/auth/forgot-password", json={"email": "owner@example.org"}, environ_base={"REMOTE_ADDR": "198.51.100.7"}
    )
    assert from_elsewhere.status_code == 202


def test_a_disabled_account_gets_no_link(workspace: Settings, owner: Member, anonymous: FlaskClient) -> None:
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", (clock.now(), owner.user.id))
    assert forgot(anonymous).status_code == 202
    assert post.delivered(workspace) == []


def test_a_reset_of_an_unproven_account_throws_its_maker_out(
    app: flask.Flask, workspace: Settings, owner: Member, anonymous: FlaskClient
) -> None:
    database.execute("UPDATE users SET email_verified_at = NULL WHERE id = ?", (owner.user.id,))
    key = owner.key()
    owner.step_up().web.post("/api/account/email", json={"email": "attacker@example.org"})
    change = next(mail for mail in post.delivered(workspace) if mail.to == "attacker@example.org")
    forgot(anonymous)
    assert reset(anonymous, post.only(workspace).token).status_code == 204
    assert not verified_key_works(app, key)
    assert not signs_in(app, PASSWORD)
    assert owner.web.post("/api/auth/verify-email", json={"token": change.token}).status_code == 401
    assert users.by_id(str(owner.user.id)).email == "owner@example.org"
    assert users.by_id(str(owner.user.id)).email_verified_at is not None


@pytest.mark.parametrize("wish", [{}, {"keepKeys": False}, {"keepKeys": True}])
@pytest.mark.parametrize("way", ["reset", "change"])
def test_keys_end_with_the_password_unless_they_are_kept(
    app: flask.Flask, workspace: Settings, owner: Member, way: str, wish: dict[str, bool]
) -> None:
    key, browser = owner.key(), app.test_client()
    if way == "reset":
        forgot(browser)
        assert reset(browser, post.only(workspace).token, **wish).status_code == 204
    else:
        body = {"password": NEXT, **wish}
        assert owner.step_up().web.post("/api/account/password", json=body).status_code == 204
    assert verified_key_works(app, key) is wish.get("keepKeys", False)


def test_a_change_gives_a_new_cookie_and_ends_the_other_sessions(app: flask.Flask, owner: Member) -> None:
    other = Member(owner.user, app.test_client())
    other.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    owner.step_up()
    before = cookie(owner)
    assert owner.web.post("/api/account/password", json={"password": NEXT}).status_code == 204
    assert not signed_in_with(app, before)
    assert owner.web.get("/api/auth/session").status_code == 200
    assert other.web.get("/api/auth/session").status_code == 401
    assert signs_in(app, NEXT)


@pytest.mark.parametrize("password", ["short", "x" * 1_025, ""])
def test_a_password_has_its_bounds(workspace: Settings, owner: Member, password: str) -> None:
    browser = owner.step_up().web
    assert browser.post("/api/account/password", json={"password": password}).status_code == 422
    forgot(browser)
    token = post.only(workspace).token
    assert reset(browser, token, password).status_code == 422
    assert reset(browser, token).status_code == 204


def test_links_are_not_guessed(anonymous: FlaskClient) -> None:
    statuses = {reset(anonymous, f"guess{n}").status_code for n in range(35)}
    assert statuses == {422, 429}


def test_what_is_no_address_is_not_kept(anonymous: FlaskClient) -> None:
    assert forgot(anonymous, "my password by mistake").status_code == 422
    assert outbox.waiting() == 0
