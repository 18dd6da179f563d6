"""What comes back from a backup, and what a restore leaves alone."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc import backup, database, file_store, integrity, locks, manifest, restore, sqlite_copy
from notesvc.config import Settings
from notesvc.domain import instance as instance_facts
from notesvc.domain.search import index as search_index
from notesvc.models import Attachment, Note, User
from tests.commands import call
from tests.process import filled
from tests.process.rows import contents


def test_it_brings_everything_back_into_another_instance(stored: Settings, target: Path, elsewhere: Settings) -> None:
    before, secret = contents(), (stored.instance / "secret_key").read_text()
    backup.make(stored, target)
    database.disconnect()
    restore.restore(elsewhere, target)
    with database.connection():
        assert contents() == before
        assert Note.get().properties == {"b": 1, "a": [None, "\\"]}
        assert len(search_index.notes_with_phrase(User.get().id, "検索")) == 3
        assert integrity.check(elsewhere) == []
        assert file_store.path_of(Attachment.get().content_hash).read_bytes() == b"a picture"
        assert (elsewhere.instance / "secret_key").read_text() == secret


def test_new_rows_can_be_written_after_a_restore(stored: Settings, target: Path, elsewhere: Settings) -> None:
    backup.make(stored, target)
    database.disconnect()
    restore.restore(elsewhere, target)
    with database.connection(), database.transaction():
        numbers = [row.number for row in Note.select()]
        assert filled.note(User.get()).number > max(numbers)


def test_a_restore_remembers_when_it_was(stored: Settings, target: Path) -> None:
    assert not instance_facts.was_restored_lately()
    backup.make(stored, target)
    database.disconnect()
    restore.restore(stored, target)
    with database.connection():
        assert instance_facts.was_restored_lately()


def test_a_restore_keeps_what_was_there(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    with database.transaction():
        filled.note(User.get(), "written after the backup")
    database.disconnect()
    restore.restore(stored, target)
    with database.connection():
        assert Note.select().count() == 3
        if stored.is_sqlite:
            (kept,) = stored.instance.glob("before-restore-*.sqlite")
            with sqlite_copy.open_connection(kept, "ro") as old:
                assert old.execute("SELECT count(*) FROM notes").fetchone() == (4,)
            return
        (schema,) = database.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname::text, 'before_restore_')"
        ).fetchone()
        assert database.execute(f"SELECT count(*) FROM {schema}.notes").fetchone() == (4,)


def test_a_changed_file_is_not_restored_and_nothing_changes(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    with database.transaction():
        filled.note(User.get(), "written after the backup")
    before = contents()
    for path in manifest.files_below(target):
        kept = path.read_bytes()
        os.unlink(path)
        path.write_bytes(kept + b"x")
        with pytest.raises(manifest.InvalidBackupError):
            restore.restore(stored, target)
        path.write_bytes(kept)
        if path.name == manifest.NAME:
            continue
        os.unlink(path)
        with pytest.raises(manifest.InvalidBackupError, match="lacks"):
            restore.restore(stored, target)
        path.write_bytes(kept)
    with database.connection():
        assert contents() == before


def test_a_folder_that_is_no_backup_is_refused(workspace: Settings, tmp_path: Path) -> None:
    with pytest.raises(manifest.InvalidBackupError, match="holds no backup"):
        restore.restore(workspace, tmp_path)


def test_a_backup_of_a_newer_version_is_refused(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    path = target / manifest.NAME
    path.write_text(path.read_text().replace('"0001_initial"', '"0001_initial", "9999_later"'))
    with pytest.raises(restore.RestoreError, match="9999_later"):
        restore.restore(stored, target)


def test_a_backup_of_the_other_kind_of_database_is_refused(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    path = target / manifest.NAME
    other = (
        path.read_text()
        .replace('"database": "sqlite"', '"database": "x"')
        .replace('"database": "postgres"', '"database": "x"')
    )
    path.write_text(other)
    with pytest.raises(restore.RestoreError, match="export"):
        restore.restore(stored, target)


def test_it_refuses_to_restore_under_a_running_service(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    with (
        locks.held(stored.instance / "serve.lock", shared=not stored.is_sqlite),
        pytest.raises(restore.RestoreError, match="stop it first"),
    ):
        restore.restore(stored, target)


def test_a_log_of_the_old_database_is_never_played_into_the_restored_one(on_sqlite: Settings, target: Path) -> None:
    backup.make(on_sqlite, target)
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as other:
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("UPDATE notes SET name = 'from the log'")
        log = on_sqlite.database_path.with_name("notesvc.sqlite-wal")
        remains = log.read_bytes()
    # As after a crash: the log is there, nobody has the database open.
    log.write_bytes(remains)
    restore.restore(on_sqlite, target)
    with database.connection():
        assert {row.name for row in Note.select()} == {"Note"}


def test_it_refuses_while_another_process_has_the_database_open(
    on_sqlite: Settings, instance: Path, target: Path
) -> None:
    backup.make(on_sqlite, target)
    with sqlite_copy.open_connection(on_sqlite.database_path, "rw") as other:
        other.execute("SELECT count(*) FROM notes").fetchall()
        with pytest.raises(restore.RestoreError, match="open"):
            restore.restore(on_sqlite, target)


def test_it_restores_over_a_database_that_is_ruined(on_sqlite: Settings, instance: Path, target: Path) -> None:
    backup.make(on_sqlite, target)
    on_sqlite.database_path.write_bytes(b"nothing of use" * 1000)
    restore.restore(on_sqlite, target)
    with database.connection():
        assert Note.select().count() == 3
    (kept,) = instance.glob("before-restore-*.sqlite")
    assert kept.read_bytes().startswith(b"nothing of use")


def test_a_restored_instance_starts(
    on_sqlite: Settings, instance: Path, target: Path, start: Callable[..., object]
) -> None:
    backup.make(on_sqlite, target)
    shutil.rmtree(instance)
    instance.mkdir(mode=0o700)
    assert call(instance, "restore", str(target)).returncode == 0
    start()
