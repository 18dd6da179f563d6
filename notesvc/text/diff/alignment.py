"""Which blocks of one list are still there in another, in time that repetitive documents cannot spoil."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

Pair = tuple[int, int]

# A product of lengths up to which every alignment is weighed, and how often anchors are looked for again.
_SMALL = 40_000
_MOST_LEVELS = 8


class _Range(NamedTuple):
    a: int
    a_end: int
    b: int
    b_end: int
    level: int


def pairs(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """Pairs of positions of equal items, rising in both lists: first what is at both ends, then around items that
    occur once in each. Nearly linear; not always the most pairs that there could be.
    """
    found: list[Pair] = []
    waiting = [_Range(0, len(a), 0, len(b), 0)]
    while waiting:
        inner = _without_ends(a, b, waiting.pop(), found)
        if inner.a == inner.a_end or inner.b == inner.b_end:
            continue
        anchors = _anchors(a, b, inner) if inner.level < _MOST_LEVELS else []
        if anchors:
            waiting += _between(inner, anchors)
            found += anchors
        else:
            found += _align(a, b, inner)
    return sorted(found)


def _without_ends(a: Sequence[str], b: Sequence[str], whole: _Range, found: list[Pair]) -> _Range:
    start_a, end_a, start_b, end_b, level = whole
    while start_a < end_a and start_b < end_b and a[start_a] == b[start_b]:
        found.append((start_a, start_b))
        start_a, start_b = start_a + 1, start_b + 1
    while start_a < end_a and start_b < end_b and a[end_a - 1] == b[end_b - 1]:
        end_a, end_b = end_a - 1, end_b - 1
        found.append((end_a, end_b))
    return _Range(start_a, end_a, start_b, end_b, level)


def _anchors(a: Sequence[str], b: Sequence[str], inner: _Range) -> list[Pair]:
    """Items that occur once on both sides, as many as have the same order on both."""
    once_a, once_b = _once(a, inner.a, inner.a_end), _once(b, inner.b, inner.b_end)
    common = sorted((position, once_b[item]) for item, position in once_a.items() if item in once_b)
    tails: list[int] = []
    tail_pairs: list[int] = []
    before: list[int] = []
    for number, (_, position) in enumerate(common):
        place = bisect_left(tails, position)
        before.append(tail_pairs[place - 1] if place else -1)
        tails[place : place + 1] = [position]
        tail_pairs[place : place + 1] = [number]
    chain: list[Pair] = []
    number = tail_pairs[-1] if tail_pairs else -1
    while number >= 0:
        chain.append(common[number])
        number = before[number]
    return chain[::-1]


def _once(items: Sequence[str], start: int, end: int) -> dict[str, int]:
    counts = Counter(items[start:end])
    return {items[index]: index for index in range(start, end) if counts[items[index]] == 1}


def _between(inner: _Range, anchors: Sequence[Pair]) -> list[_Range]:
    ranges: list[_Range] = []
    a, b = inner.a, inner.b
    for next_a, next_b in [*anchors, (inner.a_end, inner.b_end)]:
        ranges.append(_Range(a, next_a, b, next_b, inner.level + 1))
        a, b = next_a + 1, next_b + 1
    return ranges


def _align(a: Sequence[str], b: Sequence[str], inner: _Range) -> list[Pair]:
    ours, theirs = a[inner.a : inner.a_end], b[inner.b : inner.b_end]
    if len(ours) * len(theirs) > _SMALL:
        return [(inner.a + n, inner.b + n) for n, (x, y) in enumerate(zip(ours, theirs, strict=False)) if x == y]
    matched = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    return [(inner.a + m.a + n, inner.b + m.b + n) for m in matched for n in range(m.size)]
