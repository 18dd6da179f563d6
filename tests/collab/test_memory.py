"""What a room that is closed leaves in the worker's memory: nothing."""

import gc
import urllib.request
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from notesvc.collab import stores, wire
from notesvc.collab.bridge import Bridge
from notesvc.collab.converter import Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.rooms import RoomRegistry
from notesvc.config import Settings
from notesvc.domain import notes
from notesvc.domain.accounts import users
from tests import loops
from tests.collab.peer import SECONDS, Peer
from tests.process import processes
from tests.process.member import Member, register
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
    kept = loops.run(_opened_and_closed(workspace, str(note.id)))
    gc.collect()
    assert kept() is None


async def _opened_and_closed(settings: Settings, note_id: str) -> "weakref.ref[Room]":
    kept, converter, bridge = stores.open_store(settings), Converter(), Bridge()
    log = Log(kept)
    rooms = RoomRegistry(kept, log, converter, bridge)
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


def test_rooms_take_no_more_memory_than_they_may(start: Callable[..., Service], peer: Callable[..., Peer]) -> None:
    service = start(
        NOTESVC_MAX_ROOM_MEMORY="700000", NOTESVC_MAX_ROOM_MEMORY_PER_USER="600000", NOTESVC_REGISTRATION="open"
    )
    ada, bob = register(service), register(service, "bob@example.org")
    long = "words " * 30_000
    small, hers, his = (
        ada.note("Small", "x", mode="raw"),
        ada.note("A", long, mode="raw"),
        bob.note("B", long, mode="raw"),
    )
    first = peer(ada, hers).come()
    # Her second large one is too much for her, his first for all; small ones are not.
    assert peer(ada, ada.note("C", long, mode="raw")).dial().closed() == wire.FULL
    assert peer(bob, his).dial().closed() == wire.FULL
    typing = peer(ada, small).come().write("typed ").acknowledged_all()
    typing.write("y" * 90_000)
    assert typing.closed() == wire.FULL
    first.write("still here").acknowledged_all()
    # What was refused is not there, what was acknowledged is.
    assert peer(ada, small).come().read() == "xtyped "
    first.leave()
    wait_until(lambda: _gets_in(peer(bob, his)), "her room was not released", SECONDS)


def _gets_in(who: Peer) -> bool:
    who.dial()
    wait_until(lambda: who.told(wire.SYNC) or who.close_code, "there was no answer", SECONDS)
    return who.close_code is None


def _visit(who: Peer) -> None:
    who.come().leave()
    health = f"http{who.address.removeprefix('ws')}/healthz"
    wait_until(lambda: orjson.loads(_STRAIGHT.open(health).read())["rooms"] == 0, "the room stays open", SECONDS)


def _memory(service: Service) -> int:
    lines = Path(f"/proc/{processes.child(service, 'collab')}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
