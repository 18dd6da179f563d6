"""Placeholders that stand for something already understood while Markdown is parsed.

They are made of Unicode noncharacters, which no text may contain, so that a note cannot forge one.
"""

import re

_FORBIDDEN = re.compile("[\ufdd0-\ufdef\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

TOKEN = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
FOOTNOTE_START = re.compile("\ufdd2([0-9]{1,9})\ufdd3")
FOOTNOTE_END = re.compile("\ufdd4([0-9]{1,9})\ufdd5")
FORMULA = re.compile("\ufdd6([0-9]{1,9})\ufdd7")
SOURCE = re.compile("[\ufdd0\ufdd6]([0-9]{1,9})[\ufdd1\ufdd7]")
"""The mark of either, for which a part of the source stands."""

INSERTION = re.compile("\ufdd8([0-9]{1,9})\ufdd9")
TOGGLE = "\ufdda"
"""What stands behind the title of a list item that folds what is in it."""

ANY = re.compile("[\ufdd0-\ufdef]")


_REFERENCE = re.compile(
    r"""(?x) &\# (?: [xX] 0*+ [fF][dD][dDeE][0-9a-fA-F] | 0*+ (?: 649(?:7[6-9]|[89][0-9]) | 6500[0-7] ) )
    (?! [0-9a-fA-F] ) ;?"""
)


def without_references(html: str) -> str:
    """The HTML without references to what a placeholder is made of."""
    return _REFERENCE.sub("", html)


def without_placeholders(text: str) -> str:
    """The text without what could be mistaken for a placeholder, without control characters and lone surrogates."""
    return _FORBIDDEN.sub("", text.encode("utf-8", "ignore").decode("utf-8"))


def token(number: int) -> str:
    """The placeholder of the token of this number."""
    return f"\ufdd0{number}\ufdd1"


def formula(number: int) -> str:
    """The placeholder of the formula of this number."""
    return f"\ufdd6{number}\ufdd7"


def insertion(number: int) -> str:
    """The placeholder of HTML that is put in after the sanitiser."""
    return f"\ufdd8{number}\ufdd9"


def footnote_start(number: int) -> str:
    """The placeholder before the text of a footnote."""
    return f"\ufdd2{number}\ufdd3"


def footnote_end(number: int) -> str:
    """The placeholder after the text of a footnote."""
    return f"\ufdd4{number}\ufdd5"
