"""Sharing a note with others: who may do what, and what stays invisible, on both databases."""

from typing import Any

import flask
import pytest

from notesvc import clock
from notesvc.domain.accounts import users
from notesvc.models import User
from tests.web.conftest import Member, member
from tests.web.sharing import NOTES, around, opened, share, shared_with


@pytest.fixture
def guest(app: flask.Flask) -> Member:
    """Somebody with whom notes are shared."""
    return member(app, "guest@example.org", "Gus Guest")


@pytest.fixture
def note(owner: Member) -> dict[str, Any]:
    """A note that stands in a folder, links to another and holds people and tags."""
    owner.note("Hidden plan", "xylophone")
    folder = owner.folder("Private folder")
    return owner.note("Open note", "[[Hidden plan]] #tag $Grace Hopper text", parentId=folder["id"])


def test_a_note_says_what_its_reader_is_to_it(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    def role(reader: Member, **headers: str) -> tuple[int, str | None]:
        answer = reader.web.get(f"{NOTES}/{note['id']}", headers=headers)
        return answer.status_code, answer.headers.get("Note-Role")

    assert role(guest) == (404, None)
    share(owner, note, guest, "editor")
    etag = guest.web.get(f"{NOTES}/{note['id']}").headers["ETag"]
    owner.web.patch(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}", json={"role": "viewer"})
    assert (role(owner), role(guest)) == ((200, "owner"), (200, "viewer"))
    assert role(guest, **{"If-None-Match": etag}) == (304, "viewer")


def test_a_viewer_reads_the_note_without_its_place(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    made = share(owner, note, guest)
    assert (made["id"], made["userId"], made["role"], made["state"]) == (
        guest.user.id,
        guest.user.id,
        "viewer",
        "active",
    )
    seen = guest.web.get(f"{NOTES}/{note['id']}").get_json()
    assert (seen["name"], seen["content"], seen["parentId"], seen["sortOrder"]) == (
        "Open note",
        note["content"],
        None,
        0,
    )
    assert shared_with(guest) == [("Open note", "viewer")]
    assert guest.web.get("/api/workspace/shared-with-me").get_json()["notes"][0]["note"]["parentId"] is None
    assert around(guest, note)["role"] == "viewer"
    assert owner.web.get(f"{NOTES}/{note['id']}").get_json()["parentId"] == note["parentId"]


def test_a_viewer_writes_nothing(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest)
    before = owner.web.get(f"{NOTES}/{note['id']}").get_json()
    statuses = {
        name: guest.web.open(path, method=verb, json=body).status_code
        for name, verb, path, body in _writes(owner, note)
    }
    assert statuses == dict.fromkeys(statuses, 403)
    assert owner.web.get(f"{NOTES}/{note['id']}").get_json() == before
    assert guest.file(noteId=note["id"]).status_code == 403


def test_an_editor_changes_the_text_and_nothing_of_the_owners(
    owner: Member, guest: Member, note: dict[str, Any]
) -> None:
    share(owner, note, guest, "editor")
    for name, verb, path, body in _writes(owner, note):
        answer = guest.web.open(path, method=verb, json=body)
        assert answer.status_code == (200 if name in ("text", "restore") else 403), (name, answer.text)
        assert answer.get_json().get("parentId") is None, name
    for beyond in ({"parentId": None}, {"sortOrder": 5}, {"mode": "raw"}, {"name": "x", "sortOrder": 1}):
        assert guest.web.patch(f"{NOTES}/{note['id']}", json=beyond).status_code == 403
    assert owner.web.get(f"{NOTES}/{note['id']}").get_json()["parentId"] == note["parentId"]


def _writes(owner: Member, note: dict[str, Any]) -> list[tuple[str, str, str, Any]]:
    """Every write to a note by somebody who does not own it."""
    path = f"{NOTES}/{note['id']}"
    version = owner.web.get(f"{path}/versions").get_json()["versions"][0]["id"]
    return [
        ("text", "PATCH", path, {"content": "a text of somebody else", "tags": ["theirs"]}),
        ("restore", "POST", f"/api/workspace/versions/{version}/restore", None),
        ("delete", "DELETE", path, None),
        ("move", "POST", f"{path}/move", {"parentId": None}),
        ("duplicate", "POST", f"{path}/duplicate", None),
        ("preview", "POST", f"{path}/rename-preview", {"name": "x"}),
        ("mentions", "POST", f"{path}/link-mentions", {}),
        ("favourite", "PUT", f"/api/workspace/favourites/{note['id']}", None),
        ("share", "POST", f"{path}/collaborators", {"handle": "owner", "role": "editor"}),
        ("role", "PATCH", f"{path}/collaborators/{owner.user.id}", {"role": "editor"}),
        ("remove", "DELETE", f"{path}/collaborators/{owner.user.id}", None),
    ]


def test_everything_else_of_the_owner_stays_invisible(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest, "editor")
    owner.note("Points here", "[[Open note]] xylophone")
    links = guest.web.get(f"{NOTES}/{note['id']}/links").get_json()["links"]
    assert {(link["kind"], link["targetNoteId"]) for link in links} == {("wiki", None), ("tag", None)}
    assert guest.web.get(f"{NOTES}/{note['id']}/backlinks").get_json() == {
        "linked": [],
        "unlinked": [],
        "nextCursor": None,
    }
    assert guest.web.get(f"/api/workspace/graph?noteId={note['id']}").status_code == 403
    for path in ("notes", "recents", "tags", "people", "folders", "search?q=text", "favourites"):
        answer = guest.web.get(f"/api/workspace/{path}")
        assert not {word for word in ("Open note", "xylophone", "Grace") if word in answer.text}
    assert "Open note" not in guest.web.get("/api/data/export?format=json").text


def test_links_among_shared_notes_lead_somewhere(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    other = owner.note("Second", "see [[Open note]]", parentId=note["parentId"])
    for each in (note, other):
        share(owner, each, guest)
    links = guest.web.get(f"{NOTES}/{other['id']}/links").get_json()["links"]
    assert [link["targetNoteId"] for link in links] == [note["id"]]
    linked = guest.web.get(f"{NOTES}/{note['id']}/backlinks").get_json()["linked"]
    assert [(each["note"]["name"], each["note"]["parentId"]) for each in linked] == [("Second", None)]


def test_an_editors_save_is_a_version_of_theirs_and_keeps_preconditions(
    owner: Member, guest: Member, note: dict[str, Any]
) -> None:
    share(owner, note, guest, "editor")
    path = f"{NOTES}/{note['id']}"
    etag = guest.web.get(path).headers["ETag"]
    assert guest.web.patch(path, json={"content": "a quite new text"}, headers={"If-Match": etag}).status_code == 200
    late = guest.web.patch(path, json={"content": "an older text"}, headers={"If-Match": etag})
    assert (late.status_code, late.get_json()["current"]["parentId"]) == (412, None)
    versions = guest.web.get(f"{path}/versions").get_json()["versions"]
    assert [version["authorId"] for version in versions] == [guest.user.id, owner.user.id]
    assert guest.web.get(f"/api/workspace/versions/{versions[1]['id']}").get_json()["content"] == note["content"]


def test_a_rename_by_an_editor_reaches_the_owners_links(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest, "editor")
    source, mine = owner.note("Source", "[[Open note]]"), guest.note("Mine", "[[Open note]]")
    assert guest.web.patch(f"{NOTES}/{note['id']}", json={"name": "Renamed"}).status_code == 200
    assert owner.web.get(f"{NOTES}/{source['id']}").get_json()["content"] == "[[Renamed]]"
    assert guest.web.get(f"{NOTES}/{mine['id']}").get_json()["content"] == "[[Open note]]"
    assert owner.web.get("/api/data/export?format=json").get_json()["notes"]


def test_attachments_of_the_note_are_readable_and_no_others(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest, "editor")
    uploaded = owner.file(noteId=note["id"]).get_json()["url"]
    named, other = owner.file(content=b"named").get_json()["url"], owner.file(content=b"other").get_json()["url"]
    owner.web.patch(f"{NOTES}/{note['id']}", json={"content": f"![picture]({named})"})
    assert [opened(guest, url) for url in (uploaded, named, other)] == [200, 200, 404]
    theirs = guest.file(content=b"by the guest", noteId=note["id"]).get_json()["url"]
    assert (opened(owner, theirs), opened(guest, theirs)) == (200, 200)
    owner.web.delete(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}")
    assert [opened(guest, url) for url in (uploaded, named, theirs)] == [404, 404, 404]


def test_roles_change_and_end_at_once(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest)
    path = f"{NOTES}/{note['id']}"
    member_path = f"{path}/collaborators/{guest.user.id}"
    assert owner.web.patch(member_path, json={"role": "editor"}).get_json()["role"] == "editor"
    assert guest.web.patch(path, json={"content": "changed by a guest"}).status_code == 200
    assert guest.web.delete(member_path).status_code == 204
    assert guest.web.get(path).status_code == 404
    assert guest.web.delete(member_path).status_code == 404
    assert around(owner, note)["collaborators"] == []


def test_a_note_in_the_trash_is_shared_with_nobody(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest, "editor")
    owner.web.delete(f"{NOTES}/{note['id']}")
    path = f"{NOTES}/{note['id']}"
    for suffix in ("", "/versions", "/links", "/collaborators"):
        assert guest.web.get(path + suffix).status_code == 404
    assert guest.web.patch(path, json={"content": "x"}).status_code == 404
    assert shared_with(guest) == []
    owner.web.post(f"/api/workspace/trash/{note['id']}/restore")
    assert shared_with(guest) == [("Open note", "editor")]


def test_inviting_again_gives_the_role_and_doubles_nothing(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    share(owner, note, guest)
    again = owner.web.post(
        f"{NOTES}/{note['id']}/collaborators", json={"handle": f"@{guest.user.handle}", "role": "editor"}
    )
    assert (again.status_code, again.get_json()["role"]) == (200, "editor")
    assert len(around(owner, note)["collaborators"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"role": "viewer"},
        {"handle": "nobody-here", "role": "viewer"},
        {"handle": "owner", "role": "viewer"},
        {"email": "OWNER@example.org", "role": "viewer"},
        {"email": "no address", "role": "viewer"},
        {"handle": "guest", "email": "a@b.example", "role": "viewer"},
        {"handle": "guest", "role": "owner"},
    ],
)
def test_an_invitation_that_makes_no_sense_is_refused(owner: Member, note: dict[str, Any], body: Any) -> None:
    answer = owner.web.post(f"{NOTES}/{note['id']}/collaborators", json=body)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid_input")


def test_a_handle_is_a_link_for_those_who_may_see_the_note(owner: Member, guest: Member) -> None:
    note = owner.note("Mentions", f"ask @{guest.user.handle}")

    def mentioned() -> list[str]:
        links = owner.web.get(f"{NOTES}/{note['id']}/links").get_json()["links"]
        return [link["targetLabel"] for link in links if link["kind"] == "user"]

    assert mentioned() == []
    share(owner, note, guest)
    assert mentioned() == [guest.user.id]
    owner.web.delete(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}")
    assert mentioned() == []


def test_the_pass_to_a_room_says_the_role(owner: Member, guest: Member, stranger: Member, note: dict[str, Any]) -> None:
    def role(member: Member) -> Any:
        answer = member.web.post("/api/collaboration/auth", json={"noteId": note["id"]})
        return answer.get_json().get("role", answer.status_code)

    share(owner, note, guest)
    assert (role(owner), role(guest), role(stranger)) == ("editor", "viewer", 404)
    owner.web.patch(f"{NOTES}/{note['id']}/collaborators/{guest.user.id}", json={"role": "editor"})
    assert role(guest) == "editor"


def test_a_disabled_user_is_nobody_to_share_with(owner: Member, guest: Member, note: dict[str, Any]) -> None:
    User.update(disabled_at=clock.now()).where(User.id == guest.user.id).execute()
    body = {"handle": guest.user.handle, "role": "viewer"}
    assert owner.web.post(f"{NOTES}/{note['id']}/collaborators", json=body).status_code == 422
    assert users.by_id(str(guest.user.id)).disabled_at is not None
