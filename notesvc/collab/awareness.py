"""Who is in a room and where their cursors are: what each browser says of itself, kept for those who come later."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from notesvc import limits
from notesvc.collab import wire
from notesvc.domain.caller import Caller

_GONE = "null"
_LARGEST_CLIENT = 2**53
# Behind it nothing more could be said, and those who keep it as a number of 32 bits begin anew.
_LARGEST_CLOCK = 2**31
_CURSORS = ("cursor", "raw")
_ENDS = ("anchor", "head")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
_LONGEST_ROOT = 100


class _Statement(NamedTuple):
    clock: int
    state: str
    connection: int
    user: str


class Awareness:
    """The states of a room's browsers, by Yjs client id."""

    def __init__(self) -> None:
        self._said: dict[int, _Statement] = {}

    def take(self, entries: bytes, connection: int, caller: Caller) -> bytes | None:
        """Keep what a connection says of itself; the entries to pass on, None for none.

        Whose it is, is not what they say but who they are. What they say of another user's browser is left out:
        browsers repeat what they hear, and nobody speaks for others. Raises wire.MalformedMessageError.
        """
        taken = []
        for client, at, said in _decode(entries):
            if not self._is_news((client, at, said), connection, caller.user_id):
                continue
            state = _state(said, caller)
            taken.append((client, at, state))
            if state == _GONE:
                self._said.pop(client, None)
            else:
                self._said[client] = _Statement(at, state, connection, caller.user_id)
        return _encode(taken) if taken else None

    def all(self) -> bytes | None:
        """Everybody's state, for somebody who just came."""
        return _encode((client, said.clock, said.state) for client, said in self._said.items()) or None

    def leave(self, connection: int) -> bytes | None:
        """Forget what the connection said; the entries that tell the others."""
        gone = [(client, said.clock + 1, _GONE) for client, said in self._said.items() if said.connection == connection]
        for client, _, _ in gone:
            del self._said[client]
        return _encode(gone) if gone else None

    def _is_news(self, entry: tuple[int, int, str], connection: int, user: str) -> bool:
        client, at, state = entry
        before = self._said.get(client)
        if before is None:
            mine = sum(1 for said in self._said.values() if said.connection == connection)
            return state != _GONE and mine < limits.ROOM_AWARENESS_CLIENTS
        if before.user != user:
            return False
        return at > before.clock or (at == before.clock and (state == _GONE or before.connection != connection))


def _decode(entries: bytes) -> list[tuple[int, int, str]]:
    reader = wire.Reader(entries)
    count = reader.number()
    if count > limits.ROOM_AWARENESS_ENTRIES:
        raise wire.MalformedMessageError("too many entries")
    found = []
    for _ in range(count):
        client, at, state = reader.number(), reader.number(), reader.text()
        if len(state) > limits.ROOM_AWARENESS_BYTES:
            raise wire.MalformedMessageError("an awareness state is too long")
        if client > _LARGEST_CLIENT or at >= _LARGEST_CLOCK:
            raise wire.MalformedMessageError("a number is too large")
        found.append((client, at, state))
    return found


def _state(said: str, caller: Caller) -> str:
    """What others are told: who it is, and cursors that pages can read. Raises wire.MalformedMessageError."""
    try:
        state = orjson.loads(said)
    except orjson.JSONDecodeError as error:
        raise wire.MalformedMessageError("an awareness state is no JSON") from error
    if state is None:
        return _GONE
    if not isinstance(state, dict):
        raise wire.MalformedMessageError("an awareness state is no object")
    user = state.get("user")
    colour = user.get("color") if isinstance(user, dict) else None
    own: dict[str, Any] = {"user": {"id": caller.user_id, "name": caller.name}}
    if isinstance(colour, str) and _COLOUR.fullmatch(colour):
        own["user"]["color"] = colour
    for name in _CURSORS:
        if name in state:
            own[name] = _cursor(state[name])
    return orjson.dumps(own).decode()


def _cursor(said: Any) -> dict[str, Any] | None:
    """A cursor of two places in the document; None for what is none."""
    if not isinstance(said, dict) or not all(_is_place(said.get(end)) for end in _ENDS):
        return None
    return {end: said[end] for end in _ENDS}


def _is_place(said: Any) -> bool:
    """Whether it is a relative position as Yjs writes it."""
    if not isinstance(said, dict) or not said.keys() <= {"type", "tname", "item", "assoc"}:
        return False
    root, assoc = said.get("tname"), said.get("assoc", 0)
    is_root = root is None or (isinstance(root, str) and len(root) <= _LONGEST_ROOT)
    return is_root and type(assoc) is int and _is_id(said.get("type")) and _is_id(said.get("item"))


def _is_id(said: Any) -> bool:
    if said is None:
        return True
    if not isinstance(said, dict) or said.keys() != {"client", "clock"}:
        return False
    return all(type(each) is int and 0 <= each <= _LARGEST_CLIENT for each in said.values())


def _encode(entries: Iterable[tuple[int, int, str]]) -> bytes:
    parts = [wire.number(client) + wire.number(at) + wire.array(state.encode()) for client, at, state in entries]
    return wire.number(len(parts)) + b"".join(parts) if parts else b""
