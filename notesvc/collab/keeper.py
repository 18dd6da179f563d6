"""When each room is saved, looked after, and closed."""

import asyncio
import contextlib
import functools
import logging
from typing import Any

from notesvc import errors, limits
from notesvc.collab import bridge, saving, store, watching, wire
from notesvc.collab.bridge import Bridge
from notesvc.collab.connection import Connection, RefusedError
from notesvc.collab.converter import ConversionError, Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.rooms import RoomRegistry
from notesvc.collab.saving import NotSavedError, Saving
from notesvc.collab.watching import Watch
from notesvc.config import Settings

_TICK_SECONDS = 0.1
_RETRY_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 60.0
_SWEEP_SECONDS = 3_600.0
_STOP_SECONDS = 5.0

log = logging.getLogger("notesvc")


class Keeper:
    """Owns the rooms' machinery. `start` and `stop` are called on the loop."""

    def __init__(self, settings: Settings, rooms: store.RoomStore) -> None:
        self._settings, self._store = settings, rooms
        self._due: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._switches: set[asyncio.Task[None]] = set()
        self._services: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to look after rooms."""
        self.log = Log(self._store)
        self.bridge = Bridge()
        self._converter = Converter()
        await self._converter.start()
        self._watch = Watch()
        self.rooms = RoomRegistry(self._store, self.log, self._converter, self.bridge)
        self._saving = Saving(self._store, self.log, self._converter, self.bridge)
        self._services = [asyncio.create_task(each()) for each in (self._tick, self._look, self._sweep, self._take_up)]

    async def stop(self) -> None:
        """Save and close every room, as far as the time allows; what was not saved is in the log."""
        for task in self._services:
            task.cancel()
        await asyncio.gather(*self._services, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_STOP_SECONDS):
                await asyncio.gather(*(self._attend(room) for room in self.rooms.all()), return_exceptions=True)
        await self.log.flush(1.0)
        await self._converter.close()
        await self.rooms.close()
        self.bridge.close()
        self._watch.thread.shutdown(cancel_futures=True)
        self.log.close()

    def figures(self) -> dict[str, Any]:
        """How much there is to look after."""
        rooms = self.rooms.all()
        return {"rooms": len(rooms), "connections": sum(len(room.connections) for room in rooms)}

    def member_left(self, room: Room) -> None:
        """Somebody has left: after the last one the room is saved and closed at once."""
        if not room.connections:
            self._begin(room)

    def switch(self, room: Room, connection: Connection, mode: Any) -> None:
        """Somebody wants the other surface, for all. Raises RefusedError."""
        if connection.role != "editor" or not saving.wants_switch(room, mode):
            return
        task = asyncio.create_task(self._switch(room, connection, mode))
        self._switches.add(task)
        task.add_done_callback(self._switches.discard)

    async def _tick(self) -> None:
        """Start what is due: a save some time after the last edit, and at the latest some time after the first."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            now = asyncio.get_running_loop().time()
            for room in self.rooms.all():
                if self._due.get(room.note_id, 0.0) <= now and self._is_due(room, now):
                    self._begin(room)

    def _is_due(self, room: Room, now: float) -> bool:
        if room.outside_changed or room.dead_touched or room.wants_compaction or not room.connections:
            return True
        quiet = now - room.edited_at >= limits.ROOM_QUIET_SECONDS
        return room.is_dirty and (quiet or now - room.dirty_at >= limits.ROOM_SAVE_SECONDS)

    def _begin(self, room: Room) -> None:
        if room.note_id in self._tasks or room.is_gone:
            return
        task = asyncio.create_task(self._attend(room))
        self._tasks[room.note_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room.note_id, None))

    async def _attend(self, room: Room) -> None:
        """Save the room, shorten its log, close it when nobody is there."""
        async with room.turn:
            try:
                await self._saving.bring_together(room)
                if room.is_gone:
                    return
                if room.wants_compaction or not room.connections:
                    await self._saving.compact(room)
                self._due.pop(room.note_id, None)
            except store.FencedError:
                room.lose()
            except RefusedError:
                # The room was dropped: its document is broken.
                return
            except (NotSavedError, ConversionError, *store.TROUBLE) as error:
                self._put_off(room, error)
            except Exception as error:
                log.exception("room", extra={"fields": {"event": "room_failed", "note": room.note_id}})
                self._put_off(room, error)
            else:
                if not room.connections and not room.is_dirty:
                    self.rooms.forget(room)
                    room.is_gone = True

    def _put_off(self, room: Room, error: Exception) -> None:
        self._due[room.note_id] = asyncio.get_running_loop().time() + _RETRY_SECONDS
        fields = {"event": "room_not_saved", "note": room.note_id, "error": str(error)[:200]}
        log.warning("room", extra={"fields": fields})
        room.tell(wire.own(wire.ERROR, code="busy", detail="the note is not saved yet; nothing is lost"))

    async def _switch(self, room: Room, connection: Connection, mode: str) -> None:
        by = {"id": connection.caller.user_id, "name": connection.caller.name}
        async with room.turn:
            if room.is_gone or not saving.wants_switch(room, mode):
                return
            try:
                if mode == "block" and len(str(room.document["raw"])) > limits.DERIVED_CHARACTERS:
                    connection.put(wire.own(wire.ERROR, code="too_large", detail="this note is too long for blocks"))
                    return
                await self._saving.switch(room, mode, by)
            except store.FencedError:
                room.lose()
            except RefusedError:
                return
            except (ConversionError, *store.TROUBLE) as error:
                log.warning("room", extra={"fields": {"event": "room_not_switched", "error": str(error)[:200]}})
                connection.put(wire.own(wire.ERROR, code="busy", detail="the surface was not switched"))

    async def _look(self) -> None:
        """See within a second what others did to the notes, and within a few who may not be here any more."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(limits.ROOM_WATCH_SECONDS)
            rooms = self.rooms.all()
            passes = [watching.pass_of(room, each) for room in rooms for each in room.connections.values()]
            note_ids = [room.note_id for room in rooms]
            if not rooms:
                continue
            look = functools.partial(self._watch.look, note_ids, passes, loop.time())
            seen = await loop.run_in_executor(self._watch.thread, watching.look_safely, look)
            if seen is not None:
                watching.act(rooms, seen)

    async def _take_up(self) -> None:
        """Save what a worker that died had acknowledged, whether anybody comes back to those notes or not.

        One of several workers cannot know which of these rooms another has: there it waits for who comes next.
        """
        if len(self._settings.collab_urls) > 1:
            return
        waiting, pause = await self._left_behind(), _RETRY_SECONDS
        while waiting:
            waiting = [note_id for note_id in waiting if not await self._is_taken_up(note_id)]
            if waiting:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    async def _is_taken_up(self, note_id: str) -> bool:
        """Save what the room has; false where it could not be opened, which keeps nobody from the rest."""
        try:
            room = await self.rooms.room_of(note_id)
        except errors.NotFound:
            return True
        except Exception:
            log.exception("room", extra={"fields": {"event": "room_not_taken_up", "note": note_id}})
            return False
        self._begin(room)
        if saving_it := self._tasks.get(note_id):
            # One after the other: there may be many, and those who come are not to wait.
            await asyncio.wait([saving_it])
        return True

    async def _left_behind(self) -> list[str]:
        while True:
            try:
                return await self.log.do(self._store.left_behind)
            except store.TROUBLE as error:
                log.warning("rooms", extra={"fields": {"event": "rooms_not_taken_up", "error": str(error)[:200]}})
                await asyncio.sleep(_RETRY_SECONDS)

    async def _sweep(self) -> None:
        """Keep no room of a note that is gone for good, and none that nobody came to for weeks."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            try:
                kept = await self.log.do(self._store.ids)
                present = await self.bridge.do(bridge.present, [store.note_of(each) for each in kept])
                gone = {each for each in kept if store.note_of(each) not in present}
                old = await self.log.do(self._store.old_ones)
                here = {room.note_id for room in self.rooms.all()}
                await self.log.do(self._store.forget, (gone | set(old)) - here)
            except Exception:
                log.exception("rooms", extra={"fields": {"event": "room_sweep_failed"}})
