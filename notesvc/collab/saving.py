"""Keeps a note and its room the same: saves the room's text, takes in what others did to the note.

Who wins when both changed: `text/diff/three_way.py` has the rule. Nobody's words are dropped for somebody else's.
"""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import peewee

from notesvc import errors, limits
from notesvc.collab import bridge, conversions, store, wire
from notesvc.collab.bridge import Bridge
from notesvc.collab.connection import RefusedError
from notesvc.collab.converter import Converter
from notesvc.collab.log import Log
from notesvc.collab.room import Room
from notesvc.collab.store import Facts
from notesvc.domain.sharing import room_access

_ATTEMPTS = 5

log = logging.getLogger("notesvc")


class NotSavedError(Exception):
    """The note does not hold the room's text: passing trouble. The room's own log has it all; try again later."""


class Saving:
    """What is done with one room at a time; each routine wants the room's turn to be held by its caller."""

    def __init__(self, rooms: store.RoomStore, log_of_all: Log, converter: Converter, domain: Bridge) -> None:
        self._store, self._log, self._converter, self._bridge = rooms, log_of_all, converter, domain

    async def bring_together(self, room: Room) -> None:
        """Afterwards the note holds what the room did, and the room what the note did. Raises NotSavedError.

        Drops the room when the note is gone, or when another worker has it.
        """
        try:
            for _ in range(_ATTEMPTS):
                if room.outside_changed:
                    await self._take_in(room)
                if room.dead_touched:
                    await self._carry_over(room)
                if room.is_gone or not room.is_dirty or await self._save(room):
                    return
        except store.FencedError:
            room.lose()
        except errors.NotFound:
            room.drop(RefusedError(wire.NOT_FOUND, "the note is gone"))
        except (errors.Busy, room_access.SignedOutError, peewee.PeeweeException, *store.TROUBLE) as error:
            raise NotSavedError(f"{type(error).__name__}: {str(error)[:200]}") from error
        else:
            raise NotSavedError("others kept changing the note")

    async def switch(self, room: Room, mode: str, by: Any) -> None:
        """Put the other root in use for all. Raises NotSavedError, FencedError, RefusedError by what a store raises."""
        state, content = room.state(), room.facts.content
        arrived_since = (room.facts.dead_base or "") if room.dead_touched else None
        await self._log.wait_for(room)
        made, change = await self._converter.ask("switch", state, mode=mode, content=content, dead_base=arrived_since)
        if made["was_carried"]:
            room.writers.add(None)
        facts = replace(room.facts, mode=mode, dead_base=made["dead_base"])
        await self._keep(room, facts, change)
        room.switch(facts)
        # Edits that came in meanwhile went into the root that was left just now.
        room.dead_touched = True
        room.note_edit(asyncio.get_running_loop().time())
        room.tell(wire.own(wire.MODE, mode=mode, by=by))

    async def compact(self, room: Room) -> None:
        """Put one state in the place of the room's updates. Raises FencedError and what the store raises."""
        await self._log.do(self._store.compact, room.note_id, room.epoch, room.compact())

    async def _take_in(self, room: Room) -> None:
        """Bring what others did to the note into the room, as small edits."""
        note = await self._bridge.do(bridge.note, room.note_id)
        if note is None:
            raise errors.NotFound
        room.outside_changed = False
        facts = room.facts
        if (note.revision, note.content_hash) == (facts.revision, facts.content_hash):
            return
        change = b""
        if note.content_hash not in (facts.content_hash, facts.saving_hash):
            base = {"content": facts.content, "rich_content": facts.rich_content}
            new = {"content": note.content, "rich_content": note.rich_content}
            state = room.state()
            await self._log.wait_for(room)
            _, change = await self._converter.ask("merge_note", state, mode=facts.mode, base=base, note=new)
        await self._keep(room, facts.with_note(note), change)
        room.tell(wire.own(wire.SAVED, etag=room.etag, updatedAt=None))
        room.note_edit(asyncio.get_running_loop().time())

    async def _carry_over(self, room: Room) -> None:
        """Bring what arrived in the root that is not in use into the one that is."""
        room.dead_touched = False
        before = room.facts.dead_base or ""
        state = room.state()
        await self._log.wait_for(room)
        made, change = await self._converter.ask("carry_over", state, mode=room.facts.mode, dead_base=before)
        if made["dead_base"] != before:
            await self._keep(room, replace(room.facts, dead_base=made["dead_base"]), change)
            room.writers.add(None)
            room.note_edit(asyncio.get_running_loop().time())

    async def _keep(self, room: Room, facts: Facts, change: bytes = b"") -> None:
        """What the room knows and the change that goes with it, on disk together; then for all to see."""
        if change == b"\x00\x00":
            change = b""
        await self._log.do(self._store.put_facts, room.note_id, room.epoch, facts, change)
        room.facts = facts
        await room.apply(change)

    async def _save(self, room: Room) -> bool:
        """Save once; False when the note was changed by others first."""
        edited_at, state, authors = room.edited_at, room.state(), dict(room.authors)
        writers, since = room.writers.begin_save(), room.length.since
        # The note may hold nothing that the room could lose.
        await self._log.wait_for(room)
        facts = room.facts
        found, _ = await self._converter.ask(
            "read", state, mode=facts.mode, content=facts.content, rich=facts.rich_content
        )
        size = len((found["content"] if found["changed"] else facts.content).encode())
        room.length.record(size, since)
        if size > limits.MAX_BODY:
            room.tell(wire.own(wire.ERROR, code="too_large", detail="the note is too long to be saved: shorten it"))
            room.is_dirty = False
            return True
        if found["changed"]:
            await self._keep(room, replace(facts, saving_hash=found["mark"]))
            by = bridge.Authors(list(authors.values()), writers)
            try:
                saved = await self._bridge.do(bridge.save, room.note_id, by, _fields(room, found), room.etag)
            except errors.PreconditionFailed:
                room.outside_changed = True
                return False
            except errors.InvalidInput as error:
                self._log_refusal(room, error)
                room.is_dirty = False
                return True
            note = Facts("", "", saved.revision, found["mark"], found["content"], found["rich_content"])
            room.mode_changed = False
            await self._keep(room, room.facts.with_note(note))
            room.tell(wire.own(wire.SAVED, etag=room.etag, updatedAt=saved.updated_at))
        self._clean(room, edited_at, authors)
        return True

    def _clean(self, room: Room, edited_at: float, authors: dict[str, Any]) -> None:
        room.writers.end_save()
        if room.edited_at == edited_at:
            room.is_dirty = False
            room.authors.clear()
            return
        room.dirty_at = edited_at
        for user_id in authors:
            # Who has written since is in it again with the next edit; the last writer stays for certain.
            if len(room.authors) > 1 and user_id != next(reversed(room.authors)):
                room.authors.pop(user_id, None)

    def _log_refusal(self, room: Room, error: errors.InvalidInput) -> None:
        fields = {"event": "room_save_refused", "note": room.note_id, "errors": error.errors}
        log.error("room", extra={"fields": fields})
        room.tell(wire.own(wire.ERROR, code="invalid_input", detail="the note cannot hold this text"))


def _fields(room: Room, found: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {"content": found["content"]}
    if found["rich_content"] is not None:
        fields["rich_content"] = found["rich_content"]
    if room.mode_changed:
        fields["mode"] = room.facts.mode
    return fields


def wants_switch(room: Room, mode: Any) -> bool:
    """Whether there is something to switch. Raises RefusedError for what is no mode."""
    if mode not in (conversions.BLOCK_MODE, conversions.RAW_MODE):
        raise RefusedError(wire.MALFORMED, "no such mode")
    return bool(mode != room.facts.mode)
