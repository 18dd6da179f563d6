"""Character classes of the world's scripts that Python's `\\w` does not know."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

# Every assigned mark lies in these; the gaps are Han, Hangul, cuneiform and the like.
_WITH_MARKS = (
    range(0x0300, 0x3100),
    range(0xA600, 0xAC00),
    range(0xFB00, 0x12000),
    range(0x13400, 0x13500),
    range(0x16000, 0x17000),
    range(0x1BC00, 0x1BD00),
    range(0x1CF00, 0x1F000),
    range(0xE0100, 0xE01F0),
)

# Blocks where letters lie between vowel signs, digits and punctuation: only the letters are taken.
_SOUTH_EAST_ASIA = (
    range(0x0E00, 0x0E80),  # Thai
    range(0x0E80, 0x0F00),  # Lao
    range(0x1000, 0x10A0),  # Myanmar
    range(0x1780, 0x1800),  # Khmer
    range(0xA9E0, 0xAA00),  # Myanmar extended B
    range(0xAA60, 0xAA80),  # Myanmar extended A
)

_EAST_ASIA = (
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3041, 0x3096),  # Hiragana
    (0x309D, 0x309F),  # Hiragana iteration marks
    (0x30A1, 0x30FA),  # Katakana
    (0x30FC, 0x30FF),  # prolonged sound, iteration marks
    (0x31F0, 0x31FF),  # small Katakana for Ainu
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xAC00, 0xD7A3),  # Hangul syllables
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x1B000, 0x1B16F),  # historic and small Kana
    (0x20000, 0x323AF),  # Han, extensions B to H
)

# Signs that are emoji by themselves, and hearts, suns and the like; skin tones only change the one before.
_EMOJI = (
    *((0x231A, 0x231B), (0x23E9, 0x23F3), (0x25FD, 0x25FE), (0x2600, 0x2767), (0x2795, 0x2797), (0x27B0, 0x27B0)),
    *((0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF)),
    *((0x1F1E6, 0x1F1FF), (0x1F300, 0x1F3FA), (0x1F400, 0x1FAFF)),
)


def _runs(points: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The consecutive runs of ascending code points, ends included."""
    first = last = -2
    for point in points:
        if point != last + 1:
            if first >= 0:
                yield first, last
            first = point
        last = point
    if first >= 0:
        yield first, last


def _char_class(runs: Iterable[tuple[int, int]]) -> str:
    """The inside of a `[…]` of a regular expression, safe in verbose mode."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in runs)


def basic(char_class: str) -> str:
    """The part of a class made here that lies in the basic multilingual plane."""
    return "".join(re.findall(r"\\U0000[0-9a-f]{4}-\\U0000[0-9a-f]{4}", char_class))


def is_mark(char: str) -> bool:
    """Whether this one character combines with the one before it."""
    return unicodedata.category(char)[0] == "M"


MARKS = _char_class(_runs(point for block in _WITH_MARKS for point in block if is_mark(chr(point))))
"""Every combining mark, as the inside of a `[…]`."""

UNSPACED = _char_class([*_runs(p for block in _SOUTH_EAST_ASIA for p in block if chr(p).isalpha()), *_EAST_ASIA])
"""Letters of scripts written without spaces between words, as the inside of a `[…]`."""

EAST_ASIAN = _char_class(_EAST_ASIA)
"""Letters of Chinese, Japanese and Korean, as the inside of a `[…]`."""

EMOJI = _char_class(_EMOJI)
"""Emoji, each a word of its own in a search, as the inside of a `[…]`."""

SKIN_TONES = "\\U0001f3fb-\\U0001f3ff"

_basic_plane = "".join(map(chr, range(0x10000)))

BASIC_SPACED = _char_class(_runs(map(ord, re.findall(rf"[^\W_{UNSPACED}]", _basic_plane))))
"""Letters and digits of the basic plane that words are made of, as the inside of a `[…]`."""

_UNSPACED_LETTER = re.compile(f"[{UNSPACED}{EMOJI}]")
_EMOJI_WORD = re.compile(f"[{EMOJI}]")


def is_unspaced(word: str) -> bool:
    """Whether a folded word is a letter of a script written without spaces, or an emoji."""
    return word >= "\u0e00" and _UNSPACED_LETTER.match(word) is not None


def without_emoji(words: Sequence[str]) -> Sequence[str]:
    """The folded words but for emoji; all of them where there is nothing else."""
    return [word for word in words if word < "\u2000" or not _EMOJI_WORD.match(word)] or words
