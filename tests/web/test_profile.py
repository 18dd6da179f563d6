"""The account as its user sees it: the profile, and the browsers that are signed in; on both databases."""

import json

import flask
import pytest

from notesvc import clock, database, languages
from notesvc.models import Session
from tests.conftest import on_sqlite
from tests.web.conftest import PASSWORD, Member

PROFILE = "/api/account/profile"
SESSIONS = "/api/account/sessions"


def another_browser(app: flask.Flask, owner: Member, agent: str = "Elsewhere/1.0") -> Member:
    browser = app.test_client()
    body = {"email": owner.user.email, "password": PASSWORD}
    assert browser.post("/api/auth/login", json=body, headers={"User-Agent": agent}).status_code == 200
    return Member(owner.user, browser)


def listed(member: Member) -> list[dict[str, object]]:
    return list(member.web.get(SESSIONS).get_json()["sessions"])


def is_signed_in(member: Member) -> bool:
    return member.web.get("/api/auth/session").status_code == 200


def test_the_profile_is_what_the_account_was_made_with(owner: Member) -> None:
    found = owner.web.get(PROFILE).get_json()
    assert found == {
        "id": owner.user.id,
        "name": "Olive Owner",
        "handle": "owner",
        "email": "owner@example.org",
        "isAdmin": False,
        "language": None,
        "createdAt": owner.user.created_at,
    }


def test_name_handle_and_language_change_and_nothing_else(owner: Member) -> None:
    before = owner.web.get(PROFILE).get_json()
    after = owner.web.patch(PROFILE, json={"name": " Olive O. "}).get_json()
    assert after == before | {"name": "Olive O."}
    after = owner.web.patch(PROFILE, json={"handle": "olive"}).get_json()
    assert after == before | {"name": "Olive O.", "handle": "olive"}
    assert owner.web.get("/api/auth/session").get_json()["user"]["handle"] == "olive"
    after = owner.web.patch(PROFILE, json={"language": "ar"}).get_json()
    assert after == before | {"name": "Olive O.", "handle": "olive", "language": "ar"}
    assert owner.web.get("/api/auth/session").get_json()["user"]["language"] == "ar"
    assert owner.web.patch(PROFILE, json={}).get_json() == after


@on_sqlite
@pytest.mark.parametrize(
    "body",
    [
        {"name": "  "},
        {"name": "a\nb"},
        {"name": None},
        {"handle": "x"},
        {"handle": "two words"},
        {"handle": None},
        {"handle": "o" * 33},
        {"language": "fr"},
        {"language": "de-AT"},
        {"language": ""},
        {"language": None},
        {"email": "other@example.org"},
        {"isAdmin": True},
    ],
)
def test_what_breaks_a_rule_is_refused(owner: Member, body: dict[str, object]) -> None:
    before = owner.web.get(PROFILE).get_json()
    assert owner.web.patch(PROFILE, json=body).status_code == 422
    assert owner.web.get(PROFILE).get_json() == before


def test_a_language_that_is_not_spoken_is_refused_by_name(owner: Member) -> None:
    [error] = owner.web.patch(PROFILE, json={"language": "tlh"}).get_json()["errors"]
    assert error["field"] == "language"
    assert all(f"'{each}'" in error["message"] for each in languages.LANGUAGES)


def test_ones_language_is_nobody_elses(owner: Member, stranger: Member) -> None:
    owner.web.patch(PROFILE, json={"language": "ja"})
    assert owner.web.get(PROFILE).get_json()["language"] == "ja"
    assert stranger.web.get(PROFILE).get_json()["language"] is None


def test_an_account_without_a_language_takes_that_of_the_browser_that_signs_in(app: flask.Flask, owner: Member) -> None:
    for asked, kept in (("fr", None), ("fr, es-MX;q=0.9, de;q=0.8", "es"), ("ja", "es")):
        body = {"email": owner.user.email, "password": PASSWORD}
        app.test_client().post("/api/auth/login", json=body, headers={"Accept-Language": asked})
        assert owner.web.get(PROFILE).get_json()["language"] == kept


def test_a_handle_that_looks_like_another_ones_is_taken(owner: Member, stranger: Member) -> None:
    answer = owner.web.patch(PROFILE, json={"handle": "STRANGER", "name": "Not me"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "name_taken")
    assert owner.web.get(PROFILE).get_json()["name"] == "Olive Owner"


def test_a_handle_that_was_changed_stays_with_its_user(owner: Member, stranger: Member) -> None:
    before = owner.web.get("/api/account/profile").get_json()["handle"]
    note = owner.note(content=f"ask @{before}")

    def mentioned() -> list[str]:
        links = owner.web.get(f"/api/workspace/notes/{note['id']}/links").get_json()["links"]
        return [link["targetLabel"] for link in links if link["kind"] == "user"]

    wanted = mentioned()
    assert len(wanted) == 1
    assert owner.web.patch("/api/account/profile", json={"handle": "another"}).status_code == 200
    assert stranger.web.patch("/api/account/profile", json={"handle": before}).status_code == 409
    owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"content": f"ask @{before} now"})
    assert mentioned() == wanted
    assert owner.web.patch("/api/account/profile", json={"handle": before}).status_code == 200
    assert stranger.web.patch("/api/account/profile", json={"handle": "another"}).status_code == 409


def test_ones_own_handle_may_be_written_otherwise(owner: Member) -> None:
    assert owner.web.patch(PROFILE, json={"handle": "Owner"}).get_json()["handle"] == "Owner"
    assert owner.web.patch(PROFILE, json={"handle": "Owner"}).status_code == 200


def test_sessions_are_listed_without_what_opens_them(app: flask.Flask, owner: Member) -> None:
    another_browser(app, owner)
    sessions = listed(owner)
    assert sorted(str(each["userAgent"]).split("/")[0] for each in sessions) == ["Elsewhere", "Werkzeug"]
    assert [each["isCurrent"] for each in sessions if str(each["userAgent"]).startswith("Elsewhere")] == [False]
    assert sum(bool(each["isCurrent"]) for each in sessions) == 1
    assert {each["address"] for each in sessions} == {"127.0.0.1"}
    hashes = [session.id_hash for session in Session.select()]
    cookie = owner.web.get_cookie("notesvc")
    assert cookie is not None
    assert not any(secret in json.dumps(sessions) for secret in [*hashes, cookie.value])


def test_a_session_that_was_ended_elsewhere_is_refused_at_once(app: flask.Flask, owner: Member) -> None:
    elsewhere = another_browser(app, owner)
    (other,) = [each["id"] for each in listed(owner) if not each["isCurrent"]]
    assert owner.web.delete(f"{SESSIONS}/{other}").status_code == 204
    assert not is_signed_in(elsewhere)
    assert is_signed_in(owner)
    assert owner.web.delete(f"{SESSIONS}/{other}").status_code == 404


def test_all_others_end_at_once(app: flask.Flask, owner: Member, stranger: Member) -> None:
    others = [another_browser(app, owner), another_browser(app, owner)]
    assert owner.web.delete(SESSIONS).get_json() == {"ended": 2}
    assert [is_signed_in(each) for each in (*others, owner, stranger)] == [False, False, True, True]
    assert owner.web.delete(SESSIONS).get_json() == {"ended": 0}


def test_a_session_that_is_over_is_not_listed(app: flask.Flask, owner: Member) -> None:
    another_browser(app, owner)
    database.execute("UPDATE sessions SET expires_at = ? WHERE agent = ?", (clock.now(), "Elsewhere/1.0"))
    assert len(listed(owner)) == 1


def test_use_is_remembered_to_a_few_minutes(owner: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    before, now = listed(owner)[0]["lastSeenAt"], clock.timestamp_ms()
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + 60_000)
    assert listed(owner)[0]["lastSeenAt"] == before
    monkeypatch.setattr(clock, "timestamp_ms", lambda: now + 400_000)
    assert listed(owner)[0]["lastSeenAt"] == clock.text_of(now + 400_000)
