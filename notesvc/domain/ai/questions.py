"""What a question asks for, in words of the index."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from notesvc.text import fold
from notesvc.text.scripts import is_unspaced
from notesvc.text.search import small_words
from notesvc.text.search.query import Term

MOST = 48
"""What is looked for at most; of a long question it is what stands first."""

_LONG = 6
_CUT = 3
_BEGINNING_COUNTS = 0.4

# Words that questions are made of, folded; those that all texts are full of stand in `small_words`.
_ASKING = small_words.split_words(
    "welche welchem welchen welcher welches warum wieso weshalb woher wohin habe haben sollte wurde gibt "
    "ماذا لماذا اين متى كم اي الذي التي يمكن يمكنني يجب "
    "где когда почему зачем какой какая какое какие можно ли есть"
)

# Words by which one asks for anything: what is asked for is told by others, unless they are all there are.
_WEAK = small_words.split_words(
    "come find get give go keep know let look make need new own please put say see show take tell try use want "
    "bekommen brauche finde finden gib mache machen mochte neu neue neuen sag sehen tun zeig zeige"
)
_WEAK_COUNTS = 0.3
_KANA = range(0x3041, 0x30A0)


class WeightedTerm(NamedTuple):
    """A word with its other forms, or the beginning of words, and what it counts beside others."""

    term: Term
    weight: float


def read(question: str) -> list[WeightedTerm]:
    """The words that say what the question is about, each once; none where it has only small words.

    Long words count a little by their beginnings too: `encryption` finds `encrypted`. A script without spaces is read
    by pairs of letters.
    """
    return list(dict.fromkeys(_weigh(fold.index_tokens(question.replace("\x00", " ")))))[:MOST]


def _weigh(tokens: list[str]) -> Iterator[WeightedTerm]:
    for word in filter(_says_something, tokens):
        yield WeightedTerm(Term((word,), forms=True), _WEAK_COUNTS if word in _WEAK else 1.0)
        if len(word) > _LONG:
            yield WeightedTerm(Term((word[:-_CUT],), prefix=True), _BEGINNING_COUNTS)
    pairs = list(_pair_letters(tokens))
    saying = [pair for pair in pairs if not any(map(_is_kana, pair))] or pairs
    yield from (WeightedTerm(Term(pair), 1.0) for pair in saying)


def _says_something(word: str) -> bool:
    if is_unspaced(word) or word in small_words.ALL or word in _ASKING:
        return False
    return len(word) > 1 or word.isdigit()


def _pair_letters(tokens: list[str]) -> Iterator[tuple[str, ...]]:
    """Each two neighbours of a run of letters; a letter alone where it is all of the run."""
    run: list[str] = []
    for token in [*tokens, ""]:
        if token and is_unspaced(token):
            run.append(token)
            continue
        yield from pairwise(run) if len(run) > 1 else map(tuple, [run] if run else [])
        run = []


def _is_kana(letter: str) -> bool:
    """Whether it is a letter of Hiragana, which endings and particles are written in."""
    return ord(letter[0]) in _KANA
