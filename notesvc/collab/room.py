"""A note's room: the shared document, those who are in it, and what passes between them."""

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pycrdt import Doc, Text

from notesvc import limits
from notesvc.collab import conversions, memory, native, wire
from notesvc.collab.awareness import Awareness
from notesvc.collab.connection import Connection, RefusedError
from notesvc.collab.intake import EMPTY, Arrival, Fit, Intake, Judge
from notesvc.collab.items import Items, New
from notesvc.collab.length import Length
from notesvc.collab.log import Entry, Log
from notesvc.collab.memory import Memory
from notesvc.collab.shape import Shape
from notesvc.collab.sockets import frame
from notesvc.collab.store import Facts
from notesvc.collab.survey import Survey, clocks_of
from notesvc.collab.writers import Writers
from notesvc.domain.caller import Caller
from notesvc.domain.sharing import room_tokens
from notesvc.models.notes import etag_of

# Below this, what an update took says more about the machine than about the update.
_NOTHING_SECONDS = 0.001

log = logging.getLogger("notesvc")


class Services(NamedTuple):
    """What all rooms share."""

    log: Log
    judge: Judge
    memory: Memory


class RoomContents(NamedTuple):
    """What a room is made of: its document, what is to be known of its items, about how many there are, how many
    updates are kept besides, and who wrote first under which client id.
    """

    epoch: int
    facts: Facts
    state: bytes
    items: New
    structs: int
    updates: int = 0
    clients: Mapping[int, str] = MappingProxyType({})


class Room:
    """Lives on the loop alone. Whoever changes `facts` holds `turn`, and so do conversions of the document."""

    def __init__(
        self, note_id: str, opened: RoomContents, services: Services, on_lost: Callable[["Room"], None]
    ) -> None:
        self.note_id = note_id
        self.epoch = opened.epoch
        self.facts: Facts = opened.facts
        self.turn = asyncio.Lock()
        self.connections: dict[int, Connection] = {}
        self.awareness = Awareness()
        # Who wrote since the last save, the last writer last.
        self.authors: dict[str, Caller] = {}
        self.writers = Writers()
        self.is_dirty = False
        self.dirty_at = self.edited_at = 0.0
        self.mode_changed = False
        self.outside_changed = False
        self.is_gone = False
        self.dead_touched = True
        self._outbox: list[tuple[bytes, int | None]] = []
        self._log, self._memory, self._on_lost = services.log, services.memory, on_lost
        self._intake = Intake(services.judge)
        self.clients = dict(opened.clients)
        self._log_bytes, self._log_updates = 0, opened.updates
        # Seconds that updates took since it was looked how long the whole takes.
        self.strain = 0.0
        self.items = Items()
        self.items.add(opened.items)
        self.size = len(opened.state)
        # What was not saved yet is in the document, and no longer than twice what says it.
        self.length = Length(2 * self.size if opened.updates else len(opened.facts.content.encode()))
        self.structs = opened.structs
        self.document: Any = Doc()
        with native.sound():
            self.document.apply_update(opened.state)
            self.known = clocks_of(self.document.get_state())
        self._shape = Shape(self.document)

    @property
    def wants_compaction(self) -> bool:
        return self._log_bytes > limits.ROOM_LOG_BYTES or self._log_updates > limits.ROOM_LOG_UPDATES

    @property
    def is_waiting(self) -> bool:
        """Whether an update is on trial, and others wait for it."""
        return self._intake.is_waiting

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
        return etag_of(self.facts.revision, self.facts.mode)

    def tell(self, message: bytes, but: Connection | None = None) -> None:
        """Send one message, made once, to everybody (but one), together with what else is said in this moment."""
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self._send)
        self._outbox.append((frame(message), but.number if but is not None else None))

    def state(self) -> bytes:
        """The whole document. Raises RefusedError when it is broken; the room is dropped then."""
        return self._update_since(b"\x00")

    def state_for(self, state_vector: bytes) -> bytes:
        """What somebody with that state vector lacks. Raises RefusedError."""
        return self._update_since(state_vector)

    def take(self, arrival: Arrival) -> None:
        """Take somebody's update: into the document, to the others, and to the disk. Raises RefusedError."""
        if arrival.connection.role == "editor":
            self._intake.take(self, arrival)

    def accept(self, arrival: Arrival, found: Fit) -> None:
        """Apply an update that costs little, as its survey or a trial has shown. Raises RefusedError."""
        connection, change, is_all = arrival
        self.refuse_too_long(found.survey.words)
        user_id = connection.caller.user_id
        self._memory.charge(self.note_id, user_id, memory.of_change(len(change), found.survey.structs))
        # What is all of a document may be what others wrote.
        new = [] if is_all else [client for client in found.survey.new_clients() if client not in self.clients]
        self.clients.update(dict.fromkeys(new, user_id))
        self._apply(connection, change, found)
        self._count(change)
        self.tell(wire.update(change), but=connection)
        self._log.append(Entry(self, change, connection.count_written, clients=new, user_id=user_id))
        self.authors.pop(connection.caller.user_id, None)
        self.authors[connection.caller.user_id] = connection.caller
        self.writers.add(connection.caller.user_id)
        self.note_edit(asyncio.get_running_loop().time())

    def acknowledge(self, connection: Connection) -> None:
        """An update that holds nothing is on disk when those before it are."""
        self._log.append(Entry(self, None, connection.count_written))

    async def apply(self, change: bytes) -> None:
        """A change of the worker's own, which is on disk already."""
        if change in EMPTY:
            return
        found = await asyncio.get_running_loop().run_in_executor(None, functools.partial(Survey, change, is_own=True))
        try:
            with native.sound():
                self.document.apply_update(change)
        except native.BrokenDocumentError as error:
            raise self.break_off(error) from error
        self.length.add(found.words)
        self._learn(found, self.items.new_in(found))
        self._note_touched()
        self._count(change)
        self.tell(wire.update(change))

    def note_edit(self, now: float) -> None:
        """The note does not hold what the room does."""
        self.edited_at = now
        if not self.is_dirty:
            self.is_dirty, self.dirty_at = True, now

    def compact(self) -> bytes:
        """The whole document, to put in place of all updates that were appended until now."""
        state = self.state()
        self._log_bytes = self._log_updates = 0
        self.size = len(state)
        # Items that were typed one after the other are one by now.
        self.structs = min(self.structs, self.size // memory.LEAST_STORED)
        self._memory.shrink(self.note_id, memory.of_room(self.size, self.structs))
        return state

    def lose(self) -> None:
        """Another worker has the room: everybody asks for the address anew."""
        self.drop(RefusedError(wire.MOVED, "the room has moved"))

    def break_off(self, error: Exception) -> RefusedError:
        """The document is not to be trusted any more: all come again, to one that is made of what is on disk."""
        log.error("room", extra={"fields": {"event": "room_broken", "note": self.note_id, "error": str(error)[:200]}})
        refused = RefusedError(wire.RESTART, "the room is opened anew: come again")
        self.drop(refused)
        return refused

    def drop(self, refused: RefusedError) -> None:
        """Send everybody away; nothing more is saved from here."""
        self.is_gone = True
        for connection in self.connections.values():
            connection.close(refused)
        self._on_lost(self)

    def close(self) -> None:
        """Let go of the document: the library holds whoever watches it, and is not seen by the garbage collector."""
        self._shape.drop()

    def switch(self, facts: Facts) -> None:
        """The other root is in use from now on."""
        self.facts = facts
        self.mode_changed = True

    def _send(self) -> None:
        outbox, self._outbox = self._outbox, []
        writers = {number for _, number in outbox}
        to_all = b"".join(message for message, _ in outbox)
        for connection in list(self.connections.values()):
            if connection.number not in writers:
                connection.write(to_all)
            elif others := b"".join(message for message, number in outbox if number != connection.number):
                connection.write(others)

    def refuse_too_large(self, change: bytes) -> None:
        """Refuse what would make the document larger than it may be."""
        if self.size + len(change) <= limits.MAX_ROOM_STATE:
            return
        # The sum of all updates is more than what they left: look again before refusing.
        self.size = len(self.state())
        if self.size + len(change) > limits.MAX_ROOM_STATE:
            raise RefusedError(wire.TOO_LARGE, "the document is too large")

    def refuse_too_long(self, words: int) -> None:
        """Refuse what would make the note longer than a request may; `words` count each byte of text twice.

        How long blocks are is known when they are saved; till then what came counts for the most that it can be.
        """
        if not words or self.length.allows(words):
            return
        if self.facts.mode == conversions.RAW_MODE:
            self.length.record(len(self.document.get(conversions.RAW, type=Text)), self.length.since)
            words //= 2
        if not self.length.allows(words):
            raise RefusedError(wire.TOO_LARGE, "the note is too long")

    def _apply(self, connection: Connection, change: bytes, found: Fit) -> None:
        started = time.perf_counter()
        try:
            if found.is_tried or found.survey.is_text:
                self.document.apply_update(change)
            else:
                self._shape.apply(self.document, change)
        except BaseException as error:
            if not isinstance(error, ValueError | RuntimeError) and not native.is_panic(error):
                raise
            # Some of it may be in the document.
            self.break_off(native.BrokenDocumentError(str(error)))
            raise RefusedError(wire.MALFORMED, "this update broke the room") from error
        if self._shape.is_strange:
            # It is in the document, but neither on disk nor with the others.
            self.break_off(native.BrokenDocumentError("an update was neither blocks nor text"))
            raise RefusedError(wire.MALFORMED, "this is neither blocks nor text")
        seconds = time.perf_counter() - started
        self.strain += seconds if seconds > _NOTHING_SECONDS else 0.0
        self.length.add(found.survey.words)
        self._learn(found.survey, found.items)
        self._note_touched()

    def _learn(self, found: Survey, new: New) -> None:
        self.items.add(new)
        self.structs += found.structs
        for client, (_, end) in found.clocks.items():
            if end > self.known.get(client, 0):
                self.known[client] = end

    def _update_since(self, state_vector: bytes) -> bytes:
        try:
            return bytes(self.document.get_update(state_vector))
        except ValueError as error:
            raise RefusedError(wire.MALFORMED, "this state vector cannot be read") from error
        except BaseException as error:
            if not native.is_panic(error):
                raise
            raise self.break_off(native.BrokenDocumentError(str(error))) from error

    def _note_touched(self) -> None:
        """What arrives in the root that is not in use is to be carried over."""
        shape, in_blocks = self._shape, self.facts.mode == conversions.BLOCK_MODE
        self.dead_touched |= shape.raw_touched if in_blocks else shape.blocks_touched
        shape.raw_touched = shape.blocks_touched = False

    def _count(self, change: bytes) -> None:
        self.size += len(change)
        self._log_bytes += len(change)
        self._log_updates += 1
