"""Messages between a process and its child: two lengths, then fields as JSON, then bytes."""

import json
import struct
from typing import Any

import orjson

MAX_BYTES = 64 * 1024 * 1024
HEADER = struct.Struct("!II")
"""The lengths of the JSON and of the bytes behind it."""


class GarbledError(ValueError):
    """What arrived is no message."""


def pack(fields: dict[str, Any], data: bytes = b"") -> tuple[bytes, bytes]:
    """The parts of a message, to be written one after the other; lone surrogates survive, as they are escaped."""
    try:
        encoded = orjson.dumps(fields)
    except TypeError:
        encoded = json.dumps(fields).encode("ascii")
    return HEADER.pack(len(encoded), len(data)) + encoded, data


def lengths(header: bytes) -> tuple[int, int]:
    """How many bytes of JSON and of data follow; raises GarbledError when no message is that long."""
    sizes: tuple[int, int] = HEADER.unpack(header)
    if max(sizes) > MAX_BYTES:
        raise GarbledError
    return sizes


def unpack(encoded: bytes) -> dict[str, Any]:
    """The fields; raises GarbledError when the bytes are something else."""
    try:
        fields = orjson.loads(encoded)
    except ValueError:
        fields = _with_surrogates(encoded)
    if not isinstance(fields, dict):
        raise GarbledError
    return fields


def _with_surrogates(encoded: bytes) -> Any:
    try:
        return json.loads(encoded)
    except ValueError as error:
        raise GarbledError from error
