"""What a search shows of each note: its title and a place in its text, with what was searched for marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from notesvc import database, limits
from notesvc.domain import listing
from notesvc.domain.listing import Row
from notesvc.domain.search import order
from notesvc.domain.search.order import Place
from notesvc.text.fold import fold_for_index
from notesvc.text.markdown import front_matter
from notesvc.text.search import ranking
from notesvc.text.search.query import Term
from notesvc.text.search.snippet import around_matches, mark_all


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was found: its title, the further name that fits better than that, and a place in its text.

    All three are escaped HTML with `<mark>` around what was searched. The better the note fits, the higher its score.
    """

    note: Row
    title: str
    also_known_as: str | None
    snippet: str
    score: float


def of(placed: Sequence[Place], terms: Sequence[Term]) -> list[Hit]:
    """The hits for the notes, in that order; those that are gone since are left out."""
    rows = {row[-3]: row for row in _rows([each.number for each in placed])}
    shown = _worth_marking(terms)
    return [_hit(rows[each.number], each, shown) for each in placed if each.number in rows]


def _rows(numbers: Sequence[int]) -> list[Any]:
    condition, parameters = order.among(numbers)
    rows: list[Any] = database.execute(
        f"SELECT {listing.COLUMNS}, n.number, n.properties, substr(b.content, 1, {limits.SNIPPET_SOURCE}) "
        f"FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.{condition}",
        parameters,
    ).fetchall()
    return rows


def _worth_marking(terms: Sequence[Term]) -> list[Term]:
    """The terms but for small words, which no text is without; small words alone are what was meant."""
    return [term for term in terms if not ranking.is_small(term)] or list(terms)


def _hit(row: Any, placed: Place, terms: Sequence[Term]) -> Hit:
    *note, _, properties, content = row
    in_text = [term for term in terms if not term.in_title]
    return Hit(
        note=tuple(note),
        title=mark_all(note[1], terms),
        also_known_as=_further_name(note[1], properties, in_text),
        snippet=around_matches(content, in_text),
        score=placed.shown_score,
    )


def _further_name(title: str, properties: str, terms: Sequence[Term]) -> str | None:
    """The further name that holds more of the terms than the title does."""
    if '"alias' not in properties or not terms:
        return None
    best, most = None, ranking.count(fold_for_index(title), terms)
    for name in front_matter.aliases(orjson.loads(properties)):
        count = ranking.count(fold_for_index(name), terms)
        if count > most:
            best, most = name, count
    return mark_all(best, terms) if best is not None else None
