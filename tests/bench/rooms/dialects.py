"""What differs between the two servers: the frame around the messages of y-protocols, and how one is let in."""

from typing import Protocol

import orjson

from notesvc.collab import wire
from notesvc.domain.sharing.room_tokens import SCHEMA

_OURS_ACK = bytes((wire.ACK,))
# Hocuspocus' own kinds of messages.
_AUTH, _STATUS = 2, 8


class Dialect(Protocol):
    """How one browser speaks of one room: messages begin with `prefix`, those with somebody's update with `update`,
    and the one that brings what was there when one came with `state`; with `echoes`, one hears one's own updates.
    """

    echoes: bool
    prefix: bytes
    update: bytes
    state: bytes

    def hello(self) -> bytes:
        """What is sent first."""

    def acknowledged(self, message: bytes, before: int) -> int:
        """How many of one's updates are taken, when they were `before` until this message."""


class Ours:
    """The protocol of `notesvc/collab/wire.py`."""

    echoes = False
    prefix = b""
    update = bytes((wire.SYNC, wire.UPDATE))
    state = bytes((wire.SYNC, wire.STEP_2))

    def __init__(self, token: str) -> None:
        self._hello = wire.own(wire.HELLO, token=token, schema=SCHEMA, generation=None)

    def hello(self) -> bytes:
        return self._hello

    def acknowledged(self, message: bytes, before: int) -> int:
        if not message.startswith(_OURS_ACK):
            return before
        return int(orjson.loads(wire.Reader(message[1:]).array())["updates"])


class Hocuspocus:
    """Each message begins with the document's name; an update is acknowledged by a message of its own."""

    echoes = True

    def __init__(self, name: str) -> None:
        self.prefix = wire.array(name.encode())
        self.update, self.state = self.prefix + Ours.update, self.prefix + Ours.state
        self._status = self.prefix + bytes((_STATUS, 1))

    def hello(self) -> bytes:
        return self.prefix + bytes((_AUTH, 0)) + wire.array(b"token")

    def acknowledged(self, message: bytes, before: int) -> int:
        return before + message.startswith(self._status)
