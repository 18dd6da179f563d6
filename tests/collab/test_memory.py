"""What a room that is closed leaves in the worker's memory: nothing."""

import asyncio
import gc
import urllib.request
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest

from notesvc.collab import store
from notesvc.collab.bridge import Bridge
from notesvc.collab.converter import Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.rooms import Rooms
from notesvc.config import Settings
from notesvc.domain import notes, users
from tests.collab.peer import SECONDS, Peer
from tests.process import processes
from tests.process.member import Member
from tests.service import Service, wait_until

_VISITS, _MAY_GROW = 6, 25_000_000
_STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.mark.parametrize("mode", ["raw", "block"])
def test_a_room_that_is_closed_is_let_go_of(workspace: Settings, mode: str) -> None:
    user = users.register(email="a@example.org", password="correct horse", name="A")
    note, _ = notes.create(users.caller_of(user), {"name": "Plan", "content": "# Words\n", "mode": mode})
    # In a thread of its own: the tests' browser has a loop that runs in this one.
    with ThreadPoolExecutor(1) as apart:
        kept = apart.submit(lambda: asyncio.run(_opened_and_closed(workspace, str(note.id)))).result()
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


def test_a_worker_does_not_grow_with_the_rooms_that_were_open(
    service: Service, member: Member, peer: Callable[[Member, Any], Peer]
) -> None:
    long = "A paragraph with **bold** words, a [[Link]] and `code`.\n\n" * 1_500
    # Open, a room of this note takes more than 10 MB.
    note = member.note("Long", long, mode="block")
    _visit(peer(member, note))
    before = _memory(service)
    for _ in range(_VISITS):
        _visit(peer(member, note))
    assert _memory(service) < before + _MAY_GROW


def _visit(who: Peer) -> None:
    who.come().leave()
    health = f"http{who.address.removeprefix('ws')}/healthz"
    wait_until(lambda: orjson.loads(_STRAIGHT.open(health).read())["rooms"] == 0, "the room stays open", SECONDS)


def _memory(service: Service) -> int:
    lines = Path(f"/proc/{processes.child(service, 'collab')}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
