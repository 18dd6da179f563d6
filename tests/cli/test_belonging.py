"""A folder and its database belong together: nothing starts, and nothing goes, where they do not."""

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from notesvc import adopt, backup, belonging, clock, database, file_store, integrity, limits, migrate, restore, sqlite
from notesvc.config import Settings
from notesvc.domain import stored_files
from notesvc.errors import SettingError
from notesvc.models import Attachment, OrphanedFile, User
from tests.commands import call
from tests.conftest import settings_of
from tests.process import filled

LONG_AGO = "2020-01-01T00:00:00.000Z"


@pytest.fixture
def used(stored: Settings) -> Settings:
    """An instance of either kind that has been started, with attachments that are years old."""
    migrate.migrate(stored)
    for number in range(20):
        filled.attachment(User.get(), f"picture {number}".encode())
    age(stored)
    return stored


def age(settings: Settings) -> None:
    for path in settings.attachments.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))


def pass_days() -> None:
    """As if all that is orphaned had been so for long."""
    OrphanedFile.update(orphaned_at=LONG_AGO).execute()


def refusal(settings: Settings) -> str:
    """Why it does not start, in one line."""
    refused = call(settings.instance, "serve", NOTESVC_DATABASE_URL=settings.database_url)
    assert (refused.returncode, refused.stdout) == (2, "")
    [line] = refused.stderr.splitlines()
    return line


@pytest.mark.parametrize("is_empty", [False, True])
def test_a_used_instance_without_its_database_does_not_start(on_sqlite: Settings, is_empty: bool) -> None:
    (on_sqlite.instance / belonging.MARKER).unlink()  # as the first version left it
    os.rename(on_sqlite.database_path, on_sqlite.instance / "elsewhere")
    if is_empty:
        on_sqlite.database_path.touch(mode=0o600)
    line = refusal(on_sqlite)
    assert "notesvc.sqlite is " + ("empty" if is_empty else "missing") in line
    assert "notesvc restore" in line
    assert "notesvc adopt" in line
    assert on_sqlite.database_path.exists() is is_empty
    os.replace(on_sqlite.instance / "elsewhere", on_sqlite.database_path)
    migrate.migrate(on_sqlite)


def test_a_used_folder_takes_no_other_database(used: Settings, elsewhere: Settings) -> None:
    settings = settings_of(used.instance, NOTESVC_DATABASE_URL=elsewhere.database_url)
    database.disconnect()
    assert ("is empty" in refusal(settings)) or ("is missing" in refusal(settings))
    database.open_database(elsewhere)
    migrate.migrate(elsewhere)
    database.disconnect()
    line = refusal(settings)
    assert "is not the one that" in line
    assert "notesvc adopt" in line
    assert "postgres:" not in line
    database.open_database(settings)
    assert stored_files.sweep(settings) == 0
    assert len(list(used.attachments.glob("*/*"))) == 21


def test_a_database_may_have_several_folders(used: Settings, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir(mode=0o700)
    second = settings_of(tmp_path / "second", NOTESVC_DATABASE_URL=used.database_url)
    assert migrate.migrate(second) == []
    assert belonging.marker_of(second) == belonging.marker_of(used)


def test_it_is_adopted_on_purpose_and_nothing_goes(used: Settings, elsewhere: Settings) -> None:
    settings = settings_of(used.instance, NOTESVC_DATABASE_URL=elsewhere.database_url)
    database.disconnect()
    refused = call(settings.instance, "adopt", NOTESVC_DATABASE_URL=settings.database_url)
    assert refused.returncode == 1
    done = call(settings.instance, "adopt", "--yes", NOTESVC_DATABASE_URL=settings.database_url)
    assert done.returncode == 0, done.stderr
    database.open_database(settings)
    migrate.migrate(settings)
    with database.connection():
        assert stored_files.sweep(settings) == 0
        assert OrphanedFile.select().count() == len(file_store.hashes()) == 21


def test_a_file_goes_after_weeks_as_an_orphan_and_days_in_the_trash(used: Settings) -> None:
    gone = Attachment.select().order_by(Attachment.id.desc()).get()
    content_hash = str(gone.content_hash)
    gone.delete_instance()
    assert stored_files.sweep(used) == 0
    assert file_store.path_of(content_hash).is_file()
    pass_days()
    assert stored_files.sweep(used) == 1
    assert not file_store.path_of(content_hash).exists()
    [path] = used.attachments.glob(f".trash/*/{content_hash}")
    stored_files.sweep(used)
    assert path.is_file()
    os.rename(path.parent, path.parent.with_name(clock.from_now(-8 * 86_400)[:10]))
    stored_files.sweep(used)
    assert list(used.attachments.glob(".trash/*/*")) == []
    assert len(file_store.hashes()) == 20


def test_a_file_that_is_named_again_comes_back_from_the_trash(used: Settings) -> None:
    row = Attachment.select().order_by(Attachment.id.desc()).get()
    row.delete_instance()
    stored_files.sweep(used)
    pass_days()
    assert stored_files.sweep(used) == 1
    Attachment.insert(row.__data__).execute()
    assert integrity.check(used) == []
    assert file_store.path_of(row.content_hash).is_file()
    stored_files.sweep(used)
    assert OrphanedFile.select().count() == 0


def test_more_than_a_tenth_goes_only_when_a_person_says_so(used: Settings) -> None:
    Attachment.delete().execute()
    stored_files.sweep(used)
    pass_days()
    assert stored_files.sweep(used) == 0
    assert len(file_store.hashes()) == 21
    [finding] = integrity.check(used)
    assert (finding.what, "21 of 21" in finding.where) == (
        "more stored files than is likely belong to no attachment",
        True,
    )
    assert integrity.repair([finding]) == 1
    assert file_store.hashes() == set()
    assert len(list(used.attachments.glob(".trash/*/*"))) == 21
    assert integrity.check(used) == []


def test_what_a_restore_replaced_keeps_its_files(used: Settings, target: Path) -> None:
    backup.make(used, target)
    later = filled.attachment(User.get(), b"uploaded after the backup").content_hash
    age(used)
    database.disconnect()
    restore.restore(used, target)
    with database.connection():
        stored_files.sweep(used)
        pass_days()
        assert stored_files.sweep(used) == 0
        assert file_store.path_of(later).is_file()
    if used.is_sqlite:
        database.disconnect()
        (kept,) = used.instance.glob("before-restore-*.sqlite")
        shutil.copy(kept, used.database_path)
        migrate.migrate(used)
        with database.connection():
            assert integrity.check(used) == []
            assert Attachment.select().count() == 22


def test_an_instance_stays_the_one_that_it_was_through_a_restore(used: Settings, target: Path) -> None:
    was = belonging.marker_of(used)
    backup.make(used, target)
    database.execute("UPDATE instance_facts SET value = 'another' WHERE name = ?", (belonging.FACT,))
    with pytest.raises(SettingError):
        migrate.migrate(used)
    database.disconnect()
    restore.restore(used, target)
    migrate.migrate(used)
    with database.connection():
        assert belonging.marker_of(used) == was
        assert belonging.is_sure(used)


def test_adopting_an_empty_file_leaves_nothing_to_be_played_into_it(on_sqlite: Settings) -> None:
    on_sqlite.rooms_path.touch()
    Path(f"{on_sqlite.database_path}-wal").write_bytes(b"a log")
    on_sqlite.database_path.unlink()
    adopt.adopt(on_sqlite)
    assert not on_sqlite.rooms_path.exists()
    assert sorted(path.name[-5:] for path in on_sqlite.instance.glob("before-adopt-*")) == ["e-wal", "rooms"]
    with database.connection():
        assert User.select().count() == 0


def test_the_share_that_may_go_is_a_tenth() -> None:
    few, many = tuple("x" * limits.SWEEP_FEW_FILES), tuple("x" * 101)
    assert not stored_files.Outlook(few, 11).is_unlikely
    assert not stored_files.Outlook(many[:100], 1_000).is_unlikely
    assert stored_files.Outlook(many, 1_000).is_unlikely


def test_a_first_start_that_was_cut_off_is_begun_anew(instance: Path, tmp_path: Path) -> None:
    """All that it wrote stands in the log, and none of it was committed."""
    with contextlib.closing(sqlite.library.connect(tmp_path / "notesvc.sqlite")) as begun:
        begun.execute("PRAGMA journal_mode = wal")
        begun.execute("PRAGMA cache_size = 1")
        begun.execute("BEGIN")
        begun.execute("CREATE TABLE half (word TEXT)")
        begun.executemany("INSERT INTO half VALUES (?)", [("word" * 2_000,)] * 20)
        for ending in ("", "-wal"):
            shutil.copyfile(tmp_path / f"notesvc.sqlite{ending}", instance / f"notesvc.sqlite{ending}")
            (instance / f"notesvc.sqlite{ending}").chmod(0o600)
        begun.rollback()
    assert (instance / "notesvc.sqlite-wal").stat().st_size > 0
    done = call(instance, "migrate")
    assert done.returncode == 0, done.stderr
