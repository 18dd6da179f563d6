"""How well texts answer a question: BM25 over folded words, in Python, so that it is the same on every database.

Two neighbouring words of the question that stand near to each other in the text count as one thing more.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from notesvc.domain.ai.questions import WeightedTerm
from notesvc.text.scripts import is_unspaced
from notesvc.text.search import word_forms

_SATURATION = 1.2
_LENGTH_COUNTS = 0.75
_NEAR_COUNTS = 0.5
_NEAR_WORDS = 4
_LATIN = "\u0250"


class Relevance:
    """Scores texts for what is wanted; `holding` says how many of the `total` notes hold each of it.

    `rarity` is what each of it counts, then each two neighbours.
    """

    def __init__(self, wanted: Sequence[WeightedTerm], holding: Sequence[int], total: int) -> None:
        self.rarity = [
            each.weight * math.log(1 + (max(total, count) - count + 0.5) / (count + 0.5))
            for each, count in zip(wanted, holding, strict=True)
        ]
        words = [(at, each.term.tokens[0]) for at, each in enumerate(wanted) if each.term.forms]
        self._runs = [(at, f" {' '.join(each.term.tokens)} ") for at, each in enumerate(wanted) if _is_run(each)]
        self._beginnings = [(at, each.term.tokens[0]) for at, each in enumerate(wanted) if each.term.prefix]
        self._initials = {each.term.tokens[0][0] for each in wanted}
        self._neighbours = self._add_neighbours([at for at, _ in words])
        self._keys: dict[str, list[int]] = {}
        for at, word in words:
            for key in word_forms.keys(word):
                self._keys.setdefault(key, []).append(at)
        self._known: dict[str, tuple[int, ...]] = {}

    def counts(self, text: str) -> Counter[int]:
        """How often a folded text says each of what `rarity` counts."""
        found: Counter[int] = Counter()
        last: dict[int, int] = {}
        known = self._known
        for place, word in enumerate(text.split()):
            said = known.get(word)
            if said is None:
                said = known[word] = self._look_at(word)
            for at in said:
                found[at] += 1
                near = place - _NEAR_WORDS
                found.update(pair for other, pair in self._neighbours.get(at, ()) if last.get(other, near) > near)
                last[at] = place
        if self._runs:
            padded = f" {text} "
            found.update({at: times for at, run in self._runs if (times := padded.count(run))})
        return found

    def score(self, counts: Counter[int], length: float) -> float:
        """What a text is worth in which these are found; its length as a share of the usual one."""
        drag = _SATURATION * (1 - _LENGTH_COUNTS + _LENGTH_COUNTS * length)
        return sum(self.rarity[at] * times * (_SATURATION + 1) / (times + drag) for at, times in counts.items())

    def _add_neighbours(self, words: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
        """The neighbours of each word, and the places in `rarity` that stand for them."""
        neighbours: dict[int, list[tuple[int, int]]] = {}
        for one, other in pairwise(words):
            neighbours.setdefault(one, []).append((other, len(self.rarity)))
            neighbours.setdefault(other, []).append((one, len(self.rarity)))
            self.rarity.append(_NEAR_COUNTS * (self.rarity[one] + self.rarity[other]) / 2)
        return neighbours

    def _look_at(self, word: str) -> tuple[int, ...]:
        # Stems of Latin words keep their first letter; Arabic ones may not.
        if is_unspaced(word) or (word < _LATIN and word[0] not in self._initials):
            return ()
        found = {at for key in word_forms.keys(word) for at in self._keys.get(key, ())}
        return (*sorted(found), *(at for at, beginning in self._beginnings if word.startswith(beginning)))


def _is_run(wanted: WeightedTerm) -> bool:
    return not wanted.term.forms and not wanted.term.prefix
