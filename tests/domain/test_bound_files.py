"""Which files names in notes mean: the note's own, else the nearest; what is far is never taken unsaid."""

from pathlib import Path

import pytest

from notesvc import database, file_store
from notesvc.config import Settings
from notesvc.domain import attachments, folders, notes
from notesvc.domain.caller import Caller
from notesvc.domain.exporting.links import LinkMaker, Source
from notesvc.domain.links import files
from notesvc.models import Attachment, Note, NoteBody
from tests.domain.archives import bring_in, exported, note_named, outcomes, zipped
from tests.domain.conftest import MakeNote
from tests.domain.exporting import attach

A, B = b"\x89PNG\r\n\x1a\nA", b"\x89PNG\r\n\x1a\nB"
TWO = {"v/a/image.png": A, "v/b/image.png": B, "v/a/na.md": "![[image.png]]", "v/b/nb.md": "![[image.png]]"}


@pytest.fixture(autouse=True)
def _store(workspace: Settings) -> None:
    file_store.open_store(workspace.attachments)


def shown(caller: Caller, note: Note, name: str = "image.png") -> bytes | None:
    """The file that the app shows for `![[name]]` in the note; on pages and in exports it is the same."""
    found = attachments.find_by_name(caller, name, str(note.id))
    content = str(NoteBody.get(NoteBody.note == note.id).content)
    links, _ = LinkMaker(caller.user_id).of(Source(str(note.id), note.parent_id, content))
    target = links.wiki.get(name)
    assert (target.address if target else None) == (found[0].url if found else None)
    if not found:
        return None
    with file_store.reading(str(found[0].content_hash)) as file:
        return file.read()


def told(caller: Caller, note: Note) -> list[str]:
    """What the owner is told of the files when the note is published."""
    content = str(NoteBody.get(NoteBody.note == note.id).content)
    return LinkMaker(caller.user_id).of(Source(str(note.id), note.parent_id, content))[1]


def test_an_imported_name_means_the_file_beside_the_note(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", TWO))
    later = {"w/image.png": B + b"2", "w/only.md": "![[image.png]]"}
    bring_in(workspace, caller, zipped(tmp_path / "w.zip", later))
    found = {name: shown(caller, note_named(caller, name)) for name in ("na", "nb", "only")}
    assert found == {"na": A, "nb": B, "only": B + b"2"}
    assert [told(caller, note_named(caller, name)) for name in ("na", "nb", "only")] == [[], [], []]


@pytest.mark.parametrize(
    ("written", "content"),
    [
        ("./image.png", A),
        ("../b/image.png", B),
        ("b/image.png", B),
        ("v/b/IMAGE.png", B),
        ("far.png", A),
        ("top.png", A),
    ],
)
def test_folders_in_a_name_count(
    workspace: Settings, caller: Caller, tmp_path: Path, written: str, content: bytes
) -> None:
    more = {"v/a/n.md": f"![[{written}]]", "v/c/d/far.png": B, "v/c/far.png": A, "top.png": A}
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", TWO | more))
    assert shown(caller, note_named(caller, "n"), written) == content


def test_a_file_that_no_import_has_is_named_and_not_taken(
    workspace: Settings, caller: Caller, make_note: MakeNote, tmp_path: Path
) -> None:
    private = make_note("Private")
    attach(caller, "photo.png", note_id=str(private.id))
    source = zipped(tmp_path / "t.zip", {"trip.md": "![[photo.png]] ![p](photo.png) [[Private]]"})
    for is_dry_run in (True, False):
        _, report = bring_in(workspace, caller, source, is_dry_run=is_dry_run)
        assert report.summary["links"] == {"resolved": 1, "unresolved": 2}
        reason = "the file photo.png is neither near the note nor in the import"
        assert outcomes(report)["trip.md"] == ("created", reason)
    trip = note_named(caller, "trip")
    assert shown(caller, trip, "photo.png") is None
    assert "not shown" in told(caller, trip)[0]
    notes.change(caller, str(trip.id), {"content": "![[photo.png]] edited"}, "autosave")
    assert shown(caller, trip, "photo.png") is None


def test_a_file_that_comes_later_is_bound_where_it_is_near(
    workspace: Settings, caller: Caller, make_note: MakeNote, tmp_path: Path
) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"v/n.md": "![[image.png]]"}))
    elsewhere = make_note("Elsewhere", "![[image.png]]")
    bring_in(workspace, caller, zipped(tmp_path / "w.zip", {"v/image.png": A, "x.md": "x"}))
    assert (shown(caller, note_named(caller, "n")), shown(caller, elsewhere)) == (A, None)
    attach(caller, "image.png", B, note_id=str(elsewhere.id))
    assert (shown(caller, note_named(caller, "n")), shown(caller, elsewhere)) == (A, B)


def test_an_import_into_a_folder_finds_what_is_in_its_tree(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    folder_id = str(folders.create(caller, {"name": "P/Q"}).id)
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", {"v/image.png": A, "x.md": "x"}), parent_id=folder_id)
    bring_in(workspace, caller, zipped(tmp_path / "w.zip", {"image.png": B, "x.md": "x"}))
    source = zipped(tmp_path / "n.zip", {"w/n.md": "![[image.png]]"})
    for is_dry_run in (True, False):
        _, report = bring_in(workspace, caller, source, parent_id=folder_id, is_dry_run=is_dry_run)
        assert report.summary["links"] == {"resolved": 1, "unresolved": 0}
    assert shown(caller, note_named(caller, "n")) == A


def test_what_a_name_means_stays_whatever_is_moved_or_comes(
    workspace: Settings, caller: Caller, make_note: MakeNote, tmp_path: Path
) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", TWO))
    na, nb = note_named(caller, "na"), note_named(caller, "nb")
    notes.move(caller, str(na.id), nb.parent_id)
    attach(caller, "image.png", B + b"2")
    make_note("image.png", "a note")
    notes.change(caller, str(na.id), {"content": "More\n\n![[image.png]]"})
    assert shown(caller, Note.get_by_id(na.number)) == A
    copy, _ = notes.duplicate(caller, str(na.id))
    assert shown(caller, copy) == A


def test_the_owner_who_writes_a_name_reaches_far_and_is_told(caller: Caller, make_note: MakeNote) -> None:
    other = make_note("Other")
    attach(caller, "image.png", A, note_id=str(other.id))
    note = make_note("Typed", "![[image.png]]")
    assert (shown(caller, note), len(told(caller, note))) == (A, 1)
    # Its own file goes before that, and nothing is to be told then.
    attach(caller, "image.png", B, note_id=str(note.id))
    assert (shown(caller, note), told(caller, note)) == (B, [])


def test_what_is_not_written_by_hand_reaches_no_further_than_its_tree(caller: Caller, make_note: MakeNote) -> None:
    other = make_note("Other")
    attach(caller, "image.png", A, note_id=str(other.id))
    note, _ = notes.create(caller, {"name": "Clip", "content": "![[image.png]] ![x](image.png)"}, "capture")
    assert shown(caller, note) is None
    assert files.bound_in(str(note.id)) == {}


def test_a_file_that_a_note_names_is_kept(caller: Caller, make_note: MakeNote) -> None:
    other = make_note("Other")
    file = attach(caller, "a\u202fb.png", A, note_id=str(other.id))
    make_note("Typed", "![[a\u202fb.png]]")
    with database.transaction(caller.user_id):
        attachments.drop_unreferenced(caller.user_id, [file])
    assert Attachment.get_or_none(Attachment.id == file.id) is not None


def test_a_whole_workspace_comes_back_with_the_same_pictures(
    workspace: Settings, caller: Caller, stranger: Caller, make_note: MakeNote, tmp_path: Path
) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", TWO))
    note = make_note("Typed", "![[image.png]] ![[far.png]]")
    attach(caller, "image.png", B + b"own", note_id=str(note.id))
    attach(caller, "far.png", B + b"far", note_id=str(make_note("Other").id))
    notes.change(caller, str(note.id), {"content": "![[far.png]] ![[image.png]]"})
    bring_in(workspace, stranger, exported(caller, tmp_path / "w.zip"))
    found = [shown(stranger, note_named(stranger, name)) for name in ("na", "nb", "Typed")]
    assert found == [A, B, B + b"own"]
    assert len(told(stranger, note_named(stranger, "Typed"))) == 1


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("Screenshot 2026-03-19 at 2.02.18\u202fPM.png", "Screenshot 2026-03-19 at 2.02.18 PM.png"),
        ("\u0645\u06cc\u200c\u062e\u0648.png", "\u0645\u06cc\u200c\u062e\u0648.png"),
        ("\U0001f468\u200d\U0001f373.png", "\U0001f468\u200d\U0001f373.png"),
        ("a\u00a0b\u3000c.png", "a b c.png"),
        ("\u200eleft\u00ad.png", "left.png"),
        ("cafe\u0301.png", "caf\u00e9.png"),
    ],
)
def test_names_keep_what_their_script_needs_and_are_found(
    workspace: Settings, caller: Caller, tmp_path: Path, name: str, stored: str
) -> None:
    _, report = bring_in(workspace, caller, zipped(tmp_path / "v.zip", {f"v/{name}": A, "v/n.md": f"![[{name}]]"}))
    assert report.summary["links"] == {"resolved": 1, "unresolved": 0}
    assert Attachment.get().name == stored
    assert shown(caller, note_named(caller, "n"), name) == A
    typed, _ = notes.create(caller, {"name": "typed", "content": f"![[{stored}]]", "parent_id": Note.get().parent_id})
    assert shown(caller, typed, stored) == A
