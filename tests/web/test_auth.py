"""Registering, signing in and out."""

import re

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import crypto, database, limits
from notesvc.domain.accounts import users
from notesvc.models import Session
from tests.web.conftest import PASSWORD, Member
from tests.web.sign_in import browser_with, signed_in_with

NEW = {"email": "new@example.org", "password": PASSWORD, "name": "New"}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def cookie_of(answer: flask.Response) -> str:
    found = re.match(r"notesvc=([^;]*)", answer.headers.get("Set-Cookie", ""))
    return found[1] if found else ""


def test_the_first_account_may_register_and_is_the_administrators(anonymous: FlaskClient) -> None:
    assert anonymous.post("/api/auth/register", json=NEW).status_code == 201
    assert anonymous.get("/api/auth/session").get_json()["user"]["isAdmin"] is True


def test_the_second_needs_an_invite_that_is_used_up(app: flask.Flask, owner: Member) -> None:
    assert app.test_client().post("/api/auth/register", json=NEW).status_code == 403
    code = users.invite(uses=1)
    assert app.test_client().post("/api/auth/register", json={**NEW, "invite": code}).status_code == 201
    again = {**NEW, "email": "b@example.org", "invite": code}
    assert app.test_client().post("/api/auth/register", json=again).status_code == 403
    assert [user.is_admin for user in users.all()] == [False, False]


@pytest.mark.usefixtures("welcome")
def test_a_new_account_finds_welcome_notes_whose_links_resolve(anonymous: FlaskClient) -> None:
    anonymous.post("/api/auth/register", json=NEW)
    notes = anonymous.get("/api/workspace/notes").get_json()["notes"]
    assert len(notes) >= 4
    start = next(note for note in notes if note["name"] == "Start here")
    links = anonymous.get(f"/api/workspace/notes/{start['id']}/links").get_json()["links"]
    wiki = [link for link in links if link["kind"] == "wiki"]
    assert wiki
    assert all(link["targetNoteId"] for link in wiki)
    assert {link["kind"] for link in links} >= {"wiki", "tag", "person"}


@pytest.mark.usefixtures("welcome")
def test_the_welcome_notes_are_in_the_language_of_the_browser(anonymous: FlaskClient) -> None:
    anonymous.post("/api/auth/register", json=NEW, headers={"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"})
    notes = anonymous.get("/api/workspace/notes").get_json()["notes"]
    start = next(note for note in notes if note["name"] == "Hier anfangen")
    links = anonymous.get(f"/api/workspace/notes/{start['id']}/links").get_json()["links"]
    assert {link["kind"] for link in links} >= {"wiki", "tag", "person"}
    assert all(link["targetNoteId"] for link in links if link["kind"] == "wiki")
    assert [each["name"] for each in anonymous.get("/api/workspace/folders").get_json()["folders"]] == ["Willkommen"]


@pytest.mark.parametrize(
    ("asked", "kept"), [("pt-BR, ar-EG;q=0.9, en;q=0.1", "ar"), ("DE", "de"), ("fr", None), ("*", None), ("", None)]
)
def test_a_new_account_keeps_the_language_of_the_browser(anonymous: FlaskClient, asked: str, kept: str | None) -> None:
    anonymous.post("/api/auth/register", json=NEW, headers={"Accept-Language": asked})
    assert anonymous.get("/api/auth/session").get_json()["user"]["language"] == kept


def test_a_copied_cookie_dies_with_its_session(app: flask.Flask, owner: Member) -> None:
    answer = app.test_client().post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD})
    cookie = cookie_of(answer)
    assert signed_in_with(app, cookie)
    browser_with(app, cookie).post("/api/auth/logout")
    assert not signed_in_with(app, cookie)


def test_signing_in_gives_a_new_session_and_ends_the_one_before(app: flask.Flask, owner: Member) -> None:
    browser = app.test_client()
    first = cookie_of(browser.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD}))
    second = cookie_of(browser.post("/api/auth/login", json={"email": "owner@example.org", "password": PASSWORD}))
    assert first != second
    assert not signed_in_with(app, first)
    assert signed_in_with(app, second)


def test_the_cookie_is_for_this_host_and_no_script(anonymous: FlaskClient) -> None:
    header = anonymous.post("/api/auth/register", json=NEW).headers["Set-Cookie"]
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert "Path=/" in header
    assert "Domain" not in header
    assert len(header) < 4096


def test_only_the_hash_of_a_session_is_stored(app: flask.Flask, anonymous: FlaskClient) -> None:
    cookie = cookie_of(anonymous.post("/api/auth/register", json=NEW))
    assert [row.id_hash for row in Session.select()] == [crypto.digest(cookie)]


def test_guessing_is_stopped_whatever_address_is_claimed(app: flask.Flask, owner: Member) -> None:
    statuses = []
    for guess in range(25):
        spelled = ["owner@example.org", "OWNER@example.org", " owner@example.org"][guess % 3]
        answer = app.test_client().post(
            "/api/auth/login",
            json={"email": spelled, "password": f"wrong password {guess}"},
            headers={"X-Forwarded-For": f"203.0.113.{guess}"},
        )
        statuses.append(answer.status_code)
    assert set(statuses) == {401, 429}
    # The owner's own sign-in was the first of the ten.
    assert statuses == [401] * 9 + [429] * 16
    assert owner.web.get("/api/auth/session").status_code == 200


def test_an_unknown_address_is_answered_as_a_wrong_password(app: flask.Flask, owner: Member) -> None:
    wrong = app.test_client().post("/api/auth/login", json={"email": "owner@example.org", "password": "no" * 9})
    unknown = app.test_client().post("/api/auth/login", json={"email": "nobody@example.org", "password": "no" * 9})
    assert (wrong.status_code, wrong.data) == (unknown.status_code, unknown.data)
    assert wrong.get_json()["code"] == "bad_credentials"


def test_sign_up_with_a_known_address_answers_the_same_and_makes_nothing(app: flask.Flask, owner: Member) -> None:
    taken = {**NEW, "email": "OWNER@example.org", "invite": users.invite(uses=5)}
    fresh = {**NEW, "invite": taken["invite"]}
    known, unknown = (app.test_client().post("/api/auth/register", json=body) for body in (taken, fresh))
    assert (known.status_code, known.data) == (unknown.status_code, unknown.data)
    assert len(cookie_of(known)) == len(cookie_of(unknown))
    assert not signed_in_with(app, cookie_of(known))
    assert len(users.all()) == 2


def test_the_end_of_a_long_password_counts(app: flask.Flask) -> None:
    body = {**NEW, "password": "x" * 72 + "tail"}
    app.test_client().post("/api/auth/register", json=body)
    login = {"email": NEW["email"], "password": "x" * 72 + "tale"}
    assert app.test_client().post("/api/auth/login", json=login).status_code == 401
    login["password"] = body["password"]
    assert app.test_client().post("/api/auth/login", json=login).status_code == 200


@pytest.mark.parametrize("password", ["short", "x" * 9, "x" * (limits.PASSWORD_LONGEST + 1)])
def test_a_password_out_of_bounds_is_refused(anonymous: FlaskClient, password: str) -> None:
    answer = anonymous.post("/api/auth/register", json={**NEW, "password": password})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == "password"
    assert users.all() == []


@pytest.mark.parametrize(
    "email", ["Ａdmin@example.org", "admin@example.org.", "ADMIN@example.org", "ad\u200bmin@example.org"]
)
def test_a_look_alike_address_is_the_same_address(app: flask.Flask, email: str) -> None:
    users.register(email="admin@example.org", password=PASSWORD, name="Admin")
    body = {**NEW, "email": email, "invite": users.invite(uses=5)}
    app.test_client().post("/api/auth/register", json=body)
    assert len(users.all()) == 1


def test_a_look_alike_handle_is_taken(app: flask.Flask, owner: Member) -> None:
    code = users.invite(uses=5)
    first = {**NEW, "handle": "ada", "invite": code}
    assert app.test_client().post("/api/auth/register", json=first).status_code == 201
    second = {**first, "email": "other@example.org", "handle": "ADA"}
    answer = app.test_client().post("/api/auth/register", json=second)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "name_taken")


def test_an_account_is_all_or_nothing(app: flask.Flask, owner: Member) -> None:
    code = users.invite(uses=1)
    taken = {**NEW, "handle": str(owner.user.handle), "invite": code}
    assert app.test_client().post("/api/auth/register", json=taken).status_code == 409
    assert app.test_client().post("/api/auth/register", json={**NEW, "invite": code}).status_code == 201


def test_a_disabled_user_is_out_at_once(owner: Member) -> None:
    key = owner.key()
    database.execute("UPDATE users SET disabled_at = ? WHERE id = ?", ("2026-01-01T00:00:00.000Z", owner.user.id))
    assert owner.web.get("/api/auth/session").status_code == 401
    assert owner.web.get("/api/sync/verify", headers={"Authorization": f"Bearer {key}"}).status_code == 401


def test_the_ways_in_say_what_a_visitor_without_an_account_can_do(app: flask.Flask, anonymous: FlaskClient) -> None:
    said = anonymous.get("/api/auth/ways").get_json()
    assert said == {
        "registration": "invite",
        "isFirst": True,
        "needsCode": False,
        "providers": [],
        "oidcName": "Single sign-on",
        "password": True,
        "mail": False,
        "passkeyHost": "localhost",
    }
    registered = {"email": "ada@example.org", "password": "correct horse battery", "name": "Ada"}
    assert anonymous.post("/api/auth/register", json=registered).status_code == 201
    assert anonymous.get("/api/auth/ways").get_json() == said | {"isFirst": False}


def test_guesses_from_one_network_of_ipv6_are_from_one_place(app: flask.Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_INS_PER_ADDRESS", "3 per 5 minutes")

    def guess(source: str) -> int:
        body = {"email": f"user-{source.replace(':', '-')}@example.org", "password": "a wrong password"}
        answer = app.test_client().post("/api/auth/login", json=body, environ_base={"REMOTE_ADDR": source})
        return int(answer.status_code)

    assert [guess(f"2001:db8:1:2:{number}::{number}") for number in range(1, 6)] == [401] * 3 + [429] * 2
    assert guess("2001:db8:1:3::1") == 401
    assert [guess(f"198.51.100.{number}") for number in range(1, 6)] == [401] * 5


def test_guesses_from_many_places_are_counted_together_and_lock_no_owner_out(
    app: flask.Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_INS_FROM_ANYWHERE", "5 per hour")
    at_home, elsewhere = "198.51.100.7", "203.0.113.9"
    users.register(email="olive@example.org", password=PASSWORD, name="Olive", handle=None, is_admin=False)

    def sign_in(source: str, email: str = "olive@example.org", password: str = PASSWORD) -> int:
        body = {"email": email, "password": password}
        answer = app.test_client().post("/api/auth/login", json=body, environ_base={"REMOTE_ADDR": source})
        return int(answer.status_code)

    assert sign_in(at_home) == 200
    for email in ("olive@example.org", "nobody@example.org"):
        tried = [sign_in(f"192.0.2.{number}", email, "a wrong password") for number in range(10)]
        assert tried.count(429) == 10 - tried.count(401)
        assert 4 <= tried.count(401) <= 5
    assert sign_in(elsewhere) == 429
    assert sign_in(at_home) == 200
