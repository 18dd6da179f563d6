"""The first choice among all notes: those of which the index says that they say most of what is wanted."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from notesvc import database
from notesvc.domain.ai.questions import WeightedTerm
from notesvc.domain.ai.relevance import Relevance
from notesvc.domain.search import terms
from notesvc.domain.search.matching import numbers_of
from notesvc.domain.search.sql import Among
from notesvc.text.search import word_forms

_PROMINENT = (("kt", 1.0), ("kn", 0.7), ("kh", 0.5), ("ko", 0.4))
"""Letters of marks (`index_marks`), and what more a word counts in that place."""


class Candidates(NamedTuple):
    """Row numbers of notes, and how to score their texts."""

    numbers: list[int]
    relevance: Relevance


def choose(owner_id: str, wanted: Sequence[WeightedTerm], most: int, note_id: str | None = None) -> Candidates:
    """The owner's live notes that say most of what is wanted, at most so many, or that one of them.

    None where none says any of it.
    """
    own = _own_numbers(owner_id)
    holding = [own.intersection(found) for found in _list_each([terms.notes_with(each.term) for each in wanted])]
    relevance = Relevance(wanted, list(map(len, holding)), len(own))
    scores: dict[int, float] = defaultdict(float)
    for numbers, rarity in zip(holding, relevance.rarity, strict=False):
        for number in numbers:
            scores[number] += rarity
    if note_id is not None:
        return Candidates([only for only in _find_numbers(note_id) if only in scores], relevance)
    if len(scores) > most:
        _add_prominence(scores, wanted, relevance)
    # Numbers grow as notes are made, on every database.
    best = sorted(scores, key=lambda number: (-scores[number], -number))
    return Candidates(best[:most], relevance)


def _own_numbers(owner_id: str) -> set[int]:
    statement = f"SELECT {_list_of('number')} FROM notes WHERE owner_id = ? AND deleted_at IS NULL"
    return set(numbers_of(database.execute(statement, (owner_id,)).fetchone()[0]))


def _find_numbers(note_id: str) -> list[int]:
    rows = database.execute("SELECT number FROM notes WHERE id = ?", (note_id,)).fetchall()
    return [int(row[0]) for row in rows]


def _add_prominence(scores: dict[int, float], wanted: Sequence[WeightedTerm], relevance: Relevance) -> None:
    counting: list[float] = []
    places: list[Among] = []
    for each, rarity in zip(wanted, relevance.rarity, strict=False):
        if not each.term.prefix:
            keys = [key for keys in word_forms.all_keys(each.term.tokens) for key in keys]
            counting += [rarity * more for _, more in _PROMINENT]
            places += [terms.notes_marked([f"§{letter}{key}" for key in keys]) for letter, _ in _PROMINENT]
    for more, found in zip(counting, _list_each(places), strict=True):
        for number in scores.keys() & found:
            scores[number] += more


def _list_each(wanted: Sequence[Among]) -> list[list[int]]:
    """The row numbers of each, whosesoever they are: to go from each to its note would take longer."""
    statement = " UNION ALL ".join(
        f"SELECT {at} AS place, {_list_of('w.key')} FROM ({each.keys.text}) w" for at, each in enumerate(wanted)
    )
    rows = database.execute(statement, [value for each in wanted for value in each.keys.parameters]).fetchall()
    listed = {row[0]: numbers_of(row[1]) for row in rows}
    return [listed[at] for at in range(len(wanted))]


def _list_of(column: str) -> str:
    return f"json_group_array({column})" if database.on_sqlite() else f"array_agg({column})"
