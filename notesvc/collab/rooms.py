"""The rooms of this worker: opened when the first one comes; made of the note when there never was one, or when what is
kept of it cannot be read.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Any

from notesvc import clock, errors
from notesvc.collab import bridge, memory, native, store
from notesvc.collab.bridge import Bridge
from notesvc.collab.connection import RefusedError
from notesvc.collab.converter import ConversionError, Converter, CrashedError, KilledError
from notesvc.collab.intake import Judge
from notesvc.collab.items import New
from notesvc.collab.log import Log
from notesvc.collab.memory import Memory
from notesvc.collab.room import Room, RoomContents, Services
from notesvc.collab.store import Facts, StoredRoom

log = logging.getLogger("notesvc")
_LOADS = 3


class RoomRegistry:
    """At most one room a note here; the store sees to it that there is none elsewhere."""

    def __init__(self, rooms: store.RoomStore, log: Log, converter: Converter, domain: Bridge) -> None:
        self._store, self._log, self._converter, self._bridge = rooms, log, converter, domain
        self._judge, self._memory = Judge(), Memory()
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def all(self) -> list[Room]:
        return list(self._open.values())

    async def room_of(self, note_id: str, user_id: str | None = None) -> Room:
        """The note's room, for that user; for nobody it is opened though there is no memory. Raises NotFound,
        RefusedError, and whatever keeps it from being opened.
        """
        room = self._open.get(note_id)
        if room is not None:
            return room
        opening = self._opening.get(note_id)
        if opening is None:
            opening = asyncio.create_task(self._open_room(note_id, user_id))
            self._opening[note_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(note_id, None))
        # Somebody who goes away while it is opened takes it from nobody else.
        return await asyncio.shield(opening)

    def forget(self, room: Room) -> None:
        """The room is closed, or another worker's."""
        if self._open.get(room.note_id) is room:
            del self._open[room.note_id]
            self._memory.let_go(room.note_id)
            room.close()

    async def close(self) -> None:
        """End what was tried with."""
        await self._judge.close()

    async def _open_room(self, note_id: str, user_id: str | None) -> Room:
        note = await self._bridge.do(bridge.note, note_id)
        if note is None:
            raise errors.NotFound
        opened = None
        while opened is None:
            stored = await self._log.do(self._store.claim, note_id)
            is_new = stored is None
            opened = await (self._make(note_id, note) if stored is None else self._restore(note_id, stored))
        try:
            self._charge(note_id, user_id, opened)
            room = Room(note_id, opened, Services(self._log, self._judge, self._memory), self.forget)
        except native.BrokenDocumentError as error:
            self._memory.let_go(note_id)
            raise ConversionError(str(error)) from error
        room.dead_touched = room.outside_changed = not is_new
        if not is_new:
            # What was acknowledged may not be in the note yet.
            room.writers.add(None)
            room.note_edit(asyncio.get_running_loop().time())
        self._open[note_id] = room
        return room

    def _charge(self, note_id: str, user_id: str | None, opened: RoomContents) -> None:
        size = memory.of_room(len(opened.state), opened.structs)
        if user_id is None:
            self._memory.take(note_id, "", size)
            return
        try:
            self._memory.charge(note_id, user_id, size)
        except RefusedError:
            if all(room.connections for room in self._open.values()):
                raise
            # Those that nobody is in are being closed: who comes again may find a place.
            raise errors.Busy from None

    async def _make(self, note_id: str, note: Facts) -> RoomContents | None:
        """A room with what the note holds, before anybody is in it; None when another worker was quicker."""
        made, state = await self._converter.ask("seed", content=note.content, rich=note.rich_content, mode=note.mode)
        facts = replace(note, generation=clock.new_id(), mode=made["mode"], dead_base=made["dead_base"])
        created = await self._log.do(self._store.create, note_id, facts, state)
        items = New(made["keys"], made["pairs"])
        return RoomContents(1, facts, state, items, made["structs"]) if created else None

    async def _restore(self, note_id: str, stored: StoredRoom) -> RoomContents | None:
        """The room as it is kept; None when that cannot be read and was put aside.

        Raises ConversionError where it could not be tried: what people typed is never given up for that.
        """
        found, state = await self._load(stored)
        if "damaged" not in found:
            items = New(found["keys"], found["pairs"])
            return RoomContents(
                stored.epoch, stored.facts, state, items, found["structs"], len(stored.changes), stored.clients
            )
        aside = await self._log.do(self._store.put_aside, note_id, stored.epoch)
        fields = {"event": "room_damaged", "note": note_id, "kept": aside, "reason": found["damaged"]}
        log.error("room", extra={"fields": fields})
        return None

    async def _load(self, stored: StoredRoom) -> tuple[dict[str, Any], bytes]:
        if stored.is_damaged:
            return {"damaged": "something of it is not what was stored"}, b""
        parts = [stored.state, *stored.changes]
        state, sizes, crashes = b"".join(parts), [len(part) for part in parts], 0
        for _ in range(_LOADS):
            try:
                return await self._converter.ask("load", state, sizes=sizes)
            except CrashedError as error:
                crashes += 1
                # The first may have been the machine's trouble.
                if crashes > 1:
                    return {"damaged": f"loading it ended the process: {error}"}, b""
            except KilledError as error:
                log.warning("room", extra={"fields": {"event": "room_load_ended", "error": str(error)}})
        raise ConversionError("the process that loads rooms was ended again and again")
