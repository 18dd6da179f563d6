"""What to search for instead of a query that finds nothing: its words as the caller's own notes spell them.

The list of words is that of the caller's live notes alone: what stands in their titles, further names and headings, and
what a text says several times.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from notesvc import database
from notesvc.domain.caller import Caller
from notesvc.domain.search.index import texts_table
from notesvc.text.search import ranking, spelling
from notesvc.text.search.query import All, Part, Query, Term


class Instead(NamedTuple):
    """Another query, and its words as people write them."""

    query: Query
    words: str


def instead_of(caller: Caller, query: Query, finds: Callable[[Query], bool]) -> Instead | None:
    """A query that finds something, with fewer faults or without small words; None where there is none."""
    if not query.terms:
        return None
    meant = _respell(caller, [term for term in query.terms if _may_be_mistyped(term, finds)])
    for other in (query.with_terms(lambda term: meant.get(term, term)), _without_small(query, meant)):
        if other != query and other.terms and finds(other):
            return Instead(other, " ".join(" ".join(term.tokens) for term in other.terms))
    return None


def _without_small(query: Query, meant: dict[Term, Part]) -> Query:
    return query.with_terms(lambda term: None if ranking.is_small(term) else meant.get(term, term))


def _may_be_mistyped(term: Term, finds: Callable[[Query], bool]) -> bool:
    word = term.tokens[0]
    is_word = term.forms and len(term.tokens) == 1 and word.isalpha()
    return is_word and spelling.most_slips(word) > 0 and not finds(Query((term,)))


def _respell(caller: Caller, terms: Sequence[Term]) -> dict[Term, Part]:
    """The terms with the words that were meant, as far as those are known; one word may have been two."""
    if not terms:
        return {}
    known = _known_words(caller)
    found: dict[Term, Part] = {}
    for term in terms:
        word = term.tokens[0]
        if nearest := spelling.nearest(word, known):
            found[term] = replace(term, tokens=(nearest,), prefix=False)
        elif parts := spelling.two_words(word, known):
            found[term] = All(tuple(replace(term, tokens=(part,), prefix=False) for part in parts))
    return found


def _known_words(caller: Caller) -> Counter[str]:
    """The words of the list, with the number of notes that have them."""
    rows = database.execute(
        f"SELECT s.prominent FROM notes n JOIN {texts_table()} s ON s.number = n.number "
        "WHERE n.owner_id = ? AND n.deleted_at IS NULL",
        (caller.user_id,),
    )
    words: Counter[str] = Counter()
    while some := rows.fetchmany(1_000):
        words.update(" ".join(row[0] for row in some).split())
    return words
