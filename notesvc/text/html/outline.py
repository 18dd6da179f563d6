"""What a rendered note says of itself: its headings, and how it begins."""

import re
from html import unescape

DESCRIPTION = 200

_HEADING = re.compile(r'<h([1-6])(?: [^>]*?)? id="([^"]*)"[^>]*>(.*?)</h\1>', re.DOTALL)
_LEFT_OUT = re.compile(r'<(h[1-6]|pre|table|figure)\b[^>]*>.*?</\1>|<hr class="footnotes".*', re.DOTALL)
_REFERENCE = re.compile(r'<sup class="footnote".*?</sup>', re.DOTALL)
_BLOCK = re.compile(r"</?(?:p|li|ul|ol|div|blockquote|br|hr|summary|details|d[ltd])\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LOOKED_AT = 40_000


def headings(html: str) -> list[tuple[int, str, str]]:
    """Level, id and text of each heading, in order."""
    found = _HEADING.finditer(html)
    return [(int(each[1]), each[2], _text(_REFERENCE.sub("", each[3]))) for each in found]


def description(html: str) -> str:
    """The first words of the text without headings and code, at most `DESCRIPTION` letters and a sign for more."""
    begin = _REFERENCE.sub("", html[:_LOOKED_AT])
    text = _text(_BLOCK.sub(" ", _LEFT_OUT.sub(" ", begin)))
    if len(text) <= DESCRIPTION:
        return text
    cut = text[: DESCRIPTION + 1]
    words = cut.rpartition(" ")[0]
    return (words if len(words) > DESCRIPTION // 2 else cut[:DESCRIPTION]).rstrip(" ,.;:") + "…"


def _text(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())
