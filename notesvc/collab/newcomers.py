"""Who has connected to the worker and is in no room yet: for so long at most, and so many of them."""

import asyncio
import functools
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from notesvc import hosts, limits
from notesvc.collab.sockets import Socket


class Newcomers:
    """`is_limited`: each address has a share of its own. When all places are taken, the oldest has to leave."""

    def __init__(self, is_limited: bool) -> None:
        self._is_limited = is_limited
        # Dictionaries for their order.
        self._all: dict[Newcomer, str] = {}
        self._by_address: dict[str, dict[Newcomer, None]] = defaultdict(dict)

    def protocol(self) -> type[asyncio.Protocol]:
        """What uvicorn makes of each connection."""
        return cast(type[asyncio.Protocol], functools.partial(Newcomer, self))

    def add(self, newcomer: "Newcomer", connected: int) -> None:
        """Let it wait, as one of so many connections of the worker; somebody may have to leave for it."""
        address = hosts.share_of(newcomer.client)
        if self._is_limited and len(self._by_address.get(address, ())) >= limits.MAX_CONNECTIONS_PER_ADDRESS:
            _drop_first(self._by_address[address])
        self._all[newcomer] = address
        self._by_address[address][newcomer] = None
        if connected > limits.MAX_CONNECTIONS:
            _drop_first(self._all)

    def remove(self, newcomer: "Newcomer") -> None:
        """It is in a room, or gone."""
        address = self._all.pop(newcomer, None)
        if address is None:
            return
        theirs = self._by_address[address]
        del theirs[newcomer]
        if not theirs:
            del self._by_address[address]


class Newcomer(H11Protocol):
    """A connection that brings one request in time: a WebSocket's, or one that is answered and ends it."""

    def __init__(self, newcomers: Newcomers, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._newcomers = newcomers
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._deadline = self.loop.call_later(limits.MAX_HEAD_SECONDS, self.drop)
        self._newcomers.add(self, len(self.connections))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._lift()
        # Until it is let into a room it counts as before.
        cast(Socket, self.transport.get_protocol()).settled = self._leave

    def drop(self) -> None:
        """End it without a word."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._lift()
        self._newcomers.remove(self)

    def _lift(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _drop_first(newcomers: Iterable[Newcomer]) -> None:
    for each in newcomers:
        each.drop()
        return
