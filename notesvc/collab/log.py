"""The updates of all rooms on their way to the disk: one transaction for whatever came while the last one ran."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol, TypeVar

from notesvc.collab import store

T = TypeVar("T")

_RETRY_SECONDS = 1.0

log = logging.getLogger("notesvc")


class Owner(Protocol):
    """The room that a change belongs to."""

    note_id: str
    epoch: int
    is_gone: bool

    def lose(self) -> None:
        """Another worker has the room by now."""


class Entry(NamedTuple):
    """A change, or None for one that holds nothing; `on_disk` is called when it and all before it are.

    When the room has another owner by then, only who waits (`is_waiting`) is told. `clients` are the client ids that
    the change brings to the room, of the user of that id.
    """

    room: Owner
    change: bytes | None
    on_disk: Callable[[], None] | None
    is_waiting: bool = False
    clients: Sequence[int] = ()
    user_id: str = ""

    def to_keep(self) -> Iterator[store.Change]:
        """What of it goes to the disk."""
        if self.change:
            yield store.Change(self.room.note_id, self.room.epoch, self.change, self.clients, self.user_id)


class Log:
    """Appends in the order of arrival; whatever else is done with the store waits for its turn."""

    def __init__(self, rooms: store.RoomStore) -> None:
        self._rooms = rooms
        # One thread: what was handed over earlier is done earlier.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="rooms")
        self._waiting: list[Entry] = []
        self._is_writing = False
        self._idle = asyncio.Event()
        self._idle.set()
        self.is_failing = False

    def append(self, entry: Entry) -> None:
        """Have the change written soon; nobody waits for it here."""
        self._waiting.append(entry)
        if not self._is_writing:
            # What else is said in this moment comes along, and the others have it before the disk does.
            self._is_writing = True
            self._idle.clear()
            asyncio.get_running_loop().call_soon(self._write)

    async def do(self, what: Callable[..., T], *arguments: Any) -> T:
        """Something else with the store, in its thread, after all that was handed over before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, what, *arguments)

    async def wait_for(self, room: Owner) -> None:
        """Wait until all that came before is on disk, however often that has to be tried. Raises FencedError."""
        done = asyncio.Event()
        self.append(Entry(room, None, done.set, is_waiting=True))
        await done.wait()
        if room.is_gone:
            raise store.FencedError

    async def flush(self, seconds: float) -> bool:
        """Wait until all that came is on disk; False when that takes longer."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self._thread.submit(self._rooms.close)
        self._thread.shutdown()

    def _write(self) -> None:
        batch, self._waiting = self._waiting, []
        changes = [change for entry in batch for change in entry.to_keep()]
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._thread, self._append, changes)
        future.add_done_callback(lambda done: self._finish(batch, done))

    def _append(self, changes: list[store.Change]) -> set[str]:
        return self._rooms.append(changes) if changes else set()

    def _finish(self, batch: list[Entry], done: "asyncio.Future[set[str]]") -> None:
        error = done.exception()
        if error is not None:
            self._keep_failed(batch, error)
            return
        self.is_failing = False
        lost = done.result()
        for room in {entry.room.note_id: entry.room for entry in batch if entry.room.note_id in lost}.values():
            room.lose()
        for entry in batch:
            if entry.on_disk is not None and (entry.is_waiting or not entry.room.is_gone):
                entry.on_disk()
        self._go_on()

    def _keep_failed(self, batch: list[Entry], error: BaseException) -> None:
        """Keep all and try again: nothing is acknowledged meanwhile."""
        if not self.is_failing:
            log.error("rooms", extra={"fields": {"event": "room_log_failed", "error": str(error)[:200]}})
        self.is_failing = True
        self._waiting = batch + self._waiting
        asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._go_on)

    def _go_on(self) -> None:
        if self._waiting:
            self._write()
        else:
            self._is_writing = False
            self._idle.set()
