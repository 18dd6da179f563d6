"""Two people's changes of one text, merged by lines."""

from difflib import SequenceMatcher

from notesvc.clients.desktop.sync import pages

_MOST_LINES = 20_000

Hunk = tuple[int, int, list[str]]
"""What one side made of the lines from the first up to the second number."""


def merge(base: str, ours: str, theirs: str) -> str | None:
    """The page with the changes of both; None where they meet, and where the front matter would not be one any more."""
    merged = _merge_lines(base, ours, theirs)
    if merged is None:
        return None
    expected = any(pages.has_front_matter(page) for page in (ours, theirs))
    return None if expected and not pages.has_front_matter(merged) else merged


def likeness(one: str, other: str) -> float:
    """How much of the two texts is the same, from 0 to 1, by lines that are not blank."""
    first, second = (_lines_that_say_something(text) for text in (one, other))
    if not first or not second:
        return 0.0
    return 2 * sum(min(count, second.get(line, 0)) for line, count in first.items()) / (
        sum(first.values()) + sum(second.values())
    )


def _lines_that_say_something(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in text.splitlines():
        if line.strip():
            counts[line] = counts.get(line, 0) + 1
    return counts


def _merge_lines(base: str, ours: str, theirs: str) -> str | None:
    old = base.splitlines(keepends=True)
    if max(text.count("\n") for text in (base, ours, theirs)) > _MOST_LINES:
        return None
    left, right = (_hunks(old, text.splitlines(keepends=True)) for text in (ours, theirs))
    merged: list[str] = []
    place = 0
    while left or right:
        one = _first(left, right)
        if one is None:
            return None
        start, end, lines = one
        merged += old[place:start] + lines
        place = end
    return "".join(merged + old[place:])


def _first(left: list[Hunk], right: list[Hunk]) -> Hunk | None:
    """Take the next hunk off its list; the same one of both sides counts once. None where two meet."""
    if left and right and left[0] == right[0]:
        right.pop(0)
        return left.pop(0)
    if left and right and left[0][0] <= right[0][1] and right[0][0] <= left[0][1]:
        return None
    side = left if not right or (left and left[0][0] < right[0][0]) else right
    return side.pop(0)


def _hunks(old: list[str], new: list[str]) -> list[Hunk]:
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    inner_old, inner_new = old[head : len(old) - tail], new[head : len(new) - tail]
    codes = SequenceMatcher(None, inner_old, inner_new, autojunk=False).get_opcodes()
    return [(head + a, head + b, inner_new[c:d]) for tag, a, b, c, d in codes if tag != "equal"]


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count
