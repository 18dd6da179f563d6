"""The shortest way from one sequence to another, as long as it is found within a budget of steps."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

Op = Literal["equal", "insert", "delete"]


_STEP = 4  # what looking at one diagonal costs, in comparisons


class Edit(NamedTuple):
    """A run of one operation: `old[old_start:old_end]` goes, stays, or becomes `new[new_start:new_end]`."""

    op: Op
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def shortest(old: Sequence[str], new: Sequence[str], budget: int) -> list[Edit] | None:
    """The edits that make `new` out of `old`, few and in order; None when that takes more steps than `budget`.

    Myers' greedy algorithm: linear for similar sequences, and the budget bounds time and memory for others.
    Equal ends cost nothing.
    """
    begin = _common(old, new)
    end = _common(old[: begin - 1 : -1] if begin else old[::-1], new[: begin - 1 : -1] if begin else new[::-1])
    old_end, new_end = len(old) - end, len(new) - end
    trace = _trace(old[begin:old_end], new[begin:new_end], budget)
    if trace is None:
        return None
    path = _path(trace, old_end - begin, new_end - begin)
    return _runs([(0, 0), *((x + begin, y + begin) for x, y in path), (len(old), len(new))])


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many pieces are equal at the beginning."""
    for count, (left, right) in enumerate(zip(old, new, strict=False)):
        if left != right:
            return count
    return min(len(old), len(new))


def _trace(old: Sequence[str], new: Sequence[str], budget: int) -> list[dict[int, int]] | None:
    """For each number of edits the furthest place in `old` on each diagonal, before that many were made."""
    furthest = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(len(old) + len(new) + 1):
        trace.append(furthest.copy())
        budget -= _STEP * (edits + 1)
        for diagonal in range(-edits, edits + 1, 2):
            start = _next_place(furthest, diagonal, edits)
            x = _slide(old, new, start, diagonal, budget)
            budget -= x - start
            furthest[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return trace
        if budget <= 0:
            return None
    return trace


def _next_place(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    if diagonal == -edits or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]):
        return furthest[diagonal + 1]
    return furthest[diagonal - 1] + 1


def _slide(old: Sequence[str], new: Sequence[str], x: int, diagonal: int, budget: int) -> int:
    """How far the sequences stay equal from here on, within the budget."""
    end = min(len(old), len(new) + diagonal, x + max(budget, 0) + 1)
    while x < end and old[x] == new[x - diagonal]:
        x += 1
    return x


def _path(trace: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """The corners of the way from the beginning to `(x, y)`."""
    path = [(x, y)]
    for edits in range(len(trace) - 1, -1, -1):
        diagonal = x - y
        start = _next_place(trace[edits], diagonal, edits)
        if x > start:
            path.append((start, start - diagonal))
        x, y = start, start - diagonal
        if edits:
            came_down = diagonal == -edits or (
                diagonal != edits and trace[edits][diagonal - 1] < trace[edits][diagonal + 1]
            )
            x, y = (x, y - 1) if came_down else (x - 1, y)
            path.append((x, y))
    return path[::-1]


def _runs(path: list[tuple[int, int]]) -> list[Edit]:
    edits: list[Edit] = []
    for (x, y), (next_x, next_y) in pairwise(path):
        if (x, y) == (next_x, next_y):
            continue
        op: Op = "equal" if next_x > x and next_y > y else "delete" if next_x > x else "insert"
        if edits and edits[-1].op == op:
            edits[-1] = edits[-1]._replace(old_end=next_x, new_end=next_y)
        else:
            edits.append(Edit(op, x, next_x, y, next_y))
    return edits
