"""Notes whose ids their clients made."""

import pytest

from notesvc import clock
from tests.web.conftest import Member


def own_id(member: Member) -> str:
    """A fresh id as a client makes one."""
    return clock.new_id()[:-12] + str(member.user.id)[-12:]


def test_a_note_has_the_id_that_its_client_made(owner: Member) -> None:
    note_id = own_id(owner)
    note = owner.note("Mine", id=note_id.upper())
    assert note["id"] == note_id
    assert owner.web.get(f"/api/workspace/notes/{note_id}").get_json()["name"] == "Mine"
    assert owner.note("Another", id=None)["id"] != note_id


def test_an_id_is_taken_for_good_also_by_a_note_that_is_gone(owner: Member) -> None:
    note = owner.note("First", id=own_id(owner))
    again = {"name": "Second", "id": note["id"]}
    for where in ("in the list", "in the trash", "gone"):
        answer = owner.web.post("/api/workspace/notes", json=again)
        assert (answer.status_code, answer.get_json()["code"]) == (409, "id_taken"), where
        owner.web.delete(f"/api/workspace/{'trash' if where == 'in the trash' else 'notes'}/{note['id']}")
    assert "Second" not in [row["name"] for row in owner.web.get("/api/workspace/notes").get_json()["notes"]]


@pytest.mark.parametrize("kind", ["somebody else's", "of no version", "of another version", "of another variant"])
def test_an_id_that_could_be_somebody_elses_is_refused(owner: Member, stranger: Member, kind: str) -> None:
    fit = own_id(owner)
    unfit = {
        "somebody else's": stranger.note()["id"],
        "of no version": "0" * 8 + fit[8:14] + "0" + fit[15:],
        "of another version": fit[:14] + "4" + fit[15:],
        "of another variant": fit[:19] + "c" + fit[20:],
    }[kind]
    answer = owner.web.post("/api/workspace/notes", json={"name": "Not mine", "id": unfit})
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "id")
