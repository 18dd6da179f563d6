"""Work for strangers is bounded: names are counted before they are looked at, and attempts before they are read."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from notesvc import limits
from notesvc.web import bodies, routes
from tests.web.conftest import PASSWORD, Member

AUTH = [
    (route.rule, route.form)
    for area in routes.AREAS
    for route in area.routes
    if route.access.is_public and route.form is not None
]


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


def send(browser: FlaskClient, rule: str, body: bytes) -> Any:
    return browser.post(rule, data=body, content_type="application/json")


@pytest.mark.parametrize("rule", [rule for rule, _ in AUTH])
def test_what_anybody_may_send_is_small(anonymous: FlaskClient, rule: str) -> None:
    names = json.dumps({f"name{number}": 1 for number in range(200_000)}).encode()
    assert send(anonymous, rule, names).status_code == 413
    assert send(anonymous, rule, b'{"x": "' + b"x" * limits.PUBLIC_BODY + b'"}').status_code == 413


@pytest.mark.parametrize("rule", [rule for rule, _ in AUTH])
def test_an_attempt_counts_before_it_is_read(anonymous: FlaskClient, rule: str) -> None:
    statuses = [send(anonymous, rule, b"no JSON").status_code for _ in range(40)]
    assert statuses[0] == 400
    assert statuses[-1] == 429


def test_every_public_write_with_a_form_is_counted_first() -> None:
    uncounted = {
        route.rule
        for area in routes.AREAS
        for route in area.routes
        if route.access.is_public and route.form is not None and route.counts is None
    }
    assert uncounted == set()


def test_a_flood_of_names_is_refused_by_the_first_of_them(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Any] = []
    message_of = bodies.message_of
    monkeypatch.setattr(bodies, "message_of", lambda *error: looked_at.append(error) or message_of(*error))
    names = {"name": "x", **{f"name{number}": 1 for number in range(50_000)}}
    answer = owner.web.post("/api/workspace/notes", json=names)
    assert answer.status_code == 422
    fields = [each["field"] for each in answer.get_json()["errors"]]
    assert (len(fields), set(fields) <= names.keys() - {"name"}) == (50, True)
    assert looked_at == []
    few = owner.web.post("/api/workspace/notes", json={"name": "x", "parent": None, "nane": "x"})
    assert [each["field"] for each in few.get_json()["errors"]] == ["nane"]
    assert len(looked_at) == 1


def test_a_sign_in_of_the_longest_kind_still_fits(anonymous: FlaskClient, owner: Member) -> None:
    body = {"email": "owner@example.org", "password": "\U0001f511" * limits.PASSWORD_LONGEST}
    assert anonymous.post("/api/auth/login", json=body).status_code == 401
    assert anonymous.post("/api/auth/login", json={**body, "password": PASSWORD}).status_code == 200
