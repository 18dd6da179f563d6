"""Who has an account cannot be told from an answer, nor from the work that it takes."""

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import argon2
import flask
import pytest
from flask.testing import FlaskClient

from notesvc import database, limits
from notesvc.domain.accounts import users
from notesvc.web import auth
from notesvc.web.durations import Durations
from tests.web.conftest import PASSWORD, Member

MOST_APART = 12
KNOWN, UNKNOWN = "owner@example.org", "nobody@example.org"
Ask = Callable[[FlaskClient, str], Any]


class Work:
    """What is done while somebody waits: passwords hashed or tried, and statements by their shape."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hashed: list[str] = []
        self.statements: Counter[str] = Counter()
        for name in ("hash", "verify"):
            monkeypatch.setattr(argon2.PasswordHasher, name, self._counting(getattr(argon2.PasswordHasher, name)))
        execute = database.db.obj.execute_sql
        monkeypatch.setattr(
            database.db.obj, "execute_sql", lambda sql, *rest: self.statements.update([sql]) or execute(sql, *rest)
        )

    def of(self, ask: Ask, browser: FlaskClient, email: str) -> tuple[list[str], Counter[str]]:
        """The work of one request."""
        self.hashed, self.statements = [], Counter()
        ask(browser, email)
        return self.hashed, self.statements

    def _counting(self, do: Any) -> Any:
        def counted(hasher: argon2.PasswordHasher, *given: str) -> Any:
            # The settings stand in the hash that is tried; a new one is made with the hasher's own.
            settings = given[0].rpartition("$")[0].rpartition("$")[0] if len(given) == 2 else "new"
            self.hashed.append(f"{do.__name__} {settings}")
            return do(hasher, *given)

        return counted


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    for name in ("MAILS_PER_ADDRESS", "REGISTRATIONS_PER_ADDRESS", "SIGN_INS_PER_ADDRESS"):
        monkeypatch.setattr(limits, name, "1000 per hour")
    return Work(monkeypatch)


def login(browser: FlaskClient, email: str) -> Any:
    return browser.post("/api/auth/login", json={"email": email, "password": "a wrong password"})


def forgot(browser: FlaskClient, email: str) -> Any:
    return browser.post("/api/auth/forgot-password", json={"email": email})


def register(browser: FlaskClient, email: str) -> Any:
    body = {"email": email, "password": PASSWORD, "name": "New", "invite": users.invite()}
    return browser.post("/api/auth/register", json=body)


def anonymous_parts(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """All of an answer but what is random in every one."""
    shown = {name: "…" if name in ("Set-Cookie", "X-Request-Id") else value for name, value in answer.headers.items()}
    return answer.status_code, answer.data, shown


@pytest.mark.parametrize("ask", [login, forgot, register])
def test_a_known_and_an_unknown_address_get_the_same_answer(app: flask.Flask, owner: Member, ask: Ask) -> None:
    known, unknown = (anonymous_parts(ask(app.test_client(), email)) for email in (KNOWN, UNKNOWN))
    assert known == unknown


@pytest.mark.parametrize("ask", [login, forgot, register])
def test_a_known_and_an_unknown_address_take_the_same_hashes(
    app: flask.Flask, owner: Member, work: Work, ask: Ask
) -> None:
    known, unknown = (work.of(ask, app.test_client(), email)[0] for email in (KNOWN, UNKNOWN))
    assert known == unknown
    assert len(known) == (0 if ask is forgot else 1)


@pytest.mark.parametrize("ask", [login, forgot])
def test_a_known_and_an_unknown_address_take_the_same_statements(
    app: flask.Flask, owner: Member, work: Work, ask: Ask
) -> None:
    known, unknown = (work.of(ask, app.test_client(), email)[1] for email in (KNOWN, UNKNOWN))
    assert known == unknown
    assert known


@pytest.mark.parametrize("handle", ["stranger", "STRANGER", "free-one", None])
def test_a_handle_that_is_taken_is_said_to_all_alike(
    app: flask.Flask, owner: Member, stranger: Member, handle: str | None
) -> None:
    body = {"password": PASSWORD, "name": "New", "handle": handle}
    answers, left = [], []
    for email in (KNOWN, UNKNOWN):
        invite = users.invite()
        answer = app.test_client().post("/api/auth/register", json={**body, "email": email, "invite": invite})
        answers.append(anonymous_parts(answer))
        used = database.execute("SELECT count(*) FROM invites WHERE uses_left > 0").fetchone()[0]
        left.append((used, database.execute("SELECT count(*) FROM mails").fetchone()[0]))
    assert answers[0] == answers[1]
    assert answers[0][0] == (409 if handle in ("stranger", "STRANGER") else 201)
    # Invites are used up and mails are sent for both or for neither.
    before, after = left
    assert after == (2 * before[0], 2 * before[1])


def test_registering_takes_as_many_statements_either_way(app: flask.Flask, owner: Member, work: Work) -> None:
    known, unknown = (sum(work.of(register, app.test_client(), email)[1].values()) for email in (KNOWN, UNKNOWN))
    # The session of the one that was made, in a transaction of its own.
    assert abs(known - unknown) <= MOST_APART, (known, unknown)


def test_registering_a_known_address_takes_as_long_as_a_new_one_took(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Durations()
    slow.add(time.perf_counter() - 1.5)
    monkeypatch.setattr(auth, "_sign_ups", slow)
    started = time.perf_counter()
    assert register(app.test_client(), KNOWN).status_code == 201
    assert time.perf_counter() - started >= 1.5


def test_an_account_without_a_password_and_a_disabled_one_answer_as_none(
    app: flask.Flask, owner: Member, stranger: Member, work: Work
) -> None:
    database.execute("UPDATE users SET password_hash = NULL WHERE id = ?", (owner.user.id,))
    database.execute("UPDATE users SET disabled_at = created_at WHERE id = ?", (stranger.user.id,))
    emails = (KNOWN, "stranger@example.org", UNKNOWN)
    answers = [anonymous_parts(login(app.test_client(), email)) for email in emails]
    assert answers[0] == answers[1] == answers[2]
    hashed = [work.of(login, app.test_client(), email)[0] for email in emails]
    assert hashed[0] == hashed[1] == hashed[2]


def test_the_right_password_of_a_disabled_account_tells_nothing(app: flask.Flask, owner: Member) -> None:
    database.execute("UPDATE users SET disabled_at = created_at WHERE id = ?", (owner.user.id,))
    body = {"email": KNOWN, "password": PASSWORD}
    right = app.test_client().post("/api/auth/login", json=body)
    wrong = app.test_client().post("/api/auth/login", json={**body, "password": "a wrong password"})
    assert anonymous_parts(right) == anonymous_parts(wrong)
    assert json.loads(right.data)["code"] == "bad_credentials"
