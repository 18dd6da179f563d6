"""Coming in with a passkey, and stepping up with one."""

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import clock, database, limits
from notesvc.config import Settings
from tests.web import passkeys, post
from tests.web.authenticator import ELIGIBLE, PRESENT, VERIFIED, Authenticator
from tests.web.conftest import PASSWORD, Member
from tests.web.second_factor import turn_on
from tests.web.sign_in import signed_in_with
from tests.web.step_up import change, cookie


@pytest.fixture
def authenticator(owner: Member) -> Authenticator:
    """Holds the one passkey of the owner."""
    made = Authenticator()
    passkeys.added(owner, made)
    return made


def who(browser: FlaskClient) -> str | None:
    answer = browser.get("/api/auth/session")
    return str(answer.get_json()["user"]["email"]) if answer.status_code == 200 else None


def test_a_passkey_signs_in_without_an_address(
    app: flask.Flask, workspace: Settings, owner: Member, authenticator: Authenticator
) -> None:
    browser = app.test_client()
    answer = passkeys.come_in(browser, authenticator)
    assert (answer.status_code, answer.get_json()["user"]["email"]) == (200, "owner@example.org")
    assert who(browser) == "owner@example.org"
    assert passkeys.listed(owner)[0]["lastUsedAt"] is not None


def test_it_counts_as_both_factors(app: flask.Flask, owner: Member, authenticator: Authenticator) -> None:
    turn_on(owner)
    assert passkeys.come_in(app.test_client(), authenticator).status_code == 200


def test_it_opens_nothing_sensitive_by_itself(app: flask.Flask, owner: Member, authenticator: Authenticator) -> None:
    browser = app.test_client()
    passkeys.come_in(browser, authenticator)
    assert change(Member(owner.user, browser)) == 403


def test_it_gives_a_new_session_and_ends_the_one_before(
    app: flask.Flask, owner: Member, authenticator: Authenticator
) -> None:
    before = cookie(owner)
    assert passkeys.come_in(owner.web, authenticator).status_code == 200
    assert cookie(owner) != before
    assert not signed_in_with(app, before)


def test_what_was_signed_is_good_once(app: flask.Flask, authenticator: Authenticator) -> None:
    browser = app.test_client()
    signed = authenticator.sign(passkeys.request(browser))
    assert passkeys.present(browser, signed).status_code == 200
    assert passkeys.refused(passkeys.present(browser, signed))


def test_what_was_signed_in_another_browser_opens_nothing(app: flask.Flask, authenticator: Authenticator) -> None:
    signed = authenticator.sign(passkeys.request(app.test_client()))
    other = app.test_client()
    assert passkeys.refused(passkeys.present(other, signed))
    passkeys.request(other)
    assert passkeys.refused(passkeys.present(other, signed))


def test_tabs_of_one_browser_do_not_spoil_each_other(app: flask.Flask, authenticator: Authenticator) -> None:
    browser = app.test_client()
    first = passkeys.request(browser)
    passkeys.request(browser)
    assert passkeys.present(browser, authenticator.sign(first)).status_code == 200


def test_a_challenge_is_good_for_five_minutes(
    app: flask.Flask, authenticator: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = app.test_client()
    signed = authenticator.sign(passkeys.request(browser))
    moment = clock.timestamp_ms() + limits.PASSKEY_CHALLENGE_SECONDS * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert passkeys.refused(passkeys.present(browser, signed))


def test_a_challenge_to_step_up_signs_nobody_in(app: flask.Flask, owner: Member, authenticator: Authenticator) -> None:
    options = passkeys.request(owner.web, "/api/auth/step-up/passkey/options")
    assert passkeys.refused(passkeys.present(owner.web, authenticator.sign(options)))


def test_a_counter_that_does_not_go_on_is_refused(app: flask.Flask, owner: Member) -> None:
    original = Authenticator(counts=True, flags=PRESENT | VERIFIED)
    assert passkeys.added(owner, original)["isSynced"] is False
    for _ in range(3):
        assert passkeys.come_in(app.test_client(), original).status_code == 200
    original.keys[0].count = 1
    assert passkeys.refused(passkeys.come_in(app.test_client(), original))
    assert passkeys.refused(passkeys.come_in(app.test_client(), original))
    original.counts, original.keys[0].count = False, 0
    assert passkeys.refused(passkeys.come_in(app.test_client(), original))
    original.keys[0].count = 4
    assert passkeys.come_in(app.test_client(), original).status_code == 200


def test_a_counter_that_always_says_0_is_none(app: flask.Flask, authenticator: Authenticator) -> None:
    for _ in range(3):
        assert passkeys.come_in(app.test_client(), authenticator).status_code == 200


def test_whether_it_is_synced_is_known_from_its_last_use(
    app: flask.Flask, owner: Member, authenticator: Authenticator
) -> None:
    assert passkeys.listed(owner)[0]["isSynced"] is True
    authenticator.flags = PRESENT | VERIFIED | ELIGIBLE
    passkeys.come_in(app.test_client(), authenticator)
    assert passkeys.listed(owner)[0]["isSynced"] is False


def test_a_removed_passkey_opens_nothing(app: flask.Flask, owner: Member, authenticator: Authenticator) -> None:
    browser = app.test_client()
    signed = authenticator.sign(passkeys.request(browser))
    owner.web.delete(f"/api/account/passkeys/{passkeys.listed(owner)[0]['id']}")
    assert passkeys.refused(passkeys.present(browser, signed))
    assert passkeys.refused(passkeys.come_in(browser, authenticator))


def test_a_disabled_user_is_refused(app: flask.Flask, owner: Member, authenticator: Authenticator) -> None:
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", (clock.now(), owner.user.id))
    assert passkeys.refused(passkeys.come_in(app.test_client(), authenticator))


def test_tries_are_counted_with_those_of_passwords(app: flask.Flask, authenticator: Authenticator) -> None:
    browser = app.test_client()
    body = {"email": "nobody@example.org", "password": "wrong horse battery"}
    signed = [authenticator.sign(passkeys.request(browser)) for _ in range(25)]
    statuses = [browser.post("/api/auth/passkey", json={"credential": each}).status_code for each in signed]
    assert statuses[-1] == 429
    assert browser.post("/api/auth/login", json=body).status_code == 429


def test_what_is_to_be_signed_tells_nobody_who_has_a_passkey(
    app: flask.Flask, owner: Member, authenticator: Authenticator
) -> None:
    for browser in (app.test_client(), owner.web):
        options = passkeys.request(browser)
        assert len(options.pop("challenge")) == 43
        assert options == {
            "timeout": 300_000,
            "rpId": "localhost",
            "allowCredentials": [],
            "userVerification": "required",
        }


def test_a_new_browser_is_told_of_as_with_a_password(
    app: flask.Flask, workspace: Settings, authenticator: Authenticator
) -> None:
    browser = app.test_client()
    signed = authenticator.sign(passkeys.request(browser))
    browser.post("/api/auth/passkey", json={"credential": signed}, headers={"User-Agent": "Another browser"})
    assert "A new sign-in" in [mail.subject for mail in post.delivered(workspace)]


def test_a_passkey_opens_the_session_for_sensitive_things(
    app: flask.Flask, owner: Member, authenticator: Authenticator
) -> None:
    fresh = Member(owner.user, app.test_client())
    fresh.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    before = cookie(fresh)
    answer = passkeys.step_up(fresh, authenticator)
    assert (answer.status_code, answer.get_json()) == (200, {"seconds": 600})
    assert not signed_in_with(app, before)
    assert change(fresh) == 204


def test_a_passkey_of_somebody_else_opens_nothing(owner: Member, stranger: Member) -> None:
    theirs = Authenticator()
    passkeys.added(stranger, theirs)
    fresh = change(owner)
    assert passkeys.refused(passkeys.step_up(owner, theirs))
    assert (fresh, change(owner)) == (403, 403)
    assert passkeys.listed(stranger)[0]["lastUsedAt"] is None


def test_a_challenge_to_sign_in_does_not_step_up(owner: Member, authenticator: Authenticator) -> None:
    signed = authenticator.sign(passkeys.request(owner.web))
    assert passkeys.refused(owner.web.post("/api/auth/step-up", json={"passkey": signed}))


def test_steps_up_are_counted_by_session(owner: Member, authenticator: Authenticator) -> None:
    liar = Authenticator(keys=authenticator.keys, flags=PRESENT)
    statuses = [passkeys.step_up(owner, liar).status_code for _ in range(12)]
    assert statuses[-1] == 429


def test_a_passkey_and_a_password_together_are_no_proof(owner: Member, authenticator: Authenticator) -> None:
    signed = authenticator.sign(passkeys.request(owner.web, "/api/auth/step-up/passkey/options"))
    answer = owner.web.post("/api/auth/step-up", json={"passkey": signed, "password": PASSWORD})
    assert answer.status_code == 422
