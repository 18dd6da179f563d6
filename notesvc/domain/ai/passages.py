"""A note's text in passages: what an answer is made from, and what it cites."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from notesvc.text.search import index_marks

LONGEST = 1_500
"""Characters of a passage at most."""

_USUAL = 700
_SHORT = 200
_BLANK_LINES = re.compile(r"\n(?:[ \t>]*\n)+")
_SENTENCE_END = re.compile(r"[.!?…؟](?=\s)|[。！？]")

Span = tuple[int, int]


class Passage(NamedTuple):
    """A piece of a note, as it stands there; `heading` is the one above it. Answers cite it as `[n]`."""

    n: int
    note_id: str
    title: str
    heading: str | None
    text: str


class Piece(NamedTuple):
    """A piece of a text, as it stands there, and the heading above it."""

    heading: str | None
    text: str


def cut(markdown: str) -> list[Piece]:
    """The text in pieces of some hundred to `LONGEST` characters, cut at headings and paragraphs where it has them.

    Headings and blank lines between pieces belong to none.
    """
    pieces: list[Piece] = []
    start, heading = 0, None
    for found in index_marks.headings(markdown):
        pieces += [
            Piece(heading, markdown[first:last]) for first, last in _join_paragraphs(markdown, start, found.start)
        ]
        start, heading = found.end, found.text or None
    return pieces + [
        Piece(heading, markdown[first:last]) for first, last in _join_paragraphs(markdown, start, len(markdown))
    ]


def _join_paragraphs(text: str, start: int, end: int) -> list[Span]:
    """Paragraphs of a section, joined until there is enough of them."""
    spans: list[Span] = []
    for first, last in _split_paragraphs(text, start, end):
        if spans:
            before, until = spans[-1]
            if last - before <= LONGEST and (until - before < _USUAL or last - first < _SHORT):
                spans[-1] = before, last
                continue
        spans.append((first, last))
    return spans


def _split_paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    for blank in _BLANK_LINES.finditer(text, start, end):
        yield from _split_long(text, start, blank.start())
        start = blank.end()
    yield from _split_long(text, start, end)


def _split_long(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without space around it, in parts of at most `LONGEST` characters."""
    while end - start > LONGEST:
        place = _find_cut(text, start + _USUAL, start + LONGEST)
        yield from _strip_span(text, start, place)
        start = place
    yield from _strip_span(text, start, end)


def _find_cut(text: str, first: int, last: int) -> int:
    """Where a line begins, else where a sentence ends, else where a word does."""
    line = text.rfind("\n", first, last)
    if line >= 0:
        return line + 1
    ends = [found.end() for found in _SENTENCE_END.finditer(text, first, last)]
    space = text.rfind(" ", first, last)
    return ends[-1] if ends else space + 1 if space >= 0 else last


def _strip_span(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    first = start + len(piece) - len(piece.lstrip())
    if piece.strip():
        yield first, first + len(piece.strip())
