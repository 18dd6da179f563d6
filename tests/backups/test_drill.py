"""The trial of a backup: what it finds, what it leaves, and how damage is mended."""

from collections.abc import Callable
from pathlib import Path

import pytest

from notesvc import database, limits, restore
from notesvc.backends.causes import BackendError
from notesvc.backups import drill, schedule, sending
from notesvc.backups.place import Place
from notesvc.config import Settings
from notesvc.domain import backup_state
from notesvc.models import Note, NoteBody, User
from tests.backends.model import Model
from tests.backups.made import a_file, everything_named_is_there
from tests.conftest import on_sqlite
from tests.process import filled
from tests.process.rows import contents


def test_a_backup_that_can_be_restored_is_and_nothing_of_it_is_left(stored: Settings, there: Place) -> None:
    sent = sending.make(stored, there)
    before, files = contents(), _files(stored)
    schemas = _schemas()
    tried = drill.try_newest(stored, there)
    assert (tried.id, tried.notes, tried.files) == (sent.id, 3, 1)
    with database.connection():
        assert contents() == before
        assert _schemas() == schemas
    assert _files(stored) == files


def test_writing_goes_on_meanwhile_and_after(stored: Settings, there: Place) -> None:
    sending.make(stored, there)
    with database.transaction():
        filled.note(User.get(), "written after the backup")
        note = Note.select().order_by(Note.number).first()
        Note.update(revision=2, content_hash="0" * 64).where(Note.id == note.id).execute()
    assert drill.try_newest(stored, there).notes == 3
    with database.connection(), database.transaction():
        filled.note(User.get(), "written after the trial")


@on_sqlite
def test_every_object_that_is_damaged_or_missing_is_found_and_sent_again_with_the_next_backup(
    stored: Settings, there: Place, model: Model
) -> None:
    a_file(b"a second picture")
    sending.make(stored, there)
    for key in [key for key in model.files if "/objects/" in key]:
        whole = model.files[key]
        for ruined in (None, bytes(len(whole))):
            model.delete(key) if ruined is None else model.write(key, ruined)
            with pytest.raises(drill.DrillError, match=key[-64:]):
                schedule.try_backup(stored, there)
            with database.connection():
                assert backup_state.damaged_objects() == [key[-64:]]
            model.write(key, whole)
    picture = there.pieces(*a_picture(there))[0]
    key = next(key for key in model.files if key.endswith(picture))
    model.write(key, b"")
    with pytest.raises(drill.DrillError):
        schedule.try_backup(stored, there)
    schedule.back_up(stored, there)
    everything_named_is_there(there)
    assert schedule.try_backup(stored, there).files == 2


@on_sqlite
def test_a_text_that_was_damaged_when_the_backup_was_made_is_no_failure(stored: Settings, there: Place) -> None:
    NoteBody.update(content="something else").where(NoteBody.note == Note.get().id).execute()
    sending.make(stored, there)
    assert drill.try_newest(stored, there).notes == 3


@on_sqlite
def test_a_note_that_is_another_one_here_is_found(stored: Settings, there: Place) -> None:
    sending.make(stored, there)
    Note.update(content_hash="0" * 64).where(Note.id == Note.get().id).execute()
    with pytest.raises(drill.DrillError, match="not the same"):
        drill.try_newest(stored, there)


@on_sqlite
def test_a_newest_one_that_cannot_be_read_is_a_failure(stored: Settings, there: Place, model: Model) -> None:
    with pytest.raises(drill.DrillError, match="no backup"):
        drill.try_newest(stored, there)
    sent = sending.make(stored, there)
    model.write(f"{there.instance_id}/backups/{sent.id}", b"")
    with pytest.raises(drill.DrillError, match="cannot be read"):
        drill.try_newest(stored, there)


@on_sqlite
def test_a_place_that_is_away_says_nothing_of_the_backup(stored: Settings, there: Place, model: Model) -> None:
    sending.make(stored, there)
    model.failure = "unreachable"
    with pytest.raises(BackendError):
        drill.try_newest(stored, there)


@on_sqlite
def test_of_many_files_some_are_tried_and_others_the_next_time(
    stored: Settings, there: Place, model: Model, monkeypatch: pytest.MonkeyPatch, days_on: Callable[[float], None]
) -> None:
    for number in range(30):
        a_file(f"picture {number}".encode())
    sending.make(stored, there)
    monkeypatch.setattr(limits, "BACKUP_TRIED_FILES", 5)
    seen = set()
    for _ in range(2):
        model.log.clear()
        assert drill.try_newest(stored, there).files == 5
        seen |= {key for what, key in model.log if what == "open" and "/objects/" in key}
        days_on(7)
    assert len(seen) > 7


@on_sqlite
def test_a_backup_that_does_not_fit_is_refused(stored: Settings, there: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    sending.make(stored, there)
    monkeypatch.setattr(restore.migrate, "known_names", lambda: {"0001_initial"})
    with pytest.raises(restore.RestoreError, match="newer"):
        drill.try_newest(stored, there)


def a_picture(there: Place) -> tuple[str, int]:
    """Hash and size of some attachment of the newest backup."""
    found = there.backup(there.backup_ids()[-1]).manifest
    assert found is not None
    name = next(name for name in found.files if name.startswith("attachments/"))
    return str(Path(name).name), int(found.files[name]["size"])


def _files(settings: Settings) -> set[Path]:
    """What lies in the instance, but for the logs of SQLite, which come and go."""
    return {path for path in settings.instance.rglob("*") if not path.name.endswith(("-wal", "-shm"))}


def _schemas() -> list[object]:
    if database.on_sqlite():
        return []
    return list(database.execute("SELECT nspname FROM pg_namespace ORDER BY nspname").fetchall())
