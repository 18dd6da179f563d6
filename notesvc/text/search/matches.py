"""Where a text says the words of a search: whatever case, accents and compatibility forms, as in the index."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from notesvc.text.fold import BREAK, MAX_TOKEN, fold, tokens
from notesvc.text.scripts import BASIC_SPACED, EMOJI, MARKS, SKIN_TONES, UNSPACED, is_unspaced
from notesvc.text.search import letters, word_forms

_MAX_TRIES = 32  # places where a term may begin that are looked at more closely
_MAX_FOLDED = 20_000  # characters that are folded word by word when no literal search finds a term
_PIECE = 4_000
_MAX_PLACES = 24  # of a term that are looked at to find where most terms are
_FEW_PLACES = 6
_ALL = 1_000_000
_ENOUGH = 6  # places in an excerpt; more of them make it no better
_MAX_STEPS = 40  # characters that an edge moves to a word boundary or out of a character

# What folding drops inside words belongs to them here, so that a mark covers the word as it was written.
_JOINERS = r"\u00ad\u200c-\u200f\u2060"

_WORDS = re.compile(
    rf"""
      (?: [{BASIC_SPACED}{MARKS}{_JOINERS}]++ | [^\W_{UNSPACED}]++ )++
    | [{UNSPACED}{EMOJI}] [{MARKS}{_JOINERS}{SKIN_TONES}\u0e33\u0eb3]*+   # with the vowel am, which folding parts
    """,
    re.VERBOSE,
)
_UNSPACED_WORD = re.compile(rf"[{UNSPACED}{EMOJI}]")
_PART_OF_WORD = re.compile(rf"[^\W_{UNSPACED}]|[{MARKS}{_JOINERS}]")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_FOREIGN_LETTER = re.compile(rf"[^\W_]|[{MARKS}]")
_PARTING = re.compile(rf"[\W_{UNSPACED}]+")

Span = tuple[int, int]


class Pattern(Protocol):
    """What a term has to have: folded words, whether the last may go on, whether other forms of it are meant too."""

    @property
    def tokens(self) -> tuple[str, ...]: ...
    @property
    def prefix(self) -> bool: ...
    @property
    def forms(self) -> bool: ...


class _Run(NamedTuple):
    """A part of a term between breaks."""

    tokens: tuple[str, ...]
    prefix: bool = False
    forms: bool = False


def densest(text: str, terms: Sequence[Pattern], width: int) -> Span | None:
    """The first and last place within `width` characters of the text that hold the most terms; None without any."""
    return _fullest(_likely(text, terms), width) or _first_match(text, terms)


def runs_of(terms: Sequence[Pattern]) -> list[Pattern]:
    """The terms, those with breaks in parts: a place in a text is within a run."""
    found: list[Pattern] = []
    for term in terms:
        if BREAK not in term.tokens:
            found += [term] if term.tokens else []
            continue
        parts = " ".join(term.tokens).split(f" {BREAK} ")
        found += [_Run(tuple(part.split()), term.prefix and part == parts[-1]) for part in parts]
    return found


def within(text: str, terms: Sequence[Pattern], start: int, end: int) -> list[Span]:
    """The matches in `text[start:end]`, in order."""
    return sorted(span for each in _matches_of_each(text, terms, start, end) for span in each)


def all_of(text: str, terms: Sequence[Pattern], width: int) -> tuple[Span | None, list[Span]]:
    """What `densest` and `within` say of all of a text, which is to be short."""
    found = _matches_of_each(text, terms, 0, len(text))
    return _fullest(found, width) or _first_match(text, terms), sorted(span for each in found for span in each)


def _likely(text: str, terms: Sequence[Pattern]) -> list[list[Span]]:
    """For each term places where it stands, found quickly: those written with accents may be missing."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    most = _MAX_PLACES if len(terms) > 1 else _FEW_PLACES
    return [_likely_places(lowered, term, most) for term in terms]


def _likely_places(lowered: str, term: Pattern, most: int) -> list[Span]:
    found: list[Span] = []
    accepted: dict[str, bool] = {}
    # What begins a word is asked afterwards: a pattern that begins with letters is looked for much faster.
    for place in _loose(term.tokens, term.forms, lowered.isascii()).finditer(lowered):
        start = place.start()
        word = place[0]
        if word not in accepted:
            accepted[word] = _accepts(term, _PARTING.split(word)[-1])
        if accepted[word] and (start == 0 or is_unspaced(word[0]) or _parts_words(lowered[start - 1])):
            found.append((start, place.end()))
            if len(found) == most:
                break
    return found


def _parts_words(character: str) -> bool:
    """Whether a word may begin after the character."""
    return not character.isalnum() or is_unspaced(character)


def _fullest(places: Sequence[Sequence[Span]], width: int) -> Span | None:
    """The first and last place within `width` characters that hold the most terms, then the most places."""
    rows = sorted((start, end, number) for number, each in enumerate(places) for start, end in each)
    best: tuple[int, int] = (0, 0)
    around: Span | None = None
    times = [0] * len(places)
    after = distinct = 0
    for at, (start, _, number) in enumerate(rows):
        while after < len(rows) and (after <= at or rows[after][1] <= start + width):
            times[rows[after][2]] += 1
            distinct += times[rows[after][2]] == 1
            after += 1
        fullness = distinct, min(after - at, _ENOUGH)
        if fullness > best:
            best, around = fullness, (start, rows[after - 1][1])
        times[number] -= 1
        distinct -= times[number] == 0
    return around


def _first_match(text: str, terms: Sequence[Pattern]) -> Span | None:
    literal = [span for term in terms if (span := _literal_match(text, term))]
    if literal or not terms:
        return min(literal, default=None)
    if not _FOREIGN_LETTER.search("".join(_FOREIGN.findall(text, 0, _MAX_FOLDED))):
        return None
    return _folded_match(text, terms)


def _literal_match(text: str, term: Pattern) -> Span | None:
    """The first place where the term stands with its first word written as in the index but for case."""
    if _is_unspaced(term):
        joined = "".join(term.tokens)
        at = text.find(joined)
        if at >= 0:
            return at, at + len(joined)
    word = term.tokens[0]
    if not text.isascii():
        usual = {word, word.capitalize(), word.upper()}  # quicker than lower case for all of the text
        found = [span for spelling in usual if (span := _verify(text, text, spelling, term))]
        if found:
            return min(found)
    lowered = text.lower()
    return _verify(text, lowered, word, term) if len(lowered) == len(text) else None


def _verify(text: str, searched: str, word: str, term: Pattern) -> Span | None:
    """The first place where the term stands and `searched`, which is as long as `text`, has the word."""
    is_single = len(term.tokens) == 1
    may_go_on = term.prefix and is_single
    start = searched.find(word)
    for _unused in range(_MAX_TRIES):
        if start < 0:
            return None
        end = start + len(word)
        if not _is_joined(text, start) and (may_go_on or not _is_joined(text, end)):
            if is_single:
                return start, end
            found = within(text, [term], start, end + _MAX_STEPS * len(term.tokens))
            if found and found[0][0] == start:
                return found[0]
        start = searched.find(word, end)
    return None


def _is_joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place belong to one word."""
    return at > 0 and bool(_PART_OF_WORD.match(text, at) and _PART_OF_WORD.match(text, at - 1))


def _folded_match(text: str, terms: Sequence[Pattern]) -> Span | None:
    """The first match when only folding can find one, piece by piece so that a long text is not folded in vain.

    A word that the edge of a piece cuts may be taken for a whole one: that only moves the excerpt.
    """
    limit = min(len(text), _MAX_FOLDED)
    begun = f" {fold(text[:limit])}"
    if not any(f" {' '.join(term.tokens)}" in begun for term in terms):
        return None
    for start in range(0, limit, _PIECE):
        found = within(text, terms, start, start + _PIECE + _MAX_STEPS)
        if found:
            return found[0]
    return None


def _matches_of_each(text: str, terms: Sequence[Pattern], start: int, end: int) -> list[list[Span]]:
    """For each term its matches, at their exact places."""
    part = text[start:end]
    if part.isascii():
        folded: str | None = part.lower()
    elif all(_is_unspaced(term) for term in terms):
        found = [_exact(part, term, start) for term in terms]
        if any(found):
            return found
        folded = None
    else:
        folded = letters.fold_letters(part)
    if folded is None or any(len(token) >= MAX_TOKEN for term in terms for token in term.tokens):
        return _by_words(text, terms, start, end)
    return [_exact(folded, term, start) for term in terms]


def _by_words(text: str, terms: Sequence[Pattern], start: int, end: int) -> list[list[Span]]:
    """The matches in any text; the words are folded one by one, so places stay exact."""
    words: list[str] = []
    spans: list[Span] = []
    for place in _WORDS.finditer(text, start, end):
        word = place[0]
        folded = (word.lower(),) if word.isascii() else _fold_word(word)
        words.extend(folded)
        spans.extend([place.span()] * len(folded))
    return [[(spans[at][0], spans[last][1]) for at, last in _places(words, term)] for term in terms]


def _exact(folded: str, term: Pattern, start: int) -> list[Span]:
    """The matches in a text that is folded letter by letter; for an unspaced script it may be as it was written."""
    return [(first + start, last + start) for first, last in _likely_places(folded, term, _ALL)]


def _is_unspaced(term: Pattern) -> bool:
    """Whether the term is a run of characters that are words of their own, as in Chinese."""
    return all(_UNSPACED_WORD.fullmatch(token) for token in term.tokens)


@lru_cache(maxsize=256)
def _loose(words: tuple[str, ...], forms: bool, in_ascii: bool) -> re.Pattern[str]:
    """Finds in lower case what may be the words in a row, the last of them whole."""
    if all(_UNSPACED_WORD.fullmatch(word) for word in words):
        return re.compile("".join(map(re.escape, words)) + rf"[{SKIN_TONES}\ufe0f]*+")
    *before, last = words
    if forms and not before:
        last = word_forms.common_beginning(last)
    run = "".join(re.escape(word) + _between(word, after) for word, after in pairwise((*before, last)))
    more = "a-z0-9" if in_ascii else rf"^\W_{UNSPACED}"
    return re.compile(run + re.escape(last) + ("" if is_unspaced(last) else f"[{more}]*+"))


def _between(word: str, after: str) -> str:
    """What stands between two words: where scripts meet, maybe nothing."""
    return r"[\W_]*" if is_unspaced(word) or is_unspaced(after) else r"[\W_]+"


def _accepts(term: Pattern, word: str) -> bool:
    """Whether a folded word may be the last of the term."""
    last = term.tokens[-1]
    if word == last or (term.prefix and word.startswith(last)) or _UNSPACED_WORD.match(last):
        return True
    return term.forms and len(term.tokens) == 1 and word_forms.same_forms(word, last)


def _places(words: list[str], term: Pattern) -> list[tuple[int, int]]:
    """The first and last word of each place where the term stands."""
    more = len(term.tokens) - 1
    *before, final = term.tokens
    if is_unspaced(final):
        ends = [at for at, word in enumerate(words) if word == final]
    else:
        ends = [at for at, word in enumerate(words) if _accepts(term, word)]
    return [(at - more, at) for at in ends if at >= more and words[at - more : at] == before]


@lru_cache(maxsize=8192)
def _folded_short(word: str) -> tuple[str, ...]:
    return tuple(tokens(word))


def _fold_word(word: str) -> tuple[str, ...]:
    # Only ordinary words are worth keeping; one of a megabyte would stay in memory.
    return _folded_short(word) if len(word) <= 64 else tuple(tokens(word))
