"""The forms of words: what is left of a folded word without its endings, so that `plugins` finds `plugin`."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import Stemmer

from notesvc.text.fold import BREAK
from notesvc.text.scripts import is_unspaced

_SHORTEST = 3
_KEPT = 4_096


def _stemmer(language: str) -> Stemmer.Stemmer:
    # Without a cache of its own, which threads would share.
    return Stemmer.Stemmer(language, 0)


_LATIN = (("e", _stemmer("english")), ("d", _stemmer("german")))
_ARABIC = (("a", _stemmer("arabic")),)
_CYRILLIC = (("r", _stemmer("russian")),)
_SCRIPTS = (("\u0250", _LATIN), ("\u0400", ()), ("\u0530", _CYRILLIC), ("\u0600", ()), ("\u0700", _ARABIC))


@lru_cache(maxsize=_KEPT)
def keys(word: str) -> tuple[str, ...]:
    """What a word has in common with its other forms: a letter for each language with its stem.

    Nobody knows the language of a word by itself, so one in Latin letters has a key of English and one of German. A
    word that has no forms here has its own key, `x` before it.
    """
    if len(word) < _SHORTEST or not word.isalpha():
        return (f"x{word}",)
    stemmers = next((each for end, each in _SCRIPTS if word[0] < end), ())
    return tuple(letter + stemmer.stemWord(word) for letter, stemmer in stemmers) or (f"x{word}",)


def all_keys(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The keys of words in a row; of a run of letters of a script without spaces, each two neighbours have one."""
    before = ""
    for word in words:
        if not is_unspaced(word):
            before = ""
            if word != BREAK:
                yield keys(word)
            continue
        if before:
            yield (f"x{before}{word}",)
        before = word


def same_forms(word: str, other: str) -> bool:
    """Whether both are forms of one word in some language."""
    return not set(keys(word)).isdisjoint(keys(other))


@lru_cache(maxsize=_KEPT)
def common_beginning(word: str) -> str:
    """What all forms of the word begin with, nearly always: stems change the last letters only."""
    shortest = word
    for key in keys(word):
        shortest = shortest[: _agreeing(shortest, key[1:])]
    return shortest or word


def _agreeing(one: str, other: str) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length
