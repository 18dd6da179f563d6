"""Messages between a process and its child: four bytes of length, then JSON in UTF-8."""

import json
import struct
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
HEADER = struct.Struct("!I")


class GarbledError(ValueError):
    """What arrived is no message."""


def packed(message: dict[str, Any]) -> bytes:
    """The bytes of a message; lone surrogates survive, as they are escaped."""
    body = json.dumps(message).encode("ascii")
    return HEADER.pack(len(body)) + body


def length(header: bytes) -> int:
    """How many bytes follow; raises GarbledError when no message is that long."""
    (size,) = HEADER.unpack(header)
    if size > MAX_BYTES:
        raise GarbledError
    return int(size)


def unpacked(body: bytes) -> dict[str, Any]:
    """The message; raises GarbledError when the bytes are something else."""
    try:
        message = json.loads(body)
    except ValueError as error:
        raise GarbledError from error
    if not isinstance(message, dict):
        raise GarbledError
    return message
