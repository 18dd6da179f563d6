"""A text that is not what was saved is never answered as if it were: 503, and the log names the note."""

import pytest

from notesvc import database
from tests.web.conftest import Member

ZEROS = "words and then a page of zeros" + "\x01" * 40
DOCUMENT = [{"type": "paragraph", "content": [{"type": "text", "text": "the words", "styles": {}}]}]


def damage(table: str, key: str, row_id: str) -> None:
    database.execute(f"UPDATE {table} SET content = ? WHERE {key} = ?", (ZEROS, row_id))


def damage_document(table: str, key: str, row_id: str) -> None:
    """One letter of it, so that it is a document still."""
    changed = database.execute(
        f"UPDATE {table} SET rich_content = replace(rich_content, 'words', 'worms') WHERE {key} = ?", (row_id,)
    )
    assert changed.rowcount == 1


def rich_note(owner: Member) -> str:
    made = owner.web.post("/api/workspace/notes", json={"name": "rich", "richContent": DOCUMENT})
    assert made.status_code == 201, made.text
    return str(made.get_json()["id"])


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


def test_a_damaged_document_is_503_although_the_text_is_well(owner: Member) -> None:
    note_id = rich_note(owner)
    damage_document("note_bodies", "note_id", note_id)
    answer = owner.web.get(f"/api/workspace/notes/{note_id}")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
    assert note_id in answer.get_json()["detail"]
    assert owner.web.patch(f"/api/workspace/notes/{note_id}", json={"tags": ["a"]}).status_code == 503


def test_a_version_that_is_well_mends_a_document_of_the_same_text(owner: Member) -> None:
    note_id = rich_note(owner)
    [version] = owner.web.get(f"/api/workspace/notes/{note_id}/versions").get_json()["versions"]
    before = owner.web.get(f"/api/workspace/notes/{note_id}").get_json()["richContent"]
    damage_document("note_bodies", "note_id", note_id)
    assert owner.web.post(f"/api/workspace/versions/{version['id']}/restore").status_code == 200
    assert owner.web.get(f"/api/workspace/notes/{note_id}").get_json()["richContent"] == before


def test_a_damaged_hash_is_mended_too(owner: Member) -> None:
    note_id = rich_note(owner)
    [version] = owner.web.get(f"/api/workspace/notes/{note_id}/versions").get_json()["versions"]
    database.execute("UPDATE note_bodies SET rich_hash = 'f00' WHERE note_id = ?", (note_id,))
    assert owner.web.get(f"/api/workspace/notes/{note_id}").status_code == 503
    assert owner.web.post(f"/api/workspace/versions/{version['id']}/restore").status_code == 200
    assert owner.web.get(f"/api/workspace/notes/{note_id}").status_code == 200


def test_a_damaged_document_of_a_version_is_not_shown_and_not_restored(owner: Member) -> None:
    note_id = rich_note(owner)
    [version] = owner.web.get(f"/api/workspace/notes/{note_id}/versions").get_json()["versions"]
    damage_document("note_versions", "id", version["id"])
    assert owner.web.get(f"/api/workspace/versions/{version['id']}").status_code == 503
    assert owner.web.post(f"/api/workspace/versions/{version['id']}/restore").status_code == 503


def test_nothing_is_compared_with_a_damaged_version(owner: Member) -> None:
    note = owner.note("well", "the words")
    [first] = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"]
    fields = {"content": "some quite different words", "reason": "manual"}
    assert owner.web.patch(f"/api/workspace/notes/{note['id']}", json=fields).status_code == 200
    second = owner.web.get(f"/api/workspace/notes/{note['id']}/versions").get_json()["versions"][0]
    assert second["id"] != first["id"]
    damage("note_versions", "id", first["id"])
    assert owner.web.get(f"/api/workspace/versions/{second['id']}/diff").status_code == 503


def test_the_document_of_a_former_text_is_not_given_back_when_it_is_damaged(owner: Member) -> None:
    goal, note = owner.note("Goal"), owner.note("links", "see [[goal]]")
    assert owner.web.patch(f"/api/workspace/notes/{goal['id']}", json={"name": "Aim"}).status_code == 200
    database.execute("UPDATE former_texts SET content = 'sea [[goal]]'")
    assert owner.web.patch(f"/api/workspace/notes/{goal['id']}", json={"name": "Goal"}).status_code == 200
    assert owner.web.get(f"/api/workspace/notes/{note['id']}").get_json()["content"] == "see [[Goal]]"
