"""Files that notes name by their names, as pages and other people have them."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.conftest import Member
from tests.web.published import edit, look, now, path_of, refresh, share, shown

PNG = b"\x89PNG\r\n\x1a\nrest"


def found(member: Member, note: dict[str, Any], name: str) -> list[str]:
    answer = member.web.get("/api/workspace/attachments", query_string={"name": name, "noteId": note["id"]})
    assert answer.status_code == 200, answer.text
    return [file["url"] for file in answer.get_json()["attachments"]]


def invite(owner: Member, note: dict[str, Any], guest: Member) -> None:
    path = f"/api/workspace/notes/{note['id']}/collaborators"
    assert owner.web.post(path, json={"handle": str(guest.user.handle), "role": "editor"}).status_code == 201


def test_a_page_shows_the_file_that_the_app_shows(owner: Member, anonymous: FlaskClient) -> None:
    note = owner.note("Report")
    owner.file("photo.png", PNG + b"latest", noteId=owner.note("Private")["id"])
    owner.file("photo.png", PNG, noteId=note["id"])
    owner.file("photo.png", PNG + b"later", noteId=owner.note("Another")["id"])
    edit(owner, note, content="![[photo.png]]")
    link = share(owner, note)
    assert look(anonymous, path_of(link, "a/o/1")).data == PNG
    assert now(owner, link)["warnings"] == []


def test_a_page_says_what_it_shows_from_elsewhere_and_what_it_does_not(owner: Member, anonymous: FlaskClient) -> None:
    private = owner.note("Private")
    for name in ("photo.png", "plan.png"):
        owner.file(name, PNG, noteId=private["id"])
    note = owner.note("Trip", "![[photo.png]] ![p](plan.png) ![[nothing.png]]")
    link = share(owner, note)
    assert shown(anonymous, link).count("/a/o/1") == 1
    told = [each["message"] for each in now(owner, link)["warnings"]]
    assert ["photo.png" in told[0] and "it is shown" in told[0], "plan.png is not shown" in told[1]] == [True, True]
    edit(owner, note, content="none")
    assert refresh(owner, link)["warnings"] == []


def test_a_collaborator_sees_the_owners_file_of_that_name(owner: Member, stranger: Member) -> None:
    note = owner.note("Shared")
    url = owner.file("photo.png", PNG, noteId=note["id"]).get_json()["url"]
    other = owner.file("other.png", PNG).get_json()["url"]
    stranger.file("photo.png", PNG + b"the stranger's")
    edit(owner, note, content="![[photo.png]] ![[other.png]]")
    invite(owner, note, stranger)
    assert [found(stranger, note, name) for name in ("photo.png", "other.png")] == [[url], [other]]
    assert stranger.web.get(url, buffered=True).data == stranger.web.get(other, buffered=True).data == PNG
    edit(owner, note, content="none")
    assert stranger.web.get(other, buffered=True).status_code == 404


def test_an_editors_name_reaches_what_the_note_shows_anyway(owner: Member, stranger: Member) -> None:
    note = owner.note("Shared")
    private = owner.file("private.png", PNG).get_json()["url"]
    url = owner.file("photo.png", PNG, noteId=note["id"]).get_json()["url"]
    invite(owner, note, stranger)
    edit(stranger, note, content="![[private.png]] ![[photo.png]]")
    for member in (owner, stranger):
        assert [found(member, note, name) for name in ("private.png", "photo.png")] == [[], [url]]
    assert found(stranger, note, "unsaved/private.png") == []
    edit(owner, note, content="![[private.png]] ![[photo.png]] and the owner's words")
    assert stranger.web.get(private, buffered=True).status_code == 404
    assert stranger.web.get(url, buffered=True).status_code == 200
