"""Where the sentences of a text begin and end."""

import re
from collections.abc import Iterator

_END = re.compile(
    r"""
      [.!?…؟۔]+ [)\]"'”’»*_]* (?= \s )   # with what closes after it
    | [。！？]+ [」』）]*                 # followed by no space
    | \n
    """,
    re.VERBOSE,
)

Span = tuple[int, int]


def spans(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """The sentences of that part of the text, in order and without space around them; none goes over a line end."""
    end = len(text) if end is None else end
    for found in _END.finditer(text, start, end):
        yield from _trim(text, start, found.end())
        start = found.end()
    yield from _trim(text, start, end)


def _trim(text: str, start: int, end: int) -> Iterator[Span]:
    sentence = text[start:end]
    if kept := sentence.strip():
        first = start + len(sentence) - len(sentence.lstrip())
        yield first, first + len(kept)
