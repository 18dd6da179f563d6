"""Excerpts of a search (escaped text with `<mark>` around matches), as the app shows and follows them."""

import html
import re
from collections.abc import Iterator
from urllib.parse import urlencode

from markupsafe import Markup

_MARK = re.compile(r"(</?mark>)")
_LONGEST_MATCH = 80


def with_marks(excerpt: str) -> Markup:
    """The excerpt with its marks; whatever else it holds is text."""
    return Markup().join(
        Markup("<mark>{}</mark>").format(text) if is_match else Markup("{}").format(text)
        for text, is_match in _pieces(excerpt)
    )


def match_of(excerpt: str) -> str:
    """The parameters with which a note is opened where the excerpt's first mark stands; empty without one."""
    pieces = list(_pieces(excerpt))
    first = next((at for at, (_, is_match) in enumerate(pieces) if is_match), None)
    if first is None:
        return ""
    rest = "".join(text for text, _ in pieces[first + 1 :]).removesuffix("…").strip()
    parameters = {"match": _cut_at_word(pieces[first][0]), "after": _cut_at_word(rest)}
    return urlencode({name: words for name, words in parameters.items() if words})


def _pieces(excerpt: str) -> Iterator[tuple[str, bool]]:
    """The texts in order, each with whether it is a match."""
    is_match = False
    for part in _MARK.split(excerpt):
        if _MARK.fullmatch(part):
            is_match = part == "<mark>"
        elif part:
            yield html.unescape(part), is_match


def _cut_at_word(text: str) -> str:
    if len(text) <= _LONGEST_MATCH:
        return text
    end = text.rfind(" ", 0, _LONGEST_MATCH + 1)
    return text[: end if end > 0 else _LONGEST_MATCH]
