"""Where formulas stand in a note: `$…$` and `$$…$$`, as the editor reads them."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from notesvc.text import inline
from notesvc.text.scripts import MARKS

LONGEST_INLINE = 2_000
LONGEST_BLOCK = 4_000
"""What is longer may nest deeper than the stack of `math-core` is."""

_NEAR = 300
"""How much of a line is looked at around a formula."""

_MATHS = re.compile(
    rf"""
    (?<! \\ ) \$\$ (?P<double> (?: \\[^\n] | [^$\\\n] | \\?\n (?! [ \t>]*\n ) )++ ) \$\$   # no empty line in it
    | (?<! [\w{MARKS}$\\] ) \$ (?! \s )
      (?P<single> (?: \\[^\n] | [^$\\\n] )++ (?<! \s ) )
      \$ (?! [\w{MARKS}$] )                                                                # $5 and $6 are money
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r"[ \t]*(?:>[ ]?)+")
_MARKERS = " \t>-*+0123456789.)"


class Formula(NamedTuple):
    """A formula; `text[start:end]` is its source, dollar signs included."""

    start: int
    end: int
    tex: str
    is_block: bool
    """Whether it stands in a line, or in lines, of its own."""


def find(text: str, hidden: Iterable[tuple[int, int]], people: inline.Names) -> Iterator[Formula]:
    """The formulas of a text, in order. None touches what is hidden; a known person's name goes before."""
    starts, ends = _join(hidden)
    position = 0
    while (at := text.find("$", position)) >= 0:
        found = _MATHS.match(text, at)
        formula = None
        if found and not people.match(text[at + 1 : at + 121].partition("\n")[0]):
            before = bisect_left(starts, found.end()) - 1
            formula = _formula(text, found) if before < 0 or ends[before] <= at else None
        if formula:
            yield formula
        position = formula.end if formula else _behind_signs(text, at)


def _join(spans: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Where the spans begin and end, as far as none lies in another one."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(spans):
        if ends and start <= ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            starts.append(start)
            ends.append(end)
    return starts, ends


def _formula(text: str, found: re.Match[str]) -> Formula | None:
    start, end = found.span()
    if found["double"] is None:
        tex = found["single"]
        return Formula(start, end, tex, False) if len(tex) <= LONGEST_INLINE else None
    before = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
    after = text[end : end + _NEAR].partition("\n")[0]
    tex = found["double"]
    if _QUOTED.match(before):
        tex = "\n".join(_QUOTED.sub("", line, 1) for line in tex.split("\n"))
    if not tex.strip() or len(tex) > LONGEST_BLOCK:
        return None
    return Formula(start, end, tex.strip(), not before.strip(_MARKERS) and not after.strip())


def _behind_signs(text: str, at: int) -> int:
    while text[at : at + 1] == "$":
        at += 1
    return at
