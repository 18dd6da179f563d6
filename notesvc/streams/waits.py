"""Devices that wait for a change: each connection is held here until there is one, or its time is over."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from notesvc import limits


@dataclass(frozen=True, slots=True)
class WaitHandoff:
    """What came with a connection: whose workspace and which key it is, the number of the change that the device has
    seen, for how many seconds it waits, and the whole answers that it may get."""

    user: str
    key: str
    number: int
    wait_seconds: float
    changed: str
    unchanged: str
    revoked: str
    refusal: str


class Wait(asyncio.Protocol):
    """One device that waits."""

    def __init__(self, handoff: WaitHandoff, waits: "Waits") -> None:
        self.handoff = handoff
        self.ends_at = time.monotonic() + handoff.wait_seconds
        self._waits = waits
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._waits.forget(self)

    def end(self, answer: str) -> None:
        """Give the answer, once, and close."""
        self._waits.forget(self)
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer.encode("latin-1"))
            self._transport.close()


class Waits:
    """All devices that wait in this process. What is asked of the database is asked by the hub, for all together."""

    def __init__(self) -> None:
        self._present: set[Wait] = set()

    @property
    def users(self) -> list[str]:
        """Whose changes are waited for."""
        return list({wait.handoff.user for wait in self._present})

    @property
    def keys(self) -> list[str]:
        """The keys with which somebody waits."""
        return list({wait.handoff.key for wait in self._present})

    async def admit(self, connection: socket.socket, handoff: WaitHandoff) -> bool:
        """Hold the connection; answers whether it waits, and was not one too many of its user."""
        connection.setblocking(False)
        wait = Wait(handoff, self)
        waiting = Counter(each.handoff.user for each in self._present)[handoff.user]
        is_full = waiting >= limits.WAITS_PER_USER
        if not is_full:
            self._present.add(wait)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: wait, connection)
        except OSError:
            self.forget(wait)
            return False
        if is_full:
            wait.end(handoff.refusal)
        return not is_full

    def tell(self, numbers: Mapping[str, int]) -> None:
        """End the waits of those in whose workspaces something has changed. A lower number is a change, too: the
        database is another one then."""
        for wait in list(self._present):
            if wait.handoff.user in numbers and numbers[wait.handoff.user] != wait.handoff.number:
                wait.end(wait.handoff.changed)

    def end_of(self, keys: Collection[str]) -> None:
        """End the waits with keys that are no good any more."""
        for wait in list(self._present):
            if wait.handoff.key in keys:
                wait.end(wait.handoff.revoked)

    def end_late(self, now: float) -> None:
        """End those whose time is over."""
        for wait in list(self._present):
            if wait.ends_at <= now:
                wait.end(wait.handoff.unchanged)

    def close(self) -> None:
        """End all of them early: they ask again."""
        self.end_late(float("inf"))

    def forget(self, wait: Wait) -> None:
        """Nothing more is to be said to that one."""
        self._present.discard(wait)
