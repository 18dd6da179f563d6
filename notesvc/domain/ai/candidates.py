"""The first choice among all notes: those of which the index says that they say most of what is wanted."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from notesvc import database
from notesvc.domain.ai.questions import WeightedTerm
from notesvc.domain.ai.relevance import Relevance
from notesvc.domain.search import matching, terms
from notesvc.domain.search.matching import numbers_of
from notesvc.text.search import word_forms
from notesvc.text.search.query import Query

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
    holding = [matching.matching(owner_id, Query((each.term,))) for each in wanted]
    relevance = Relevance(wanted, list(map(len, holding)), _count_notes(owner_id))
    scores: dict[int, float] = defaultdict(float)
    for numbers, rarity in zip(holding, relevance.rarity, strict=False):
        for number in numbers:
            scores[number] += rarity
    if note_id is not None:
        return Candidates([only for only in _find_numbers(owner_id, note_id) if only in scores], relevance)
    if len(scores) > most:
        _add_prominence(scores, wanted, relevance)
    # Numbers grow as notes are made, on every database.
    best = sorted(scores, key=lambda number: (-scores[number], -number))
    return Candidates(best[:most], relevance)


def _count_notes(owner_id: str) -> int:
    statement = "SELECT count(*) FROM notes WHERE owner_id = ? AND deleted_at IS NULL"
    return int(database.execute(statement, (owner_id,)).fetchone()[0])


def _find_numbers(owner_id: str, note_id: str) -> list[int]:
    rows = database.execute("SELECT number FROM notes WHERE id = ? AND owner_id = ?", (note_id, owner_id))
    return [int(row[0]) for row in rows.fetchall()]


def _add_prominence(scores: dict[int, float], wanted: Sequence[WeightedTerm], relevance: Relevance) -> None:
    counting: list[tuple[float, list[str]]] = []
    for each, rarity in zip(wanted, relevance.rarity, strict=False):
        if not each.term.prefix:
            keys = [key for keys in word_forms.all_keys(each.term.tokens) for key in keys]
            counting += [(rarity * more, [f"§{letter}{key}" for key in keys]) for letter, more in _PROMINENT]
    listed = "json_group_array" if database.on_sqlite() else "array_agg"
    selected = [terms.notes_marked(marks).keys for _, marks in counting]
    statement = " UNION ALL ".join(
        f"SELECT {at} AS place, {listed}(w.key) FROM ({keys.text}) w" for at, keys in enumerate(selected)
    )
    rows = database.execute(statement, [value for keys in selected for value in keys.parameters]).fetchall()
    for place, found in rows:
        for number in scores.keys() & numbers_of(found):
            scores[number] += counting[place][0]
