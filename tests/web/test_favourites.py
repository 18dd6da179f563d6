"""Favourites: notes that somebody wants at hand, on both databases."""

import flask

from notesvc import database
from notesvc.domain import trash
from tests.web.conftest import Member

PATH = "/api/workspace/favourites"


def listed(member: Member) -> list[str]:
    answer = member.web.get(PATH).get_json()
    assert answer["nextCursor"] is None
    return [note["name"] for note in answer["notes"]]


def favour(member: Member, *notes: dict[str, str]) -> None:
    for note in notes:
        assert member.web.put(f"{PATH}/{note['id']}").status_code == 204


def test_favourites_stand_in_the_order_in_which_they_came(owner: Member) -> None:
    first, second, third = owner.note("First"), owner.note("Second"), owner.note("Third")
    favour(owner, second, third, first)
    assert listed(owner) == ["Second", "Third", "First"]


def test_asking_again_changes_nothing(owner: Member) -> None:
    first, second = owner.note("First"), owner.note("Second")
    favour(owner, first, second)
    before = owner.web.get("/api/data/export?format=json").headers["ETag"]
    favour(owner, first)
    assert listed(owner) == ["First", "Second"]
    assert owner.web.get("/api/data/export?format=json").headers["ETag"] == before
    for _ in range(2):
        assert owner.web.delete(f"{PATH}/{first['id']}").status_code == 204
    assert listed(owner) == ["Second"]
    assert owner.web.get("/api/data/export?format=json").headers["ETag"] != before


def test_a_note_in_the_trash_is_none_until_it_comes_back(owner: Member) -> None:
    first, second = owner.note("First"), owner.note("Second")
    favour(owner, first, second)
    owner.web.delete(f"/api/workspace/notes/{first['id']}")
    assert listed(owner) == ["Second"]
    assert owner.web.put(f"{PATH}/{first['id']}").status_code == 404
    assert owner.web.post(f"/api/workspace/trash/{first['id']}/restore").status_code == 200
    assert listed(owner) == ["First", "Second"]


def test_an_erased_note_is_forgotten(owner: Member) -> None:
    first = owner.note("First")
    favour(owner, first)
    owner.web.delete(f"/api/workspace/notes/{first['id']}")
    owner.web.delete("/api/workspace/trash")
    assert database.execute("SELECT count(*) FROM favourites").fetchone()[0] == 0


def test_a_favourite_in_the_trash_can_be_taken_out(owner: Member) -> None:
    first = owner.note("First")
    favour(owner, first)
    owner.web.delete(f"/api/workspace/notes/{first['id']}")
    assert owner.web.delete(f"{PATH}/{first['id']}").status_code == 204
    owner.web.post(f"/api/workspace/trash/{first['id']}/restore")
    assert listed(owner) == []


def test_everybody_has_their_own(app: flask.Flask, owner: Member, stranger: Member) -> None:
    favour(owner, owner.note("Mine"))
    assert listed(stranger) == []
    trash.sweep()
    assert listed(owner) == ["Mine"]


def test_exports_name_the_favourites_that_they_hold(owner: Member) -> None:
    kept, gone = owner.note("Kept"), owner.note("Gone")
    favour(owner, gone, kept)
    owner.web.delete(f"/api/workspace/notes/{gone['id']}")
    whole = owner.web.get("/api/data/export?format=json").get_json()
    assert whole["favourites"] == [kept["id"]]
    later = owner.web.get(f"/api/data/export?format=json&since={whole['cursor']}").get_json()
    assert (later["notes"], later["favourites"]) == ([], [kept["id"]])
