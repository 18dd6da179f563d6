"""Marks: tokens of the index that say where and how often a text says a word, and what else is in it.

Each begins with `§`, which no folded word holds, and small letters, since FTS5 knows no others: `w` a whole title or
further name, `t` and `n` a word of one, `kt kn kh ko` the key (`word_forms`) of a word of title, further name, heading,
and of one said often; `ks` the key of a word that differs from its stem; `l` the language; `i` what the text has.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from notesvc.text.fold import BREAK
from notesvc.text.inline import formulas
from notesvc.text.scripts import is_unspaced, without_emoji
from notesvc.text.search import small_words, word_forms

KINDS = ("attachment", "code", "image", "link", "table", "task")
"""What `has:` can ask for."""

LANGUAGES = "ed"
"""Letters of the languages that a text is marked as one of; those of other scripts are known by their letters."""

MAX_BYTES = 900_000
"""Marks beyond this much are dropped: a PostgreSQL tsvector ends at 1 MiB."""

_OFTEN = 3
_WORDS_FOR_ONE_MORE = 250
_MOST_OFTEN = 200
_LONGEST_PROMINENT = 32
_LONGEST_WHOLE = 200

_HAS = {
    "attachment": re.compile(r"/files/[0-9a-f]{8}-|!\[\[[^\[\]\n|#]+\.\w{2,5}(?:[|#][^\[\]\n]*+)?\]\]"),
    "code": re.compile(r"^[ >]*+(?:```|~~~)", re.MULTILINE),
    "image": re.compile(r"!\[[^\[]|!\[\[[^\[\]\n|#]+\.(?:png|jpe?g|gif|svg|webp|avif|bmp)\b", re.IGNORECASE),
    "link": re.compile(r"(?<!!)\[(?:\[|[^\[\]\n]*+\]\()|https?://"),
    "table": re.compile(r"^[ >]*+\|?[ :]*+-++[ :]*+\|[-: |]*+$", re.MULTILINE),
    "task": re.compile(r"^[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++\[[ xX]\][ \t]", re.MULTILINE),
}

_LINE = re.compile(
    rf"""^[ >]{{0,12}}
    (?: (?P<fence> `{{3,}} | ~{{3,}} ) | \#{{1,6}} [ \t]++ (?P<heading> [^\n]++ ) | {formulas.OWN_LINES} )""",
    re.MULTILINE | re.VERBOSE,
)


class Heading(NamedTuple):
    """A heading as it is written, without its signs, and where its line begins and ends."""

    text: str
    start: int
    end: int


def headings(markdown: str) -> Iterator[Heading]:
    """The headings of a text in order; what looks like one in a block of code or a formula is none."""
    fence = ""
    for line in _LINE.finditer(markdown):
        if mark := line["fence"]:
            if not fence:
                fence = mark
            elif mark.startswith(fence):
                fence = ""
        elif not fence and line["heading"]:
            yield Heading(line["heading"].strip("# \t\r"), *line.span())


def of_title(words: Sequence[str]) -> Iterator[str]:
    """The marks of a title's words."""
    yield whole(words)
    yield whole(without_emoji(words))
    yield from _of_name("t", words)


def of_names(words: Sequence[str]) -> Iterator[str]:
    """The marks of the words of further names, which are parted by breaks."""
    names = [name.split() for name in " ".join(words).split(f" {BREAK} ")]
    yield from (whole(each) for name in names for each in (name, without_emoji(name)))
    yield from _of_name("n", words)


def of_headings(words: Sequence[str]) -> Iterator[str]:
    """The marks of the words of headings."""
    return (f"§kh{key}" for keys in word_forms.all_keys(words) for key in keys)


def of_text(markdown: str, words: Sequence[str]) -> Iterator[str]:
    """The marks of a text, whose words these are."""
    counts = Counter(words)
    languages = _languages(counts)
    yield from (f"§i{kind}" for kind in KINDS if _HAS[kind].search(markdown))
    yield from (f"§l{language}" for language in LANGUAGES if language in languages)
    least = often(len(words))
    times: Counter[str] = Counter()
    for word, count in counts.items():
        if is_unspaced(word) or word in small_words.ALL or word == BREAK:
            continue
        for key in word_forms.keys(word):
            times[key] += count
            if key[0] in languages and key[1:] != word:
                yield f"§ks{key}"
    if any(map(is_unspaced, counts)):
        times.update(key for keys in word_forms.all_keys(words) for key in keys if len(keys) == 1)
    yield from (f"§ko{key}" for key, count in times.items() if count >= least)


def often(total: int) -> int:
    """How many times a word has to stand in a text of so many words to be said often."""
    return _OFTEN + total // _WORDS_FOR_ONE_MORE


def prominent(words: Sequence[str]) -> list[str]:
    """Words that the text says more than once or twice, for the spelling list."""
    return [word for word, count in Counter(words).most_common(_MOST_OFTEN) if count >= _OFTEN and is_spelled(word)]


def is_spelled(word: str) -> bool:
    """Whether the word is one that may be mistyped, and offered instead of one that is."""
    return 3 < len(word) <= _LONGEST_PROMINENT and word.isalpha() and word not in small_words.ALL


def that_fit(marks: Iterable[str]) -> list[str]:
    """The marks, each once, in order, as many as the index takes."""
    size = 0
    kept = list(dict.fromkeys(marks))
    for at, mark in enumerate(kept):
        size += len(mark.encode()) + 8
        if size > MAX_BYTES:
            return kept[:at]
    return kept


def whole(words: Sequence[str]) -> str:
    """The mark of a title or further name that is these words and no others."""
    return f"§w{'§'.join(words)}"[:_LONGEST_WHOLE]


def _of_name(letter: str, words: Sequence[str]) -> Iterator[str]:
    yield from (f"§{letter}{word}" for word in words if word != BREAK)
    yield from (f"§k{letter}{key}" for keys in word_forms.all_keys(words) for key in keys)
    for word in words:
        yield from (f"§ks{key}" for key in word_forms.keys(word) if key[0] != "x" and key[1:] != word)


def _languages(counts: Counter[str]) -> str:
    """Letters of the languages that a text may be in; those of other scripts are known by their letters."""
    english = sum(counts[word] for word in small_words.ENGLISH if word in counts)
    german = sum(counts[word] for word in small_words.GERMAN if word in counts)
    if english > 2 * german:
        return "ear"
    return "dar" if german > 2 * english else "edar"
