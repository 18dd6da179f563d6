"""A file as it comes over a connection, or the part of it that was asked for."""

import re
from dataclasses import dataclass

from notesvc.backends.causes import BackendError
from notesvc.backends.outside_errors import in_our_words
from notesvc.outside.connection import Answer

_PIECE = 128 * 1024
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


class NoRangeError(Exception):
    """The part that was asked for begins behind the end of the file."""


def range_of(start: int, length: int | None) -> dict[str, str]:
    """The header that asks for a part; none where the whole is wanted."""
    if not start and length is None:
        return {}
    # A part without a byte cannot be asked for: one is, and not read.
    return {"range": f"bytes={start}-" + ("" if length is None else str(start + max(1, length) - 1))}


@dataclass(slots=True)
class NoReader:
    """A part that begins behind the end of its file."""

    size: int
    tag: str

    def read(self, most: int = -1) -> bytes:
        """Nothing."""
        return b""


class OutsideReader:
    """`size` and `tag` are the whole file's. A server that answers the whole for a part is cut to the part."""

    def __init__(self, answer: Answer, tag: str, start: int, length: int | None) -> None:
        self.tag = tag
        self._answer = answer
        self._skip = start
        part = _CONTENT_RANGE.fullmatch(answer.headers.get("content-range", ""))
        self.is_part = part is not None
        # One server answers a part with 200.
        if part is not None:
            if int(part[1]) != start:
                raise BackendError("garbled")
            self._skip = 0
            self.size = int(part[3])
        else:
            self.size = _length_of(answer)
        rest = max(0, self.size - start)
        self._rest = rest if length is None else min(length, rest)

    def read(self, most: int = -1) -> bytes:
        """The next bytes, at most so many; empty at the end. Raises BackendError where the file breaks off."""
        if most < 0:
            return b"".join(iter(lambda: self.read(_PIECE), b""))
        with in_our_words():
            while self._skip:
                self._skip -= len(self._piece(min(self._skip, _PIECE)))
            if not self._rest or not most:
                return b""
            found = self._piece(min(most, self._rest))
        self._rest -= len(found)
        return found

    def _piece(self, most: int) -> bytes:
        found = self._answer.read(most)
        if not found:
            raise BackendError("truncated")
        return found


def _length_of(answer: Answer) -> int:
    text = answer.headers.get("content-length", "")
    if not text.isdecimal():
        raise BackendError("garbled")
    return int(text)
