"""Full text search over the caller's notes: the same notes in the same order on every database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import peewee

from notesvc import clock, database, errors, limits
from notesvc.domain import cursors, listing, search_filters, search_sql, search_terms
from notesvc.domain.caller import Caller
from notesvc.domain.listing import Row
from notesvc.domain.search_sql import Sql
from notesvc.text import search_query
from notesvc.text.fold import title_key
from notesvc.text.search_query import Filter, Query, QueryError, Term
from notesvc.text.snippet import snippet

_STEPS_BETWEEN_LOOKS = 20_000

"""Characters of a note that are looked through for the snippet; what is found further on shows the beginning."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was found, the place where (escaped HTML with `<mark>`), and its rank: 3, 2 or 1."""

    note: Row
    snippet: str
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """A page of hits, how many there are on all pages, and the cursor of the next page."""

    hits: list[Hit]
    total: int
    next_cursor: str | None


def search(caller: Caller, q: str, size: int, cursor: str | None = None) -> Found:
    """The notes that hold all terms and meet all operators of `q` (contract, section 6).

    A title that is the query comes first (3), then titles that hold all terms (2), then the rest (1); within
    each the latest change comes first. Only `is:trashed` finds notes in the trash. A query that asks for
    nothing finds nothing. Raises InvalidInput for `q` or `cursor`, Busy when the search takes too long.
    """
    place = cursors.decode("search", cursor, (int, str, str)) if cursor else None
    q = _readable(q)
    query = _parsed(q)
    if not query.terms and not query.filters:
        return Found([], 0, None)
    page = _page(_matching(caller, query, q), place, size + 1)
    with _bounded():
        rows = database.execute(page.text, page.parameters).fetchall()
    shown = [term for term in query.terms if not term.negated and not term.in_title]
    hits = [_hit(row, shown) for row in rows[:size] if row[0] is not None]
    following = cursors.encode("search", _place_of(hits[-1])) if len(rows) > size else None
    return Found(hits, int(rows[0][-1]), following)


def _readable(q: str) -> str:
    """The query without what is no text to a database, NUL and halves of surrogate pairs; both part words."""
    return q.replace("\x00", " ").encode("utf-8", "replace").decode()


def _parsed(q: str) -> Query:
    if len(q) > limits.SEARCH_QUERY:
        raise errors.InvalidInput("q", f"must be at most {limits.SEARCH_QUERY} characters")
    try:
        return search_query.parse(q)
    except QueryError as error:
        raise errors.InvalidInput("q", str(error)) from error


def _matching(caller: Caller, query: Query, q: str) -> Sql:
    """All notes that the query finds, with what they are sorted by. Whose they are stands outside of all else."""
    wanted = [term for term in query.terms if not term.negated]
    source, conditions = _selected(caller.user_id, query, wanted)
    is_trash = search_filters.is_about_trash(query.filters)
    parts = [
        Sql("SELECT n.number, n.updated_at, n.id,"),
        _tier(wanted, q),
        Sql("AS tier FROM"),
        source,
        Sql("WHERE n.owner_id = ? AND", (caller.user_id,)),
        Sql("n.deleted_at IS NOT NULL" if is_trash else "n.deleted_at IS NULL"),
        *(Sql(f"AND {each.text}", each.parameters) for each in conditions),
    ]
    return search_sql.joined(parts, " ")


def _selected(owner_id: str, query: Query, wanted: list[Term]) -> tuple[Sql, list[Sql]]:
    """What to select from, which is the words or the narrowest operator, and the conditions for all else."""
    filters = search_filters.by_selectivity(query.filters)
    source = Sql("notes n")
    if wanted:
        source = search_sql.notes_among(search_terms.notes_with(wanted, "AND"))
    elif filters and search_filters.is_narrow(filters[0]):
        source = search_sql.notes_among(search_filters.among(owner_id, filters.pop(0)))
    conditions = [_condition(owner_id, each) for each in filters]
    unwanted = [term for term in query.terms if term.negated]
    if unwanted:
        conditions.append(search_sql.is_not(search_sql.is_among(search_terms.notes_with(unwanted, "OR"))))
    return source, conditions


def _condition(owner_id: str, wanted: Filter) -> Sql:
    if wanted.kind in search_filters.AMONG:
        met = search_sql.is_among(search_filters.among(owner_id, wanted))
    else:
        met = search_filters.condition(wanted)
    return search_sql.is_not(met) if wanted.negated else met


def _tier(wanted: list[Term], q: str) -> Sql:
    if not wanted:
        return Sql("1")
    words = " ".join(token for term in wanted for token in term.tokens)
    whole = (title_key(q.replace('"', " ")), words)
    titled = search_sql.is_among(search_terms.notes_with([replace(each, in_title=True) for each in wanted], "AND"))
    rank = f"CASE WHEN n.name_key IN (?, ?) THEN 3 WHEN {titled.text} THEN 2 ELSE 1 END"
    return Sql(rank, (*whole, *titled.parameters))


def _page(matching: Sql, place: list[Any] | None, size: int) -> Sql:
    """One statement for the page, its texts and the total. Without hits it gives one row, of nulls and the total."""
    after = "WHERE (tier, updated_at, id) < (?, ?, ?) " if place else ""
    return Sql(
        f"WITH hits AS MATERIALIZED ({matching.text}) "
        f"SELECT {listing.COLUMNS}, h.tier, substr(b.content, 1, {limits.SNIPPET_SOURCE}), t.total "
        "FROM (SELECT count(*) AS total FROM hits) t LEFT JOIN (SELECT * FROM hits "
        f"{after}ORDER BY tier DESC, updated_at DESC, id DESC LIMIT ?) h ON TRUE "
        "LEFT JOIN notes n ON n.number = h.number LEFT JOIN note_bodies b ON b.note_id = n.id "
        "ORDER BY h.tier DESC, h.updated_at DESC, h.id DESC",
        (*matching.parameters, *(place or ()), size),
    )


def _hit(row: Any, terms: list[Term]) -> Hit:
    *note, tier, content, _ = row
    return Hit(tuple(note), snippet(content, terms), float(tier))


def _place_of(hit: Hit) -> tuple[int, str, str]:
    return int(hit.score), hit.note[5], hit.note[0]


@contextmanager
def _bounded() -> Iterator[None]:
    """Postgres ends a statement that takes too long by itself; SQLite has to be watched. Raises Busy."""
    if not database.on_sqlite():
        yield
        return
    connection, deadline = database.db.connection(), clock.timestamp_ms() + limits.SEARCH_MILLISECONDS
    connection.set_progress_handler(lambda: clock.timestamp_ms() > deadline, _STEPS_BETWEEN_LOOKS)
    try:
        yield
    except peewee.OperationalError as error:
        if "interrupted" in str(error):
            raise errors.Busy("The search took too long. Search for fewer or longer words.") from error
        raise
    finally:
        connection.set_progress_handler(None, 0)
