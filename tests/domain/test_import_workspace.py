"""Our own zip and JSON: an equal workspace under new ids, whatever the file says about whose it is."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from notesvc import clock, limits
from notesvc.config import Settings
from notesvc.domain import favourites, folders, notes
from notesvc.domain.caller import Caller
from notesvc.models import Attachment, Folder, Note, NoteVersion, Person
from tests.domain.archives import bring_in, exported, note_named, outcomes, tally, texts, zipped

OLD = "01a1fc84-dc03-7a6f-bf4b-21cf1c8af9f"


@pytest.fixture
def kind() -> str:
    """What is read of a file does not depend on the kind of database; `test_import_whole` runs on both."""
    return "sqlite"


def written(path: Path, **lists: list[dict[str, Any]]) -> Path:
    """A JSON of our format with these lists; notes get what they lack."""
    for note in lists.get("notes", []):
        note.setdefault("content", "")
    path.write_text(json.dumps({"format": "notesvc.workspace", "formatVersion": 1, **lists}), encoding="utf-8")
    return path


def test_ids_are_new_and_links_by_id_follow(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    notes: list[dict[str, Any]] = [
        {
            "id": f"{OLD}1",
            "name": "a",
            "content": f"[b](note://{OLD}2#x) [z](note://{OLD}9) ![i](/files/{OLD}3/i.png)",
        },
        {"id": f"{OLD}2", "name": "b", "cover": f"/files/{OLD}3/i.png", "properties": {"see": f"note://{OLD}1"}},
    ]
    attachments = [{"id": f"{OLD}3", "name": "i.png", "path": "attachments/i.png", "noteId": f"{OLD}2"}]
    index = written(tmp_path / "w.json", notes=notes, attachments=attachments)
    source = zipped(tmp_path / "w.zip", {"attachments/i.png": b"png", "workspace.json": index.read_bytes()})
    _, report = bring_in(workspace, caller, source)
    a, b = note_named(caller, "a"), note_named(caller, "b")
    image = Attachment.get()
    assert not {str(a.id), str(b.id), str(image.id)} & {f"{OLD}{number}" for number in range(10)}
    assert texts(caller)["a"] == f"[b](note://{b.id}#x) [z](note://{OLD}9) ![i](/files/{image.id}/i.png)"
    assert (b.cover, b.properties) == (f"/files/{image.id}/i.png", {"see": f"note://{a.id}"})
    assert image.note_id == b.id
    assert report.summary["links"] == {"resolved": 2, "unresolved": 1}


def test_nobody_elses_things_are_touched(workspace: Settings, caller: Caller, stranger: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"f/a.md": "mine", "f/i.png": b"x"}))
    note, folder = Note.get(), Folder.get()
    source = written(
        tmp_path / "w.json",
        notes=[{"id": note.id, "name": "a", "content": "theirs", "parentId": folder.id, "ownerId": caller.user_id}],
    )
    bring_in(workspace, stranger, source)
    assert texts(caller) == {"f/a": "mine"}
    assert texts(stranger) == {"a": "theirs"}


def test_a_second_import_makes_a_second_copy(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"f/a.md": "x", "b.md": "[[a]]"}))
    source = exported(caller, tmp_path / "w.zip")
    bring_in(workspace, caller, source)
    assert sorted(note.name for note in Note.select()) == ["a", "a", "b", "b"]
    assert [branch.path for branch in folders.tree(caller)] == ["f", "f"]


def test_times_are_kept_but_never_in_the_future(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    past, future = "2020-01-02T03:04:05.678Z", "2999-01-01T00:00:00.000Z"
    source = written(
        tmp_path / "w.json", notes=[{"id": f"{OLD}1", "name": "a", "createdAt": past, "updatedAt": future}]
    )
    bring_in(workspace, caller, source)
    note = Note.get()
    assert note.created_at == past
    assert past < note.updated_at <= clock.now()


def test_people_and_colours_that_are_here_stay_as_they_are(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    first = written(
        tmp_path / "a.json",
        people=[{"name": "Ada", "aliases": ["Countess"], "notes": "first"}],
        tags=[{"tag": "x1", "color": "#aa0000"}, {"tag": "y1", "color": None}],
        notes=[{"id": f"{OLD}1", "name": "a", "content": "$Countess and $Bob"}],
    )
    second = written(
        tmp_path / "b.json",
        people=[{"name": "ADA", "notes": "second"}, {"name": "Bob", "aliases": ["Countess"]}, {"aliases": 3}],
        tags=[{"tag": "x1", "color": "#00bb00"}, {"tag": "no tag", "color": "#00bb00"}],
    )
    bring_in(workspace, caller, first)
    _, report = bring_in(workspace, caller, second)
    assert [(person.name, person.notes) for person in Person.select()] == [("Ada", "first")]
    assert {path: outcome for path, (outcome, _) in outcomes(report).items()} == {
        "people/ADA": "skipped",
        "people/Bob": "failed",
        "people/": "failed",
        "tags/x1": "skipped",
        "tags/no tag": "failed",
    }


def test_a_day_that_has_an_entry_keeps_it(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    day = {"name": "2026-11-20", "journalMeta": {"date": "2026-11-20", "mood": 3}}
    source = written(tmp_path / "w.json", notes=[{"id": f"{OLD}1", "content": "one", **day}])
    bring_in(workspace, caller, source)
    _, report = bring_in(workspace, caller, source)
    first, second = Note.select().order_by(Note.number)
    assert (first.journal_date, first.journal_meta) == ("2026-11-20", {"date": "2026-11-20", "mood": 3})
    assert (second.journal_date, second.journal_meta) == (None, {"mood": 3})
    assert [reason for _, reason in outcomes(report).values()] == [
        "2026-11-20 has a journal entry already: kept as an ordinary note"
    ]


def test_versions_come_in_their_order_before_what_the_note_says(
    workspace: Settings, caller: Caller, tmp_path: Path
) -> None:
    versions = [
        {
            "noteId": f"{OLD}1",
            "content": text,
            "name": "a",
            "reason": "manual",
            "createdAt": f"2020-01-0{day}T00:00:00Z",
        }
        for day, text in ((1, "the first text"), (2, "the second text"))
    ]
    source = written(
        tmp_path / "w.json",
        notes=[{"id": f"{OLD}1", "name": "a", "content": "the last text of all"}],
        versions=versions,
    )
    bring_in(workspace, caller, source)
    found = NoteVersion.select().order_by(NoteVersion.number)
    assert [row.content for row in found] == ["the first text", "the second text", "the last text of all"]
    assert {row.author_id for row in found} == {caller.user_id}


def test_a_block_document_that_is_none_is_left_out(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    notes = [{"id": f"{OLD}1", "name": "a", "content": "text", "richContent": [{"type": "script", "content": []}]}]
    _, report = bring_in(workspace, caller, written(tmp_path / "w.json", notes=notes))
    assert texts(caller) == {"a": "text"}
    assert "block document" in str(outcomes(report)["a.md"])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nul_comes_in_nowhere(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    nul = "a\x00b"
    blocks = [
        {"type": "paragraph", "props": {}, "content": [{"type": "text", "text": nul, "styles": {}}], "children": []}
    ]
    fields = {
        "content": nul,
        "richContent": blocks,
        "properties": {"aliases": [nul]},
        "icon": nul,
        "cover": f"/files/{nul}",
    }
    source = written(
        tmp_path / "w.json",
        folders=[{"id": "1", "name": nul, "icon": nul}],
        people=[{"name": nul, "aliases": [nul], "notes": nul, "email": nul}],
        notes=[{"id": f"{OLD}1", "name": nul, "tags": [nul], "journalMeta": {"x": nul}, "parentId": "1", **fields}],
        versions=[{"noteId": f"{OLD}1", "name": nul, "origin": nul, **fields}],
    )
    job, _ = bring_in(workspace, caller, source)
    assert job.state == "done"
    assert texts(caller) == {"a b/a b": "ab"}
    note = Note.get()
    assert (note.properties, note.icon, note.cover, note.tags, note.journal_meta) == ({}, None, None, [], None)


def test_what_is_no_note_fails_alone(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    notes: list[Any] = [
        {"id": f"{OLD}1", "name": "good", "content": "x", "tags": ["ok", "no tag"], "icon": 7, "sortOrder": 2**70},
        {"id": f"{OLD}2", "name": "bad", "content": 7},
        {"id": f"{OLD}3", "name": "large", "content": "x" * (limits.MAX_BODY + 1)},
    ]
    source = written(tmp_path / "w.json", notes=notes)
    source.write_text(source.read_text()[:-2] + ', 17, "text", {"name": "cut"' + "}]}", encoding="utf-8")
    _, report = bring_in(workspace, caller, source)
    assert texts(caller) == {"good": "x"}
    note = Note.get()
    assert (note.tags, note.icon) == (["ok"], None)
    assert tally(report) == {("note", "created"): 1, ("note", "failed"): 5}


def test_folders_that_are_their_own_ancestors_fail_and_their_notes_stand_at_the_top(
    workspace: Settings, caller: Caller, tmp_path: Path
) -> None:
    source = written(
        tmp_path / "w.json",
        folders=[
            {"id": "1", "name": "child", "parentId": "2"},
            {"id": "2", "name": "top", "parentId": "gone"},
            {"id": "3", "name": "a", "parentId": "4"},
            {"id": "4", "name": "b", "parentId": "3"},
        ],
        notes=[{"id": f"{OLD}1", "name": "n", "parentId": "3"}, {"id": f"{OLD}2", "name": "m", "parentId": "1"}],
    )
    _, report = bring_in(workspace, caller, source)
    assert [branch.path for branch in folders.tree(caller)] == ["top", "top/child"]
    assert texts(caller).keys() == {"n", "top/child/m"}
    assert report.summary["folders"] == 2


def test_a_json_names_the_attachments_that_it_cannot_bring(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"a.md": "x", "i.png": b"x"}))
    _, report = bring_in(workspace, caller, exported(caller, tmp_path / "w.json", form="json"))
    assert (report.summary["notes"], report.summary["attachments"]) == (1, 0)
    assert outcomes(report)["attachments/i.png"] == ("skipped", "its file is not in the archive")


def test_every_file_of_the_archive_is_named(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"f/a.md": "x", "f/i.png": b"x"}))
    source = exported(caller, tmp_path / "w.zip")
    with zipfile.ZipFile(source, "a") as archive:
        archive.writestr("f/added.md", "not in the list")
        names = {name for name in archive.namelist() if not name.endswith("/")}
    _, report = bring_in(workspace, caller, source)
    assert outcomes(report).keys() == names
    assert outcomes(report)["f/added.md"] == ("skipped", "workspace.json does not name it")


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "notesvc.workspace", "formatVersion": 2, "notes": []}',
        '{"format": "notesvc.workspace", "notes": []}',
        '{"x": "notesvc.workspace"}',
        '{"format": "notesvc.workspace", "formatVersion": 1, "notes": [{"content": "x"',
    ],
)
def test_another_format_fails_and_leaves_nothing(
    workspace: Settings, caller: Caller, tmp_path: Path, text: str
) -> None:
    source = tmp_path / "w.json"
    source.write_text(text, encoding="utf-8")
    job, report = bring_in(workspace, caller, source)
    assert job.state == "failed"
    assert report.message
    assert Note.select().count() == 0


def test_favourites_come_behind_those_that_are_there(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    here, _ = notes.create(caller, {"name": "here"})
    favourites.add(caller, str(here.id))
    named = [{"id": f"{OLD}{number}", "name": f"n{number}"} for number in range(3)]
    wanted: list[Any] = [f"{OLD}2", f"{OLD}0", f"{OLD}9", 7, None, {"id": 1}, f"{OLD}2"]
    bring_in(workspace, caller, written(tmp_path / "w.json", notes=named, favourites=wanted))
    assert [row[1] for row in favourites.favourites(caller)] == ["here", "n2", "n0"]
