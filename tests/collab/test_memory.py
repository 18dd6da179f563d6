"""What a room that is closed leaves in the worker's memory: nothing."""

import asyncio
import gc
import weakref

import pytest

from notesvc.collab import store
from notesvc.collab.bridge import Bridge
from notesvc.collab.converter import Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.rooms import Rooms
from notesvc.config import Settings
from notesvc.domain import notes, users


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.mark.parametrize("mode", ["raw", "block"])
def test_a_room_that_is_closed_is_let_go_of(workspace: Settings, mode: str) -> None:
    user = users.register(email="a@example.org", password="correct horse", name="A")
    note, _ = notes.create(users.caller_of(user), {"name": "Plan", "content": "# Words\n", "mode": mode})
    kept = asyncio.run(_opened_and_closed(workspace, str(note.id)))
    gc.collect()
    assert kept() is None


async def _opened_and_closed(settings: Settings, note_id: str) -> "weakref.ref[Room]":
    kept, converter, bridge = store.open_store(settings), Converter(), Bridge()
    log = Log(kept)
    rooms = Rooms(kept, log, converter, bridge)
    room = await rooms.room_of(note_id)
    assert rooms.all() == [room]
    rooms.forget(room)
    await converter.close()
    bridge.close()
    log.close()
    return weakref.ref(room)
