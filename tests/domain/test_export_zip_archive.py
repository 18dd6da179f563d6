"""The zip export: a folder of markdown that any program reads, and an index for an exact way back."""

import io
import zipfile

import pytest

from notesvc import database, errors, file_store
from notesvc.config import Settings
from notesvc.domain import folders, journal
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, zip_archive
from tests.conftest import on_sqlite
from tests.domain.conftest import MakeNote
from tests.domain.exporting import PICTURE, attach, exported, files_of, index_of, unzipped


@pytest.fixture(autouse=True)
def store(workspace: Settings) -> None:
    """A place for files."""
    file_store.open_store(workspace.attachments)


def test_the_folders_are_the_workspaces(caller: Caller, make_note: MakeNote) -> None:
    top = folders.create(caller, {"name": "Work"})
    below = folders.create(caller, {"name": "Plans/2026", "parent_id": str(top.id)})
    folders.create(caller, {"name": "Empty"})
    make_note("At the top", "Text")
    make_note("Below", "Text", parent_id=str(below.id))
    journal.write(caller, "2026-11-21", {"content": "Day"})
    archive = unzipped(caller)
    assert files_of(archive) == ["At the top.md", "Journal/2026-11-21.md", "Work/Plans-2026/Below.md"]
    assert {"Work/", "Work/Plans-2026/", "Empty/"} <= set(archive.namelist())
    assert archive.read("Work/Plans-2026/Below.md") == b"Text"


@on_sqlite
def test_names_are_unique_where_case_does_not_count(caller: Caller, make_note: MakeNote) -> None:
    for name in ("Note", "note", "Note", "NOTE (2)", "", "", "../../x", "CON", ".bashrc", "workspace.json"):
        make_note(name, "Text")
    for _ in range(2):
        folders.create(caller, {"name": "Twice"})
    found = files_of(unzipped(caller))
    assert len({name.casefold() for name in found}) == 10
    assert {"-..-x.md", "_CON.md", "bashrc.md", "Untitled.md", "workspace.json.md"} <= set(found)
    assert {"Twice/", "Twice (2)/"} <= set(unzipped(caller).namelist())


@on_sqlite
def test_front_matter_says_what_is_not_usual(caller: Caller, make_note: MakeNote) -> None:
    make_note("Plain", "---\nno front matter")
    make_note("Rich", "Text", tags=["one", "two/three"], icon="📎", properties={"aliases": ["Other"], "rating": 5})
    archive = unzipped(caller)
    assert archive.read("Plain.md").decode() == "---\n---\n---\nno front matter"
    text = archive.read("Rich.md").decode()
    assert text.startswith("---\naliases:\n  - Other\nrating: 5\ntags:\n  - one\n  - two/three\nicon: ")
    assert text.endswith("---\nText")


@on_sqlite
def test_properties_that_yaml_cannot_say_are_in_the_index_alone(caller: Caller, make_note: MakeNote) -> None:
    deep: dict = {}
    for _ in range(80):
        deep = {"a": deep}
    make_note("Deep", "Text", properties={"deep": deep})
    archive = unzipped(caller)
    assert archive.read("Deep.md") == b"Text"
    assert index_of(archive)["notes"][0]["properties"] == {"deep": deep}


def test_attachments_lie_where_they_came_from(caller: Caller, make_note: MakeNote) -> None:
    folders.create(caller, {"name": "Attachments"})
    attach(caller, "a.png", folder="attachments")
    attach(caller, "A.png", b"other", folder="Attachments")
    attach(caller, "b.txt", b"text" * 1000)
    attach(caller, "c.png", folder="../Deep/./er")
    archive = unzipped(caller)
    assert files_of(archive) == ["Attachments/A (2).png", "Attachments/a.png", "Attachments/b.txt", "Deep/er/c.png"]
    assert archive.read("Attachments/a.png") == PICTURE
    assert archive.getinfo("Attachments/a.png").compress_type == zipfile.ZIP_STORED
    assert archive.getinfo("Attachments/b.txt").compress_type == zipfile.ZIP_DEFLATED


@on_sqlite
def test_addresses_of_attachments_lead_to_their_files(caller: Caller, make_note: MakeNote) -> None:
    file = attach(caller, "a b.png")
    folder = folders.create(caller, {"name": "Work"})
    text = f"![x]({file.url}) [y](<{file.url}> 'z') `]({file.url})` [other](/files/{caller.user_id}/a.png) ![[a b.png]]"
    make_note("Note", text, parent_id=str(folder.id))
    archive = unzipped(caller)
    there = "../attachments/a%20b.png"
    assert archive.read("Work/Note.md").decode() == (
        f"![x]({there}) [y]({there} 'z') `]({file.url})` [other](/files/{caller.user_id}/a.png) ![[a b.png]]"
    )
    assert index_of(archive)["notes"][0]["content"] == text


@on_sqlite
def test_the_place_within_an_attachment_stays_in_its_address(caller: Caller, make_note: MakeNote) -> None:
    file = attach(caller, "a.pdf")
    make_note("Note", f"[page]({file.url}#page=2) [named](<{file.url}#part one>)")
    assert unzipped(caller).read("Note.md") == b"[page](attachments/a.pdf#page=2) [named](attachments/a.pdf#part%20one)"


def test_the_index_is_the_json_export_with_paths(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Note", "Text")
    file = attach(caller, "a.png", note_id=str(note.id))
    archive, document = unzipped(caller), exported(caller)
    index = index_of(archive)
    assert [row.pop("path") for row in index["notes"]] == ["Note.md"]
    assert [row.pop("path") for row in index["attachments"]] == ["attachments/a.png"]
    assert {**index, "exportedAt": ""} == {**document, "exportedAt": ""}
    assert archive.read("attachments/a.png") == PICTURE
    assert index["attachments"][0]["sha256"] == file.content_hash


@on_sqlite
def test_a_file_that_is_missing_leaves_the_rest_whole(caller: Caller) -> None:
    lost = attach(caller, "lost.png")
    attach(caller, "kept.txt", b"kept")
    file_store.remove(str(lost.content_hash))
    archive = unzipped(caller)
    assert files_of(archive) == ["MISSING.txt", "attachments/kept.txt"]
    assert {row["name"]: row["path"] for row in index_of(archive)["attachments"]} == {
        "kept.txt": "attachments/kept.txt",
        "lost.png": None,
    }


def test_since_a_cursor_it_holds_the_files_that_changed(caller: Caller, make_note: MakeNote) -> None:
    make_note("Old", "Text")
    cursor = exported(caller)["cursor"]
    make_note("Old", "Newer")
    archive = unzipped(caller, cursor)
    assert files_of(archive) == ["Old (2).md"]
    assert "deleted" in index_of(archive)


@on_sqlite
def test_deep_paths_stay_usable(caller: Caller, make_note: MakeNote) -> None:
    parent_id = None
    for _ in range(64):
        parent_id = str(folders.create(caller, {"name": "ü" * 200, "parent_id": parent_id}).id)
    make_note("n" * 400, "Text", parent_id=parent_id)
    (path,) = files_of(unzipped(caller))
    assert path.count("/") == 64
    assert len(path.encode()) < 4_096


def test_when_it_breaks_in_the_middle_there_is_no_archive(caller: Caller, make_note: MakeNote) -> None:
    for number in range(300):
        make_note(f"Note {number}", "Text")
    sent = []
    pieces = zip_archive.pieces(export.begin(caller))
    database.execute("ALTER TABLE people RENAME TO elsewhere")
    with pytest.raises(Exception, match="people"):  # noqa: PT012 - what was sent until then counts
        for piece in pieces:
            sent.append(piece)
    with pytest.raises(zipfile.BadZipFile):
        zipfile.ZipFile(io.BytesIO(b"".join(sent)))
    with pytest.raises(errors.InvalidInput):
        export.begin(caller, "nonsense")


def test_what_is_damaged_is_told_in_a_file(caller: Caller, make_note: MakeNote) -> None:
    hurt, _ = make_note("Hurt", "words"), make_note("Well", "text")
    file = attach(caller, "a.png")
    database.execute("UPDATE note_bodies SET content = 'other words' WHERE note_id = ?", (hurt.id,))
    file_store.path_of(str(file.content_hash)).write_bytes(b"other bytes")
    archive = unzipped(caller)
    assert files_of(archive) == ["DAMAGED.txt", "Well.md", "attachments/a.png"]
    told = archive.read("DAMAGED.txt").decode()
    assert f"note {hurt.id}: Hurt\nother words\n" in told
    assert f"attachment {file.id}: a.png\n" in told
    assert [each["kind"] for each in index_of(archive)["damaged"]] == ["note", "attachment"]
