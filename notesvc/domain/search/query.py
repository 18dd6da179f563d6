"""Full text search over the caller's notes: the same notes in the same order on every database."""

from dataclasses import dataclass

from notesvc import database, errors, limits
from notesvc.domain.caller import Caller
from notesvc.domain.search import hits as search_hits
from notesvc.domain.search import matching, order, spelling
from notesvc.domain.search.hits import Hit
from notesvc.domain.search.spelling import Instead
from notesvc.text.search import query as search_query
from notesvc.text.search.query import Query, QueryError


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A page of hits, how many there are on all pages, and the cursor of the next page.

    `searched_for` is what was searched for instead of a query that finds nothing.
    """

    hits: list[Hit]
    total: int
    next_cursor: str | None
    searched_for: str | None = None


def search(
    caller: Caller, q: str, size: int, cursor: str | None = None, milliseconds: int = limits.SEARCH_MILLISECONDS
) -> ResultPage:
    """The notes that hold all terms and meet all operators of `q`, the best first.

    Where nobody's texts but the caller's count: how well the words fit the note (`ranking`), then the last change.
    Only `is:trashed` finds notes in the trash. A query that asks for nothing finds nothing; one that finds nothing
    is searched with its words spelled as the caller's notes spell them, or without its small words. Raises
    InvalidInput for `q` or `cursor`, Busy when the search takes longer than so many `milliseconds`.
    """
    values = order.decode(cursor) if cursor else None
    query = _parse(caller, _readable(q))
    if not query.parts:
        return ResultPage([], 0, None)
    try:
        with database.time_limit(milliseconds):
            return _find(caller, query, values, size)
    except TimeoutError as error:
        raise errors.Busy("The search took too long. Search for fewer or longer words.") from error


def _find(caller: Caller, query: Query, values: list[object] | None, size: int) -> ResultPage:
    numbers = matching.matching(caller.user_id, query)
    instead = None if numbers else _instead(caller, query)
    if instead is not None:
        query = instead.query
        numbers = matching.matching(caller.user_id, query)
    after = order.place_of(values, numbers) if values else None
    placed = order.page(numbers, query.terms, after, size)
    hits = search_hits.of(placed[:size], query.terms)
    following = order.cursor_of(placed[size - 1], hits[-1].note) if len(placed) > size and hits else None
    return ResultPage(hits, len(numbers), following, instead.words if instead else None)


def _instead(caller: Caller, query: Query) -> Instead | None:
    def finds(other: Query) -> bool:
        return bool(matching.matching(caller.user_id, other))

    return spelling.instead_of(caller, query, finds)


def _readable(q: str) -> str:
    """The query without what is no text to a database, NUL and halves of surrogate pairs; both part words."""
    return q.replace("\x00", " ").encode("utf-8", "replace").decode()


def _parse(caller: Caller, q: str) -> Query:
    if len(q) > limits.SEARCH_QUERY:
        raise errors.InvalidInput("q", f"must be at most {limits.SEARCH_QUERY} characters")
    try:
        return search_query.parse(q, lambda name: _is_person(caller, name))
    except QueryError as error:
        raise errors.InvalidInput("q", str(error)) from error


def _is_person(caller: Caller, name_key: str) -> bool:
    statement = "SELECT 1 FROM person_names WHERE owner_id = ? AND name_key = ?"
    return database.execute(statement, (caller.user_id, name_key)).fetchone() is not None
