"""Whether a change is worth keeping a version for."""

SMALL = 2
"""The most characters that a small change inserts, deletes or replaces."""


def is_small(old: str, new: str) -> bool:
    """Whether the texts differ by at most two characters (code points), or in white space only."""
    old, new = _without_common_ends(old, new)
    return _within(old, new, SMALL) or "".join(old.split()) == "".join(new.split())


def _without_common_ends(old: str, new: str) -> tuple[str, str]:
    begin = _common_prefix(old, new)
    old, new = old[begin:], new[begin:]
    end = _common_suffix(old, new)
    return old[: len(old) - end], new[: len(new) - end]


def _within(old: str, new: str, edits: int) -> bool:
    """Whether so many edits lead from one to the other; both begin and end differently, or one is empty."""
    if abs(len(old) - len(new)) > edits:
        return False
    if not old or not new:
        return True  # the other is no longer than the difference just checked
    if edits == 0:
        return False
    ways = (old[1:], new[1:]), (old[1:], new), (old, new[1:])
    return any(_within(*_without_common_ends(*way), edits - 1) for way in ways)


def _common_prefix(old: str, new: str) -> int:
    """How many characters are equal at the beginning, by comparing slices: characters one by one are slow."""
    low, high = 0, min(len(old), len(new))
    if old[:high] == new[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle
    return low


def _common_suffix(old: str, new: str) -> int:
    low, high = 0, min(len(old), len(new))
    if old.endswith(new[len(new) - high :]):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle
    return low
