"""What the session cookie is, where it is set, and that it alone opens nothing that its row does not."""

import base64
import dataclasses
import itertools
from collections.abc import Iterator
from http.cookies import Morsel, SimpleCookie
from typing import Any

import flask
import itsdangerous
import pytest
from flask.sessions import SecureCookieSessionInterface

from notesvc import database, factory
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.models import Session
from notesvc.web import routes
from tests.web import post
from tests.web.conftest import PASSWORD, Member, member
from tests.web.matrix import BODIES, address, name_of

NEW = {"email": "new@example.org", "password": PASSWORD, "name": "New"}
HTTPS = "https://notes.example.org"


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def secure(workspace: Settings) -> Iterator[flask.Flask]:
    """The service behind https, with a provider that can be gone to."""
    github = {"github_url": "https://github.invalid", "github_client_id": "x", "github_client_secret": "y"}
    chosen = dataclasses.replace(workspace, base_url=HTTPS, **github)
    assert chosen.secure
    with database.connection():
        yield factory.create_app(chosen)


def cookies(answer: Any) -> list[tuple[str, "Morsel[str]"]]:
    """Each cookie that the answer sets, with what was written."""
    return [
        (header, morsel) for header in answer.headers.getlist("Set-Cookie") for morsel in SimpleCookie(header).values()
    ]


def entering(app: flask.Flask, workspace: Settings) -> Iterator[Any]:
    """The answers of every route that has to do with the cookie, done right."""
    https = {"base_url": HTTPS}
    browser = app.test_client()
    first = {**NEW, "invite": users.setup_code(app.config["NOTESVC"])}
    yield browser.post("/api/auth/register", json=first, **https)
    yield browser.get("/api/auth/oauth/github", **https)
    login = {"email": NEW["email"], "password": PASSWORD}
    yield browser.post("/api/auth/login", json=login, **https)
    yield browser.post("/api/auth/step-up", json={"password": PASSWORD}, **https)
    yield browser.post("/api/account/password", json={"password": "another horse battery"}, **https)
    yield browser.post("/api/auth/logout", **https)
    known = {**NEW, "invite": users.invite()}
    yield app.test_client().post("/api/auth/register", json=known, **https)
    post.delivered(workspace)


def refuse_weak(answer: Any) -> int:
    """How many cookies the answer sets, each tied to this host and closed to scripts."""
    found = cookies(answer)
    for header, cookie in found:
        assert cookie.key.startswith("__Host-notesvc")
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, True, "Lax", "/")
        assert cookie["domain"] == ""
        assert len(header) < 4_096
    return len(found)


def test_over_https_each_cookie_is_tied_to_this_host(secure: flask.Flask, workspace: Settings) -> None:
    answers = list(entering(secure, workspace))
    assert [answer.status_code for answer in answers] == [201, 302, 200, 200, 204, 204, 201]
    assert [refuse_weak(answer) for answer in answers] == [1] * 7


def test_no_route_sets_a_weaker_one(secure: flask.Flask, workspace: Settings) -> None:
    browser = secure.test_client()
    browser.post("/api/auth/register", json=NEW, base_url=HTTPS)
    tried = [route for area in routes.AREAS for route in area.routes]
    for route in tried:
        for who in (secure.test_client(), browser):
            body = BODIES.get(name_of(route), {})
            # Not read to the end: the stream of events has none.
            with who.open(address(route, {}), method=route.method, json=body, base_url=HTTPS) as answer:
                refuse_weak(answer)
    assert len(tried) > 60


def test_a_cookie_that_flask_signs_with_our_key_carries_no_authority(
    app: flask.Flask, workspace: Settings, owner: Member
) -> None:
    facts = {"_user_id": str(owner.user.id), "user_id": str(owner.user.id), "_fresh": True, "_id": "x"}
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    plain = itsdangerous.URLSafeTimedSerializer(workspace.secret_key).dumps(facts)
    for name, value in itertools.product(
        ("session", "notesvc", "remember_token"), (signer.dumps(facts), plain, f"{owner.user.id}|x")
    ):
        browser = app.test_client()
        browser.set_cookie(name, str(value))
        assert browser.get("/api/auth/session").status_code == 401, name


def test_the_reference_is_random_and_long_and_its_stored_hash_opens_nothing(app: flask.Flask, owner: Member) -> None:
    body = {"email": "owner@example.org", "password": PASSWORD}
    found = set()
    for _ in range(8):
        [(_, cookie)] = cookies(app.test_client().post("/api/auth/login", json=body))
        found.add(cookie.value)
    assert len(found) == 8
    assert {len(base64.urlsafe_b64decode(value + "=")) for value in found} == {32}
    for row in Session.select():
        browser = app.test_client()
        browser.set_cookie("notesvc", str(row.id_hash))
        assert browser.get("/api/auth/session").status_code == 401


def test_a_planted_cookie_is_never_the_one_that_is_signed_in(app: flask.Flask) -> None:
    victim = member(app, "victim@example.org", "Victim")
    attacker = member(app, "attacker@example.org", "Attacker")
    theirs = attacker.web.get_cookie("notesvc")
    assert theirs is not None
    for planted in (theirs.value, "A" * 43, "", "x" * 3_000):
        browser = app.test_client()
        browser.set_cookie("notesvc", planted)
        body = {"email": "victim@example.org", "password": PASSWORD}
        [(_, given)] = cookies(browser.post("/api/auth/login", json=body))
        assert given.value != planted
        other = app.test_client()
        other.set_cookie("notesvc", planted)
        assert other.get("/api/auth/session").status_code == 401
    assert victim.web.get("/api/auth/session").get_json()["user"]["email"] == "victim@example.org"
