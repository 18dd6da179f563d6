"""Who is in a room and where their cursors are: what each browser says of itself, kept for those who come later."""

from collections.abc import Iterable
from typing import NamedTuple

from notesvc import limits
from notesvc.collab import wire

_GONE = "null"


class _Said(NamedTuple):
    clock: int
    state: str
    connection: int
    user: str


class Awareness:
    """The states of a room's browsers, by Yjs client id."""

    def __init__(self) -> None:
        self._said: dict[int, _Said] = {}

    def take(self, entries: bytes, connection: int, user: str) -> bytes | None:
        """Keep what a connection says of itself; the entries to pass on, None for none.

        What it says of another user's browser is left out: browsers repeat what they hear, and nobody speaks for
        others. Raises wire.Malformed.
        """
        taken = []
        for client, at, state in _decoded(entries):
            if not self._is_news((client, at, state), connection, user):
                continue
            taken.append((client, at, state))
            if state == _GONE:
                self._said.pop(client, None)
            else:
                self._said[client] = _Said(at, state, connection, user)
        return _encoded(taken) if taken else None

    def all(self) -> bytes | None:
        """Everybody's state, for somebody who just came."""
        return _encoded((client, said.clock, said.state) for client, said in self._said.items()) or None

    def leave(self, connection: int) -> bytes | None:
        """Forget what the connection said; the entries that tell the others."""
        gone = [(client, said.clock + 1, _GONE) for client, said in self._said.items() if said.connection == connection]
        for client, _, _ in gone:
            del self._said[client]
        return _encoded(gone) if gone else None

    def _is_news(self, entry: tuple[int, int, str], connection: int, user: str) -> bool:
        client, at, state = entry
        before = self._said.get(client)
        if before is None:
            mine = sum(1 for said in self._said.values() if said.connection == connection)
            return state != _GONE and mine < limits.ROOM_AWARENESS_CLIENTS
        if before.user != user:
            return False
        return at > before.clock or (at == before.clock and (state == _GONE or before.connection != connection))


def _decoded(entries: bytes) -> list[tuple[int, int, str]]:
    reader = wire.Reader(entries)
    found = []
    for _ in range(min(reader.number(), limits.ROOM_CONNECTIONS * limits.ROOM_AWARENESS_CLIENTS)):
        client, at, state = reader.number(), reader.number(), reader.text()
        if len(state) > limits.ROOM_AWARENESS_BYTES:
            raise wire.Malformed("an awareness state is too long")
        found.append((client, at, state))
    return found


def _encoded(entries: Iterable[tuple[int, int, str]]) -> bytes:
    parts = [wire.number(client) + wire.number(at) + wire.array(state.encode()) for client, at, state in entries]
    return wire.number(len(parts)) + b"".join(parts) if parts else b""
