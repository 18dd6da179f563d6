"""`notesvc import` and `notesvc export`, as somebody at a terminal uses them."""

import json
import stat
import zipfile
from pathlib import Path

import pytest

from notesvc import database
from notesvc.config import Settings
from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.models import ImportJob, Note
from tests.commands import call
from tests.domain.archives import texts, zipped


@pytest.fixture
def kind() -> str:
    """The commands do not depend on the kind of database."""
    return "sqlite"


def test_an_archive_goes_in_and_out_by_command(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    folders.create(caller, {"name": "Inbox"})
    source = zipped(tmp_path / "v.zip", {"f/a.md": "[[b]]", "b.md": "text", ".x/c.md": "hidden"})
    database.disconnect()
    user = ("--user", "owner@example.org")
    told = call(workspace.instance, "import", str(source), *user, "--dry-run")
    assert (told.returncode, told.stdout.splitlines()[-1]) == (
        0,
        "would bring in 2 notes, 1 folders, 0 attachments; 1 links lead somewhere, 0 do not",
    )
    done = call(workspace.instance, "import", str(source), *user, "--parent", "Inbox")
    assert done.returncode == 0, done.stderr
    assert "skipped: .x/c.md: hidden files are left out" in done.stdout
    target = tmp_path / "out.zip"
    assert call(workspace.instance, "export", *user, "--format", "zip", str(target)).returncode == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with zipfile.ZipFile(target) as archive:
        assert {note["name"] for note in json.loads(archive.read("workspace.json"))["notes"]} == {"a", "b"}
    with database.connection():
        assert texts(caller) == {"Inbox/f/a": "[[b]]", "Inbox/b": "text"}
    assert not list(workspace.imports.iterdir())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("v.zip", "--user", "owner@example.org", "--parent", "Nowhere"), "there is no folder Nowhere"),
        (("gone.zip", "--user", "owner@example.org"), "cannot be read"),
        (("newer.json", "--user", "owner@example.org"), "newer version"),
    ],
)
def test_what_cannot_be_brought_in_is_told_in_a_line(
    workspace: Settings, caller: Caller, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    zipped(tmp_path / "v.zip", {"a.md": "x"})
    (tmp_path / "newer.json").write_text('{"format": "notesvc.workspace", "formatVersion": 9}')
    database.disconnect()
    done = call(workspace.instance, "import", str(tmp_path / arguments[0]), *arguments[1:])
    assert done.returncode == 1
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    with database.connection():
        assert Note.select().count() == 0
        assert ImportJob.select().where(ImportJob.state != "failed").count() == 0
