"""Backups of a database in use."""

import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from notesvc import backup, database, integrity, manifest, migrate, restore
from notesvc.config import Settings
from notesvc.models import Attachment, NoteBody
from tests import programs
from tests.places import MIGRATIONS, PROJECT, missing
from tests.service import environment, wait_until


def test_a_backup_is_its_owners_alone(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (target, *target.rglob("*"))}
    assert {path for path, mode in modes.items() if mode & 0o077} == set()


def test_the_manifest_counts_what_the_backup_holds(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    found = manifest.read(target)
    assert found.migrations == sorted(migrate.known_names())
    assert (found.rows["notes"], found.rows["users"], len(found.attachments)) == (3, 1, 1)
    assert {each.relative_to(target).as_posix() for each in manifest.files_below(target)} == {
        *found.files,
        manifest.NAME,
    }


def test_it_goes_on_while_another_process_writes_and_holds_one_moment(
    stored: Settings, target: Path, elsewhere: Settings
) -> None:
    with writing(stored) as has_written:
        wait_until(lambda: has_written() > 20, "nothing was written")
        first = has_written()
        backup.make(stored, target)
        at_end = has_written()
        wait_until(lambda: has_written() > at_end + 5, "the writer was stopped by the backup")
    database.disconnect()
    restore.restore(elsewhere, target)
    with database.connection():
        texts = [row.content for row in NoteBody.select() if row.content.startswith("written")]
        assert len(texts) >= first
        assert sorted(texts) == sorted(f"written {number}" for number in range(len(texts)))
        assert integrity.check(elsewhere) == []


def test_a_backup_on_another_disk_holds_copies_of_its_own(stored: Settings) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        if Path(folder).stat().st_dev == stored.instance.stat().st_dev:
            missing("this machine has no second file system to write to")
        made = Path(folder) / "monday"
        backup.make(stored, made)
        content_hash = Attachment.get().content_hash
        copied = made / "attachments" / content_hash[:2] / content_hash
        assert copied.read_bytes() == b"a picture"
        assert stat.S_IMODE(copied.stat().st_mode) == 0o600


def test_it_overwrites_no_folder(stored: Settings, target: Path) -> None:
    target.mkdir(parents=True)
    with pytest.raises(backup.BackupError, match="exists already"):
        backup.make(stored, target)


def test_remains_of_an_attempt_that_was_killed_are_no_hindrance(stored: Settings, target: Path) -> None:
    partial = target.with_name("monday.partial")
    partial.mkdir(parents=True)
    (partial / "database.sqlite").write_text("half")
    backup.make(stored, target)
    assert manifest.read(target).rows["notes"] == 3
    assert not partial.exists()


def test_pending_migrations_make_a_backup_first(
    stored: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.directory(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "9002_more.py").write_text(
        "def up(migrator, db):\n    db.execute_sql('CREATE TABLE more (id INTEGER)')\n"
    )
    monkeypatch.setattr(migrate, "directory", lambda: folder)
    assert migrate.migrate(stored) == ["9002_more"]
    (made,) = stored.backups.iterdir()
    assert manifest.read(made).migrations == sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py"))


@contextmanager
def writing(settings: Settings) -> Iterator[Callable[[], int]]:
    """Another process that writes notes; yields how many of them it has on disk so far."""
    printed = settings.instance / "written"
    chosen = environment(settings.instance, {"NOTESVC_DATABASE_URL": settings.database_url})
    command = [sys.executable, "-m", "tests.process.writer"]
    with open(printed, "wb") as output, programs.running(command, cwd=PROJECT, env=chosen, stdout=output):
        yield lambda: printed.read_bytes().count(b"\n")
