"""Opaque places in a list: what the last row of a page sorts by."""

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import orjson

from notesvc import errors

T = TypeVar("T")
_MARK = 16


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


def page(
    kind: str, rows: Sequence[T], id_of: Callable[[T], str], cursor: str | None, size: int
) -> tuple[Sequence[T], str | None]:
    """A page of a list that is at hand whole, and the cursor of the next one.

    It goes on behind the row that the last page ended with, wherever that stands now; where that row has gone, at
    its place. Raises InvalidInput for a cursor that is none of this kind of list.
    """
    start = 0 if cursor is None else _behind(kind, rows, id_of, cursor)
    end = start + size
    if end >= len(rows):
        return rows[start:], None
    return rows[start:end], encode(kind, (end, _mark(id_of(rows[end - 1]))))


def _behind(kind: str, rows: Sequence[T], id_of: Callable[[T], str], cursor: str) -> int:
    place, mark = decode(kind, cursor, (int, str))
    if place < 1:
        raise _invalid()
    if place <= len(rows) and _mark(id_of(rows[place - 1])) == mark:
        return int(place)
    moved = (number for number, row in enumerate(rows, 1) if _mark(id_of(row)) == mark)
    return next(moved, min(place - 1, len(rows)))


def _mark(row_id: str) -> str:
    """What tells a row in a cursor: short, however long its id is."""
    return hashlib.sha256(row_id.encode()).hexdigest()[:_MARK]


def _is_storable(value: Any) -> bool:
    """Whether both databases take the value: no NUL in a text, no number beyond 64 bits."""
    return "\x00" not in value if isinstance(value, str) else abs(value) < 2**63


def _invalid() -> errors.InvalidInput:
    return errors.InvalidInput("cursor", "is no cursor of this list")
