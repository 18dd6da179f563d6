"""Files that somebody puts there: which note becomes of them."""

import pytest

from notesvc.domain import folders, history, trash
from tests.domain.conftest import MakeNote
from tests.domain.mirror.rig import Rig, interrupted_transactions


def test_a_new_file_becomes_a_note_in_its_folder(rig: Rig) -> None:
    rig.round()
    rig.place.write("Deep/er/New.md", b"---\ntags: [one-tag]\nkind: x\n---\nhello\n")
    rig.settle()
    (record,) = rig.records().values()
    assert (record.name, record.content, record.look.tags) == ("New", "hello\n", ("one-tag",))
    assert record.look.others == {"kind": "x"}
    assert [branch.path for branch in folders.tree(rig.caller)] == ["Deep", "Deep/er"]
    assert record.id in rig.place.files["Deep/er/New.md"].decode()


def test_a_new_file_whose_folder_is_deleted_at_that_moment_becomes_a_note_in_the_next_round(
    rig: Rig, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    doomed = [str(folders.create(rig.caller, {"name": "Work"}).id)]
    make_note("Plan", "text", parent_id=doomed[0])
    rig.round()
    rig.place.write("Work/New.md", b"hello\n")

    def delete_the_folder() -> None:
        if doomed and ("open", "Work/New.md") in rig.place.log:
            trash.delete_folder(rig.caller, doomed.pop())

    with interrupted_transactions(monkeypatch, lambda: None, delete_the_folder):
        assert rig.round() == "ok"
    assert not doomed
    rig.settle()
    assert rig.notes() == {"New": "hello\n"}


def test_a_file_put_where_a_deleted_one_lay_is_an_edit_that_the_history_keeps(rig: Rig, make_note: MakeNote) -> None:
    note = make_note("Plan", "first")
    other = make_note("Other", "second")
    rig.round()
    rig.place.delete("Plan.md")
    rig.place.write("Other.md", b"second")
    rig.place.rename("Other.md", "Plan.md")
    rig.settle()
    assert rig.records()[str(note.id)].content == "second"
    assert "first" in [version.content for version in history.versions_of(rig.caller, str(note.id))]
    assert str(other.id) not in rig.records()
