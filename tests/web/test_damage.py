"""A text that is not what was saved is never answered as if it were: 503, and the log names the note."""

import pytest

from notesvc import database
from tests.web.conftest import Member

ZEROS = "words and then a page of zeros" + "\x01" * 40


def damage(table: str, key: str, row_id: str) -> None:
    database.execute(f"UPDATE {table} SET content = ? WHERE {key} = ?", (ZEROS, row_id))


def test_a_damaged_note_is_503_and_named(owner: Member, caplog: pytest.LogCaptureFixture) -> None:
    note, other = owner.note("hurt", "the words"), owner.note("well", "others")
    damage("note_bodies", "note_id", note["id"])
    answer = owner.web.get(f"/api/workspace/notes/{note['id']}")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
    assert "Retry-After" in answer.headers
    assert note["id"] in answer.get_json()["detail"]
    assert any(getattr(record, "fields", {}).get("event") == "damaged_text" for record in caplog.records)
    assert owner.web.patch(f"/api/workspace/notes/{note['id']}", json={"name": "new"}).status_code == 503
    assert owner.web.get(f"/api/workspace/notes/{other['id']}").status_code == 200


def test_a_rename_elsewhere_never_makes_damage_pass_for_what_was_saved(owner: Member) -> None:
    goal, note = owner.note("Goal"), owner.note("links", "see [[Goal]]")
    damage("note_bodies", "note_id", note["id"])
    assert owner.web.patch(f"/api/workspace/notes/{goal['id']}", json={"name": "Aim"}).status_code == 503
    assert owner.web.get(f"/api/workspace/notes/{goal['id']}").get_json()["name"] == "Goal"


def test_a_version_that_is_well_mends_the_note(owner: Member) -> None:
    note = owner.note("hurt", "the words")
    [version] = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]
    damage("note_bodies", "note_id", note["id"])
    restored = owner.web.post(f"/api/workspace/versions/{version['id']}/restore")
    assert restored.status_code == 200, restored.text
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").get_json()["content"] == "the words"


def test_a_damaged_version_is_not_shown_and_not_restored(owner: Member) -> None:
    note = owner.note("well", "the words")
    [version] = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]
    damage("note_versions", "id", version["id"])
    assert owner.web.get(f"/api/workspace/versions/{version['id']}").status_code == 503
    assert owner.web.post(f"/api/workspace/versions/{version['id']}/restore").status_code == 503
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").status_code == 200
