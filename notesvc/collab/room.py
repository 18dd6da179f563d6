"""A note's room: the shared document, those who are in it, and what passes between them."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from pycrdt import Doc, Text, XmlFragment

from notesvc import limits
from notesvc.collab import conversions, wire
from notesvc.collab.awareness import Awareness
from notesvc.collab.connection import Connection, Refused
from notesvc.collab.log import Entry, Log
from notesvc.collab.sockets import frame
from notesvc.collab.store import Facts, Stored
from notesvc.domain import room_tokens
from notesvc.domain.caller import Caller

_EMPTY = (b"", b"\x00\x00")

log = logging.getLogger("notesvc")


class Room:
    """Lives on the loop alone. Whoever changes `facts` holds `turn`, and so do conversions of the document."""

    def __init__(self, note_id: str, stored: Stored, log_of_all: Log, on_lost: Callable[["Room"], None]) -> None:
        self.note_id = note_id
        self.epoch = stored.epoch
        self.facts: Facts = stored.facts
        self.turn = asyncio.Lock()
        self.connections: dict[int, Connection] = {}
        self.awareness = Awareness()
        # Who wrote since the last save, the last writer last.
        self.authors: dict[str, Caller] = {}
        self.is_dirty = False
        self.dirty_at = self.edited_at = 0.0
        self.mode_changed = False
        self.outside_changed = False
        self.is_gone = False
        self.dead_touched = True
        self._outbox: list[tuple[bytes, int | None]] = []
        self._log, self._on_lost = log_of_all, on_lost
        self._watch: Any = None
        self.document: Any = Doc()
        self._log_bytes = self._log_updates = 0
        self._size = len(stored.state)
        self.document.apply_update(stored.state)
        for change in stored.changes:
            self.document.apply_update(change)
            self._count(change)
        self._watch_dead_root()

    @property
    def wants_compaction(self) -> bool:
        return self._log_bytes > limits.ROOM_LOG_BYTES or self._log_updates > limits.ROOM_LOG_UPDATES

    def enter(self, connection: Connection) -> None:
        """Let somebody in: they are told where they are, and everybody's cursors."""
        self.connections[connection.number] = connection
        connection.put(self.welcome(connection))
        connection.put(wire.step_1(self.document.get_state()))
        entries = self.awareness.all()
        if entries is not None:
            connection.put(wire.awareness(entries))

    def leave(self, connection: Connection) -> None:
        """The others see the cursor go."""
        self.connections.pop(connection.number, None)
        entries = self.awareness.leave(connection.number)
        if entries is not None:
            self.tell(wire.awareness(entries))

    def welcome(self, connection: Connection) -> bytes:
        return wire.own(
            wire.WELCOME,
            role=connection.role,
            generation=self.facts.generation,
            mode=self.facts.mode,
            schema=room_tokens.SCHEMA,
            etag=self.etag,
            messageBytes=limits.MAX_ROOM_MESSAGE,
        )

    @property
    def etag(self) -> str:
        """The validator of the note as the room last saw it."""
        return f'"{self.facts.revision}"'

    def tell(self, message: bytes, but: Connection | None = None) -> None:
        """Send one message, made once, to everybody (but one), together with what else is said in this moment."""
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._send)
        self._outbox.append((frame(message), but.number if but is not None else None))

    def state_for(self, state_vector: bytes) -> bytes:
        """What somebody with that state vector lacks. Raises Refused."""
        try:
            return self.document.get_update(state_vector)
        except ValueError as error:
            raise Refused(wire.MALFORMED, "this state vector cannot be read") from error

    def take(self, connection: Connection, change: bytes, now: float) -> None:
        """Take somebody's update: into the document, to the others at once, and to the disk. Raises Refused."""
        if connection.role != "editor":
            return
        if change in _EMPTY:
            self._log.append(Entry(self, None, connection.written))
            return
        self._refuse_too_large(change)
        try:
            self.document.apply_update(change)
        except (ValueError, RuntimeError) as error:
            fields = {"event": "room_update_refused", "note": self.note_id, "user": connection.caller.user_id}
            log.warning("room", extra={"fields": fields})
            raise Refused(wire.MALFORMED, "this update cannot be read") from error
        self._count(change)
        self.tell(wire.update(change), but=connection)
        self._log.append(Entry(self, change, connection.written))
        self.authors.pop(connection.caller.user_id, None)
        self.authors[connection.caller.user_id] = connection.caller
        self.note_edit(now)

    def apply(self, change: bytes) -> None:
        """A change of the worker's own, which is on disk already."""
        if change in _EMPTY:
            return
        self.document.apply_update(change)
        self._count(change)
        self.tell(wire.update(change))

    def note_edit(self, now: float) -> None:
        """The note does not hold what the room does."""
        self.edited_at = now
        if not self.is_dirty:
            self.is_dirty, self.dirty_at = True, now

    def compacted(self) -> bytes:
        """The whole document, to put in place of all updates that were appended until now."""
        self._log_bytes = self._log_updates = 0
        state = self.document.get_update()
        self._size = len(state)
        return state

    def lost(self) -> None:
        """Another worker has the room: everybody asks for the address anew."""
        self.drop(Refused(wire.MOVED, "the room has moved"))

    def drop(self, refused: Refused) -> None:
        """Send everybody away; nothing more is saved from here."""
        self.is_gone = True
        for connection in self.connections.values():
            connection.close(refused)
        self._on_lost(self)

    def closed(self) -> None:
        """Let go of the document: the library holds whoever watches it, and is not seen by the garbage collector."""
        self._watch.drop()

    def switched(self, facts: Facts) -> None:
        """The other root is in use from now on."""
        self.facts = facts
        self.mode_changed = True
        self._watch_dead_root()

    def _send(self) -> None:
        outbox, self._outbox = self._outbox, []
        writers = {number for _, number in outbox}
        to_all = b"".join(message for message, _ in outbox)
        for connection in list(self.connections.values()):
            if connection.number not in writers:
                connection.write(to_all)
            elif others := b"".join(message for message, number in outbox if number != connection.number):
                connection.write(others)

    def _refuse_too_large(self, change: bytes) -> None:
        if self._size + len(change) <= limits.MAX_ROOM_STATE:
            return
        # The sum of all updates is more than what they left: look again before refusing.
        self._size = len(self.document.get_update())
        if self._size + len(change) > limits.MAX_ROOM_STATE:
            raise Refused(wire.TOO_LARGE, "the document is too large")

    def _count(self, change: bytes) -> None:
        self._size += len(change)
        self._log_bytes += len(change)
        self._log_updates += 1

    def _watch_dead_root(self) -> None:
        text = self.document.get(conversions.RAW, type=Text)
        fragment = self.document.get(conversions.BLOCKS, type=XmlFragment)
        if self._watch is not None:
            self._watch.drop()
        if self.is_gone:
            return
        in_blocks = self.facts.mode == conversions.BLOCK_MODE
        self._watch = text.observe(self._touched) if in_blocks else fragment.observe_deep(self._touched)

    def _touched(self, _: object) -> None:
        self.dead_touched = True
