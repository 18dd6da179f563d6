"""How well a note fits the words of a search: where they stand in it, how often and how near to each other.

All that counts is the note itself: no figure hangs on other notes, and none on what other people write.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from notesvc.text.fold import BREAK
from notesvc.text.scripts import is_unspaced, without_emoji
from notesvc.text.search import small_words, word_forms
from notesvc.text.search.query import Term

_TITLE, _NAME, _HEADING, _TEXT = 10.0, 6.0, 4.0, 4.0
_OTHER_FORM, _BEGINNING = 0.9, 0.55
_SMALL = 0.1
_IS_TITLE, _IS_NAME = 60.0, 30.0
_ALL_IN_TITLE, _ALL_IN_NAME, _ALL_IN_HEADING = 8.0, 6.0, 3.0
_IN_ORDER, _NEAR = 3.0, 4.0
_NEAR_LETTERS = 40
_USUAL_LETTERS = 4_000
_MOST_PLACES = 24
_MOST_KNOWN = 1_000
_SPAN = tuple[int, int]


class Texts(NamedTuple):
    """What is kept of a note to rank by (`index_entry.Entry`)."""

    title: str
    names: str
    headings: str
    body: str


def score(texts: Texts, terms: Sequence[Term]) -> float:
    """What the note is worth for these terms; more is better, and without terms all are worth the same."""
    sought = [_ranked_term(term) for term in terms]
    if not sought:
        return 1.0
    title, names, headings, body = (f" {text} " for text in texts)
    whole = all(each.weight < 1 for each in sought)
    total = sum(_of_term(each, (title, names, headings, body), whole) for each in sought)
    total += _of_title(title, sought) + _of_names(names, sought) + _of_headings(headings, sought)
    worded = [each for each in sought if not each.term.in_title]
    return total + (_nearness(title, body, worded) if len(worded) > 1 else 0.0)


@dataclass(frozen=True)
class _RankedTerm:
    """A term, ready to be looked for in folded text with a space before and after it."""

    term: Term
    pattern: re.Pattern[str]
    weight: float
    known: dict[str, float]

    def quality(self, found: str) -> float:
        """How well a word or phrase that the pattern finds is what was meant; 0 where it is not."""
        quality = self.known.get(found)
        if quality is None:
            quality = self._quality(found)
            if len(self.known) < _MOST_KNOWN:
                self.known[found] = quality
        return quality

    def _quality(self, found: str) -> float:
        term, words = self.term, found.strip()
        wanted = " ".join(term.tokens)
        if words == wanted:
            return 1.0
        if term.forms and len(term.tokens) == 1 and word_forms.same_forms(words, wanted):
            return _OTHER_FORM
        return _BEGINNING if term.prefix and words.startswith(wanted) else 0.0


@lru_cache(maxsize=64)
def _ranked_term(term: Term) -> _RankedTerm:
    words = " ".join(term.tokens)
    is_single = len(term.tokens) == 1
    if is_unspaced(term.tokens[-1]):
        pattern = rf" {re.escape(words)}(?= )"
    elif is_single and term.forms:
        pattern = rf" {re.escape(word_forms.common_beginning(words))}[^ ]*"
    else:
        pattern = rf" {re.escape(words)}" + ("[^ ]*" if term.prefix else "(?= )")
    is_small = all(token in small_words.ALL for token in term.tokens)
    return _RankedTerm(term, re.compile(pattern), _SMALL if is_small else 1.0, {})


def _of_term(sought: _RankedTerm, texts: tuple[str, str, str, str], whole: bool) -> float:
    """What one term brings: the best word in each place, and how often the text says it for its length."""
    title, names, headings, body = texts
    found = _TITLE * _best(sought, title)
    if not sought.term.in_title:
        found += _NAME * _best(sought, names) + _HEADING * _best(sought, headings)
        times = _times(sought, body)
        found += _TEXT * times / (times + 1.0 + len(body) / _USUAL_LETTERS)
    return found if whole else found * sought.weight


def _best(sought: _RankedTerm, text: str) -> float:
    found = sought.pattern.findall(text)
    return max(map(sought.quality, found)) if found else 0.0


def _times(sought: _RankedTerm, body: str) -> float:
    return sum(map(sought.quality, sought.pattern.findall(body)))


def _of_title(title: str, sought: Sequence[_RankedTerm]) -> float:
    words = f" {' '.join(token for each in sought for token in each.term.tokens)} "
    if words in (title, _plain(title)):
        return _IS_TITLE
    return _ALL_IN_TITLE * _coverage(title, sought)


def _of_names(names: str, sought: Sequence[_RankedTerm]) -> float:
    words = f" {' '.join(token for each in sought for token in each.term.tokens)} "
    each_name = [f" {name.strip()} " for name in names.split(f" {BREAK} ")]
    if words in each_name or words in map(_plain, each_name):
        return _IS_NAME
    if not _all_in(names, sought):
        return 0.0
    return _ALL_IN_NAME * max(_coverage(name, sought) for name in each_name)


def _plain(text: str) -> str:
    return text if text.isascii() else f" {' '.join(without_emoji(text.split()))} "


def _of_headings(headings: str, sought: Sequence[_RankedTerm]) -> float:
    if len(sought) == 1 or not _all_in(headings, sought):
        return 0.0
    return _ALL_IN_HEADING * max(_coverage(f" {each.strip()} ", sought) for each in headings.split(f" {BREAK} "))


def _all_in(texts: str, sought: Sequence[_RankedTerm]) -> bool:
    """Whether all terms that count stand in the texts, though maybe not in the same one: quickly told."""
    return all(each.weight < 1.0 or _best(each, texts) for each in sought)


def _coverage(text: str, sought: Sequence[_RankedTerm]) -> float:
    """The share of the text that the terms are, where all that count stand in it; else nothing."""
    covered = 0
    for each in sought:
        if _best(each, text):
            covered += len(each.term.tokens)
        elif each.weight == 1.0:
            return 0.0
    return min(1.0, covered / max(1, len(text.split())))


def _nearness(title: str, body: str, sought: Sequence[_RankedTerm]) -> float:
    """What it brings that the terms stand in a row, or at least near to each other."""
    words = f" {' '.join(token for each in sought for token in each.term.tokens)} "
    if words in title or words in body:
        return _IN_ORDER + _NEAR
    places = [_places(each, body) for each in sought if each.weight == 1.0]
    if len(places) < 2 or not all(places):
        return 0.0
    gap = max(0, _narrowest(places) - sum(len(" ".join(each.term.tokens)) for each in sought))
    return _NEAR * _NEAR_LETTERS / (_NEAR_LETTERS + gap)


def _places(sought: _RankedTerm, body: str) -> list[_SPAN]:
    found: list[_SPAN] = []
    for place in sought.pattern.finditer(body):
        if sought.quality(place[0]):
            found.append(place.span())
            if len(found) == _MOST_PLACES:
                break
    return found


def _narrowest(places: Sequence[Sequence[_SPAN]]) -> int:
    """The fewest letters of text in which each of the terms stands once."""
    rows = sorted((start, end, number) for number, each in enumerate(places) for start, end in each)
    last: dict[int, int] = {}
    narrowest = rows[-1][1]
    for start, end, number in rows:
        last[number] = start
        if len(last) == len(places):
            narrowest = min(narrowest, end - min(last.values()))
    return narrowest


def count(text: str, terms: Sequence[Term]) -> int:
    """How many of the terms a folded text holds."""
    return sum(_best(_ranked_term(term), f" {text} ") > 0 for term in terms)


def is_small(term: Term) -> bool:
    """Whether the term is of small words only."""
    return _ranked_term(term).weight < 1
