"""The first choice among many notes: by where and how often the index says that they say the words.

Only the best of them are read and ranked by their texts. What counts here stands in the entry of the note alone, so it
is the same on every database, whoever else writes there.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice

from notesvc import database
from notesvc.domain.search import terms as search_terms
from notesvc.domain.search.matching import numbers_of
from notesvc.text.search import index_marks, small_words, word_forms
from notesvc.text.search.query import Term

_LEVELS = (("kt", 16), ("t*", 10), ("kn", 10), ("kh", 5), ("ko", 3))
_WHOLE = 200
"""Letters of marks (`index_marks`), a small one for the beginning of a word, and what each counts."""

_SMALL = 8
_MOST_TERMS = 8


def best(found: Sequence[int], terms: Iterable[Term], most: int) -> list[int]:
    """The best of the notes by their marks, at most so many; of those alike the first ones."""
    counted = [term for term in terms if _keys(term)][:_MOST_TERMS]
    scores: dict[int, int] = {}
    own = set(found)
    for weight, numbers in _by_mark(counted):
        for number in own.intersection(numbers):
            scores[number] = scores.get(number, 0) + weight
    by_score: dict[int, set[int]] = defaultdict(set)
    for number, score in scores.items():
        by_score[score].add(number)
    chosen: list[int] = []
    for score in sorted(by_score, reverse=True):
        alike = by_score[score]
        chosen += alike if len(chosen) + len(alike) <= most else _first(found, alike, most - len(chosen))
        if len(chosen) == most:
            return chosen
    return chosen + _first(found, own - scores.keys(), most - len(chosen))


def _first(found: Sequence[int], alike: set[int], most: int) -> list[int]:
    return list(islice((number for number in found if number in alike), most))


def _by_mark(terms: Sequence[Term]) -> list[tuple[int, list[int]]]:
    """Weights, each with the notes, whosesoever, that have the marks which it is for."""
    if not terms:
        return []
    weights = [_WHOLE]
    wanted = [search_terms.notes_marked([index_marks.whole([token for term in terms for token in term.tokens])])]
    for term in terms:
        small = term.tokens[0] in small_words.ALL
        for letter, weight in _LEVELS:
            if (marks := _marks(letter, term)) and not (small and letter.endswith("*")):
                weights.append(weight // _SMALL if small else weight)
                wanted.append(search_terms.notes_marked(marks))
    listed = "json_group_array" if database.on_sqlite() else "array_agg"
    statements = [f"SELECT {at} AS place, {listed}(w.key) FROM ({each.keys.text}) w" for at, each in enumerate(wanted)]
    values = [value for each in wanted for value in each.keys.parameters]
    rows = database.execute(" UNION ALL ".join(statements), values).fetchall()
    return [(weights[row[0]], numbers_of(row[1])) for row in rows]


def _marks(letter: str, term: Term) -> list[str]:
    if letter.endswith("*"):
        is_beginning = term.prefix and len(term.tokens) == 1
        return [f"§{letter[0]}{term.tokens[0]}*"] if is_beginning else []
    return [f"§{letter}{key}" for key in _keys(term)]


def _keys(term: Term) -> list[str]:
    """The keys that stand for the term: those of its one word, or of the first two letters of a run."""
    return [key for keys in list(word_forms.all_keys(term.tokens))[:1] for key in keys]
