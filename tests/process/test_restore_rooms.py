"""Rooms in backups: what was acknowledged and is not in the note yet comes back too."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from notesvc import backup, database, restore
from notesvc.collab.store import Change, Facts, RoomStore
from notesvc.collab.stores import open_store
from notesvc.config import Settings
from notesvc.models import Note

FACTS = Facts("before", "raw", 1, "a hash", "content", None, "", "a mark")


@contextmanager
def rooms_of(settings: Settings) -> Iterator[RoomStore]:
    found = open_store(settings)
    yield found
    found.close()


def test_an_edit_that_is_only_in_the_rooms_log_comes_back_in_a_room_of_a_new_generation(
    stored: Settings, target: Path, elsewhere: Settings
) -> None:
    note = str(Note.get().id)
    with rooms_of(stored) as rooms:
        assert rooms.create(note, FACTS, b"state")
        assert rooms.append([Change(note, 1, b"one"), Change(note, 1, b"two")]) == set()
    backup.make(stored, target)
    database.disconnect()
    restore.restore(elsewhere, target)
    with rooms_of(elsewhere) as rooms:
        found = rooms.claim(note)
        assert found is not None
        assert (found.state, list(found.changes)) == (b"state", [b"one", b"two"])
        assert found.facts.generation not in ("", "before")
        assert found.facts.values()[1:] == FACTS.values()[1:]
        assert rooms.append([Change(note, found.epoch, b"three")]) == set()


def test_rooms_that_are_newer_than_the_backup_do_not_stay(stored: Settings, target: Path) -> None:
    note = str(Note.get().id)
    backup.make(stored, target)
    with rooms_of(stored) as rooms:
        rooms.create(note, FACTS, b"state")
    database.disconnect()
    restore.restore(stored, target)
    with rooms_of(stored) as rooms:
        assert rooms.claim(note) is None
    if stored.is_sqlite:
        assert len(list(stored.instance.glob("before-restore-*.sqlite-rooms"))) == 1
