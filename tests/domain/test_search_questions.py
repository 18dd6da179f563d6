"""How well search answers what people ask of real vaults, and that it finds all that holds the words."""

import functools
from collections import defaultdict
from statistics import mean

import pytest

from notesvc.domain import search
from notesvc.domain.accounts import users
from notesvc.domain.caller import Caller
from notesvc.text import fold
from notesvc.text.markdown import front_matter
from notesvc.text.search import query as search_query
from tests import sample_vaults
from tests.domain.questions import QUESTIONS, Question

LEAST_RECIPROCAL_RANK = 0.85
LEAST_TYPOS = 5 / 6


@pytest.fixture
def readers(workspace: object) -> dict[str, Caller]:
    """An account for each vault, with its notes."""
    found = {}
    for language in ("en", "ja", "ar"):
        user = users.register(email=f"{language}@example.org", password="long enough for a test", name=language)
        found[language] = users.caller_of(user)
        sample_vaults.fill(found[language], language)
    return found


def reciprocal_rank(readers: dict[str, Caller], question: Question) -> float:
    hits = search.search(readers[question.language], question.q, 100).hits
    found = [hit.note[1] for hit in hits]
    return max((1 / (found.index(title) + 1) for title in question.titles if title in found), default=0.0)


def test_the_notes_that_were_meant_come_first(readers: dict[str, Caller]) -> None:
    ranks: dict[str, list[float]] = defaultdict(list)
    for question in QUESTIONS:
        ranks[question.language].append(reciprocal_rank(readers, question))
        ranks[question.kind].append(ranks[question.language][-1])
    figures = {name: round(mean(each), 3) for name, each in ranks.items()}
    assert len(ranks["en"]) >= 52
    assert min(figures[language] for language in ("en", "ja", "ar")) >= LEAST_RECIPROCAL_RANK, figures
    assert figures["typo"] >= LEAST_TYPOS, figures
    all_that_holds_the_words_is_found(readers)


def all_that_holds_the_words_is_found(readers: dict[str, Caller]) -> None:
    """Whatever forms, names and beginnings are found besides."""
    for question in QUESTIONS:
        terms = search_query.parse(question.q).terms
        runs = [f" {' '.join(term.tokens)} " for term in terms]
        holding = {title for title, text in folded(question.language) if all(run in text for run in runs)}
        assert holding - every_title(readers[question.language], question.q) == set(), question


@functools.cache
def folded(language: str) -> list[tuple[str, str]]:
    """Titles, and titles and texts as search compares them."""
    notes_of = [(path.stem, front_matter.split(text)[1]) for path, text in sample_vaults.texts(language)]
    return [(title, f" {fold.fold_for_index(title)} ¶ {fold.fold_for_index(body)} ") for title, body in notes_of]


def every_title(reader: Caller, q: str) -> set[str]:
    page = search.search(reader, q, 100)
    found = {hit.note[1] for hit in page.hits}
    while page.next_cursor is not None:
        page = search.search(reader, q, 100, page.next_cursor)
        found |= {hit.note[1] for hit in page.hits}
    assert len(found) <= page.total
    return found
