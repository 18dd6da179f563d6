"""Folding letter by letter, so that every place in the folded text is the same place in the text."""

import re

from notesvc.text.fold import fold
from notesvc.text.scripts import MARKS

_HANGS_ON_OTHERS = re.compile(rf"[{MARKS}\u00ad\u0e33\u0eb3\u1100-\u11ff\u200c-\u200f\u2060\ua960-\ua97f\ud7b0-\ud7ff]")
_PARTS_WORDS = re.compile(r"[\s!-/:-@\[-`{-~\u00a1-\u00bf\u2010-\u205e\u2190-\u2bff\u3000-\u303f]")
_UNLIKE = "\0"
_MOST_KNOWN = 20_000


class _Letters(dict[int, str]):
    """Each letter folded, or `_UNLIKE` where that is not one letter, or hangs on the letters beside it."""

    def __missing__(self, code: int) -> str:
        written = chr(code)
        letter = fold(written) or (" " if _PARTS_WORDS.match(written) else _UNLIKE)
        if len(letter) != 1 or _HANGS_ON_OTHERS.search(written + letter):
            letter = _UNLIKE
        if len(self) < _MOST_KNOWN:
            self[code] = letter
        return letter


_LETTERS = _Letters()


def fold_letters(text: str) -> str | None:
    """The text folded to as many letters as it has; None where it has one that cannot be folded alone."""
    found = text.translate(_LETTERS)
    return None if _UNLIKE in found else found
