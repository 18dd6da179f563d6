"""Folding text to what search compares: the same words on every database."""

import re
import unicodedata

from notesvc.text.scripts import BASIC_SPACED, EMOJI, MARKS, SKIN_TONES, UNSPACED, basic

MAX_TOKEN = 64
"""Longer words are cut after this many characters."""

MAX_DISTINCT_BYTES = 900_000
"""Tokens beyond this much index are dropped: a PostgreSQL tsvector ends at 1 MiB, positions included."""

_MAX_POSITIONS = 255  # PostgreSQL keeps no more positions than this of one word
_POSITION_BYTES = 2
_ENTRY_BYTES = 3  # the count of positions, and alignment
_MOST_BYTES_A_CHARACTER = 5  # of folded text: a four-byte letter, a space, and what an entry costs

_ASCII = bytes(c if chr(c).isalnum() else 0x20 for c in range(128)).lower() + b" " * 128

_DROPPED = re.compile(
    rf"""(?:
      \u00ad                                       # soft hyphen
    | [\u0300-\u036f]                              # accents
    | [\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]  # Hebrew points, not its punctuation
    | [\u0640\u064b-\u065f\u0670]                  # Arabic: stretching, short vowels, hamza above
    | [\u061c\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]  # joiners and direction
    | [\ufe00-\ufe0f\U000e0100-\U000e01ef{SKIN_TONES}]   # variation selectors
    )+""",
    re.VERBOSE,
)

# Letters that Unicode does not decompose though people type the plain ones.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
)
_HAS_PLAIN = re.compile("[łøæœđðþħŧı]")

BREAK = "¶"
"""The token of the index between two runs of a script without spaces, so that no phrase goes across."""

_MARK = re.compile(f"[{MARKS}]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_BETWEEN_RUNS = re.compile(rf"([{UNSPACED}][{MARKS}]*+)(?:[^\w{EMOJI}]|_)+(?=[{UNSPACED}])")
_LONG_RUN = re.compile(rf"([{MARKS}]{{30}})[{MARKS}]++")
_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")


def _words(unspaced: str, marks: str, letters: str) -> re.Pattern[str]:
    return re.compile(
        rf"""
          [{unspaced}][{marks}]*+             # one letter of a script without spaces, or an emoji
        | [{letters}]++                       # a word,
          (?: [{marks}]++ [{letters}]*+ )*+   # with the marks that remain
        | {BREAK}
        """,
        re.VERBOSE,
    )


_WORDS = _words(UNSPACED + EMOJI, MARKS, rf"^\W_{UNSPACED}")

# The same for text of the basic plane: there a class is one look into a bitmap, twice as fast.
_BASIC_WORDS = _words(basic(UNSPACED + EMOJI), basic(MARKS), BASIC_SPACED)


def fold(text: str) -> str:
    """The folded tokens of `text`, joined by single spaces; folding twice changes nothing."""
    return " ".join(tokens(text))


def fold_for_index(text: str) -> str:
    """The same as the index holds it: with breaks between runs of letters of scripts written without spaces."""
    return " ".join(index_tokens(text))


def tokens(text: str) -> list[str]:
    """The words of `text`: lower case, no accents, cut at 64 characters, in order.

    A letter of a script written without spaces is a token of its own, and so is an emoji. What would not fit the index
    (`MAX_DISTINCT_BYTES`) is dropped from the end.
    """
    return _cut(_ascii_tokens(text) if text.isascii() else _other_tokens(_fold_letters(text)), text)


def index_tokens(text: str) -> list[str]:
    """The same with `BREAK` wherever anything but letters stands between two of a script without spaces."""
    if text.isascii():
        return _cut(_ascii_tokens(text), text)
    folded = _fold_letters(text)
    if _UNSPACED.search(folded):
        folded = _BETWEEN_RUNS.sub(rf"\1{BREAK}", folded)
    return _cut(_other_tokens(folded), text)


def _cut(found: list[str], text: str) -> list[str]:
    if found and max(map(len, found)) > MAX_TOKEN:
        found = [token[:MAX_TOKEN] for token in found]
    if len(text) * _MOST_BYTES_A_CHARACTER <= MAX_DISTINCT_BYTES:
        return found
    return _that_fit(found)


def title_key(title: str) -> str:
    """What two titles or names are compared by: case and white space do not count, accents do."""
    if not title.isascii():
        title = _without_long_runs(title)
        title = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).casefold())
        return " ".join(title.split())
    return " ".join(title.lower().split())


def _ascii_tokens(text: str) -> list[str]:
    return text.encode("ascii").translate(_ASCII).decode("ascii").split()


def _other_tokens(folded: str) -> list[str]:
    words = _WORDS if _BEYOND_BMP.search(folded) else _BASIC_WORDS
    return words.findall(folded)


def _fold_letters(text: str) -> str:
    text = _without_long_runs(text.replace(BREAK, " "))
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    folded = _DROPPED.sub("", folded)
    if _HAS_PLAIN.search(folded):
        folded = folded.translate(_PLAIN)
    # Composing again keeps Hangul in syllables and the voicing marks on their kana.
    return unicodedata.normalize("NFC", folded)


def _without_long_runs(text: str) -> str:
    """The text with at most 30 marks on a letter, as Unicode's stream-safe format has it (UAX 15): putting more of them
    in order takes quadratic time."""
    # A long run is met by every 16th character.
    return _LONG_RUN.sub(r"\1", text) if _MARK.search(text[::16]) else text


def _that_fit(found: list[str]) -> list[str]:
    """The longest beginning of `found` whose index entries take at most `MAX_DISTINCT_BYTES`."""
    size = 0
    seen: dict[str, int] = {}
    for at, token in enumerate(found):
        times = seen.get(token, 0)
        if times == 0:
            size += len(token.encode()) + _ENTRY_BYTES
        if times < _MAX_POSITIONS:
            size += _POSITION_BYTES
        if size > MAX_DISTINCT_BYTES:
            return found[:at]
        seen[token] = times + 1
    return found
