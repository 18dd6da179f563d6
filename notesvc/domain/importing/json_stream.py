"""A large JSON file looked at piece by piece: where the members of its outermost object lie."""

import codecs
import re
from collections.abc import Iterator
from typing import IO, NamedTuple

import orjson

from notesvc.domain.importing.errors import ArchiveRefusedError

_PIECE = 1024 * 1024
_LONGEST_TOKEN = 32 * 1024 * 1024
_TOKEN = re.compile(
    rb"""
      " (?: [^"\\]++ | \\. )*+ "     # a string
    | [\[\]{}:,]                     # structure
    | [^\s"\[\]{}:,]++               # a number or a word
    | " .*+                          # a string that does not end here
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = (ord("["), ord("{")), (ord("]"), ord("}"))


class Member(NamedTuple):
    """A value in the outermost object, or one of the list that stands there: `size` bytes from `place`."""

    name: str
    place: int
    size: int
    is_in_list: bool


class _Token(NamedTuple):
    first: int
    start: int
    end: int
    text: bytes


def members(file: IO[bytes]) -> Iterator[Member]:
    """All members in order, lists element by element. What the values hold is not looked at.

    Raises ArchiveRefusedError for a file whose outline is no JSON object.
    """
    tokens = _tokens(file)
    _expect(tokens, "{")
    token = _next(tokens)
    while token.first != ord("}"):
        name = _name(token)
        _expect(tokens, ":")
        yield from _values(name, tokens)
        token = _next(tokens)
        if token.first == ord(","):
            token = _next(tokens)


def _values(name: str, tokens: Iterator[_Token]) -> Iterator[Member]:
    first = _next(tokens)
    if first.first != ord("["):
        yield Member(name, first.start, _end_of(first, tokens) - first.start, False)
        return
    token = _next(tokens)
    while token.first != ord("]"):
        yield Member(name, token.start, _end_of(token, tokens) - token.start, True)
        token = _next(tokens)
        if token.first == ord(","):
            token = _next(tokens)


def _end_of(token: _Token, tokens: Iterator[_Token]) -> int:
    """Where the value ends that begins with the token."""
    depth = 0
    while True:
        if token.first in _OPENING:
            depth += 1
        elif token.first in _CLOSING:
            depth -= 1
        if depth == 0:
            return token.end
        token = _next(tokens)


def _tokens(file: IO[bytes]) -> Iterator[_Token]:
    start = file.read(len(codecs.BOM_UTF8)).removeprefix(codecs.BOM_UTF8)
    before, offset, size = start, file.tell() - len(start), _PIECE
    while True:
        piece = file.read(size)
        text = before + piece
        position = 0
        for found in _TOKEN.finditer(text):
            if found.end() == len(text) and piece:
                break  # it may go on in the next piece
            position = found.end()
            yield _Token(text[found.start()], offset + found.start(), offset + found.end(), found[0])
        if not piece:
            return
        before, offset = text[position:], offset + position
        size = max(_PIECE, len(before))
        if len(before) > _LONGEST_TOKEN:
            raise ArchiveRefusedError("the JSON holds a value that is too long")


def _next(tokens: Iterator[_Token]) -> _Token:
    for token in tokens:
        return token
    raise ArchiveRefusedError("the JSON ends too early")


def _expect(tokens: Iterator[_Token], mark: str) -> None:
    if _next(tokens).first != ord(mark):
        raise ArchiveRefusedError("the file is no JSON object")


def _name(token: _Token) -> str:
    try:
        name = orjson.loads(token.text)
    except ValueError:
        name = None
    if not isinstance(name, str):
        raise ArchiveRefusedError("the file is no JSON object")
    return name
