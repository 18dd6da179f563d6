"""`notesvc export`: where a workspace may be written to."""

import json
from pathlib import Path

from tests.cli.accounts import add
from tests.commands import call


def test_an_export_goes_into_files_alone(made: Path, tmp_path: Path) -> None:
    add(made, "ada@example.org")
    words = ("--user", "ada@example.org")
    refused = call(made, "export", str(tmp_path), *words)
    says = "name a file, or - for standard output\n"
    assert (refused.returncode, refused.stderr) == (1, f"notesvc: {tmp_path} is a folder: {says}")
    refused = call(made, "export", f"{tmp_path}/nowhere/x", *words)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    refused = call(made, "export", "/dev/null", *words)
    assert (refused.returncode, refused.stderr) == (1, f"notesvc: /dev/null is a device: {says}")
    assert Path("/dev/null").is_char_device()


def test_an_export_replaces_a_file_only_when_all_of_it_is_there(made: Path, tmp_path: Path) -> None:
    add(made, "ada@example.org")
    words = ("--user", "ada@example.org", "--format", "json")
    target, other = tmp_path / "notes.json", tmp_path / "notes.json.part"
    target.write_text("an older export")
    other.write_text("somebody's own file")
    link = tmp_path / "link"
    link.symlink_to(target)
    assert call(made, "export", str(link), *words).returncode == 0
    assert json.loads(target.read_text())["format"] == "notesvc.workspace"
    assert (link.is_symlink(), other.read_text()) == (True, "somebody's own file")
    assert {path.name for path in tmp_path.iterdir()} - {made.name} == {"notes.json", "notes.json.part", "link"}
