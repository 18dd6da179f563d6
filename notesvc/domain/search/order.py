"""The order of what a search finds: the best notes by their texts, the others after them, the latest change first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import orjson

from notesvc import database, limits
from notesvc.domain import cursors
from notesvc.domain.listing import Row
from notesvc.domain.search import levels
from notesvc.domain.search.index import texts_table
from notesvc.text.search import ranking
from notesvc.text.search.query import Term
from notesvc.text.search.ranking import Texts

_SCALE = 1_000


class Place(NamedTuple):
    """What a note is sorted by: its score (0 for those that are not read), and its place among the latest changes."""

    score: int
    place: int
    number: int

    @property
    def shown_score(self) -> float:
        """The score as the answer has it."""
        return self.score / _SCALE

    def is_after(self, other: "Place") -> bool:
        """Whether it comes later."""
        return (-self.score, self.place) > (-other.score, other.place)


def page(found: Sequence[int], terms: Sequence[Term], after: Place | None, size: int) -> list[Place]:
    """The next of the notes, which come with the latest change first; one more than `size` where there are more."""
    shown: list[Place] = []
    for placed in _in_order(found, terms):
        if after is None or placed.is_after(after):
            shown.append(placed)
            if len(shown) > size:
                break
    return shown


def _in_order(found: Sequence[int], terms: Sequence[Term]) -> Iterator[Place]:
    chosen: set[int] = set()
    if terms:
        most = limits.SEARCH_RANKED if len(terms) > 1 else limits.SEARCH_RANKED_FOR_ONE
        chosen = set(found if len(found) <= most else levels.best(found, terms, most))
        yield from _rank(found, chosen, terms)
    for place, number in enumerate(found):
        if number not in chosen:
            yield Place(0, place, number)


def _rank(found: Sequence[int], chosen: set[int], terms: Sequence[Term]) -> list[Place]:
    """The chosen notes, the best first."""
    places = {number: place for place, number in enumerate(found) if number in chosen}
    scores = {number: ranking.score(Texts(*texts), terms) for number, *texts in _texts(sorted(chosen))}
    ranked = [Place(1 + round(score * _SCALE), places[number], number) for number, score in scores.items()]
    return sorted(ranked, key=lambda placed: (-placed.score, placed.place))


def cursor_of(placed: Place, note: Row) -> str:
    """The cursor after that note: it names no row number, which would tell how many notes others have."""
    return cursors.encode("search", (placed.score, note[5], note[0]))


def place_of(cursor: Sequence[object], found: Sequence[int]) -> Place:
    """The place of a cursor's values among the notes found; of a note that is gone since, the place where it was."""
    score, changed_at, note_id = cursor
    condition, parameters = among(found)
    row = database.execute(
        f"SELECT count(*) FROM notes n WHERE n.{condition} AND (n.updated_at, n.id) > (?, ?)",
        (*parameters, changed_at, note_id),
    ).fetchone()
    present = database.execute(f"SELECT 1 FROM notes n WHERE n.{condition} AND n.id = ?", (*parameters, note_id))
    return Place(int(str(score)), row[0] - (present.fetchone() is None), 0)


def decode(cursor: str) -> list[object]:
    """The values of a cursor. Raises InvalidInput for one that is none of a search."""
    return cursors.decode("search", cursor, (int, str, str))


def among(numbers: Sequence[int]) -> tuple[str, tuple[object, ...]]:
    """The condition that a column `number` is one of those, with one parameter however many they are."""
    if database.on_sqlite():
        return "number IN (SELECT value FROM json_each(?))", (orjson.dumps(numbers).decode(),)
    return "number = ANY(?)", (list(numbers),)


def _texts(numbers: Sequence[int]) -> list[tuple[int, str, str, str, str]]:
    condition, parameters = among(numbers)
    rows: list[tuple[int, str, str, str, str]] = database.execute(
        f"SELECT number, title, names, headings, substr(body, 1, {limits.SEARCH_RANKED_TEXT}) "
        f"FROM {texts_table()} WHERE {condition}",
        parameters,
    ).fetchall()
    return rows
