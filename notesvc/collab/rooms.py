"""The rooms of this worker: opened when the first one comes, made of the note when there never was one."""

import asyncio
from dataclasses import replace

from notesvc import clock, errors
from notesvc.collab import bridge, store
from notesvc.collab.bridge import Bridge
from notesvc.collab.converter import Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.store import Facts, Stored


class Rooms:
    """At most one room a note here; the store sees to it that there is none elsewhere."""

    def __init__(self, rooms: store.Rooms, log: Log, converter: Converter, domain: Bridge) -> None:
        self._store, self._log, self._converter, self._bridge = rooms, log, converter, domain
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def all(self) -> list[Room]:
        return list(self._open.values())

    async def room_of(self, note_id: str) -> Room:
        """The note's room. Raises NotFound, and whatever keeps it from being opened."""
        room = self._open.get(note_id)
        if room is not None:
            return room
        opening = self._opening.get(note_id)
        if opening is None:
            opening = asyncio.create_task(self._opened(note_id))
            self._opening[note_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(note_id, None))
        # Somebody who goes away while it is opened takes it from nobody else.
        return await asyncio.shield(opening)

    def forget(self, room: Room) -> None:
        """The room is closed, or another worker's."""
        if self._open.get(room.note_id) is room:
            del self._open[room.note_id]
            room.closed()

    async def _opened(self, note_id: str) -> Room:
        note = await self._bridge.do(bridge.note, note_id)
        if note is None:
            raise errors.NotFound
        stored = await self._log.do(self._store.claim, note_id)
        is_new = stored is None
        while stored is None:
            stored = await self._made(note_id, note) or await self._log.do(self._store.claim, note_id)
        room = Room(note_id, stored, self._log, self.forget)
        room.dead_touched = room.outside_changed = not is_new
        if not is_new:
            # What was acknowledged may not be in the note yet.
            room.note_edit(asyncio.get_running_loop().time())
        self._open[note_id] = room
        return room

    async def _made(self, note_id: str, note: Facts) -> Stored | None:
        """A room with what the note holds, before anybody is in it; None when another worker was quicker."""
        made, state = await self._converter.ask("seed", content=note.content, rich=note.rich_content, mode=note.mode)
        facts = replace(note, generation=clock.new_id(), mode=made["mode"], dead_base=made["dead_base"])
        created = await self._log.do(self._store.create, note_id, facts, state)
        return Stored(1, facts, state, ()) if created else None
