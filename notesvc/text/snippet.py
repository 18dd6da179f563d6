"""Excerpts of a note for people: escaped HTML with `<mark>` around what was searched."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Protocol

from notesvc.text.fold import fold, tokens
from notesvc.text.scripts import BASIC_SPACED, MARKS, UNSPACED

_MAX_TRIES = 32  # places where a term may begin that are looked at more closely
_MAX_FOLDED = 100_000  # characters that are folded word by word when no literal search finds a term
_PIECE = 4_000
_MAX_STEPS = 40  # characters that an edge moves to a word boundary or out of a character

# What folding drops inside words belongs to them here, so that a mark covers the word as it was written.
_JOINERS = r"\u00ad\u200c-\u200f\u2060"

_WORDS = re.compile(
    rf"""
      (?: [{BASIC_SPACED}{MARKS}{_JOINERS}]++ | [^\W_{UNSPACED}]++ )++
    | [{UNSPACED}] [{MARKS}{_JOINERS}\u0e33\u0eb3]*+   # with the vowel am, which folding parts
    """,
    re.VERBOSE,
)
_UNSPACED_WORD = re.compile(rf"[{UNSPACED}]")
_PART_OF_WORD = re.compile(rf"[^\W_{UNSPACED}]|[{MARKS}{_JOINERS}]")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_FOREIGN_LETTER = re.compile(rf"[^\W_]|[{MARKS}]")
_EXTENDS = re.compile(rf"[{MARKS}\u200d\U0001f3fb-\U0001f3ff]")
_SPACE = re.compile(r"\s+")

Span = tuple[int, int]


class Searched(Protocol):
    """What a term has to have: folded words, and whether the last of them may go on."""

    @property
    def tokens(self) -> tuple[str, ...]: ...
    @property
    def prefix(self) -> bool: ...


def snippet(text: str, terms: Sequence[Searched], width: int = 160) -> str:
    """About `width` characters of `text` around the first match, as HTML with all matches in it marked.

    Case, accents and compatibility forms do not count, as in the index; a word that a prefix finds is marked
    as a whole. Line ends become spaces. Without a match it is the beginning of the text.
    """
    terms = [term for term in terms if term.tokens]
    first = _first_match(text, terms)
    if first is None:
        return _render(text, *_window(text, 0, 0, width), [])
    start, end = _window(text, *first, width)
    # A match wider than the excerpt is cut by its end, and no match any more.
    return _render(text, start, end, _matches(text, terms, start, end) or [(first[0], min(first[1], end))])


def excerpt(text: str, start: int, end: int, width: int = 160) -> str:
    """About `width` characters around `text[start:end]`, as HTML with that span marked."""
    first, last = _window(text, start, end, width)
    return _render(text, first, last, [(start, min(end, last))])


def _first_match(text: str, terms: Sequence[Searched]) -> Span | None:
    literal = [span for term in terms if (span := _literal_match(text, term))]
    if literal or not terms:
        return min(literal, default=None)
    if not _FOREIGN_LETTER.search("".join(_FOREIGN.findall(text, 0, _MAX_FOLDED))):
        return None
    return _folded_match(text, terms)


def _literal_match(text: str, term: Searched) -> Span | None:
    """The first place where the term stands with its first word written as in the index but for case."""
    if _is_unspaced(term):
        joined = "".join(term.tokens)
        at = text.find(joined)
        if at >= 0:
            return at, at + len(joined)
    word = term.tokens[0]
    if not text.isascii():
        usual = {word, word.capitalize(), word.upper()}  # quicker than lower case for all of the text
        found = [span for spelling in usual if (span := _verified(text, text, spelling, term))]
        if found:
            return min(found)
    lowered = text.lower()
    return _verified(text, lowered, word, term) if len(lowered) == len(text) else None


def _verified(text: str, searched: str, word: str, term: Searched) -> Span | None:
    """The first place where the term stands and `searched`, which is as long as `text`, has the word."""
    is_single = len(term.tokens) == 1
    may_go_on = term.prefix and is_single
    start = searched.find(word)
    for _unused in range(_MAX_TRIES):
        if start < 0:
            return None
        end = start + len(word)
        if not _joined(text, start) and (may_go_on or not _joined(text, end)):
            if is_single:
                return start, end
            found = _matches(text, [term], start, end + _MAX_STEPS * len(term.tokens))
            if found and found[0][0] == start:
                return found[0]
        start = searched.find(word, end)
    return None


def _joined(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place belong to one word."""
    return at > 0 and bool(_PART_OF_WORD.match(text, at) and _PART_OF_WORD.match(text, at - 1))


def _folded_match(text: str, terms: Sequence[Searched]) -> Span | None:
    """The first match when only folding can find one, piece by piece so that a long text is not folded in vain.

    A word that the edge of a piece cuts may be taken for a whole one: that only moves the excerpt.
    """
    limit = min(len(text), _MAX_FOLDED)
    begun = f" {fold(text[:limit])}"
    if not any(f" {' '.join(term.tokens)}" in begun for term in terms):
        return None
    for start in range(0, limit, _PIECE):
        found = _matches(text, terms, start, start + _PIECE + _MAX_STEPS)
        if found:
            return found[0]
    return None


def _matches(text: str, terms: Sequence[Searched], start: int, end: int) -> list[Span]:
    """The matches in `text[start:end]`, in order; the words are folded one by one, so places stay exact."""
    if all(_is_unspaced(term) for term in terms) or text[start:end].isascii():
        patterns = (_pattern(term.tokens, term.prefix) for term in terms)
        spans = sorted(found.span() for pattern in patterns for found in pattern.finditer(text, start, end))
        if spans:
            return spans
    words: list[str] = []
    spans = []
    for found in _WORDS.finditer(text, start, end):
        word = found[0]
        folded = (word.lower(),) if word.isascii() else _folded(word)
        words.extend(folded)
        spans.extend([found.span()] * len(folded))
    return sorted((spans[at][0], spans[last][1]) for term in terms for at, last in _places(words, term))


def _is_unspaced(term: Searched) -> bool:
    """Whether the term is a run of characters that are words of their own, as in Chinese."""
    return all(_UNSPACED_WORD.fullmatch(token) for token in term.tokens)


@lru_cache(maxsize=256)
def _pattern(words: tuple[str, ...], prefix: bool) -> re.Pattern[str]:
    """Finds the words in a row: exact where the text is ASCII, or the words are of an unspaced script."""
    if all(_UNSPACED_WORD.fullmatch(word) for word in words):
        return re.compile("".join(map(re.escape, words)))
    run = "[^A-Za-z0-9]+".join(map(re.escape, words))
    end = "[A-Za-z0-9]*" if prefix else "(?![A-Za-z0-9])"
    return re.compile(f"(?<![A-Za-z0-9]){run}{end}", re.IGNORECASE | re.ASCII)


def _places(words: list[str], term: Searched) -> list[tuple[int, int]]:
    """The first and last word of each place where the term stands."""
    more = len(term.tokens) - 1
    *before, final = term.tokens
    if term.prefix:
        ends = [at for at, word in enumerate(words) if word.startswith(final)]
    else:
        ends = [at for at, word in enumerate(words) if word == final]
    return [(at - more, at) for at in ends if at >= more and words[at - more : at] == before]


@lru_cache(maxsize=8192)
def _folded_short(word: str) -> tuple[str, ...]:
    return tuple(tokens(word))


def _folded(word: str) -> tuple[str, ...]:
    # Only ordinary words are worth keeping; one of a megabyte would stay in memory.
    return _folded_short(word) if len(word) <= 64 else tuple(tokens(word))


def _window(text: str, start: int, end: int, width: int) -> Span:
    """The edges of an excerpt of about `width` characters around a span, moved to where words begin and end."""
    end = min(end, start + width)
    first = max(0, start - max(0, min(width // 3, width - (end - start))))
    last = min(len(text), first + width)
    first = max(0, min(first, last - width))
    return _first_edge(text, first, start), _last_edge(text, last, max(end, first + 1))


def _first_edge(text: str, edge: int, limit: int) -> int:
    """The next beginning of a word from here on, or of a character where none is near."""
    if edge == 0 or text[edge - 1].isspace():
        return edge
    space = _SPACE.search(text, edge, min(limit, edge + _MAX_STEPS))
    return space.end() if space else _character_start(text, edge)


def _last_edge(text: str, edge: int, limit: int) -> int:
    if edge >= len(text) or text[edge].isspace():
        return edge
    for position in range(edge, max(limit, edge - _MAX_STEPS), -1):
        if text[position - 1].isspace():
            return position - 1
    return max(limit, _character_start(text, edge))


def _character_start(text: str, edge: int) -> int:
    """The nearest place before that does not cut a combining mark or a joined emoji from its base."""
    for position in range(edge, max(0, edge - _MAX_STEPS), -1):
        if not _EXTENDS.match(text, position) and text[position - 1] != "\u200d":
            return position
    return edge


def _render(text: str, start: int, end: int, marked: list[Span]) -> str:
    parts = ["…" if start > 0 else ""]
    position = start
    for first, last in marked:
        if first < position:
            continue
        parts += [_html(text[position:first]), "<mark>", _html(text[first:last]), "</mark>"]
        position = last
    parts += [_html(text[position:end]), "…" if end < len(text) else ""]
    return "".join(parts)


def _html(text: str) -> str:
    return escape(_SPACE.sub(" ", text))
