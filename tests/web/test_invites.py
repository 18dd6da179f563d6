"""Invites, and who may register, on both databases."""

import dataclasses
import threading
from typing import Any

import flask
import pytest

from notesvc import clock, crypto, database, factory
from notesvc.config import Settings
from notesvc.domain.accounts import registration_invites, users
from notesvc.domain.caller import OPERATOR
from notesvc.errors import Forbidden, RateLimited
from notesvc.models import Invite, User
from tests.web.conftest import PASSWORD, Member

INVITES = "/api/admin/invites"
REGISTRATION = "/api/admin/registration"


def register(app: flask.Flask, code: str | None, email: str = "new@example.org") -> int:
    body = {"email": email, "password": PASSWORD, "name": "New", "invite": code}
    return int(app.test_client().post("/api/auth/register", json=body).status_code)


def listed(administrator: Member) -> list[tuple[str, int]]:
    return [(each["state"], each["usesLeft"]) for each in administrator.web.get(INVITES).get_json()["invites"]]


def test_an_invite_lets_as_many_people_in_as_it_says(app: flask.Flask, administrator: Member) -> None:
    made = administrator.step_up().web.post(INVITES, json={"uses": 2, "days": 1}).get_json()
    assert made["link"].endswith(f"/register#invite={made['code']}")
    statuses = [register(app, made["code"], f"{number}@example.org") for number in range(3)]
    assert statuses == [201, 201, 403]
    assert listed(administrator) == [("used", 0)]


def test_only_the_hash_of_an_invite_is_stored(administrator: Member) -> None:
    made = administrator.step_up().web.post(INVITES, json={}).get_json()
    assert [row.code_hash for row in Invite.select()] == [crypto.digest(made["code"])]
    assert made["code"] not in administrator.web.get(INVITES).text


def test_of_twenty_sign_ups_at_once_one_gets_the_last_use(workspace: Settings) -> None:
    users.register(email="first@example.org", password=PASSWORD, name="First")
    _, code = registration_invites.create(OPERATOR)
    outcomes: list[bool] = []
    ready = threading.Barrier(20)

    def sign_up(number: int) -> None:
        with database.connection():
            ready.wait()
            outcomes.append(gets_in(workspace, code, f"{number}@example.org"))
        database.db.close()

    threads = [threading.Thread(target=sign_up, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False] * 19 + [True]
    assert User.select().count() == 2


def gets_in(settings: Settings, code: str, email: str) -> bool:
    while True:
        try:
            user = users.sign_up(settings, code, email=email, password=PASSWORD, name="New", handle=None)
            return user is not None
        except RateLimited:
            # The queue for hashes was full: whoever is told so comes again.
            continue
        except Forbidden:
            return False


def test_a_revoked_or_expired_invite_lets_nobody_in(
    app: flask.Flask, administrator: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    revoked, lasting = (administrator.step_up().web.post(INVITES, json={}).get_json() for _ in range(2))
    for _ in range(2):
        answer = administrator.web.delete(f"{INVITES}/{revoked['invite']['id']}")
        assert (answer.status_code, answer.get_json()["state"]) == (200, "revoked")
    assert register(app, revoked["code"]) == 403
    assert administrator.web.delete(f"{INVITES}/{clock.new_id()}").status_code == 404
    moment = clock.timestamp_ms() + 8 * 86_400 * 1000
    monkeypatch.setattr(clock, "timestamp_ms", lambda: moment)
    assert register(app, lasting["code"]) == 403
    assert sorted(listed(administrator)) == [("expired", 1), ("revoked", 1)]


@pytest.mark.parametrize("body", [{"uses": 0}, {"uses": 1_001}, {"days": 0}, {"days": 366}, {"code": "mine"}])
def test_what_is_no_invite_is_refused(administrator: Member, body: Any) -> None:
    assert administrator.step_up().web.post(INVITES, json=body).status_code == 422


def test_registration_follows_the_choice(app: flask.Flask, administrator: Member) -> None:
    administrator.step_up()
    assert administrator.web.get(REGISTRATION).get_json() == {"mode": "invite", "chosen": None, "isFixed": False}
    _, code = registration_invites.create(OPERATOR, uses=5)
    for mode, without, with_code in (("closed", 403, 403), ("invite", 403, 201), ("open", 201, 201)):
        answer = administrator.web.put(REGISTRATION, json={"mode": mode}).get_json()
        assert answer == {"mode": mode, "chosen": mode, "isFixed": False}
        assert app.test_client().get("/api/auth/ways").get_json()["registration"] == mode
        assert register(app, None, f"{mode}1@example.org") == without
        assert register(app, code, f"{mode}2@example.org") == with_code
    assert administrator.web.put(REGISTRATION, json={"mode": "ajar"}).status_code == 422


def test_the_setting_wins_over_the_choice_and_the_answer_says_so(workspace: Settings, administrator: Member) -> None:
    fixed = factory.create_app(dataclasses.replace(workspace, registration="closed"))
    cookie = administrator.step_up().web.get_cookie("notesvc")
    assert cookie is not None
    browser = fixed.test_client()
    browser.set_cookie("notesvc", str(cookie.value))
    with database.connection():
        answer = browser.put(REGISTRATION, json={"mode": "open"}).get_json()
        assert answer == {"mode": "closed", "chosen": "open", "isFixed": True}
        assert register(fixed, None) == 403
