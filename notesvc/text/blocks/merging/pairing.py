"""Which new block is which old one after an edit."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form

# Products of lengths up to which every pair of a stretch is weighed.
_MOST_WEIGHED = 900
_LEAST_LIKE = 0.3
_WORD = re.compile(r"\w+|[^\w\s]")

Pair = tuple[int, int]


def pair_edited(before: Sequence[Block], after: Sequence[Block], kept: Mapping[int, int]) -> list[Pair]:
    """Pairs (old, new) of blocks that may be the same one, edited: of one kind, in the same order, much alike.

    `kept` tells of new blocks which old ones they are, unchanged.
    """
    pairs: list[Pair] = []
    old_start = new_start = 0
    anchors = sorted((old, new) for new, old in kept.items())
    for old, new in [*anchors, (len(before), len(after))]:
        pairs += _alike(before, after, range(old_start, old), range(new_start, new))
        old_start, new_start = old + 1, new + 1
    return pairs


def _alike(before: Sequence[Block], after: Sequence[Block], olds: range, news: range) -> Iterator[Pair]:
    if len(olds) == len(news) or len(olds) * len(news) > _MOST_WEIGHED:
        for old, new in zip(olds, news, strict=False):
            if _kind(before[old]) == _kind(after[new]):
                yield old, new
        return
    old_words = {old: _words(before[old]) for old in olds}
    new_words = {new: _words(after[new]) for new in news}
    start = olds.start
    for new in news:
        likeness = {
            old: _likeness(old_words[old], new_words[new])
            for old in range(start, olds.stop)
            if _kind(before[old]) == _kind(after[new])
        }
        best = max(likeness, key=lambda old: likeness[old], default=None)
        if best is not None and likeness[best] >= _LEAST_LIKE:
            yield best, new
            start = best + 1


def _kind(block: Block) -> str:
    return "bulletListItem" if block["type"] in ("checkListItem", "toggleListItem") else str(block["type"])


def _words(block: Block) -> Counter[str]:
    return Counter(_WORD.findall(normal_form.text_of([block])))


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    most = max(one.total(), other.total())
    return (one & other).total() / most if most else 0.0
