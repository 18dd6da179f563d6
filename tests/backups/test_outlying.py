# ruff: noqa: F811
"""Attachments that lie at their owners' own places, and backups."""

from pathlib import Path

import pytest

from notesvc import backup, manifest
from notesvc.backups import sending
from notesvc.config import Settings
from tests.backends.model import Model
from tests.backups.conftest import opened
from tests.backups.made import everything_named_is_there
from tests.domain.conftest import caller  # noqa: F401
from tests.domain.storage.conftest import Elsewhere
from tests.domain.storage.conftest import elsewhere as theirs  # noqa: F401

CONTENT = b"a picture at its owner's own place"


@pytest.fixture
def moved(theirs: Elsewhere) -> str:
    """The hash of an attachment whose only file lies at its owner's place."""
    theirs.choose("bucket")
    file = theirs.upload(CONTENT)
    theirs.work()
    theirs.forget_copy(CONTENT)
    return str(file.content_hash)


def test_a_backup_elsewhere_has_them_and_fetches_each_once(
    workspace: Settings,
    theirs: Elsewhere,
    moved: str,
    model: Model,
) -> None:
    there = opened(model, workspace)
    sent = sending.make(workspace, there)
    assert f"attachments/{moved[:2]}/{moved}" in sent.manifest.files
    assert sent.manifest.elsewhere == []
    everything_named_is_there(there)
    theirs.forget_copy(CONTENT)
    theirs.place("bucket").failure = "unreachable"
    again = sending.make(workspace, there)
    assert f"attachments/{moved[:2]}/{moved}" in again.manifest.files


def test_what_cannot_be_had_is_named_with_where_it_is_and_stops_nothing(
    workspace: Settings,
    theirs: Elsewhere,
    moved: str,
    model: Model,
) -> None:
    theirs.place("bucket").failure = "unreachable"
    there = opened(model, workspace)
    sent = sending.make(workspace, there)
    (named,) = sent.manifest.elsewhere
    assert (named["sha256"], named["size"]) == (moved, len(CONTENT))
    assert named["where"] == "webdav https://bucket.example.org"
    theirs.place("bucket").failure = None
    theirs.start_anew()
    assert sending.make(workspace, there).manifest.elsewhere == []


def test_a_folder_names_them(workspace: Settings, moved: str, tmp_path: Path) -> None:
    backup.make(workspace, tmp_path / "monday")
    found = manifest.read(tmp_path / "monday")
    assert [each["sha256"] for each in found.elsewhere] == [moved]
    assert found.attachments == []
