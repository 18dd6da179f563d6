"""Backups of a database in use, and what comes back from them."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from notesvc import backup, database, file_store, integrity, locks, manifest, migrate, restore, sqlite_copy
from notesvc.config import Settings
from notesvc.domain import instance as instance_facts
from notesvc.domain import search_index
from notesvc.models import Attachment, Note, NoteBody, User
from tests.conftest import settings_of
from tests.places import PROJECT
from tests.process import filled
from tests.service import environment, run, wait_until


@pytest.fixture
def stored(workspace: Settings) -> Settings:
    """A database of either kind with something in it."""
    file_store.open_store(workspace.attachments)
    filled.workspace()
    return workspace


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "monday"


@pytest.fixture
def elsewhere(tmp_path: Path, settings: Settings, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings of a second, empty instance over a database of the same kind."""
    folder = tmp_path / "elsewhere"
    folder.mkdir(mode=0o700)
    if settings.is_sqlite:
        yield settings_of(folder)
        return
    name = "elsewhere_" + settings.database_url.rpartition("_")[2]
    with _server(settings) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield settings_of(folder, NOTESVC_DATABASE_URL=f"{settings.database_url.rpartition('/')[0]}/{name}")
    database.disconnect()
    with _server(settings) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def contents() -> dict[str, list[tuple[object, ...]]]:
    """Every row of the bound database, the facts about the instance left out."""
    tables = sorted(set(database.db.get_tables()) - {"instance_facts", "schema_migration", "rate_windows"})
    tables = [table for table in tables if not table.startswith("note_search")]
    return {table: sorted(database.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}


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
            with sqlite_copy.opened(kept, "ro") as old:
                assert old.execute("SELECT count(*) FROM notes").fetchone() == (4,)
            return
        (schema,) = database.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before|_%' ESCAPE '|'".replace("%", "%%")
        ).fetchone()
        assert database.execute(f"SELECT count(*) FROM {schema}.notes").fetchone() == (4,)


def test_a_backup_is_its_owners_alone(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (target, *target.rglob("*"))}
    assert {path for path, mode in modes.items() if mode & 0o077} == set()


def test_the_manifest_counts_what_the_backup_holds(stored: Settings, target: Path) -> None:
    found = manifest.read(backup.make(stored, target))
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


def test_a_text_that_is_not_what_was_saved_is_no_backup_and_leaves_nothing(stored: Settings, target: Path) -> None:
    note = Note.get()
    with database.transaction():
        NoteBody.update(content="something else").where(NoteBody.note == note.id).execute()
    with pytest.raises(backup.BackupFailed, match=str(note.id)):
        backup.make(stored, target)
    assert list(target.parent.iterdir()) == []


def test_a_damaged_attachment_is_no_backup_and_leaves_nothing(stored: Settings, target: Path) -> None:
    file_store.path_of(Attachment.get().content_hash).write_bytes(b"a pictures")
    with pytest.raises(backup.BackupFailed, match="attachment"):
        backup.make(stored, target)
    assert list(target.parent.iterdir()) == []


def test_it_overwrites_no_folder(stored: Settings, target: Path) -> None:
    target.mkdir(parents=True)
    with pytest.raises(backup.BackupFailed, match="exists already"):
        backup.make(stored, target)


def test_remains_of_an_attempt_that_was_killed_are_no_hindrance(stored: Settings, target: Path) -> None:
    partial = target.with_name("monday.partial")
    partial.mkdir(parents=True)
    (partial / "database.sqlite").write_text("half")
    assert manifest.read(backup.make(stored, target)).rows["notes"] == 3
    assert not partial.exists()


def test_a_changed_file_is_not_restored_and_nothing_changes(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    with database.transaction():
        filled.note(User.get(), "written after the backup")
    before = contents()
    for path in manifest.files_below(target):
        kept = path.read_bytes()
        os.unlink(path)
        path.write_bytes(kept + b"x")
        with pytest.raises(manifest.BadBackup):
            restore.restore(stored, target)
        path.write_bytes(kept)
        if path.name == manifest.NAME:
            continue
        os.unlink(path)
        with pytest.raises(manifest.BadBackup, match="lacks"):
            restore.restore(stored, target)
        path.write_bytes(kept)
    with database.connection():
        assert contents() == before


def test_a_folder_that_is_no_backup_is_refused(workspace: Settings, tmp_path: Path) -> None:
    with pytest.raises(manifest.BadBackup, match="holds no backup"):
        restore.restore(workspace, tmp_path)


def test_a_backup_of_a_newer_version_is_refused(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    path = target / manifest.NAME
    path.write_text(path.read_text().replace('"0001_initial"', '"0001_initial", "9999_later"'))
    with pytest.raises(restore.CannotRestore, match="9999_later"):
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
    with pytest.raises(restore.CannotRestore, match="export"):
        restore.restore(stored, target)


def test_it_refuses_to_restore_under_a_running_service(stored: Settings, target: Path) -> None:
    backup.make(stored, target)
    with (
        locks.held(stored.instance / "serve.lock", shared=not stored.is_sqlite),
        pytest.raises(restore.CannotRestore, match="stop it first"),
    ):
        restore.restore(stored, target)


def test_a_log_of_the_old_database_is_never_played_into_the_restored_one(
    instance: Path, start: Callable[..., object], target: Path
) -> None:
    settings = _sqlite_with_notes(instance)
    backup.make(settings, target)
    with sqlite_copy.opened(settings.database_path, "rw") as other:
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("UPDATE notes SET name = 'from the log'")
        log = settings.database_path.with_name("notesvc.sqlite-wal")
        remains = log.read_bytes()
    # As after a crash: the log is there, nobody has the database open.
    log.write_bytes(remains)
    restore.restore(settings, target)
    with database.connection():
        assert {row.name for row in Note.select()} == {"Note"}
    database.disconnect()


def test_it_refuses_while_another_process_has_the_database_open(instance: Path, target: Path) -> None:
    settings = _sqlite_with_notes(instance)
    backup.make(settings, target)
    with sqlite_copy.opened(settings.database_path, "rw") as other:
        other.execute("SELECT count(*) FROM notes").fetchall()
        with pytest.raises(restore.CannotRestore, match="open"):
            restore.restore(settings, target)
    database.disconnect()


def test_it_restores_over_a_database_that_is_ruined(instance: Path, target: Path) -> None:
    settings = _sqlite_with_notes(instance)
    backup.make(settings, target)
    settings.database_path.write_bytes(b"nothing of use" * 1000)
    restore.restore(settings, target)
    with database.connection():
        assert Note.select().count() == 3
    (kept,) = instance.glob("before-restore-*.sqlite")
    assert kept.read_bytes().startswith(b"nothing of use")
    database.disconnect()


def test_pending_migrations_make_a_backup_first(
    stored: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.directory(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "0002_more.py").write_text(
        "def up(migrator, db):\n    db.execute_sql('CREATE TABLE more (id INTEGER)')\n"
    )
    monkeypatch.setattr(migrate, "directory", lambda: folder)
    assert migrate.migrate(stored) == ["0002_more"]
    (made,) = stored.backups.iterdir()
    assert manifest.read(made).migrations == ["0001_initial"]


def test_the_command_says_where_the_backup_is_and_what_it_counts(instance: Path, target: Path) -> None:
    _sqlite_with_notes(instance)
    done = run(instance, "backup", str(target))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{target}: 1 accounts, 2 folders, 3 notes, 3 versions, 1 files")


def test_the_command_replaces_nothing_without_being_told_to(instance: Path, target: Path) -> None:
    settings = _sqlite_with_notes(instance)
    backup.make(settings, target)
    refused = run(instance, "restore", str(target))
    assert (refused.returncode, "--yes" in refused.stderr) == (1, True)
    assert list(instance.glob("before-restore-*")) == []
    assert run(instance, "restore", str(target), "--yes").returncode == 0
    assert len(list(instance.glob("before-restore-*"))) == 1


def test_a_restored_instance_starts(
    instance: Path, target: Path, start: Callable[..., object], tmp_path: Path
) -> None:
    backup.make(_sqlite_with_notes(instance), target)
    shutil.rmtree(instance)
    instance.mkdir(mode=0o700)
    assert run(instance, "restore", str(target)).returncode == 0
    start()


def _sqlite_with_notes(instance: Path) -> Settings:
    settings = settings_of(instance)
    database.open_database(settings)
    migrate.migrate(settings)
    file_store.open_store(settings.attachments)
    with database.connection():
        filled.workspace()
    database.disconnect()
    return settings


def _server(settings: Settings) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(settings.database_url, autocommit=True)


@contextmanager
def writing(settings: Settings) -> Iterator[Callable[[], int]]:
    """Another process that writes notes; yields how many of them it has on disk so far."""
    printed = settings.instance / "written"
    with open(printed, "wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.process.writer"],
            cwd=PROJECT,
            env=environment(settings.instance, {"NOTESVC_DATABASE_URL": settings.database_url}),
            stdout=output,
        )
    try:
        yield lambda: printed.read_bytes().count(b"\n")
    finally:
        process.kill()
        process.wait(timeout=20)
