"""The place of a passage that is nearest to a sentence: which words both have, and a quote of the passage."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from notesvc.text import fold, sentences
from notesvc.text.search import small_words, word_forms

LONGEST = 300
"""Characters of a quote at most."""

_BEFORE = 40
_MARK = re.compile(r"(?:[>|\s]|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)|#{1,6}(?=\s))*")
_WORD = re.compile(r"\S+")

Words = frozenset[str]


class Quote(NamedTuple):
    """A quote, byte for byte as the passage has it, and the share of the sentence's words that the passage has."""

    text: str
    share: float


def nearest(sentence: str, passage: str) -> Quote | None:
    """The quote of the passage that has most words of the sentence; None where it has none of them."""
    wanted = words_of(sentence)
    shared = wanted & words_of(passage)
    if not shared:
        return None
    spans = list(sentences.spans(passage))
    scores = [len(shared & words_of(passage[start:end])) for start, end in spans]
    best = max(range(len(spans)), key=lambda at: (scores[at], spans[at][0] - spans[at][1]), default=None)
    if best is None or not scores[best]:
        # The words stand in no one sentence, as pairs of letters may that go over a line end.
        return None
    start, end = spans[best]
    start = min(_MARK.match(passage, start, end).end(), end - 1)  # type: ignore[union-attr]
    text = passage[start:end] if end - start <= LONGEST else _shorten(passage[start:end], shared)
    return Quote(text, len(shared) / len(wanted))


def words_of(text: str) -> Words:
    """What the words of the text have in common with their other forms; small words only where there are no others."""
    words = fold.index_tokens(text)
    saying = [word for word in words if word not in small_words.ALL]
    return frozenset(_keys(saying) or _keys(words))


def _keys(words: list[str]) -> Iterable[str]:
    return {key for keys in word_forms.all_keys(words) for key in keys}


def _shorten(sentence: str, shared: Words) -> str:
    """The part of a long sentence that begins shortly before the first of the words."""
    first = next((word.start() for word in _WORD.finditer(sentence) if words_of(word[0]) & shared), 0)
    start = 0
    if first > _BEFORE:
        space = sentence.find(" ", first - _BEFORE, first)
        start = space + 1 if space >= 0 else first
    part = sentence[start : start + LONGEST]
    space = part.rfind(" ")
    if start + LONGEST < len(sentence) and space > LONGEST // 2:
        part = part[:space]
    return part.strip()
