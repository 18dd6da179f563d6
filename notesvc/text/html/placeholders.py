"""Placeholders that stand for something already understood while Markdown is parsed.

They are made of Unicode noncharacters, which no text may contain, so that a note cannot forge one.
"""

import re

_FORBIDDEN = re.compile("[\ufdd0-\ufdef\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

TOKEN = re.compile("\ufdd0([0-9]{1,9})\ufdd1")
FOOTNOTE_START = re.compile("\ufdd2([0-9]{1,9})\ufdd3")
FOOTNOTE_END = re.compile("\ufdd4([0-9]{1,9})\ufdd5")
ANY = re.compile("[\ufdd0-\ufdef]")


def without_placeholders(text: str) -> str:
    """The text without what could be mistaken for a placeholder, without control characters and lone surrogates."""
    return _FORBIDDEN.sub("", text.encode("utf-8", "ignore").decode("utf-8"))


def token(number: int) -> str:
    """The placeholder of the token of this number."""
    return f"\ufdd0{number}\ufdd1"


def footnote_start(number: int) -> str:
    """The placeholder before the text of a footnote."""
    return f"\ufdd2{number}\ufdd3"


def footnote_end(number: int) -> str:
    """The placeholder after the text of a footnote."""
    return f"\ufdd4{number}\ufdd5"
