"""Which language the text of a public page is in: browsers translate it, part its words and speak it accordingly."""

import re
from collections import Counter

from notesvc.languages import Language

UNKNOWN = ""
"""What HTML says of a text whose language nobody knows."""

_LETTERS = 5_000
# A tenth of the letters in one script says more than the names in others.
_SHARE = 0.1
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7a3]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_WORD = re.compile(r"[^\W\d_]+")
# The smallest words, none of which is a usual one in two of these languages: about a quarter of any longer text.
_SMALL_WORDS: dict[Language, str] = {
    "en": "the and of to is that for with it this are on be was as at by from not you",
    "de": "der die das und ist nicht mit ein eine für zu den von auf im sich dem des auch wird",
    "es": "el los las que y en una por con para del se es al como más su lo pero un",
}
_FEWEST_WORDS = 8
_SHARE_OF_SMALL_WORDS = 0.1


def of(text: str, usual: Language | None) -> str:
    """The language of the text: by its script, in Latin letters by its small words; else the usual one of its owner."""
    beginning = text[:_LETTERS]
    letters = sum(letter.isalpha() for letter in beginning) or 1
    for language, script in _SCRIPTS:
        if len(script.findall(beginning)) > letters * _SHARE:
            # Japanese without kana: a title, a list of words.
            return "ja" if (language, usual) == ("zh", "ja") else language
    return _by_small_words(beginning) or (usual if usual in _SMALL_WORDS else None) or UNKNOWN


def _by_small_words(text: str) -> str | None:
    words = Counter(_WORD.findall(text.lower()))
    enough = words.total() * _SHARE_OF_SMALL_WORDS
    counts = {language: sum(words[each] for each in small.split()) for language, small in _SMALL_WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    others = sum(counts.values()) - counts[best]
    is_told = words.total() >= _FEWEST_WORDS and counts[best] > enough and counts[best] > 2 * others
    return best if is_told else None
