"""What rooms have on disk."""

from pathlib import Path

import pytest

from notesvc.collab import stores
from notesvc.collab.store import Change, Facts
from notesvc.collab.stores import SqliteRoomStore
from notesvc.config import Settings
from tests.conftest import settings_of

_FACTS = Facts("generation", "raw", 1, "hash", "text")


@pytest.fixture
def settings(instance: Path) -> Settings:
    return settings_of(instance)


def test_the_log_of_a_file_does_not_grow_with_what_is_appended(settings: Settings) -> None:
    rooms = SqliteRoomStore(settings)
    log = settings.rooms_path.with_name(f"{settings.rooms_path.name}-wal")
    before = log.stat().st_size
    assert rooms.create("note", _FACTS, b"state")
    for number in range(2_000):
        assert rooms.append([Change("note", 1, number.to_bytes(4))]) == set()
    assert log.stat().st_size == before
    rooms.close()


def test_what_made_the_log_long_is_no_room(settings: Settings) -> None:
    SqliteRoomStore(settings).close()
    rooms = stores.open_store(settings)
    assert (rooms.left_behind(), rooms.ids()) == ([], [])
    assert settings.rooms_path.stat().st_size < 100_000
    rooms.close()
