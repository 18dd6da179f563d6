"""Merging two changes of one text, or of one list, that know nothing of each other.

The rule: where only one side changed, its change stands. Where both changed the same place, both stay, ours first;
what one removed and the other changed, stays changed. Nothing that somebody wrote is lost.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text.diff import alignment

_WORD = re.compile(r"\w+|\s|[^\w\s]")


class Region(NamedTuple):
    """The same place in the three: `base[b:b_end]` became `ours[o:o_end]` and `theirs[t:t_end]`."""

    b: int
    b_end: int
    o: int
    o_end: int
    t: int
    t_end: int
    is_kept: bool


def merge(base: str, ours: str, theirs: str) -> str:
    """The text with both changes in it, by words."""
    if ours == base or theirs == ours:
        return theirs
    if theirs == base:
        return ours
    pieces = [_WORD.findall(text) for text in (base, ours, theirs)]
    merged: list[str] = []
    for region in regions(*pieces):
        mine, other = pieces[1][region.o : region.o_end], pieces[2][region.t : region.t_end]
        merged += mine if region.is_kept else both(pieces[0][region.b : region.b_end], mine, other, " ")
    return "".join(merged)


def both(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], between: str = "") -> list[str]:
    """What stands where both may have changed the same pieces; `between` parts words that would become one."""
    if list(ours) == list(base) or list(ours) == list(theirs):
        return list(theirs)
    if list(theirs) == list(base):
        return list(ours)
    head = _common(ours, theirs)
    tail = _common(ours[head:][::-1], theirs[head:][::-1])
    own, other = ours[head : len(ours) - tail], theirs[head : len(theirs) - tail]
    glue = [between] if between and own and other and own[-1][-1].isalnum() and other[0][0].isalnum() else []
    return [*ours[:head], *own, *glue, *other, *ours[len(ours) - tail :]]


def regions(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[Region]:
    """The places that neither side changed, and those between them, in order."""
    in_ours = dict(alignment.pairs(base, ours))
    in_theirs = dict(alignment.pairs(base, theirs))
    found: list[Region] = []
    b = o = t = 0
    for anchor in sorted(in_ours.keys() & in_theirs.keys()):
        o_at, t_at = in_ours[anchor], in_theirs[anchor]
        if (anchor, o_at, t_at) != (b, o, t):
            found.append(Region(b, anchor, o, o_at, t, t_at, is_kept=False))
        found.append(Region(anchor, anchor + 1, o_at, o_at + 1, t_at, t_at + 1, is_kept=True))
        b, o, t = anchor + 1, o_at + 1, t_at + 1
    if (b, o, t) != (len(base), len(ours), len(theirs)):
        found.append(Region(b, len(base), o, len(ours), t, len(theirs), is_kept=False))
    return found


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count
