"""Opaque places in a list: what the last row of a page sorts by."""

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import orjson

from notesvc import errors


def encode(kind: str, values: Sequence[Any]) -> str:
    """A cursor of that kind of list."""
    return base64.urlsafe_b64encode(orjson.dumps([kind, *values])).rstrip(b"=").decode()


def decode(kind: str, cursor: str, types: Sequence[type]) -> list[Any]:
    """The values in a cursor. Raises InvalidInput for one that is none of this kind of list."""
    try:
        raw = base64.urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4))
        found, *values = orjson.loads(raw)
    except (binascii.Error, ValueError, TypeError) as error:
        raise _invalid() from error
    fits = found == kind and len(values) == len(types)
    if not fits or any(type(value) is not wanted for value, wanted in zip(values, types, strict=True)):
        raise _invalid()
    if not all(map(_is_storable, values)):
        raise _invalid()
    return values


def _is_storable(value: Any) -> bool:
    """Whether both databases take the value: no NUL in a text, no number beyond 64 bits."""
    return "\x00" not in value if isinstance(value, str) else abs(value) < 2**63


def _invalid() -> errors.InvalidInput:
    return errors.InvalidInput("cursor", "is no cursor of this list")
