"""Takes updates into a room: none that cannot be read, that breaks the library, or that costs the others their turn.

Most are applied at once: what they hold is known from their bytes, and it is little. The rest is tried in a child
process first; until that is done, whatever else comes to the room waits, in its order.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from notesvc import limits
from notesvc.collab import wire
from notesvc.collab.connection import Connection, RefusedError
from notesvc.collab.converter import ConversionError, Converter, KilledError
from notesvc.collab.items import Items, New
from notesvc.collab.survey import Survey, UnfitUpdateError

EMPTY = (b"", b"\x00\x00")
"""Updates that hold nothing."""

# A trial in which an update took so long is followed by so many times as long a wait for its user's next one.
_PAUSES = 10

log = logging.getLogger("notesvc")


class Arrival(NamedTuple):
    """An update as it came; `is_all` when it is all that the room lacked of a browser's document."""

    connection: Connection
    change: bytes
    is_all: bool


class Fit(NamedTuple):
    """What is known of an update that may be applied: its survey, its new items, whether it was tried."""

    survey: Survey
    items: New
    is_tried: bool


class Document(Protocol):
    """The room that updates are for."""

    note_id: str
    known: dict[int, int]
    items: Items
    # Who wrote first under which client id.
    clients: dict[int, str]
    strain: float
    structs: int
    size: int
    is_gone: bool

    def state(self) -> bytes: ...

    def refuse_too_large(self, change: bytes) -> None: ...

    def refuse_too_long(self, words: int) -> None: ...

    def acknowledge(self, connection: Connection) -> None: ...

    def accept(self, arrival: Arrival, found: Fit) -> None: ...


class Judge:
    """Tries in one child process; one update at a time for each user."""

    def __init__(self) -> None:
        self._converter = Converter(1)
        self._turns: dict[str, asyncio.Lock] = {}

    async def try_update(self, user_id: str, state: Callable[[], bytes], change: bytes) -> dict[str, Any]:
        """What `trial.trial` found. Raises RefusedError for what broke or stopped the child, ConversionError."""
        turn = self._turns.setdefault(user_id, asyncio.Lock())
        await turn.acquire()
        pause = 0.0
        try:
            before = state()
            found, _ = await self._converter.ask("trial", before + change, size=len(before))
            pause = _PAUSES * float(found.get("seconds", 0.0))
        except KilledError as error:
            raise RefusedError(wire.TOO_LARGE, "this update cannot be applied") from error
        finally:
            asyncio.get_running_loop().call_later(pause, self._pass_on, user_id, turn)
        return found

    async def close(self) -> None:
        """End the child."""
        await self._converter.close()

    def _pass_on(self, user_id: str, turn: asyncio.Lock) -> None:
        turn.release()
        if not turn.locked() and self._turns.get(user_id) is turn:
            # Whoever waits for it holds it still.
            self._turns.pop(user_id)


class Intake:
    """The way into one room, which it is told each time: a room that is closed is to be gone at once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._waiting: deque[Arrival] = deque()
        self._waiting_bytes = 0
        self._trial: asyncio.Task[None] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether something is on trial."""
        return self._trial is not None

    def take(self, room: Document, arrival: Arrival) -> None:
        """Take it now or in its turn. Raises RefusedError."""
        if self._trial is None:
            self._take(room, arrival)
            return
        self._waiting_bytes += len(arrival.change)
        if self._waiting_bytes > limits.ROOM_WAITING_BYTES:
            raise RefusedError(wire.SLOW, "too much waits for this room")
        self._waiting.append(arrival)

    def _take(self, room: Document, arrival: Arrival) -> None:
        change = arrival.change
        if change in EMPTY:
            room.acknowledge(arrival.connection)
            return
        room.refuse_too_large(change)
        if len(change) > limits.ROOM_UPDATE_BYTES:
            self._trial = asyncio.create_task(self._try(room, arrival))
            return
        try:
            found = Survey(change, room.known)
        except UnfitUpdateError as error:
            raise _unreadable(room, arrival, str(error)) from error
        if self._is_costly(room, found):
            self._trial = asyncio.create_task(self._try(room, arrival))
        else:
            room.accept(arrival, _fit(room, arrival, found))

    def _is_costly(self, room: Document, found: Survey) -> bool:
        parts = found.structs + found.ranges
        if found.is_tangled:
            return True
        if room.strain > limits.ROOM_STRAIN_SECONDS or parts > limits.ROOM_UPDATE_PARTS:
            return True
        beside = found.roots + found.ranges
        # One word put somewhere is never compared with more than a room may hold.
        return beside > 2 and beside * (room.structs + parts + room.size // 100) > limits.ROOM_UPDATE_STEPS

    async def _try(self, room: Document, arrival: Arrival) -> None:
        connection, change, _ = arrival
        try:
            verdict = await self._judge.try_update(connection.caller.user_id, room.state, change)
            _refuse_costly(room, arrival, verdict)
            # A long one is read beside the loop.
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(None, Survey, change, dict(room.known))
            if not room.is_gone and not connection.is_closing:
                room.accept(arrival, _fit(room, arrival, found, is_tried=True))
                room.strain = 0.0
        except RefusedError as refused:
            connection.close(refused)
        except (ConversionError, OSError) as error:
            log.warning("room", extra={"fields": {"event": "room_trial_failed", "error": str(error)[:200]}})
            connection.close(RefusedError(wire.TRY_AGAIN, "try again later"))
        finally:
            self._trial = None
            self._go_on(room)

    def _go_on(self, room: Document) -> None:
        """Take what has waited, up to the next one that is to be tried."""
        while self._waiting and self._trial is None:
            arrival = self._waiting.popleft()
            self._waiting_bytes -= len(arrival.change)
            if room.is_gone or arrival.connection.is_closing:
                continue
            try:
                self._take(room, arrival)
            except RefusedError as refused:
                arrival.connection.close(refused)


def _fit(room: Document, arrival: Arrival, found: Survey, is_tried: bool = False) -> Fit:
    if found.lacks(room.known):
        raise _lacking(arrival)
    if found.is_cut or _takes_over(room, arrival, found):
        # What is left of the update when its sender comes again begins where the room's knowledge ends.
        raise RefusedError(wire.RESTART, "others have sent some of it: come again")
    try:
        return Fit(found, room.items.new_in(found), is_tried)
    except UnfitUpdateError as error:
        raise _unreadable(room, arrival, str(error)) from error


def _takes_over(room: Document, arrival: Arrival, found: Survey) -> bool:
    """Whether it writes under a client id under which somebody else does: what they wrote then would be taken for
    what is known already.
    """
    user_id = arrival.connection.caller.user_id
    return any(room.clients.get(client, user_id) != user_id for client in found.new_clients())


def _refuse_costly(room: Document, arrival: Arrival, verdict: dict[str, Any]) -> None:
    if "refused" in verdict:
        raise _unreadable(room, arrival, verdict["refused"])
    if verdict.get("lacks"):
        raise _lacking(arrival)
    if verdict["seconds"] > limits.ROOM_UPDATE_SECONDS or verdict["load"] > limits.ROOM_LOAD_SECONDS:
        raise RefusedError(wire.TOO_LARGE, "this update takes too long")


def _unreadable(room: Document, arrival: Arrival, why: str) -> RefusedError:
    user_id = arrival.connection.caller.user_id
    fields = {"event": "room_update_refused", "note": room.note_id, "user": user_id, "reason": why}
    log.warning("room", extra={"fields": fields})
    return RefusedError(wire.MALFORMED, "this update cannot be read")


def _lacking(arrival: Arrival) -> RefusedError:
    """An update rests on something that never came here: acknowledged, it could be lost with what it rests on."""
    if arrival.is_all:
        return RefusedError(wire.GENERATION_GONE, "this document is not whole: save what is not saved as a note")
    return RefusedError(wire.RESTART, "an update is missing: come again")
