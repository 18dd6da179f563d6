"""The passkeys of an account: made, listed, renamed, removed."""

import dataclasses

import flask
import pytest

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.domain.accounts import relying_party
from notesvc.models import Passkey, PasskeyChallenge
from tests.web import passkeys, post
from tests.web.authenticator import Authenticator
from tests.web.conftest import PASSWORD, Member


def test_it_asks_for_a_passkey_that_is_kept_and_verifies_its_user(owner: Member) -> None:
    options = passkeys.creation(owner.step_up())
    assert options["rp"] == {"id": "localhost", "name": "notesvc"}
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    assert options["user"]["name"] == "owner@example.org"
    assert "owner" not in options["user"]["id"]
    assert options["timeout"] == 300_000


def test_a_passkey_is_listed_once_made_and_its_owner_is_told(workspace: Settings, owner: Member) -> None:
    made = passkeys.added(owner, Authenticator(), "  Laptop ")
    assert (made["name"], made["isSynced"], made["lastUsedAt"]) == ("Laptop", True, None)
    assert passkeys.listed(owner) == [made]
    assert owner.web.get("/api/account/security").get_json()["passkeys"] == 1
    assert [mail.subject for mail in post.delivered(workspace)] == ["A passkey was added"]


def test_the_next_one_is_not_to_be_made_where_one_is(owner: Member) -> None:
    authenticator = Authenticator()
    passkeys.added(owner, authenticator)
    [excluded] = passkeys.creation(owner)["excludeCredentials"]
    assert excluded["transports"] == ["hybrid", "internal"]
    assert (
        excluded["id"] == passkeys.request(owner.web, "/api/auth/step-up/passkey/options")["allowCredentials"][0]["id"]
    )


def test_a_challenge_is_good_once(owner: Member) -> None:
    options = passkeys.creation(owner.step_up())
    assert passkeys.keep(owner, Authenticator().make(options)).status_code == 201
    assert passkeys.keep(owner, Authenticator().make(options)).status_code == 422
    assert len(passkeys.listed(owner)) == 1


def test_a_challenge_is_good_in_its_own_browser_alone(app: flask.Flask, owner: Member) -> None:
    other = Member(owner.user, app.test_client())
    other.web.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    made = Authenticator().make(passkeys.creation(owner.step_up()))
    passkeys.creation(other.step_up())
    assert passkeys.keep(other, made).status_code == 422


def test_a_challenge_is_its_users_alone_though_both_share_a_browser(owner: Member, stranger: Member) -> None:
    made = Authenticator().make(passkeys.creation(owner.step_up()))
    secret = owner.web.get_cookie("notesvc-away")
    assert secret is not None
    stranger.step_up().web.set_cookie("notesvc-away", secret.value)
    assert passkeys.keep(stranger, made).status_code == 422


def test_a_challenge_is_good_for_its_own_purpose_alone(owner: Member) -> None:
    owner.step_up()
    challenge = passkeys.request(owner.web)["challenge"]
    made = Authenticator().make(passkeys.creation(owner) | {"challenge": challenge})
    assert passkeys.keep(owner, made).status_code == 422


def test_a_challenge_is_good_for_five_minutes(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    options = passkeys.creation(owner.step_up())
    moment = clock.timestamp_ms() + limits.PASSKEY_CHALLENGE_SECONDS * 1000
    with monkeypatch.context() as patch:
        patch.setattr(clock, "timestamp_ms", lambda: moment)
        assert passkeys.keep(owner, Authenticator().make(options)).status_code == 422
        passkeys.creation(owner)
    assert PasskeyChallenge.select().count() == 1


def test_challenges_are_kept_as_hashes(owner: Member) -> None:
    challenge = passkeys.creation(owner.step_up())["challenge"]
    cookie = owner.web.get_cookie("notesvc-away")
    assert cookie is not None
    [row] = PasskeyChallenge.select().tuples()
    assert not {challenge, cookie.value} & set(row)


def test_a_passkey_that_somebody_has_is_not_taken_twice(owner: Member, stranger: Member) -> None:
    authenticator = Authenticator()
    passkeys.added(owner, authenticator)
    theirs = Authenticator()
    made = theirs.make(passkeys.creation(stranger.step_up()))
    database.execute("UPDATE passkeys SET credential_id = ?", (made["id"],))
    assert passkeys.keep(stranger, made).status_code == 422
    assert passkeys.listed(stranger) == []


def test_there_are_twenty_at_most(owner: Member, stranger: Member) -> None:
    passkeys.added(owner, Authenticator())
    options = passkeys.creation(owner)
    [row] = Passkey.select().dicts()
    more = [row | {"id": clock.new_id(), "credential_id": f"further{n}"} for n in range(limits.PASSKEYS - 1)]
    Passkey.insert_many(more).execute()
    for answer in (
        owner.web.post("/api/account/passkeys/options"),
        passkeys.keep(owner, Authenticator().make(options)),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (409, "passkey_limit")
    assert len(passkeys.listed(owner)) == 20
    passkeys.added(stranger, Authenticator())


def test_one_is_renamed_without_being_asked_again(owner: Member) -> None:
    made = passkeys.added(owner, Authenticator())
    answer = owner.web.patch(f"/api/account/passkeys/{made['id']}", json={"name": "Desk"})
    assert answer.get_json() == made | {"name": "Desk"}
    assert owner.web.patch(f"/api/account/passkeys/{made['id']}", json={"name": " "}).status_code == 422


def test_a_removed_one_is_gone_and_its_owner_is_told(workspace: Settings, owner: Member) -> None:
    made = passkeys.added(owner, Authenticator())
    assert owner.web.delete(f"/api/account/passkeys/{made['id']}").status_code == 204
    assert owner.web.delete(f"/api/account/passkeys/{made['id']}").status_code == 404
    assert passkeys.listed(owner) == []
    assert post.delivered(workspace)[-1].subject == "A passkey was removed"


def test_the_last_way_in_stays(workspace: Settings, owner: Member) -> None:
    one, other = passkeys.added(owner, Authenticator()), passkeys.added(owner, Authenticator())
    database.execute("UPDATE users SET password_hash = NULL WHERE id = ?", (owner.user.id,))
    assert owner.web.delete(f"/api/account/passkeys/{one['id']}").status_code == 204
    answer = owner.web.delete(f"/api/account/passkeys/{other['id']}")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "last_way_in")
    assert passkeys.listed(owner) == [other]
    assert [mail.subject for mail in post.delivered(workspace)].count("A passkey was removed") == 1


def test_a_password_that_is_not_taken_is_no_way_in(app: flask.Flask, owner: Member) -> None:
    made = passkeys.added(owner, Authenticator())
    app.config["NOTESVC"] = dataclasses.replace(app.config["NOTESVC"], password_sign_in=False)
    answer = owner.web.delete(f"/api/account/passkeys/{made['id']}")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "last_way_in")


def test_a_reset_of_an_unproven_account_drops_its_passkeys(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    passkeys.added(owner, Authenticator())
    database.execute("UPDATE users SET email_verified_at = NULL WHERE id = ?", (owner.user.id,))
    app.test_client().post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    token = post.delivered(workspace)[-1].token
    app.test_client().post("/api/auth/reset-password", json={"token": token, "password": "another horse battery"})
    assert Passkey.select().count() == 0


@pytest.mark.parametrize(
    ("base_url", "trusted", "expected"),
    [
        ("http://127.0.0.1:8000", (), ("localhost", ("http://localhost:8000",))),
        ("http://[::1]:8000", (), ("localhost", ("http://localhost:8000",))),
        ("https://localhost", (), ("localhost", ("https://localhost",))),
        (
            "http://localhost:8000",
            ("http://localhost:5173", "http://127.0.0.1:5173", "app://notes"),
            ("localhost", ("http://localhost:8000", "http://localhost:5173")),
        ),
        ("https://Notes.Example.org:443/x", (), ("notes.example.org", ("https://notes.example.org",))),
        ("https://notes.example.org:8443", (), ("notes.example.org", ("https://notes.example.org:8443",))),
        ("http://notes.example.org", (), None),
        ("https://192.0.2.7", (), None),
        ("https://[2001:db8::1]", (), None),
    ],
)
def test_passkeys_are_for_the_configured_address(
    workspace: Settings, base_url: str, trusted: tuple[str, ...], expected: tuple[str, tuple[str, ...]] | None
) -> None:
    found = relying_party.of(dataclasses.replace(workspace, base_url=base_url, trusted_origins=trusted))
    assert (None if found is None else (found.id, found.origins)) == expected


def test_where_there_can_be_none_it_says_so(app: flask.Flask, owner: Member) -> None:
    assert owner.web.get("/api/auth/ways").get_json()["passkeyHost"] == "localhost"
    owner.step_up()
    app.config["NOTESVC"] = dataclasses.replace(app.config["NOTESVC"], base_url="http://notes.example.org")
    assert owner.web.get("/api/auth/ways").get_json()["passkeyHost"] is None
    for path in ("account/passkeys/options", "auth/passkey/options", "auth/step-up/passkey/options"):
        assert owner.web.post(f"/api/{path}").status_code == 422
    assert PasskeyChallenge.select().count() == 0
