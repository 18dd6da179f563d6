"""Zips of markdown files: what becomes of names, folders, front matter, files and the links between them."""

import random
from pathlib import Path

import pytest

from notesvc import file_store, limits
from notesvc.config import Settings
from notesvc.domain import folders, history
from notesvc.domain.accounts import administration
from notesvc.domain.caller import OPERATOR, Caller
from notesvc.models import Attachment, Folder, Note, NoteLink
from tests.domain.archives import bring_in, note_named, outcomes, tally, texts, zipped
from tests.domain.conftest import MakeNote

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


@pytest.fixture
def kind() -> str:
    """What is read of a zip does not depend on the kind of database; `test_import_whole` runs on both."""
    return "sqlite"


def test_folders_notes_and_files_come_as_they_lie(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    source = zipped(
        tmp_path / "v.zip", {"B/two.md": "2", "a/c/one.md": "1", "Top.md": "t", "a/i.png": PNG, "empty/": ""}
    )
    job, report = bring_in(workspace, caller, source)
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    assert texts(caller) == {"B/two": "2", "a/c/one": "1", "Top": "t"}
    assert [branch.path for branch in folders.tree(caller)] == ["a", "a/c", "B", "empty"]
    assert report.summary == {
        "notes": 3,
        "folders": 4,
        "attachments": 1,
        "links": {"resolved": 0, "unresolved": 0},
    }
    image = Attachment.get(Attachment.owner == caller.user_id)
    assert (image.name, image.folder, image.type) == ("i.png", "a", "image/png")
    with file_store.reading(image.content_hash) as file:
        assert file.read() == PNG


def test_siblings_stand_by_name_one_step_apart(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    source = zipped(tmp_path / "v.zip", dict.fromkeys(["f/b.md", "f/C.md", "f/a.md", "f/ä.md"], "x"))
    bring_in(workspace, caller, source)
    found = Note.select(Note.name, Note.sort_order).order_by(Note.sort_order)
    assert [(note.name, note.sort_order) for note in found] == [("a", 1024), ("b", 2048), ("C", 3072), ("ä", 4096)]


def test_notes_are_saved_like_any_others(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"a.md": "[[b]] and #topic", "b.md": "x"}))
    links = {(row.kind, row.target_label) for row in NoteLink.select()}
    assert links == {("wiki", "b"), ("tag", "topic")}
    (version,) = history.versions_of(caller, str(note_named(caller, "a").id))
    assert (version.reason, version.origin) == ("import", "import")


def test_front_matter_becomes_properties_tags_and_further_names(
    workspace: Settings, caller: Caller, tmp_path: Path
) -> None:
    head = "---\ntitle: Other\ntags: [one, '#Two', '3', a b]\naliases: [Alpha]\nrating: 4\n---\n"
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"a.md": f"{head}\ntext\n", "b.md": "[[alpha]]"}))
    note = note_named(caller, "a")
    assert note.tags == ["one", "Two"]
    assert note.properties == {"title": "Other", "aliases": ["Alpha"], "rating": 4, "tags": ["3", "a b"]}
    assert texts(caller)["a"] == "\ntext\n"


def test_front_matter_that_is_none_stays_in_the_text(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    large = f"---\nx: {'y' * limits.MAX_PROPERTIES}\n---\ntext"
    bomb = "---\na: &a [x, x]\nb: [*a, *a]\n---\ntext"
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"large.md": large, "bomb.md": bomb}))
    assert texts(caller) == {"large": large, "bomb": bomb}
    assert "front matter" in str(outcomes(report)["large.md"][1])


LINKS = {
    "A/note.md": "[x](../B/Other%20note.md#Part) [y](other.md) [z](<../B/Other note>)",
    "A/files.md": "![alt](../img/p%C3%ADc.png) [pdf](doc.pdf#page=3 'title') [root](/img/píc.png) [name](píc.png)",
    "A/kept.md": "[[Other note]] ![[píc.png]] `[x](../B/Other%20note.md)` [m](no.md) [u](https://x.org/a.md) [h](#h)",
    "A/doc.pdf": b"%PDF-1.4",
    "B/Other note.md": "[back](../A/note.md)\n\n[ref]: ../A/doc.pdf",
    "B/OTHER.md": "elsewhere",
    "img/píc.png": PNG,
}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_postgres_would_refuse_does_not_come_in(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    heads = {"nul": 'aliases: ["a\\0b"]', "half": 'x: "\\ud800"'}
    files = {f"{name}.md": f"---\n{head}\n---\ntext" for name, head in heads.items()} | {"\u200b": b"x"}
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", files))
    assert texts(caller) == {name: files[f"{name}.md"] for name in heads}
    assert {note.properties == {} for note in Note.select()} == {True}
    assert outcomes(report)["\u200b"][0] == "failed"


def test_links_between_files_lead_to_what_the_files_became(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", LINKS))
    ids = {note.name: note.id for note in Note.select()}
    urls = {file.name: file.url for file in Attachment.select()}
    found = texts(caller)
    other = f"note://{ids['Other note']}"
    assert found["A/note"] == f"[x]({other}#Part) [y](note://{ids['OTHER']}) [z]({other})"
    image, paper = urls["píc.png"], urls["doc.pdf"]
    assert found["A/files"] == f"![alt]({image}) [pdf]({paper}#page=3 'title') [root]({image}) [name]({image})"
    assert found["A/kept"] == LINKS["A/kept.md"]
    assert found["B/Other note"] == f"[back](note://{ids['note']})\n\n[ref]: {paper}"
    # By address: nine found and one missing; by title: the note and the image.
    assert report.summary["links"] == {"resolved": 9 + 2, "unresolved": 1}


HTML = """<img alt=" src=x.png" src="pic.png" width="50"> <a href='o.md#Part'>o</a> <img src=./pic.png>

<p align="center"><img src="../pic.png"></p> <!-- <img src="pic.png"> --> `<img src="pic.png">` <img src="no.png">
<a href="https://example.org/o.md">out</a> <img src="a&amp;b.png">
"""


def test_addresses_in_html_lead_to_what_the_files_became(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    files = {"v/h.md": HTML, "v/o.md": "o", "v/pic.png": PNG, "pic.png": PNG + b"top", "v/a&b.png": PNG}
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", files))
    near, top, odd = (
        Attachment.get((Attachment.name == name) & (Attachment.folder == folder)).url
        for name, folder in (("pic.png", "v"), ("pic.png", ""), ("a&b.png", "v"))
    )
    other = note_named(caller, "o").id
    assert texts(caller)["v/h"] == (
        f"""<img alt=" src=x.png" src="{near}" width="50"> <a href='/notes/{other}#Part'>o</a> <img src={near}>

<p align="center"><img src="{top}"></p> <!-- <img src="pic.png"> --> `<img src="pic.png">` <img src="no.png">
<a href="https://example.org/o.md">out</a> <img src="{odd}">
"""
    )
    assert report.summary["links"] == {"resolved": 5, "unresolved": 1}


def test_what_is_no_note_is_kept_or_named(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"x.md": "x"}).read_bytes()
    files = {"a.md": "x", "b.canvas": "{}", "c.zip": inner, ".obsidian/app.json": "{}", "__MACOSX/._a.md": "x"}
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", files))
    assert tally(report) == {("note", "created"): 1, ("attachment", "created"): 2, ("other", "skipped"): 2}
    assert outcomes(report).keys() == files.keys()
    assert all(reason for outcome, reason in outcomes(report).values() if outcome != "created")


def test_names_that_are_paths_of_a_disk_do_no_harm(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if path.name != "imports"}
    evil = [
        ("../../evil.md", "x"),
        ("/etc/evil.md", "x"),
        ("C:\\evil.md", "x"),
        ("a\\..\\b.md", "x"),
        ("ok\\b.md", "y"),
    ]
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", evil))
    assert texts(caller) == {"ok/b": "y"}
    assert [outcome for outcome, _ in outcomes(report).values()].count("failed") == 4
    new = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*") if path not in before}
    assert new <= {"v.zip", "instance"}


def test_of_two_entries_of_one_name_the_last_counts(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        source = zipped(tmp_path / "v.zip", [("a.md", "old"), ("a.md", "new"), ("A.md", "other"), ("e\u0301.md", "é")])
    job, report = bring_in(workspace, caller, source)
    assert texts(caller) == {"a": "new", "A": "other", "é": "é"}
    assert tally(report) == {("note", "created"): 3, ("other", "skipped"): 1}
    assert job.total == 4


def test_texts_of_other_encodings_are_read(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    files = {
        "mark.md": b"\xef\xbb\xbfgr\xc3\xbc\xc3\x9fe",
        "wide.md": "grüße".encode("utf-16"),
        "old.md": "grüße".encode("latin-1"),
        "nul.md": b"gr\x00\xc3\xbc\xc3\x9fe",
        "lines.md": "a\r\nb\ra\u0301 \u202e👩\u200d👩\u200d👧",
    }
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", files))
    found = texts(caller)
    assert {found[name] for name in ("mark", "wide", "old", "nul")} == {"grüße"}
    assert found["lines"] == files["lines.md"]
    told = {path for path, (_, reason) in outcomes(report).items() if reason}
    assert told == {"old.md", "nul.md"}


def test_one_note_that_is_too_large_fails_alone(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    large = random.Random(1).randbytes(limits.MAX_BODY).hex()
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"a.md": "x", "large.md": large}))
    assert texts(caller) == {"a": "x"}
    assert outcomes(report)["large.md"] == ("failed", f"it is larger than {limits.MAX_BODY} bytes")


def test_a_damaged_entry_fails_alone(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    source = zipped(tmp_path / "v.zip", {"a.md": "text " * 30, "b.md": "x"})
    content = bytearray(source.read_bytes())
    content[40] ^= 0xFF
    source.write_bytes(content)
    _, report = bring_in(workspace, caller, source)
    assert texts(caller) == {"b": "x"}
    assert outcomes(report)["a.md"] == ("failed", "it is damaged")


def test_it_all_goes_below_the_folder_that_is_named(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    target = folders.create(caller, {"name": "Inbox"})
    source = zipped(tmp_path / "v.zip", {"a.md": "x", "f/b.md": "y"})
    bring_in(workspace, caller, source, parent_id=str(target.id))
    bring_in(workspace, caller, source, parent_id=str(target.id))
    assert Note.select().count() == 4
    assert [branch.path for branch in folders.tree(caller)] == ["Inbox", "Inbox/f", "Inbox/f"]


def test_too_deep_a_note_fails_alone(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    target = folders.create(caller, {"name": "Inbox"})
    fits, deep = "/".join(["f"] * (limits.MAX_FOLDER_DEPTH - 1)), "/".join(["g"] * limits.MAX_FOLDER_DEPTH)
    source = zipped(tmp_path / "v.zip", {f"{fits}/a.md": "x", f"{deep}/b.md": "y"})
    _, report = bring_in(workspace, caller, source, parent_id=str(target.id))
    assert [note.name for note in Note.select()] == ["a"]
    assert outcomes(report)[f"{deep}/b.md"][0] == "failed"
    assert Folder.select().count() == limits.MAX_FOLDER_DEPTH


@pytest.mark.parametrize("name", ["My note.txt", "My note.md", ".My note.md", "../My note.md", "C:\\x\\My note.txt"])
def test_a_single_text_is_a_note(workspace: Settings, caller: Caller, tmp_path: Path, name: str) -> None:
    source = tmp_path / "source"
    source.write_text("# Hello\n", encoding="utf-8")
    bring_in(workspace, caller, source.rename(tmp_path / name.replace("/", "\\")))
    assert texts(caller) == {"My note": "# Hello\n"}


def test_nothing_of_others_is_touched(
    workspace: Settings, caller: Caller, stranger: Caller, make_note: MakeNote, tmp_path: Path
) -> None:
    make_note("a", "theirs", by=stranger)
    make_note("a", "mine")
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"a.md": "new"}), parent_id=None)
    assert texts(stranger) == {"a": "theirs"}
    assert sorted(note.owner_id == caller.user_id for note in Note.select()) == [False, True, True]


def test_a_file_beyond_the_owners_quota_fails_alone(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    administration.change(OPERATOR, caller.user_id, {"quota_bytes": 100})
    files = {"a.png": b"\x89PNG" + b"a" * 60, "b.png": b"\x89PNG" + b"b" * 60, "Note.md": "![](a.png)"}
    job, report = bring_in(workspace, caller, zipped(tmp_path / "vault.zip", files))
    assert job.state == "done"
    assert tally(report) == {("note", "created"): 1, ("attachment", "created"): 1, ("attachment", "failed"): 1}
