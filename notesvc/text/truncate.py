"""Truncating text to a length without cutting a character that people see as one."""

import unicodedata

_JOINER = "\u200d"
_MOST_STEPS = 64


def to_length(text: str, most: int) -> str:
    """The beginning of the text, at most so many code points, that ends where a visible character does.

    A character of more than 64 code points (no script needs as many) is cut nevertheless.
    """
    return text if len(text) <= most else text[: _boundary(text, most)]


def to_bytes(text: str, most: int) -> str:
    """The same with at most so many bytes of UTF-8."""
    encoded = text.encode()
    if len(encoded) <= most:
        return text
    return text[: _boundary(text, len(encoded[:most].decode(errors="ignore")))]


def _boundary(text: str, end: int) -> int:
    for place in range(end, max(0, end - _MOST_STEPS), -1):
        if _may_part(text, place):
            return place
    return end


def _may_part(text: str, place: int) -> bool:
    """Whether a visible character ends before this place (Unicode Annex 29, as far as titles need it)."""
    if place >= len(text):
        return True
    before, after = text[place - 1], text[place]
    if _extends(after) or before == _JOINER:
        return False
    if _is_flag_half(after):
        return _halves_before(text, place) % 2 == 0
    return not _is_later_jamo(after)


def _extends(letter: str) -> bool:
    if letter < "\u0300":
        return False
    is_emoji_part = letter in "\u200c\u200d" or "\U0001f3fb" <= letter <= "\U0001f3ff"
    return is_emoji_part or "\U000e0020" <= letter <= "\U000e007f" or unicodedata.category(letter).startswith("M")


def _is_flag_half(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _halves_before(text: str, place: int) -> int:
    count = 0
    while count < place and _is_flag_half(text[place - count - 1]):
        count += 1
    return count


def _is_later_jamo(letter: str) -> bool:
    return "\u1160" <= letter <= "\u11ff" or "\ud7b0" <= letter <= "\ud7ff"
