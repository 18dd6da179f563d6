"""Import jobs: resumed without doubling, taken back whole, one worker at a time, on both databases."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from notesvc import clock, database, errors, file_store, limits
from notesvc.config import Settings
from notesvc.domain import folders, trash
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export
from notesvc.domain.importing import archive, job_items, jobs, lease, run, sweeping
from notesvc.domain.importing.job_items import Item
from notesvc.models import Attachment, Folder, ImportItem, ImportJob, Note, NoteLink, NoteVersion, Tag
from tests.domain.archives import THIRTY_NOTES, at, bring_in, everything, outcomes, queued, texts, work_until, zipped


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return zipped(tmp_path / "v.zip", THIRTY_NOTES)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten batches where there would be one."""
    monkeypatch.setattr(limits, "IMPORT_BATCH_NOTES", 3)


def test_work_that_stops_goes_on_where_it_was(
    workspace: Settings, caller: Caller, source: Path, small_batches: None
) -> None:
    job, rounds = queued(workspace, caller, source), 0
    while job.state != "done":
        before = job.done
        job = work_until(workspace, job, lambda now, before=before: now.done > before)  # type: ignore[misc]
        rounds += 1
    assert rounds > 5
    assert (job.done, job.total) == (34, 34)
    assert texts(caller).keys() == {name.removesuffix(".md") for name in THIRTY_NOTES if name.endswith(".md")}
    assert (Note.select().count(), Folder.select().count(), Attachment.select().count()) == (30, 4, 4)
    assert not list(workspace.imports.iterdir())


def test_a_plan_that_was_cut_short_is_made_anew(workspace: Settings, caller: Caller, source: Path) -> None:
    job = queued(workspace, caller, source)
    with database.transaction():
        job_items.write(str(job.id), [Item(0, "f0", "folder"), Item(1, "f0/n00.md", "note", "waiting", clock.new_id())])
        ImportJob.update(done=1).execute()
    job = work_until(workspace, job, lambda _: False)
    assert (job.state, job.done, job.total) == ("done", 34, 34)
    assert Note.select().count() == 30


def test_one_works_on_a_job_at_a_time(workspace: Settings, caller: Caller, source: Path) -> None:
    job = queued(workspace, caller, source)
    first = lease.claim()
    assert first is not None
    assert first.job_id == str(job.id)
    assert lease.claim() is None
    assert not run.run_some(workspace.imports, lambda: False)
    first.release()
    assert lease.claim(str(job.id)) is not None


def test_who_has_stood_still_for_too_long_writes_nothing_more(
    workspace: Settings, caller: Caller, source: Path, small_batches: None
) -> None:
    job = queued(workspace, caller, source)

    def taken_over() -> None:
        ImportJob.update(lease_until=clock.from_now(-1)).execute()
        assert lease.claim() is not None

    job = work_until(workspace, job, at(9, taken_over))
    made = Note.select().count()
    assert (job.state, job.done) == ("running", made + 4)
    assert made < 30


def test_the_job_that_has_waited_longest_comes_first(workspace: Settings, caller: Caller, source: Path) -> None:
    first, second = queued(workspace, caller, source), queued(workspace, caller, source)
    ImportJob.update(updated_at=clock.from_now(-9)).where(ImportJob.id == second.id).execute()
    claimed = lease.claim()
    assert claimed is not None
    assert claimed.job_id == str(second.id)
    claimed.release()
    claimed = lease.claim()
    assert claimed is not None
    assert claimed.job_id == str(first.id)


def test_a_dry_run_tells_all_and_writes_nothing(
    workspace: Settings, caller: Caller, source: Path, small_batches: None
) -> None:
    before = everything()
    stored = set(workspace.attachments.rglob("*"))
    job, told = bring_in(workspace, caller, source, is_dry_run=True)
    assert job.state == "done"
    assert everything() == before
    assert set(workspace.attachments.rglob("*")) == stored
    assert not told.has_ids
    jobs.give_up(caller, str(job.id), workspace.imports)
    _, done = bring_in(workspace, caller, source)
    assert told.summary == done.summary
    assert outcomes(told) == outcomes(done)


def test_notes_whose_folder_is_deleted_meanwhile_stand_at_the_top(
    workspace: Settings, caller: Caller, small_batches: None, tmp_path: Path
) -> None:
    source = zipped(tmp_path / "v.zip", {f"f/{number}.md": "x" for number in range(9)})
    job = queued(workspace, caller, source)

    def delete() -> None:
        trash.delete_folder(caller, folders.tree(caller)[0].id)

    work_until(workspace, job, at(3, delete))
    assert len(texts(caller)) == 6
    assert Note.select().where(Note.deleted_at.is_null(False)).count() == 3
    _, report = jobs.look(caller, str(job.id))
    assert report is not None
    assert sum("deleted" in (reason or "") for _, reason in outcomes(report).values()) == 6


def test_a_job_that_always_crashes_is_given_up(workspace: Settings, caller: Caller, source: Path) -> None:
    job = queued(workspace, caller, source)
    for _ in range(limits.IMPORT_CRASHES + 1):
        assert lease.claim() is not None
        ImportJob.update(lease_until=clock.from_now(-1)).execute()
    assert work_until(workspace, job, lambda _: False).state == "failed"
    assert Note.select().count() == 0


@pytest.mark.parametrize("place", [(archive._BoundedFile, "read"), (file_store, "put")])
@pytest.mark.parametrize(
    "told", [(errno.EIO, "The disk of the server fails."), (errno.ENOSPC, "The disk of the server is full.")]
)
def test_trouble_of_the_disk_is_waited_for_and_ends_by_its_name(
    workspace: Settings, caller: Caller, tmp_path: Path, place: tuple[Any, str], told: tuple[int, str]
) -> None:
    def fail(*_: Any) -> Any:
        raise OSError(told[0], os.strerror(told[0]))

    source = zipped(tmp_path / "v.zip", {"a.md": "![[b.png]]", "b.png": "x" * 9})
    job = queued(workspace, caller, source)
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(*place, fail)
        assert tried(workspace, job).state == "running"
    assert tried(workspace, job).state == "done"
    assert jobs.look(caller, str(job.id))[1].message is None
    job = queued(workspace, caller, source)
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(*place, fail)
        for _ in range(limits.IMPORT_CRASHES + 2):
            tried(workspace, job)
    job, report = jobs.look(caller, str(job.id))
    assert (job.state, report.message) == ("failed", f"{told[1]} Nothing was kept.")
    assert Note.select().count() == Attachment.select().count() == 1


def tried(workspace: Settings, job: ImportJob) -> ImportJob:
    """The job after another try, however long it was to wait for that."""
    ImportJob.update(lease_until=clock.from_now(-1)).where(ImportJob.lease_until.is_null(False)).execute()
    run.run_some(workspace.imports, lambda: False)
    return ImportJob.get_by_id(job.id)


def test_on_postgres_a_job_is_for_the_machine_that_has_its_archive(
    workspace: Settings, caller: Caller, source: Path, tmp_path: Path
) -> None:
    job = queued(workspace, caller, source)
    if not workspace.is_sqlite:
        assert not run.run_some(tmp_path / "another", lambda: False)
        assert ImportJob.get_by_id(job.id).state == "queued"
    assert work_until(workspace, job, lambda _: False).state == "done"


def test_what_came_in_is_in_the_next_export(workspace: Settings, caller: Caller, source: Path) -> None:
    cursor = export.begin(caller).cursor
    bring_in(workspace, caller, source)
    assert b"".join(export.json_pieces(export.begin(caller, cursor))).count(b'"content"') == 30
    assert NoteLink.select().where(NoteLink.kind == "wiki").count() == NoteVersion.select().count() == 30


def test_nobody_else_sees_the_job(workspace: Settings, caller: Caller, stranger: Caller, source: Path) -> None:
    job, _ = bring_in(workspace, caller, source)
    with pytest.raises(errors.NotFound):
        jobs.look(stranger, str(job.id))
    with pytest.raises(errors.NotFound):
        jobs.give_up(stranger, str(job.id), workspace.imports)
    theirs = folders.create(stranger, {"name": "theirs"})
    with pytest.raises(errors.NotFound):
        queued(workspace, caller, source, parent_id=str(theirs.id))
    assert len(texts(caller)) == 30


def test_only_so_many_may_wait(workspace: Settings, caller: Caller, stranger: Caller, source: Path) -> None:
    for _ in range(limits.IMPORTS_WAITING):
        jobs.refuse_too_many(caller, workspace.imports)
        queued(workspace, caller, source)
    jobs.refuse_too_many(stranger, workspace.imports)
    with pytest.raises(errors.RateLimited):
        jobs.refuse_too_many(caller, workspace.imports)


def test_what_nobody_needs_is_swept(workspace: Settings, caller: Caller, source: Path) -> None:
    waiting, (ended, _) = queued(workspace, caller, source), bring_in(workspace, caller, source)
    lost, young = workspace.imports / clock.new_id(), workspace.imports / clock.new_id()
    for path in (lost, young):
        path.write_bytes(b"x")
    for path in (lost, jobs.file_of(workspace.imports, str(waiting.id))):
        os.utime(path, (0, 0))
    old = clock.from_now(-(limits.IMPORT_DAYS + 1) * 86_400)
    ImportJob.update(updated_at=old).execute()
    sweeping.sweep(workspace.imports)
    assert {path.name for path in workspace.imports.iterdir()} == {str(waiting.id), young.name}
    assert [row.id for row in ImportJob.select()] == [waiting.id]
    assert ImportItem.select().where(ImportItem.job == ended.id).count() == 0
    assert len(texts(caller)) == 30
    assert Tag.select().count() == 0
    assert file_store.path_of(Attachment.select().first().content_hash).exists()
