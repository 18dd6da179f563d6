"""Invited addresses, and requests to be let in, on both databases."""

from typing import Any

import flask
import pytest

from notesvc import clock, database, limits
from notesvc.config import Settings
from notesvc.models import Mail, User
from tests.web import post
from tests.web.conftest import Member, member
from tests.web.sharing import NOTES, REQUESTS, around, share, shared_with


@pytest.fixture
def guest(app: flask.Flask) -> Member:
    """Somebody with whom notes are shared."""
    return member(app, "guest@example.org", "Gus Guest")


@pytest.fixture
def note(owner: Member) -> dict[str, Any]:
    """A note of the owner's."""
    return owner.note("Open note", "text")


def test_an_invited_address_does_not_tell_whether_it_has_an_account(
    owner: Member, guest: Member, note: dict[str, Any]
) -> None:
    answers = []
    for email in (guest.user.email, "unknown@example.org"):
        body = {"email": email, "role": "viewer"}
        answer = owner.web.post(f"{NOTES}/{note['id']}/collaborators", json=body)
        said = answer.get_json()
        answers.append(
            (answer.status_code, {name: said[name] for name in said if name not in ("id", "email", "createdAt")})
        )
    assert answers[0] == answers[1]
    assert answers[0][1]["state"] == "pending"
    assert Mail.select().where(Mail.kind == "invitation").count() == 2
    owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": guest.user.email, "role": "editor"})
    assert Mail.select().where(Mail.kind == "invitation").count() == 2


def test_an_invitation_becomes_real_for_whom_the_address_is_proven(
    app: flask.Flask, owner: Member, guest: Member, note: dict[str, Any]
) -> None:
    User.update(email_verified_at=None).where(User.id == guest.user.id).execute()
    owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": guest.user.email, "role": "editor"})
    assert shared_with(guest) == []
    assert guest.web.get(f"{NOTES}/{note['id']}").status_code == 404
    User.update(email_verified_at=clock.now()).where(User.id == guest.user.id).execute()
    assert guest.web.get("/api/auth/session").status_code == 200
    assert guest.web.get(f"{NOTES}/{note['id']}").status_code == 200
    assert [each["state"] for each in around(owner, note)["collaborators"]] == ["active"]
    owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": "later@example.org", "role": "viewer"})
    assert shared_with(member(app, "later@example.org", "Lea Later")) == [("Open note", "viewer")]


def test_a_stranger_is_invited_in_the_language_of_the_owner_and_a_user_in_their_own(
    workspace: Settings, owner: Member, guest: Member, note: dict[str, Any]
) -> None:
    owner.web.patch("/api/account/profile", json={"language": "de"})
    guest.web.patch("/api/account/profile", json={"language": "es"})
    for email in ("stranger@example.org", guest.user.email):
        owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": email, "role": "viewer"})
    told = {mail.to: mail.subject for mail in post.delivered(workspace)}
    assert told["stranger@example.org"] == "Eine Notiz wurde mit Ihnen geteilt"
    assert told[str(guest.user.email)] == "Se ha compartido una nota con usted"


@pytest.mark.parametrize("email", ["nobody@x", "nobody@localhost", "no body@example.org", "nobody@exämple.org"])
def test_what_no_mail_can_reach_is_refused_by_the_name_of_the_field(
    owner: Member, note: dict[str, Any], email: str
) -> None:
    refused = owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": email, "role": "viewer"})
    assert (refused.status_code, [each["field"] for each in refused.get_json()["errors"]]) == (422, ["email"])
    assert around(owner, note)["collaborators"] == []


def test_an_invitation_can_be_taken_back(app: flask.Flask, owner: Member, note: dict[str, Any]) -> None:
    body = {"email": "later@example.org", "role": "viewer"}
    pending = owner.web.post(f"{NOTES}/{note['id']}/collaborators", json=body).get_json()
    path = f"{NOTES}/{note['id']}/collaborators/{pending['id']}"
    assert owner.web.patch(path, json={"role": "editor"}).get_json()["role"] == "editor"
    assert owner.web.delete(path).status_code == 204
    assert shared_with(member(app, "later@example.org", "Lea Later")) == []


def test_addresses_are_for_the_owner_alone(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest)
    owner.web.post(f"{NOTES}/{note['id']}/collaborators", json={"email": "x@example.org", "role": "viewer"})
    assert "@example.org" not in guest.web.get(f"{NOTES}/{note['id']}/collaborators").text
    assert "x@example.org" in owner.web.get(f"{NOTES}/{note['id']}/collaborators").text


def test_a_request_lets_in_who_asked_when_the_owner_says_yes(
    owner: Member, stranger: Member, note: dict[str, Any]
) -> None:
    for _ in range(2):
        asked = stranger.web.post(REQUESTS, json={"noteId": note["id"], "role": "editor"})
        assert asked.status_code == 202
    waiting = owner.web.get(REQUESTS).get_json()["requests"]
    assert [(each["user"]["handle"], each["role"], each["noteName"]) for each in waiting] == [
        (stranger.user.handle, "editor", "Open note")
    ]
    assert stranger.web.get(REQUESTS).get_json()["requests"] == []
    assert stranger.web.post(f"{REQUESTS}/{waiting[0]['id']}/accept").status_code == 404
    assert owner.web.post(f"{REQUESTS}/{waiting[0]['id']}/accept").get_json()["role"] == "editor"
    assert owner.web.post(f"{REQUESTS}/{waiting[0]['id']}/accept").status_code == 404
    assert shared_with(stranger) == [("Open note", "editor")]
    assert stranger.web.post(REQUESTS, json={"noteId": note["id"]}).status_code == 422


def test_a_declined_request_stays_silent_for_a_week(owner: Member, stranger: Member, note: dict[str, Any]) -> None:
    stranger.web.post(REQUESTS, json={"noteId": note["id"]})
    waiting = owner.web.get(REQUESTS).get_json()["requests"]
    assert owner.web.post(f"{REQUESTS}/{waiting[0]['id']}/decline").status_code == 204
    assert stranger.web.post(REQUESTS, json={"noteId": note["id"]}).status_code == 202
    assert owner.web.get(REQUESTS).get_json()["requests"] == []
    long_ago = clock.from_now(-limits.REQUEST_AGAIN_DAYS * 86_400 - 1)
    database.execute("UPDATE collaboration_requests SET created_at = ?", (long_ago,))
    stranger.web.post(REQUESTS, json={"noteId": note["id"]})
    assert len(owner.web.get(REQUESTS).get_json()["requests"]) == 1


def test_asking_for_a_note_does_not_tell_whether_it_is_there(stranger: Member, note: dict[str, Any]) -> None:
    there = stranger.web.post(REQUESTS, json={"noteId": note["id"]})
    absent_id = clock.new_id()
    absent = stranger.web.post(REQUESTS, json={"noteId": absent_id})
    assert there.status_code == absent.status_code == 202
    assert there.text.replace(note["id"], absent_id) == absent.text


def test_invitations_by_handle_are_counted(
    owner: Member, guest: Member, note: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS_PER_USER", "3 per hour")
    path = f"{NOTES}/{note['id']}/collaborators"
    tried = [owner.web.post(path, json={"handle": f"nobody-{n}", "role": "viewer"}).status_code for n in range(4)]
    assert tried == [422, 422, 422, 429]
    assert guest.web.post(path, json={"handle": "owner", "role": "viewer"}).status_code == 404
