"""One thing after the other: what a round does with what either side did."""

import pytest

from notesvc.domain import folders, history, notes, trash
from notesvc.domain.mirror import states
from notesvc.models import Note
from tests.backends.model import Model
from tests.domain.conftest import MakeNote
from tests.domain.mirror.rig import Rig


def test_notes_become_files_with_their_ids(rig: Rig, make_note: MakeNote) -> None:
    folder = folders.create(rig.caller, {"name": "Work"})
    note = make_note("Plan: a/b", "text\n", tags=["x-tag"], properties={"due": "soon"}, parent_id=str(folder.id))
    assert rig.round() == "ok"
    assert rig.place.files["Work/Plan- a-b.md"].decode() == (
        f'---\nnotesvc_id: "{note.id}"\ndue: soon\ntags:\n  - x-tag\n---\ntext\n'
    )


def test_an_edit_there_is_a_save_here_that_the_history_shows(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "a first line\n")
    rig.round()
    rig.edit("Plan.md", "first", "very second")
    assert rig.round() == "ok"
    assert rig.notes() == {"Plan": "a very second line\n"}
    version = history.versions_of(rig.caller, str(note.id))[0]
    assert (version.reason, version.origin) == ("import", "mirror")


def test_a_quiet_round_changes_nothing(rig: Rig, make_note: MakeNote) -> None:
    make_note("Plan", "text")
    rig.round()
    before, asked = dict(rig.place.stored), len(rig.place.log)
    revision = Note.get(Note.name == "Plan").revision
    assert rig.round() == "ok"
    assert rig.place.stored == before
    assert Note.get(Note.name == "Plan").revision == revision
    assert [what for what, _ in rig.place.log[asked:]] == ["open", "entries"]


def test_both_sides_are_merged_by_lines(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "one\n\ntwo\n\nthree\n")
    rig.round()
    rig.edit("Plan.md", "one", "one there")
    notes.change(rig.caller, str(note.id), {"content": "one\n\ntwo\n\nthree here\n"})
    rig.settle()
    assert rig.notes() == {"Plan": "one there\n\ntwo\n\nthree here\n"}
    assert rig.files() == {"Plan.md": "one there\n\ntwo\n\nthree here\n"}


def test_what_cannot_be_merged_becomes_a_note_of_its_own(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "one\n")
    rig.round()
    rig.edit("Plan.md", "one", "theirs")
    notes.change(rig.caller, str(note.id), {"content": "ours\n"})
    rig.settle()
    found = rig.notes()
    copy = next(name for name in found if name.startswith("Plan (from folder, "))
    assert (found["Plan"], found[copy]) == ("ours\n", "theirs\n")
    assert rig.files() == {"Plan.md": "ours\n", f"{copy}.md": "theirs\n"}
    assert [(each.name, each.copy_name) for each in states.conflicts(rig.part_id, 9)] == [("Plan", copy)]


def test_a_move_and_a_rename_there_keep_the_note(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "text")
    other = make_note("Other", "see [[Plan]]")
    rig.round()
    rig.place.rename("Plan.md", "Work/Project.md")
    rig.settle()
    record = rig.records()[str(note.id)]
    assert record.name == "Project"
    assert rig.records()[str(other.id)].content == "see [[Project]]"
    assert rig.files() == {"Work/Project.md": "text", "Other.md": "see [[Project]]"}


def test_a_folder_renamed_there_stays_the_same_folder(rig: Rig, make_note: MakeNote) -> None:
    folder = folders.create(rig.caller, {"name": "Work"})
    for name in ("One", "Two"):
        make_note(name, name, parent_id=str(folder.id))
    rig.round()
    for name in ("One", "Two"):
        rig.place.rename(f"Work/{name}.md", f"Job/{name}.md")
    rig.settle()
    assert [(branch.id, branch.name) for branch in folders.tree(rig.caller)] == [(str(folder.id), "Job")]


def test_a_folder_renamed_here_moves_its_files(rig: Rig, make_note: MakeNote) -> None:
    folder = folders.create(rig.caller, {"name": "Work"})
    make_note("One", "1", parent_id=str(folder.id))
    rig.round()
    folders.change(rig.caller, str(folder.id), {"name": "Job"})
    rig.round()
    assert rig.files() == {"Job/One.md": "1"}


def test_a_deletion_there_goes_to_the_trash_at_the_second_look(rig: Rig, make_note: MakeNote) -> None:
    make_note("Plan", "text")
    make_note("Other", "text")
    rig.round()
    rig.place.delete("Plan.md")
    rig.round()
    assert set(rig.notes()) == {"Plan", "Other"}
    rig.round()
    assert set(rig.notes()) == {"Other"}
    assert [note.name for note in trash.contents(rig.caller, None, 10)[0]] == ["Plan"]


def test_a_note_changed_here_survives_its_files_deletion(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "text")
    rig.round()
    rig.place.delete("Plan.md")
    notes.change(rig.caller, str(note.id), {"content": "more text"})
    rig.settle()
    assert rig.files() == {"Plan.md": "more text"}


def test_a_file_changed_there_survives_its_notes_deletion(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "text")
    rig.round()
    rig.edit("Plan.md", "text", "a new text")
    trash.delete_note(rig.caller, str(note.id))
    rig.settle()
    assert rig.notes() == {"Plan": "a new text"}


def test_a_note_deleted_here_takes_its_file(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "text")
    rig.round()
    trash.delete_note(rig.caller, str(note.id))
    rig.round()
    assert rig.files() == {}


def test_many_deletions_at_once_are_asked_about(rig: Rig, make_note: MakeNote) -> None:
    for number in range(8):
        make_note(f"n{number}", "text")
    rig.round()
    for number in range(4):
        rig.place.delete(f"n{number}.md")
    assert [rig.round(), rig.round(), rig.round()] == ["ok", "deletions", "deletions"]
    assert len(rig.notes()) == 8
    assert states.of(rig.part_id).pause == {"reason": "deletions", "count": 4, "names": ["n0", "n1", "n2", "n3"]}
    states.accept(rig.part_id)
    assert rig.round() == "ok"
    assert len(rig.notes()) == 4


def test_an_empty_folder_stops_it_and_one_that_comes_back_lets_it_go_on(rig: Rig, make_note: MakeNote) -> None:
    for number in range(5):
        make_note(f"n{number}", "text")
    rig.round()
    kept = {key: stored for key, stored in rig.place.stored.items() if key.endswith(".md")}
    for key in kept:
        rig.place.delete(key)
    assert [rig.round(), rig.round()] == ["ok", "empty"]
    rig.place.stored |= kept
    assert rig.round() == "ok"
    assert states.of(rig.part_id).pause is None
    assert len(rig.notes()) == 5


def test_a_folder_without_its_marker_is_not_taken_for_the_mirror(rig: Rig, make_note: MakeNote) -> None:
    make_note("Plan", "text")
    rig.round()
    rig.place.stored.clear()
    assert [rig.round(), rig.round()] == ["no_marker", "no_marker"]
    states.accept(rig.part_id)
    assert rig.round() == "ok"
    assert rig.files() == {"Plan.md": "text"}


def test_the_folder_of_another_workspace_is_refused(rig: Rig, stranger: object, make_note: MakeNote) -> None:
    rig.round()
    second = Rig(stranger, rig.place)  # type: ignore[arg-type]
    make_note("Theirs", "text", by=stranger)
    assert second.round() == "other_marker"
    assert rig.files() == {}


def test_what_is_no_note_is_left_alone_and_named(rig: Rig) -> None:
    rig.round()
    rig.place.write("latin.md", "é".encode("latin-1"))
    rig.place.write("nul.md", b"a\0b")
    rig.place.write("picture.png", b"\x89PNG")
    rig.place.write("~$draft.md", b"lock")
    rig.settle()
    assert rig.notes() == {}
    assert {each.name: each.reason for each in states.left_files(rig.part_id, 9)} == {
        "latin.md": "not_utf8",
        "nul.md": "nul",
    }
    rig.place.write("latin.md", "é".encode())
    rig.settle()
    assert rig.notes() == {"latin": "é"}
    assert [each.name for each in states.left_files(rig.part_id, 9)] == ["nul.md"]


def test_names_are_unique_for_file_systems_and_stay(rig: Rig, make_note: MakeNote) -> None:
    first = make_note("Plan", "1")
    make_note("plan", "2")
    make_note("CON", "3")
    rig.round()
    assert rig.files() == {"Plan.md": "1", "plan (2).md": "2", "_CON.md": "3"}
    trash.delete_note(rig.caller, str(first.id))
    rig.settle()
    assert rig.files() == {"plan (2).md": "2", "_CON.md": "3"}
    assert set(rig.notes()) == {"plan", "CON"}


def test_two_files_that_changed_places_are_two_renames(rig: Rig, make_note: MakeNote) -> None:
    one, two = make_note("A", "first"), make_note("B", "second")
    rig.round()
    rig.place.rename("A.md", "swap")
    rig.place.rename("B.md", "A.md")
    rig.place.rename("swap", "B.md")
    rig.settle()
    found = rig.records()
    assert (found[str(one.id)].name, found[str(two.id)].name) == ("B", "A")
    assert rig.files() == {"A.md": "second", "B.md": "first"}


def test_a_copy_of_a_file_is_a_new_note(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("A", "first")
    rig.round()
    rig.place.write("A copy.md", rig.place.files["A.md"])
    rig.settle()
    assert rig.notes() == {"A": "first", "A copy": "first"}
    assert str(note.id) not in rig.place.files["A copy.md"].decode()


def test_our_own_write_whose_answer_was_lost_is_no_conflict(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "one\n")
    rig.round()
    notes.change(rig.caller, str(note.id), {"content": "two\n"})
    mirror_put = Model.write

    def put_and_fail(self: Model, key: str, content: bytes) -> None:
        mirror_put(self, key, content)
        self.failure = "timeout"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "write", put_and_fail)
        assert rig.round() == "timeout"
    rig.place.failure = None
    notes.change(rig.caller, str(note.id), {"content": "three\n"})
    rig.settle()
    assert rig.notes() == {"Plan": "three\n"}
    assert rig.files() == {"Plan.md": "three\n"}


def test_one_way_reads_nothing_in_and_puts_aside_what_others_wrote(rig: Rig, make_note: MakeNote) -> None:
    rig.is_two_way = False
    note = make_note("Plan", "one\n")
    rig.round()
    rig.edit("Plan.md", "one", "theirs")
    rig.place.write("new.md", b"new")
    rig.round()
    assert rig.notes() == {"Plan": "one\n"}
    notes.change(rig.caller, str(note.id), {"content": "two\n"})
    rig.settle()
    found = rig.files()
    assert found.pop("Plan.md") == "two\n"
    assert sorted(found.values()) == ["new", "theirs\n"]
    assert rig.notes() == {"Plan": "two\n"}


def test_a_file_whose_front_matter_is_gone_keeps_its_notes_tags(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "one\n", tags=["kept-tag"])
    rig.round()
    rig.place.write("Plan.md", b"two\n")
    rig.settle()
    record = rig.records()[str(note.id)]
    assert (record.content, record.look.tags) == ("two\n", ("kept-tag",))
    assert str(note.id) in rig.place.files["Plan.md"].decode()
