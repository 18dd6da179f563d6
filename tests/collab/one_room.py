"""A real room with its log and its judge, in the test's own process; browsers are connections that lead nowhere."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pycrdt import Doc, Text

from notesvc.collab import conversions, stores, trial
from notesvc.collab.connection import Connection, RefusedError
from notesvc.collab.intake import Arrival, Judge
from notesvc.collab.items import New
from notesvc.collab.log import Log
from notesvc.collab.memory import Memory
from notesvc.collab.room import Room, RoomContents, Services
from notesvc.collab.store import Facts
from notesvc.domain.caller import Caller
from tests import loops

NOTE = "note"


class Nowhere:
    """A socket whose browser takes all that it is sent."""

    def write(self, frames: bytes) -> int:
        return 0


class Listener:
    """A socket whose browser keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def write(self, frames: bytes) -> int:
        self.heard.append(frames)
        return 0


class OneRoom:
    """The room, opened anew from its log whenever it was given up."""

    def __init__(self, folder: Path, content: str, mode: str) -> None:
        settings: Any = SimpleNamespace(rooms_path=folder / "rooms")
        self._store = stores.SqliteRoomStore(settings)
        self.services = Services(Log(self._store), Judge(), Memory())
        made, state = conversions.seed(content, None, mode)
        facts = Facts("generation", made["mode"], 1, "", content, dead_base=made["dead_base"])
        self._store.create(NOTE, facts, state)
        self.openings = 0
        self.room = self._opened()

    def _opened(self) -> Room:
        stored = self._store.claim(NOTE)
        assert stored is not None
        self.openings += 1
        parts = [stored.state, *stored.changes]
        found, state = trial.load(b"".join(parts), [len(part) for part in parts])
        items, changes = New(found["keys"], found["pairs"]), len(stored.changes)
        opened = RoomContents(stored.epoch, stored.facts, state, items, found["structs"], changes, stored.clients)
        return Room(NOTE, opened, self.services, lambda room: room.close())

    async def give(self, change: bytes, who: str = "eve", is_all: bool = False) -> int:
        """Give the room an update; 0 when it was acknowledged, else the code with which its sender was closed."""
        connection = browser(who)
        try:
            (await self.alive()).take(Arrival(connection, change, is_all))
            if self.room.is_waiting:
                return await self._judged(connection)
        except RefusedError as refused:
            return refused.code
        return 0

    async def alive(self) -> Room:
        """The room, made of its log when it was given up."""
        if self.room.is_gone:
            await self.services.log.flush(60.0)
            self.room = self._opened()
        return self.room

    async def _judged(self, connection: Connection) -> int:
        while self.room.is_waiting:
            await asyncio.sleep(0.005)
        return connection.refused.result().code if connection.is_closing else 0

    def words(self) -> str:
        """The markdown's root, as a browser that comes now would have it."""
        document: Any = Doc()
        document.apply_update(self.room.state())
        return str(document.get("raw", type=Text))

    async def close(self) -> None:
        await self.services.log.flush(60.0)
        await self.services.judge.close()
        self.services.log.close()


def browser(who: str, role: str = "editor", socket: Any = None) -> Connection:
    chosen: Any = socket or Nowhere()
    return Connection(chosen, Caller(who, who, who), role, "session")


@contextlib.asynccontextmanager
async def one_room(folder: Path, content: str = "important text", mode: str = "raw") -> AsyncIterator[OneRoom]:
    found = OneRoom(folder, content, mode)
    try:
        yield found
    finally:
        await found.close()


def inside(folder: Path, do: Callable[[OneRoom], Awaitable[None]], **room: str) -> None:
    """Do it in a room."""

    async def run() -> None:
        async with one_room(folder, **room) as found:
            await do(found)

    loops.run(run())
