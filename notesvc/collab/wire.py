"""Messages between a browser and its room: the bytes of y-protocols, and our own kinds beside them.

A message is a binary frame: its kind as a variable-length unsigned integer (lib0: seven bits a byte, the lowest
first), then what belongs to the kind. Kinds 0 and 1 are those of y-protocols, byte for byte:

    0  sync       0 step 1 (state vector) | 1 step 2 (update) | 2 update; then a byte array
    1  awareness  a byte array: a number of entries, each client id, clock, state as JSON text ("null": gone)

The others carry one text (length in bytes, UTF-8) that is a JSON object:

    100  hello     browser: {token, schema, generation}; the very first message
    101  welcome   room: {role, generation, mode, schema, etag, messageBytes}; nothing is synced before it
    102  ack       room: {updates}: so many of this connection's step 2 and update messages are on disk
    103  mode      browser: {mode}: switch for all; room: {mode, by: {id, name} or null}: has been switched
    104  role      room: {role}: `viewer`: nothing is taken from here any more; `editor`: come again with a new token
    105  saved     room: {etag, updatedAt}: the note holds the room's text as it was a moment ago
    106  error     room: {code, detail}: trouble that passes (`busy`), or why the connection is about to be closed
"""

from typing import Any

import orjson

SYNC, AWARENESS = 0, 1
STEP_1, STEP_2, UPDATE = 0, 1, 2
HELLO, WELCOME, ACK, MODE, ROLE, SAVED, ERROR = 100, 101, 102, 103, 104, 105, 106

# Close codes: 4400-4499, after which y-protocols' own clients do not try again by themselves.
MALFORMED = 4400
UNAUTHENTICATED = 4401
FORBIDDEN = 4403
NOT_FOUND = 4404
SILENT = 4408
GENERATION_GONE = 4410
MOVED = 4412
TOO_LARGE = 4413
SCHEMA_DIFFERS = 4426
TOO_MANY = 4429
SLOW = 4430
FULL = 4431
# Codes after which they do: what is wrong passes.
RESTART = 1012
TRY_AGAIN = 1013

_LONGEST_NUMBER = 9


class MalformedMessageError(ValueError):
    """Bytes that are no message."""


class Reader:
    """Takes the parts of a message one after the other. All raise MalformedMessageError when there is no such part."""

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._at = 0

    def number(self) -> int:
        value = shift = 0
        for byte in self._message[self._at : self._at + _LONGEST_NUMBER]:
            self._at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
        raise MalformedMessageError("a number does not end")

    def array(self) -> bytes:
        size = self.number()
        part = self._message[self._at : self._at + size]
        if len(part) != size:
            raise MalformedMessageError("a message ends too early")
        self._at += size
        return part

    def text(self) -> str:
        try:
            return self.array().decode()
        except UnicodeDecodeError as error:
            raise MalformedMessageError("a text is not UTF-8") from error

    def json(self) -> dict[str, Any]:
        try:
            value = orjson.loads(self.array())
        except orjson.JSONDecodeError as error:
            raise MalformedMessageError("not JSON") from error
        if not isinstance(value, dict):
            raise MalformedMessageError("no JSON object")
        return value


def number(value: int) -> bytes:
    """A number as lib0 writes it."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def array(value: bytes) -> bytes:
    """Bytes with their length before them."""
    return number(len(value)) + value


def step_1(state_vector: bytes) -> bytes:
    return bytes((SYNC, STEP_1)) + array(state_vector)


def step_2(update: bytes) -> bytes:
    return bytes((SYNC, STEP_2)) + array(update)


def update(change: bytes) -> bytes:
    return bytes((SYNC, UPDATE)) + array(change)


def awareness(entries: bytes) -> bytes:
    return bytes((AWARENESS,)) + array(entries)


def own(kind: int, **fields: Any) -> bytes:
    """A message of one of our own kinds."""
    return bytes((kind,)) + array(orjson.dumps(fields))
