"""A mirror in a folder of the machine, through the routes of a real service: there, back, and killed in the middle."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.process.mirrored import CONFIG, Mirrored
from tests.service import Service, wait_until

_NOTES = 60


@pytest.fixture
def mirrored(start: Callable[..., Service], tmp_path: Path) -> Mirrored:
    root = tmp_path / "mirrors"
    root.mkdir()
    return Mirrored(start(NOTESVC_MIRROR_ROOT=str(root)), root)


def test_a_workspace_goes_to_its_folder_and_comes_back(mirrored: Mirrored) -> None:
    member = mirrored.member
    assert member.get(CONFIG)["offers"] == {"folder": True}
    refused = member.ask("PUT", CONFIG, {"part": "mirror", "backend": "folder"})
    assert (refused.status, refused.json()["code"]) == (403, "step_up_required")
    assert not mirrored.folder.exists()
    mirrored.set_up()
    assert (mirrored.state()["mode"], mirrored.state()["state"]) == ("two_way", "ok")
    for name in ("Plan", "Other", "Third"):
        member.note(name, f"first line of {name}\n")
    assert member.ask("PUT", "/api/workspace/journal/2026-11-21", {"content": "a day\n"}).status == 201
    wait_until(lambda: mirrored.read("Journal/2026-11-21.md"), "the files are not written")
    # A file that is gone before it is on record that it was written is written once more.
    wait_until(lambda: mirrored.state()["waiting"] == 0, "it is not on record that the files are written")
    assert "first line of Plan\n" in mirrored.read("Plan.md")
    mirrored.edit("Plan.md", "first", "very first")
    mirrored.edit("Journal/2026-11-21.md", "a day", "a good day")
    (mirrored.folder / "Journal" / "2026-11-22.md").write_text("the next day\n")
    (mirrored.folder / "Other.md").unlink()
    (mirrored.folder / "Old.md").write_bytes("é".encode("latin-1"))
    mirrored.look()
    assert mirrored.contents()["Plan"] == "very first line of Plan\n"
    assert member.get("/api/workspace/journal/2026-11-21")["content"] == "a good day\n"
    assert member.get("/api/workspace/journal/2026-11-22")["content"] == "the next day\n"
    left = {"name": "Old.md", "reason": "not_utf8", "detail": "It is not UTF-8.", "words": None}
    assert mirrored.state()["leftFiles"] == [left]
    mirrored.look()
    assert "Other" not in mirrored.contents()
    assert [note["name"] for note in member.get("/api/workspace/trash")["notes"]] == ["Other"]
    assert mirrored.state()["conflicts"] == []


def test_a_power_cut_at_any_moment_loses_and_doubles_nothing(mirrored: Mirrored) -> None:
    for number in range(_NOTES):
        mirrored.member.note(f"n{number}", f"start {number}\n\nmiddle\n\nend {number}\n")
    reply = mirrored.member.step_up().ask("PUT", CONFIG, {"part": "mirror", "backend": "folder"})
    assert reply.status == 200, reply
    for cut, wanted in enumerate((5, 30, _NOTES)):
        wait_until(lambda wanted=wanted: len(list(mirrored.folder.glob("n*.md"))) >= wanted, "files are written")  # type: ignore[misc]
        noted = mirrored.member.get("/api/workspace/notes?limit=5000")["notes"]
        for number in range(3):
            mirrored.edit(f"n{number}.md", "start", f"start there{cut}")
            note = next(note for note in noted if note["name"] == f"n{number}")
            path = f"/api/workspace/notes/{note['id']}"
            content = mirrored.member.get(path)["content"] + f"here{cut}\n"
            assert mirrored.member.ask("PATCH", path, {"content": content}).status == 200
        mirrored.restart()
    wait_until(lambda: "there2" in mirrored.contents()["n2"], "the edits are not read")
    wait_until(lambda: mirrored.state()["waiting"] == 0, "the files are not written")
    found = mirrored.contents()
    copies = [name for name in found if "(from folder" in name]
    assert len(found) == _NOTES + len(copies)
    assert len(list(mirrored.folder.glob("**/*.md"))) == len(found)
    assert len(copies) == len(mirrored.state()["conflicts"])
    for number in range(3):
        name = f"n{number}"
        assert [word for word in found[name].split() if word.startswith("here")] == ["here0", "here1", "here2"]
        assert mirrored.read(f"{name}.md").endswith(found[name])
        # What was edited while nobody had recorded its writing may stand in a note of its own.
        beside = " ".join(text for each, text in found.items() if each.split()[0] == name).split()
        assert {"there0", "there1", "there2"} <= set(beside)
