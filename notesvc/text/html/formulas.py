"""The formulas of a note, `$…$` and `$$…$$`, as pages set them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from notesvc.text import inline

_NEAR = 300
"""How much of a line is looked at around a formula."""

_QUOTED = re.compile(r"[ \t]*(?:>[ ]?)+")
_MARKERS = " \t>-*+0123456789.)"


class Formula(NamedTuple):
    """A formula; `text[start:end]` is its source, dollar signs included."""

    start: int
    end: int
    tex: str
    is_block: bool
    """Whether it stands in a line, or in lines, of its own."""


def find(text: str, spans: Iterable[tuple[int, int]], people: inline.Names) -> Iterator[Formula]:
    """The formulas of a text, where the scanner found them; a known person's name goes before."""
    for start, end in spans:
        if people.match(text[start + 1 : start + 121].partition("\n")[0]):
            continue
        if not text.startswith("$$", start):
            yield Formula(start, end, text[start + 1 : end - 1], False)
        elif tex := _lines(text, start, end).strip():
            before = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
            after = text[end : end + _NEAR].partition("\n")[0]
            yield Formula(start, end, tex, not before.strip(_MARKERS) and not after.strip())


def _lines(text: str, start: int, end: int) -> str:
    tex = text[start + 2 : end - 2]
    if not _QUOTED.match(text[max(0, start - _NEAR) : start].rpartition("\n")[2]):
        return tex
    return "\n".join(_QUOTED.sub("", line, 1) for line in tex.split("\n"))
