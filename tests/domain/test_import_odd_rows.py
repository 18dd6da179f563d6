"""Rows of a foreign archive that break a rule are mended or left out by name; nothing else is kept from coming in."""

import zipfile
from pathlib import Path
from typing import Any

import orjson
import pytest

from notesvc import clock, database
from notesvc.config import Settings
from notesvc.domain import notes
from notesvc.domain.caller import Caller
from tests.domain.archives import bring_in, exported, note_named, outcomes


def workspace_file(folder: Path, *found: dict[str, Any]) -> Path:
    path = folder / "workspace.json"
    path.write_bytes(orjson.dumps({"format": "notesvc.workspace", "formatVersion": 1, "notes": []}))
    listed = ",".join(each if isinstance(each, str) else orjson.dumps(each).decode() for each in found)
    path.write_text(path.read_text().replace('"notes":[]', f'"notes":[{listed}]'))
    return path


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


@pytest.mark.parametrize("depth", [100, 254, 300, 1_000])
def test_properties_that_are_too_deep_are_left_out_and_the_rest_comes_in(
    workspace: Settings, caller: Caller, tmp_path: Path, depth: int
) -> None:
    deep = f'{{"id":"1","name":"deep","content":"x","properties":{nested(depth)}}}'
    other = {"id": "2", "name": "other", "content": "y", "properties": {"a": 1}}
    job, report = bring_in(workspace, caller, workspace_file(tmp_path, deep, other))
    assert job.state == "done"
    assert note_named(caller, "other").properties == {"a": 1}
    assert note_named(caller, "deep").properties == {}
    assert "properties" in str(outcomes(report)["deep.md"][1])


def test_properties_as_deep_as_a_request_may_bring_them_come_in(
    workspace: Settings, caller: Caller, tmp_path: Path
) -> None:
    deep = f'{{"id":"1","name":"deep","content":"x","properties":{nested(99)}}}'
    bring_in(workspace, caller, workspace_file(tmp_path, deep))
    assert note_named(caller, "deep").properties == orjson.loads(nested(99))


@pytest.mark.parametrize(
    "stamp", ["0001-01-01T00:00:00.000Z", "0999-12-31T23:59:59Z", "1979-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]
)
def test_no_year_keeps_a_workspace_from_being_exported(
    workspace: Settings, caller: Caller, tmp_path: Path, stamp: str
) -> None:
    odd = {"id": "1", "name": "old", "content": "x", "createdAt": stamp, "updatedAt": stamp}
    bring_in(workspace, caller, workspace_file(tmp_path, odd))
    stored = str(note_named(caller, "old").updated_at)
    assert stored == min(clock.written(clock.parse(stamp)), stored)
    assert zipfile.ZipFile(exported(caller, tmp_path / "out.zip")).testzip() is None


@pytest.mark.parametrize("stamp", ["1-01-01T00:00:00.000Z", "no time at all"])
def test_a_time_that_was_stored_wrongly_keeps_nothing_from_being_exported_or_written(
    workspace: Settings, caller: Caller, tmp_path: Path, stamp: str
) -> None:
    note, _ = notes.create(caller, {"name": "old", "content": "x"})
    database.execute("UPDATE notes SET updated_at = ?, created_at = ? WHERE id = ?", (stamp, stamp, note.id))
    assert zipfile.ZipFile(exported(caller, tmp_path / "out.zip")).testzip() is None
    if stamp[0] == "1":
        database.execute("UPDATE note_versions SET created_at = ?", (stamp,))
        notes.change(caller, str(note.id), {"content": "something else"})
