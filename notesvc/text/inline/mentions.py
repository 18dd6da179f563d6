"""Names that stand in a text without being linked."""

import re
from collections.abc import Collection

from notesvc.text.inline.scanner import Scanner
from notesvc.text.scripts import MARKS, UNSPACED

_WORD_REST = re.compile(rf"[\w{MARKS}]*+")
_INSIDE_WORD = re.compile(
    rf"""
    (?<= [\w{MARKS}] ) [\w{MARKS}]               # between two characters of words,
    (?<! [{UNSPACED}] ) (?<! [{UNSPACED}] . )     # neither from a script without spaces
    """,
    re.VERBOSE | re.DOTALL,
)

Span = tuple[int, int]


def mentions(text: str, names: Collection[str]) -> list[Span]:
    """Where one of the names stands as whole words, whatever its case, outside of links, tags and code.

    In order, none overlapping another; of names that begin at the same place the longest counts.
    """
    lowered = _lower(text)
    needles = {_lower(name.strip()) for name in names} - {""}
    found = [span for needle in needles for span in _occurrences(lowered, needle)]
    if not found:
        return []
    scanner = Scanner(text).read()
    hidden = scanner.hidden + [(token.start, token.end) for token in scanner.tokens]
    return _visible(sorted(found, key=lambda span: (span[0], -span[1])), sorted(hidden))


def _lower(text: str) -> str:
    """The text in lower case, every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _occurrences(lowered: str, needle: str) -> list[Span]:
    spans: list[Span] = []
    start = lowered.find(needle)
    while start >= 0:
        end = start + len(needle)
        if _INSIDE_WORD.match(lowered, start) or _INSIDE_WORD.match(lowered, end):
            # The next whole word begins behind this one.
            rest = _WORD_REST.match(lowered, start)
            end = max(start + 1, rest.end() if rest else 0)
        else:
            spans.append((start, end))
        start = lowered.find(needle, end)
    return spans


def _visible(found: list[Span], hidden: list[Span]) -> list[Span]:
    """The spans that overlap neither each other nor a hidden one; both lists are sorted."""
    visible: list[Span] = []
    position = at = 0
    for start, end in found:
        while at < len(hidden) and hidden[at][0] < end:
            position = max(position, hidden[at][1])
            at += 1
        if start >= position:
            visible.append((start, end))
            position = end
    return visible
