"""In which direction lists, quotes and tables run: as the first letter in them does."""

import unicodedata
import xml.etree.ElementTree as etree
from itertools import islice

_CONTAINERS = frozenset(["blockquote", "details", "div", "dl", "ol", "table", "ul"])
_DEEPEST = 40
_LOOKED_AT = 400


def set_on(root: etree.Element, text: str) -> None:
    """Sets `dir` where it differs from that of the element around; `text` is the note."""
    if text.isascii() or not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in set(text)):
        return
    _below(root, "ltr", 0)


def _below(element: etree.Element, around: str, depth: int) -> None:
    for child in element:
        inner = around
        if (child.tag in _CONTAINERS or _is_loose(child)) and "dir" not in child.attrib:
            inner = _of(child) or around
            if inner != around:
                child.set("dir", inner)
        if depth < _DEEPEST:
            _below(child, inner, depth + 1)


def _is_loose(element: etree.Element) -> bool:
    """Whether this is an item of a list with paragraphs of its own, each of which has a direction."""
    return element.tag == "li" and len(element) > 0 and element[0].tag == "p"


def _of(element: etree.Element) -> str:
    letters = islice((letter for text in element.itertext() for letter in text), _LOOKED_AT)
    for letter in letters:
        found = unicodedata.bidirectional(letter)
        if found in ("R", "AL", "L"):
            return "ltr" if found == "L" else "rtl"
    return ""
