"""The JSON export: everything that is the caller's, whole or since an earlier one."""

import hashlib
import json
import tracemalloc
from dataclasses import replace

import pytest

from notesvc import database, errors, file_store
from notesvc.config import Settings
from notesvc.domain import changes, folders, instance, journal, notes, people, tags, trash
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, records
from notesvc.domain.exporting.damage import Damage
from tests.domain.conftest import MakeNote
from tests.domain.exporting import attach, exported


@pytest.fixture(autouse=True)
def store(workspace: Settings) -> None:
    """A place for files."""
    file_store.open_store(workspace.attachments)


def names(document: dict) -> list[str]:
    return [note["name"] for note in document["notes"]]


def test_it_holds_all_that_is_the_callers(caller: Caller, stranger: Caller, make_note: MakeNote) -> None:
    folder = folders.create(caller, {"name": "Folder", "icon": "📁"})
    note = make_note("Note", "Text #one", parent_id=str(folder.id), tags=["two"], properties={"b": 1, "a": [None]})
    person = people.create(caller, {"name": "Ada", "aliases": ["Countess"]})
    tags.paint(caller, "two", "#aabbcc")
    entry, _ = journal.write(caller, "2026-11-21", {"content": "Day"})
    file = attach(caller, "a b.png", note_id=str(note.id), folder="Pictures")
    make_note("Foreign", "Secret", by=stranger)
    document = exported(caller)
    assert (document["format"], document["formatVersion"]) == ("notesvc.workspace", 1)
    assert document["user"] == {"id": caller.user_id, "name": "Owner"}
    assert [(row["id"], row["name"], row["icon"]) for row in document["folders"]] == [(folder.id, "Folder", "📁")]
    assert names(document) == ["Note", "2026-11-21"]
    assert document["people"][0]["aliases"] == ["Countess"]
    assert document["people"][0]["id"] == person.id
    assert document["tags"] == [{"tag": "one", "color": None}, {"tag": "two", "color": "#aabbcc"}]
    assert document["journal"] == [{"date": "2026-11-21", "noteId": entry.id}]
    assert [(row["name"], row["folder"], row["noteId"]) for row in document["attachments"]] == [
        ("a b.png", "Pictures", note.id)
    ]
    assert document["attachments"][0]["url"] == file.url
    assert document["attachments"][0]["sha256"] == file.content_hash
    assert "deleted" not in document
    assert "versions" not in document


def test_a_note_comes_in_full_and_as_it_was_written(caller: Caller, make_note: MakeNote) -> None:
    rich = [{"id": "b1", "type": "paragraph", "props": {}, "content": [], "children": []}]
    make_note(
        "Titel \u2028 ☃", "körper\r\n\t\u0001", rich_content=rich, icon="📎", mode="raw", properties={"z": 1, "a": 2}
    )
    (note,) = exported(caller)["notes"]
    assert note["content"] == "körper\r\n\t\u0001"
    assert [block["id"] for block in note["richContent"]] == ["b1"]
    assert list(note["properties"]) == ["z", "a"]
    assert set(note) == {
        *("id", "name", "content", "richContent", "mode", "tags", "properties", "icon", "cover", "journalMeta"),
        *("parentId", "sortOrder", "createdAt", "updatedAt", "deletedAt"),
    }


def test_the_trash_stays_out(caller: Caller, make_note: MakeNote) -> None:
    note, kept = make_note("Gone"), make_note("Kept")
    attach(caller, "a.png", note_id=str(note.id))
    trash.delete_note(caller, str(note.id))
    trash.delete_folder(caller, str(folders.create(caller, {"name": "Gone"}).id))
    document = exported(caller)
    assert [row["id"] for row in document["notes"]] == [kept.id]
    assert document["folders"] == []
    assert document["attachments"][0]["noteId"] is None


def test_since_a_cursor_it_holds_what_changed_and_names_what_went(caller: Caller, make_note: MakeNote) -> None:
    left, changed, dropped, erased = (make_note(name, "Text") for name in ("left", "changed", "dropped", "erased"))
    folder, gone = (folders.create(caller, {"name": name}) for name in ("old", "gone"))
    person, leaving = (people.create(caller, {"name": name}) for name in ("Ada", "Bob"))
    cursor = exported(caller)["cursor"]
    notes.change(caller, str(changed.id), {"content": "Other"})
    for note in (dropped, erased):
        trash.delete_note(caller, str(note.id))
    trash.erase(caller, str(erased.id))
    trash.delete_folder(caller, str(gone.id))
    people.delete(caller, str(leaving.id))
    new = make_note("new")
    document = exported(caller, cursor)
    assert [row["id"] for row in document["notes"]] == [changed.id, new.id]
    assert (document["folders"], document["people"], document["journal"]) == ([], [], [])
    assert sorted(document["deleted"]["notes"]) == sorted([dropped.id, erased.id])
    assert document["deleted"]["folders"] == [gone.id]
    assert document["deleted"]["people"] == [leaving.id]
    assert {left.id, folder.id, person.id}.isdisjoint(json.dumps(document))
    assert exported(caller, document["cursor"])["notes"] == []


def test_a_note_that_came_back_is_no_deleted_one(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Note")
    cursor = exported(caller)["cursor"]
    trash.delete_note(caller, str(note.id))
    trash.restore(caller, str(note.id))
    document = exported(caller, cursor)
    assert names(document) == ["Note"]
    assert document["deleted"]["notes"] == []


def test_versions_come_when_they_are_wanted(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Note", "First text")
    cursor = exported(caller)["cursor"]
    notes.change(caller, str(note.id), {"content": "Second text"}, "manual")
    make_note("Other", "Other text")
    document = exported(caller, versions=True)
    assert [row["content"] for row in document["versions"]] == ["First text", "Second text", "Other text"]
    assert document["versions"][1]["noteId"] == note.id
    assert len(exported(caller, cursor, versions=True)["versions"]) == 3


@pytest.mark.parametrize("cursor", ["", "nonsense", "WyJldmVudHMiLCJhIiwiYiJd"])
def test_what_is_no_cursor_is_refused(caller: Caller, cursor: str) -> None:
    with pytest.raises(errors.InvalidInput) as refusal:
        export.begin(caller, cursor)
    assert refusal.value.errors[0]["field"] == "since"


def test_a_cursor_that_a_restored_backup_took_back_leads_to_a_whole_export(caller: Caller, make_note: MakeNote) -> None:
    make_note("Note")
    of_the_future = exported(caller)["cursor"]
    database.execute("UPDATE users SET change_number = change_number - 1")
    assert export.begin(caller, of_the_future).is_whole
    of_before = exported(caller)["cursor"]
    instance.remember(instance.RESTORED_AT, "2026-11-21T10:00:00.000Z")
    assert export.begin(caller, of_before).is_whole
    assert not export.begin(caller, exported(caller)["cursor"]).is_whole


def test_its_validator_changes_with_the_workspace_and_with_what_is_asked(caller: Caller, make_note: MakeNote) -> None:
    make_note("Note")
    cursor = exported(caller)["cursor"]
    asked = [export.begin(caller), export.begin(caller, cursor), export.begin(caller, None, True)]
    found = [asked[0].etag("zip"), *(each.etag("json") for each in asked)]
    assert found == [export.begin(caller).etag("zip"), *(each.etag("json") for each in asked)]
    make_note("Other")
    found.append(export.begin(caller).etag("json"))
    assert len(set(found)) == len(found)


def test_an_empty_workspace_is_a_document_too(caller: Caller) -> None:
    document = exported(caller)
    assert document["notes"] == document["folders"] == document["attachments"] == []
    assert changes.current_number(caller.user_id) == 0


def test_notes_that_change_or_go_while_it_is_sent_do_no_harm(caller: Caller, make_note: MakeNote) -> None:
    made = [make_note(f"Note {number}") for number in range(450)]
    pieces = records.notes(caller.user_id, records.ALL, Damage(is_listed=True))
    first = next(pieces)
    for note in (made[0], made[300], made[449]):
        notes.change(caller, str(note.id), {"name": "Changed"})
    trash.delete_note(caller, str(made[320].id))
    make_note("New")
    rest = [row for page in pieces for row in page]
    found = [row.name for row in (*first, *rest)]
    assert len(found) == 449
    assert found.count("Changed") == 2


def test_memory_does_not_grow_with_the_workspace(caller: Caller, make_note: MakeNote) -> None:
    for number in range(40):
        make_note(f"Note {number}")
    content = "x" * 1_000_000
    database.execute("UPDATE note_bodies SET content = ?", (content,))
    database.execute("UPDATE notes SET content_hash = ?", (hashlib.sha256(content.encode()).hexdigest(),))
    tracemalloc.start()
    try:
        size = sum(len(piece) for piece in export.json_pieces(export.begin(caller)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size > 40_000_000
    assert most < 12_000_000


def damage(note_id: str) -> None:
    """What a disk may do to a text."""
    database.execute("UPDATE note_bodies SET content = 'other words' WHERE note_id = ?", (note_id,))
    database.execute("UPDATE note_versions SET content = 'older words' WHERE note_id = ?", (note_id,))


def test_a_person_gets_all_but_what_is_damaged_and_a_list_of_that(caller: Caller, make_note: MakeNote) -> None:
    hurt = make_note("Hurt", "words")
    make_note("Well", "text")
    damage(str(hurt.id))
    document = exported(caller, versions=True)
    assert names(document) == ["Well"]
    assert [each["content"] for each in document["versions"]] == ["text"]
    assert [(each["kind"], each["name"], each["content"]) for each in document["damaged"]] == [
        ("note", "Hurt", "other words"),
        ("version", "Hurt", "older words"),
    ]
    assert document["damaged"][0]["id"] == hurt.id


def test_a_damaged_document_is_left_out_with_what_is_left_of_its_note(caller: Caller) -> None:
    document = [{"type": "paragraph", "content": [{"type": "text", "text": "words", "styles": {}}]}]
    notes.create(caller, {"name": "Hurt", "rich_content": document})
    for table in ("note_bodies", "note_versions"):
        database.execute(f"UPDATE {table} SET rich_content = replace(rich_content, 'words', 'worms')")
    found = exported(caller, versions=True)
    assert (found["notes"], found["versions"]) == ([], [])
    assert [(each["kind"], each["content"]) for each in found["damaged"]] == [
        ("note", "words\n"),
        ("version", "words\n"),
    ]


def test_a_text_that_is_no_utf_8_any_more_is_only_damaged(caller: Caller, make_note: MakeNote) -> None:
    if not database.on_sqlite():
        # Postgres looks itself.
        return
    hurt, _ = make_note("Hurt", "words"), make_note("Well", "text")
    database.execute("UPDATE note_bodies SET content = CAST(x'77fffe' AS TEXT) WHERE note_id = ?", (hurt.id,))
    document = exported(caller)
    assert names(document) == ["Well"]
    assert document["damaged"][0]["content"] == "w\ufffd\ufffd"


def test_a_program_is_refused_where_something_is_damaged(caller: Caller, make_note: MakeNote) -> None:
    damage(str(make_note("Hurt", "words").id))
    program = replace(caller, token_id="t")
    with pytest.raises(errors.Busy, match="damaged"):
        list(export.json_pieces(export.begin(program)))
