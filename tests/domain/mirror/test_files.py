"""Attachments of the mirror: out beside the notes, and in from files that notes name, early or late."""

import hashlib
from dataclasses import replace

import pytest

from notesvc import file_store, limits
from notesvc.config import Settings
from notesvc.domain import history, notes
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import states
from notesvc.models import Attachment
from tests.backends.model import SOUND, Model
from tests.conftest import on_sqlite
from tests.domain.conftest import MakeNote
from tests.domain.exporting import PICTURE, attach
from tests.domain.mirror.rig import Rig


@pytest.fixture(autouse=True)
def store(workspace: Settings) -> None:
    """A place for files."""
    file_store.open_store(workspace.attachments)


def attachments(rig: Rig) -> list[tuple[str, str]]:
    """Folder and name of each."""
    return sorted((str(each.folder), str(each.name)) for each in Attachment.select())


def left(rig: Rig) -> dict[str, str]:
    return {each.name: each.reason for each in states.left_files(rig.part_id, 9)}


def test_attachments_lie_beside_the_notes_which_name_them_by_relative_paths(rig: Rig, make_note: MakeNote) -> None:
    file = attach(rig.caller, "a b.pdf")
    old = attach(rig.caller, "old.png", b"old", folder="Vault/img")
    make_note("Plan", f"[page]({file.url}#page=2) ![old]({old.url})\n")
    rig.settle()
    assert rig.place.files["attachments/a b.pdf"] == PICTURE
    assert rig.place.files["Vault/img/old.png"] == b"old"
    assert rig.files() == {"Plan.md": "[page](attachments/a%20b.pdf#page=2) ![old](Vault/img/old.png)\n"}
    rig.edit("Plan.md", "[page]", "[a page]")
    rig.settle()
    assert rig.notes() == {"Plan": f"[a page]({file.url}#page=2) ![old]({old.url})\n"}
    assert len(attachments(rig)) == 2


def test_a_new_file_that_a_note_names_becomes_an_attachment(rig: Rig) -> None:
    rig.round()
    rig.place.write("Work/img/x y.png", PICTURE)
    rig.place.write("Work/img/nobodys.png", PICTURE)
    rig.place.write("Work/Plan.md", b"see ![x](<img/x y.png>)\n")
    rig.round()
    assert rig.place.files["Work/img/x y.png"] == PICTURE
    rig.settle()
    assert attachments(rig) == [("Work/img", "x y.png")]
    (file,) = Attachment.select()
    assert file.content_hash == hashlib.sha256(PICTURE).hexdigest()
    assert rig.notes() == {"Plan": f"see ![x]({file.url})\n"}
    assert rig.files() == {"Work/Plan.md": "see ![x](img/x%20y.png)\n"}
    assert left(rig) == {}


def test_a_file_that_comes_after_its_notes_were_read_becomes_an_attachment_of_each(rig: Rig) -> None:
    rig.round()
    rig.place.write("Plan.md", b"see ![x](img/x.png) and ![y](img/y.png)\n")
    rig.place.write("Work/Other.md", b"see [x](../img/x.png#top)\n")
    rig.settle()
    assert rig.notes()["Other"] == "see [x](../img/x.png#top)\n"
    rig.place.write("img/x.png", PICTURE)
    rig.settle()
    (file,) = Attachment.select()
    assert rig.notes() == {
        "Plan": f"see ![x]({file.url}) and ![y](img/y.png)\n",
        "Other": f"see [x]({file.url}#top)\n",
    }
    assert rig.files()["Work/Other.md"] == "see [x](../img/x.png#top)\n"
    (note_id,) = (record.id for record in rig.records().values() if record.name == "Other")
    version = history.versions_of(rig.caller, note_id)[0]
    assert (version.reason, version.origin) == ("import", "mirror")
    before = len(rig.place.log)
    rig.round()
    assert [what for what, _ in rig.place.log[before:]] == ["open", "entries"]


def test_a_file_that_nobody_named_becomes_an_attachment_once_a_note_does(rig: Rig) -> None:
    rig.round()
    rig.place.write("x.png", PICTURE)
    rig.settle()
    assert attachments(rig) == []
    assert left(rig) == {}
    rig.place.write("Plan.md", b"![x](x.png)\n")
    rig.settle()
    assert attachments(rig) == [("", "x.png")]
    assert rig.place.files["x.png"] == PICTURE


def test_who_writes_the_note_meanwhile_keeps_the_words_and_the_file_is_bound_a_round_later(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.round()
    rig.place.write("Plan.md", b"![x](x.png)\n")
    rig.settle()
    rig.place.write("x.png", PICTURE)
    ((note_id, record),) = rig.records().items()
    put = file_store.put

    def write_meanwhile(*arguments: object) -> tuple[str, int]:
        notes.change(rig.caller, note_id, {"content": record.content + "more\n"})
        return put(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(file_store, "put", write_meanwhile)
        rig.round()
    assert rig.notes() == {"Plan": "![x](x.png)\nmore\n"}
    rig.settle()
    (file,) = Attachment.select()
    assert rig.notes() == {"Plan": f"![x]({file.url})\nmore\n"}
    assert rig.files() == {"Plan.md": "![x](x.png)\nmore\n"}
    assert rig.count("mirror_left_files") == 0


def test_names_that_clash_lie_beside_each_other(rig: Rig, make_note: MakeNote) -> None:
    contents = {name: name.encode() for name in ("a.png", "A.png", "Plan.md", "CON.txt")}
    made = {name: attach(rig.caller, name, content) for name, content in contents.items()}
    again = attach(rig.caller, "a.png", b"another")
    rig.place.write("attachments/CON.txt", b"somebody's own")
    make_note("Plan", f"![]({again.url}) [p]({made['Plan.md'].url})\n")
    rig.settle()
    found = {key: content for key, content in rig.place.files.items() if key.startswith("attachments/")}
    assert len(found) == 6
    assert set(found.values()) == {*contents.values(), b"another", b"somebody's own"}
    assert len({key.casefold() for key in found}) == 6
    # An attachment that is a markdown file is no note.
    assert list(rig.notes()) == ["Plan"]
    rig.edit("Plan.md", "![]", "![a]")
    rig.settle()
    assert rig.notes() == {"Plan": f"![a]({again.url}) [p]({made['Plan.md'].url})\n"}


def test_a_file_that_somebody_puts_there_between_look_and_write_stays(rig: Rig, make_note: MakeNote) -> None:
    rig.round()
    attach(rig.caller, "a.png")

    def put_first(key: str) -> None:
        rig.place.between = None
        rig.place.write(key, b"somebody's own")

    rig.place.between = put_first
    rig.settle()
    assert rig.place.files["attachments/a.png"] == b"somebody's own"
    assert rig.place.files["attachments/a (2).png"] == PICTURE


@on_sqlite
def test_what_is_larger_than_a_limit_is_left_alone_and_named(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.round()
    monkeypatch.setattr(limits, "MAX_ATTACHMENT", 1_000)
    rig.place.write("film.mp4", b"x" * 1_001)
    rig.place.write("Plan.md", b"![](film.mp4)\n")
    rig.settle()
    assert attachments(rig) == []
    assert rig.notes() == {"Plan": "![](film.mp4)\n"}
    assert left(rig) == {"film.mp4": "large_attachment"}
    rig.place.write("film.mp4", b"x" * 1_000)
    rig.settle()
    assert attachments(rig) == [("", "film.mp4")]
    assert left(rig) == {}


@on_sqlite
def test_what_the_place_does_not_take_is_named(caller: Caller, make_note: MakeNote) -> None:
    rig = Rig(caller, Model(replace(SOUND, largest=1_000)))
    attach(caller, "big.png")
    make_note("Plan", "text")
    rig.settle()
    assert list(rig.files()) == ["Plan.md"]
    assert left(rig) == {"attachments/big.png": "large_there"}


def test_an_attachment_that_is_gone_there_comes_back_and_one_that_is_gone_here_goes(rig: Rig) -> None:
    file = attach(rig.caller, "a.png")
    rig.settle()
    rig.place.delete("attachments/a.png")
    rig.settle()
    assert rig.place.files["attachments/a.png"] == PICTURE
    Attachment.delete().where(Attachment.id == file.id).execute()
    rig.settle()
    assert "attachments/a.png" not in rig.place.files
