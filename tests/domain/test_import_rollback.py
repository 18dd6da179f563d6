"""Failing and cancelling take all back; a finished import goes to the trash, on both databases."""

from pathlib import Path

import pytest

from notesvc import limits
from notesvc.config import Settings
from notesvc.domain import folders, notes, people, trash
from notesvc.domain.caller import Caller
from notesvc.domain.importing import jobs, run, sweeping
from notesvc.models import Attachment, Folder, ImportJob, Note, Person
from tests.domain.archives import (
    THIRTY_NOTES,
    at,
    bring_in,
    everything,
    exported,
    queued,
    tally,
    texts,
    work_until,
    zipped,
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return zipped(tmp_path / "v.zip", THIRTY_NOTES)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten batches where there would be one."""
    monkeypatch.setattr(limits, "IMPORT_BATCH_NOTES", 3)


def test_a_job_that_waits_can_be_cancelled(workspace: Settings, caller: Caller, source: Path) -> None:
    job = queued(workspace, caller, source)
    jobs.give_up(caller, str(job.id), workspace.imports)
    jobs.give_up(caller, str(job.id), workspace.imports)
    found, report = jobs.look(caller, str(job.id))
    assert (found.state, report and report.summary["notes"]) == ("cancelled", 0)
    assert not list(workspace.imports.iterdir())
    assert not run.run_some(workspace.imports, lambda: False)


def test_a_running_job_that_is_cancelled_leaves_nothing(
    workspace: Settings, caller: Caller, source: Path, small_batches: None
) -> None:
    notes.create(caller, {"name": "mine", "content": "kept"})
    before = everything()
    job = queued(workspace, caller, source)
    cancel = at(20, lambda: jobs.give_up(caller, str(job.id), workspace.imports))
    job = work_until(workspace, job, cancel)
    assert job.state == "cancelled"
    assert everything() | {"tombstones": 0} == before
    assert texts(caller) == {"mine": "kept"}
    _, report = jobs.look(caller, str(job.id))
    assert report is not None
    assert tally(report).keys() == {("note", "skipped"), ("attachment", "skipped")}
    assert not list(workspace.imports.iterdir())


def test_failing_takes_all_back(
    workspace: Settings, caller: Caller, small_batches: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bring_in(workspace, caller, zipped(tmp_path / "own.zip", THIRTY_NOTES))
    people.create(caller, {"name": "Ada", "aliases": []})
    exporting = exported(caller, tmp_path / "w.zip")
    trash.erase_now(caller.user_id, [str(row.id) for row in Note.select()], [str(row.id) for row in Folder.select()])
    for model in (Attachment, Person):
        model.delete().execute()
    before = everything()
    job = queued(workspace, caller, exporting)
    job = work_until(workspace, job, at(20, lambda: monkeypatch.setattr(limits, "MAX_BODY", "no number")))
    _, report = jobs.look(caller, str(job.id))
    assert job.state == "failed"
    assert report is not None
    assert report.message
    assert {name: count for name, count in everything().items() if name != "tombstones"} == {
        name: count for name, count in before.items() if name != "tombstones"
    }


def test_taking_back_goes_on_where_it_stopped(
    workspace: Settings, caller: Caller, source: Path, small_batches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_ERASED_AT_ONCE", 5)
    job = queued(workspace, caller, source)
    work_until(workspace, job, lambda now: now.done > 20)
    jobs.give_up(caller, str(job.id), workspace.imports)
    left = Note.select().count()
    rounds = 0
    while job.state != "cancelled":
        job = work_until(workspace, job, lambda _, left=left: Note.select().count() < left)  # type: ignore[misc]
        left, rounds = Note.select().count(), rounds + 1
    assert rounds > 2
    assert Note.select().count() == Folder.select().count() == Attachment.select().count() == 0


def test_what_a_finished_job_made_goes_to_the_trash_once(workspace: Settings, caller: Caller, source: Path) -> None:
    job, _ = bring_in(workspace, caller, source)
    for _ in range(2):
        jobs.give_up(caller, str(job.id), workspace.imports)
    in_trash, gone, _ = trash.contents(caller, None, 100)
    assert (len(in_trash), len(gone)) == (30, 4)
    assert (texts(caller), folders.tree(caller)) == ({}, [])
    assert ImportJob.get_by_id(job.id).state == "cancelled"
    trash.restore(caller, str(gone[0].id))
    jobs.give_up(caller, str(job.id), workspace.imports)
    assert len(texts(caller)) == 30


def test_a_folder_in_which_something_else_lives_stays(workspace: Settings, caller: Caller, source: Path) -> None:
    job, _ = bring_in(workspace, caller, source)
    branch = next(branch for branch in folders.tree(caller) if branch.path == "f1")
    notes.create(caller, {"name": "mine", "content": "later", "parent_id": branch.id})
    jobs.give_up(caller, str(job.id), workspace.imports)
    assert texts(caller) == {"f1/mine": "later"}
    assert [branch.path for branch in folders.tree(caller)] == ["f1"]


def test_files_follow_when_their_notes_are_gone_for_good(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    source = zipped(tmp_path / "v.zip", {"a.md": "![i](i.png)", "i.png": b"1", "kept.png": b"2"})
    job, _ = bring_in(workspace, caller, source)
    notes.create(caller, {"name": "mine", "content": "![[kept.png]]"})
    jobs.give_up(caller, str(job.id), workspace.imports)
    sweeping.sweep(workspace.imports)
    assert Attachment.select().count() == 2
    trash.empty(caller)
    sweeping.sweep(workspace.imports)
    assert [row.name for row in Attachment.select()] == ["kept.png"]
