"""What rooms have on disk."""

import asyncio
import errno
import threading
from pathlib import Path

import pytest

from notesvc.collab import log, stores, wire
from notesvc.collab.intake import Arrival
from notesvc.collab.sockets import frame
from notesvc.collab.store import Change, Facts
from notesvc.collab.stores import SqliteRoomStore
from notesvc.config import Settings
from tests.collab.one_room import Listener, OneRoom, browser, inside
from tests.collab.updates import STRING, Struct, of, string
from tests.conftest import settings_of
from tests.service import wait_until

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


class BadDisk:
    """Fails once, and is then asked again, and in no hurry until it is well."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.is_well = threading.Event()
        append = SqliteRoomStore.append

        def append_badly(store: SqliteRoomStore, changes: list[Change]) -> set[str]:
            self.asked += 1
            if self.asked == 1:
                raise OSError(errno.EIO, "the disk fails")
            self.is_well.wait()
            return append(store, changes)

        patch.setattr(SqliteRoomStore, "append", append_badly)
        patch.setattr(log, "_RETRY_SECONDS", 0.0)


def test_an_edit_is_told_to_the_others_at_once_and_acknowledged_when_it_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = BadDisk(monkeypatch)
    change = of(5, Struct(STRING, string("very "), parent=b"raw"))

    async def do(room: OneRoom) -> None:
        sender, other = Listener(), Listener()
        room.room.enter(browser("ada", socket=other))
        room.room.take(Arrival(browser("eve", socket=sender), change, is_all=False))
        try:
            await asyncio.to_thread(wait_until, lambda: disk.asked == 2, "the disk is not asked again")
            assert frame(wire.update(change)) in other.heard
            assert sender.heard == []
        finally:
            disk.is_well.set()
        await asyncio.to_thread(wait_until, lambda: sender.heard, "the edit is not acknowledged")
        assert sender.heard == [frame(wire.own(wire.ACK, updates=1))]
        room.room.lose()
        await room.alive()
        assert room.words() == "very important text"

    inside(tmp_path, do)


def test_what_made_the_log_long_is_no_room(settings: Settings) -> None:
    SqliteRoomStore(settings).close()
    rooms = stores.open_store(settings)
    assert (rooms.left_behind(), rooms.ids()) == ([], [])
    assert settings.rooms_path.stat().st_size < 100_000
    rooms.close()
