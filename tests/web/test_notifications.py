"""Notifications: who is told what, once, and what is kept from them; on both databases."""

from typing import Any

import flask
import pytest

from notesvc import clock, database
from notesvc.domain import events, notifications, notifying
from notesvc.models import ImportJob, Mail, User
from tests.web.conftest import Member, member
from tests.web.sharing import NOTES, REQUESTS, share

PATH = "/api/notifications"


@pytest.fixture
def guest(app: flask.Flask) -> Member:
    """Somebody with whom notes are shared."""
    return member(app, "guest@example.org", "Gus Guest")


def told(member: Member, query: str = "") -> list[tuple[str, str | None, str | None]]:
    """Kind, who did it, which note; the latest first."""
    found = member.web.get(f"{PATH}{query}").get_json()["notifications"]
    return [(each["kind"], (each["actor"] or {}).get("handle"), (each["note"] or {}).get("name")) for each in found]


def write(member: Member, note: dict[str, Any], content: str) -> None:
    assert member.web.patch(f"{NOTES}/{note['id']}", json={"content": content}).status_code == 200


def heard(member: Member) -> list[tuple[str, str]]:
    return [(event.kind, event.change) for event in events.after(str(member.user.id), 0)]


def test_a_mention_tells_once_and_only_who_may_see_the_note(owner: Member, guest: Member, stranger: Member) -> None:
    note = owner.note("Plan", "text")
    write(owner, note, f"ask @{guest.user.handle} and @{stranger.user.handle}")
    assert told(guest) == told(stranger) == []
    share(owner, note, guest, "editor")
    write(owner, note, "nobody is named here")
    write(owner, note, f"ask @{guest.user.handle} and @{stranger.user.handle}")
    write(owner, note, f"ask @{guest.user.handle} and @{stranger.user.handle} again, with more words")
    assert told(guest) == [("mention", "owner", "Plan"), ("collaboration_request", "owner", "Plan")]
    assert told(stranger) == []


def test_a_mention_is_told_with_its_sentence_while_the_note_may_be_read(owner: Member, guest: Member) -> None:
    note = owner.note("Plan", "text")
    share(owner, note, guest, "editor")
    write(owner, note, f"# Plan\n\nFirst **this**.\n\n- [ ] ask @{guest.user.handle} about *the hall*\n")
    mention = guest.web.get(PATH).get_json()["notifications"][0]
    assert mention["data"] == {"sentence": f"ask @{guest.user.handle} about the hall"}
    assert owner.web.delete(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}").status_code == 204
    assert guest.web.get(PATH).get_json()["notifications"][0]["data"] == {}


def test_nobody_is_told_of_what_they_did_themselves(owner: Member, guest: Member) -> None:
    note = owner.note("Plan", "text")
    share(owner, note, guest, "editor")
    write(owner, note, f"@{owner.user.handle} is me")
    owner.web.put(f"{PATH}/watched/note/{note['id']}")
    write(owner, note, f"@{owner.user.handle} is me, and a watcher too")
    assert told(owner) == []


def test_reading_lowers_the_count(owner: Member, guest: Member) -> None:
    notes = [owner.note(name) for name in ("One", "Two", "Three")]
    for note in notes:
        share(owner, note, guest)
    answer = guest.web.get(f"{PATH}?limit=2").get_json()
    assert (len(answer["notifications"]), answer["unreadCount"]) == (2, 3)
    rest = guest.web.get(f"{PATH}?limit=2&cursor={answer['nextCursor']}").get_json()
    assert ([each["note"]["name"] for each in rest["notifications"]], rest["nextCursor"]) == (["One"], None)
    first = answer["notifications"][0]["id"]
    for _ in range(2):
        assert guest.web.post(f"{PATH}/read", json={"ids": [first]}).get_json() == {"unreadCount": 2}
    assert (len(told(guest, "?unread=true")), len(told(guest, "?unread=false"))) == (2, 1)
    assert guest.web.post(f"{PATH}/read", json={"all": True}).get_json() == {"unreadCount": 0}
    assert guest.web.post(f"{PATH}/read", json={}).status_code == 422
    assert guest.web.post(f"{PATH}/read", json={"ids": [first], "all": True}).status_code == 422


def test_nobody_reads_or_marks_anothers(owner: Member, guest: Member, stranger: Member) -> None:
    share(owner, owner.note("One"), guest)
    theirs = guest.web.get(PATH).get_json()["notifications"][0]["id"]
    assert stranger.web.get(PATH).get_json() == {"notifications": [], "unreadCount": 0, "nextCursor": None}
    stranger.web.post(f"{PATH}/read", json={"ids": [theirs]})
    stranger.web.post(f"{PATH}/read", json={"all": True})
    assert guest.web.get(PATH).get_json()["unreadCount"] == 1


def test_the_name_of_a_note_goes_with_the_right_to_see_it(owner: Member, guest: Member) -> None:
    note = owner.note("Secret name")
    share(owner, note, guest)
    owner.web.delete(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}")
    assert told(guest) == [("collaboration_request", "owner", None)]
    assert "Secret name" not in guest.web.get(PATH).text


def test_requests_and_their_answers_are_told(owner: Member, guest: Member) -> None:
    note = owner.note("Plan")
    for _ in range(2):
        guest.web.post(REQUESTS, json={"noteId": note["id"], "role": "editor"})
    assert told(owner) == [("collaboration_request", "guest", "Plan")]
    data = owner.web.get(PATH).get_json()["notifications"][0]["data"]
    assert (data["action"], data["role"]) == ("asked", "editor")
    owner.web.post(f"{REQUESTS}/{data['requestId']}/accept")
    assert told(guest) == [("collaboration_accepted", "owner", "Plan")]


def test_an_invited_address_that_comes_is_told_to_the_owner(app: flask.Flask, owner: Member) -> None:
    note = owner.note("Plan")
    body = {"email": "later@example.org", "role": "viewer"}
    owner.web.post(f"{NOTES}/{note['id']}/collaborators", json=body)
    later = member(app, "later@example.org", "Lea Later")
    assert told(owner) == [("collaboration_accepted", later.user.handle, "Plan")]


def test_a_muted_note_says_nothing(owner: Member, guest: Member) -> None:
    note = owner.note("Plan", "text")
    share(owner, note, guest)
    assert guest.web.put(f"{PATH}/muted/{note['id']}").status_code == 204
    write(owner, note, f"ask @{guest.user.handle}")
    assert len(told(guest)) == 1
    assert guest.web.get(f"{PATH}/preferences").get_json()["muted"] == [note["id"]]
    guest.web.delete(f"{PATH}/muted/{note['id']}")
    write(owner, note, "nobody")
    write(owner, note, f"ask @{guest.user.handle}")
    assert told(guest)[0][0] == "mention"


@pytest.mark.parametrize("what", ["note", "folder", "tag", "person"])
def test_watchers_hear_what_others_change(owner: Member, guest: Member, what: str) -> None:
    outer = owner.folder("Outer")
    inner = owner.folder("Inner", parentId=outer["id"])
    person = owner.person("Grace Hopper")
    note = owner.note("Plan", "#work with $Grace Hopper", parentId=inner["id"])
    share(owner, note, guest, "editor")
    target = {"note": note["id"], "folder": outer["id"], "tag": "Work", "person": person["id"]}[what]
    assert owner.web.put(f"{PATH}/watched/{what}/{target}").status_code == 204
    write(guest, note, "#work with $Grace Hopper, changed")
    write(guest, note, "#work with $Grace Hopper, changed once more")
    assert told(owner) == [("watched", "guest", "Plan")]
    assert owner.web.delete(f"{PATH}/watched/{what}/{target}").status_code == 204
    owner.web.post(f"{PATH}/read", json={"all": True})
    write(guest, note, "#work with $Grace Hopper, and changed for the last time")
    assert told(owner, "?unread=true") == []


def test_a_collaborator_may_watch_the_note_and_nothing_around_it(owner: Member, guest: Member) -> None:
    folder = owner.folder("Private")
    note = owner.note("Plan", "#work", parentId=folder["id"])
    share(owner, note, guest)
    assert guest.web.put(f"{PATH}/watched/folder/{folder['id']}").status_code == 404
    guest.web.put(f"{PATH}/watched/tag/work")
    write(owner, note, "#work, and a first change")
    assert len(told(guest)) == 1
    guest.web.put(f"{PATH}/watched/note/{note['id']}")
    write(owner, note, "#work, and a second change")
    assert told(guest)[0] == ("watched", "owner", "Plan")


def test_mail_is_sent_for_the_kinds_that_are_wanted(owner: Member, guest: Member) -> None:
    share(owner, owner.note("One"), guest)
    assert Mail.select().where(Mail.kind == "notification").count() == 0
    changed = guest.web.patch(f"{PATH}/preferences", json={"mail": {"collaboration_request": True}}).get_json()
    assert [kind for kind, is_mailed in changed["mail"].items() if is_mailed] == ["collaboration_request"]
    share(owner, owner.note("Two"), guest)
    assert Mail.get(Mail.kind == "notification").recipient == "guest@example.org"
    assert guest.web.patch(f"{PATH}/preferences", json={"mail": {"gossip": True}}).status_code == 422


def test_a_key_that_expires_soon_is_told_once(owner: Member) -> None:
    body = {"name": "phone", "canWrite": False, "expiresAt": clock.from_now(86_400)}
    owner.web.post("/api/sync/tokens", json=body)
    owner.web.post("/api/sync/tokens", json={**body, "name": "later", "expiresAt": clock.from_now(30 * 86_400)})
    for _ in range(2):
        notifications.warn_of_expiring_keys()
    found = owner.web.get(PATH).get_json()["notifications"]
    assert [(each["kind"], each["data"]["tokenName"]) for each in found] == [("token_expiring", "phone")]


def test_an_import_that_ended_is_told(owner: Member) -> None:
    job = ImportJob(id="job", owner=owner.user.id, file_name="vault.zip")
    with database.transaction():
        for _ in range(2):
            notifying.import_ended(job, "done", "folder")
    assert told(owner) == [("import_finished", None, None)]
    data = owner.web.get(PATH).get_json()["notifications"][0]["data"]
    assert data == {"importId": "job", "state": "done", "fileName": "vault.zip", "folderId": "folder"}


def test_a_new_password_is_told_as_a_matter_of_security(owner: Member) -> None:
    owner.step_up()
    assert owner.web.post("/api/account/password", json={"password": "another long password"}).status_code == 204
    assert owner.web.get(PATH).get_json()["notifications"][0]["data"] == {"what": "password_changed"}


def test_every_change_is_an_event_of_those_who_see_it(owner: Member, guest: Member) -> None:
    before = len(heard(owner))
    folder = owner.folder("F")
    note = owner.note("Plan", "text")
    share(owner, note, guest, "editor")
    write(guest, note, "a text of the guest")
    owner.web.post(f"{NOTES}/{note['id']}/move", json={"parentId": folder["id"]})
    owner.web.patch(f"/api/workspace/folders/{folder['id']}", json={"name": "G"})
    owner.web.delete(f"/api/workspace/folders/{folder['id']}")
    owner.web.post(f"/api/workspace/trash/{folder['id']}/restore")
    owner.web.delete(f"{NOTES}/{note['id']}")
    assert heard(owner)[before:] == [
        ("folder", "created"),
        ("note", "created"),
        ("note", "updated"),
        ("note", "moved"),
        ("folder", "updated"),
        ("folder", "deleted"),
        ("folder", "restored"),
        ("note", "deleted"),
    ]
    assert [event for event in heard(guest) if event[0] == "note" and event[1] != "created"] == [
        ("note", "shared"),
        ("note", "updated"),
        ("note", "moved"),
        ("note", "deleted"),
        ("note", "restored"),
        ("note", "deleted"),
    ]
    numbers = [event.number for event in events.after(str(owner.user.id), 0)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_refused_write_leaves_no_event(owner: Member) -> None:
    note = owner.note("Plan", "text")
    before = heard(owner)
    refused = owner.web.patch(f"{NOTES}/{note['id']}", json={"content": "x"}, headers={"If-Match": '"99"'})
    assert refused.status_code == 412
    write(owner, note, "text")
    assert heard(owner) == before


def test_old_events_are_forgotten_and_whoever_was_away_is_told_so(owner: Member) -> None:
    owner.note("One")
    user_id = str(owner.user.id)
    last = events.latest([user_id])[user_id]
    assert [events.can_go_on(user_id, number) for number in (0, last, last + 1)] == [True, True, False]
    database.execute("UPDATE events SET created_at = ?", (clock.from_now(-100 * 86_400),))
    events.sweep()
    owner.note("Two")
    assert [events.can_go_on(user_id, number) for number in (0, last, last + 1)] == [False, True, True]


def test_a_disabled_user_is_told_nothing(owner: Member, guest: Member) -> None:
    note = owner.note("Plan", "text")
    share(owner, note, guest)
    User.update(disabled_at=clock.now()).where(User.id == guest.user.id).execute()
    write(owner, note, f"ask @{guest.user.handle}")
    User.update(disabled_at=None).where(User.id == guest.user.id).execute()
    assert len(told(guest)) == 1
