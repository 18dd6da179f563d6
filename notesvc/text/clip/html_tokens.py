"""HTML as a stream of tags and text, read the way browsers do, in linear time and whatever is thrown at it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

_SPACE = r"[ \t\n\f\r]"
_TAG = re.compile(
    rf"""(?x)
    < (?P<slash> /? ) (?P<name> [A-Za-z][^ \t\n\f\r/>]*+ )
    (?P<attributes> (?:
        (?: {_SPACE} | / )++                                   # between attributes
      | [^ \t\n\f\r/>][^ \t\n\f\r/>=]*+                         # a name
        (?: {_SPACE}*+ = {_SPACE}*+ (?: "[^"]*+" | '[^']*+' | [^ \t\n\f\r>"'][^ \t\n\f\r>]*+ )?+ )?+
    )*+ )
    >"""
)
_ATTRIBUTE = re.compile(
    rf"""(?x)
    ([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)
    (?: {_SPACE}*+ = {_SPACE}*+ (?: "([^"]*+)" | '([^']*+)' | ([^ \t\n\f\r>"'][^ \t\n\f\r>]*+) )?+ )?+"""
)
_MARK = re.compile(r"<[A-Za-z/!?]")
_RAW_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
_ESCAPABLE_RAW_TEXT = frozenset({"textarea", "title"})
_MAX_BROKEN_TAGS = 100  # each costs a search to the end of the text; after so many the rest is read as text
_MAX_ATTRIBUTES = 64


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """A start tag (name in lower case, attributes), an end tag (name) or a run of text (decoded)."""

    kind: Literal["start", "end", "text"]
    value: str
    attributes: dict[str, str] = field(default_factory=dict)
    position: int = 0


class Tokenizer:
    """Reads one text; `tokens` yields what is in it. Comments, declarations and instructions are left out."""

    def __init__(self, html: str) -> None:
        self.html = html
        self._lower = html.lower() if html.isascii() else _ascii_lower(html)
        self._broken_tags = 0
        self._absent: set[str] = set()  # closing marks that are known not to come any more

    def tokens(self) -> Iterator[HtmlToken]:
        """The tags and texts in order."""
        position = 0
        while position < len(self.html):
            start = self._next_mark(position)
            if start > position:
                yield HtmlToken("text", unescape(self.html[position:start]), position=position)
            if start == len(self.html):
                return
            token, position = self._markup(start)
            if token is None:
                continue
            yield token
            if token.kind == "start" and (raw := self._raw_text(token.value, position)):
                yield raw
                position += raw.position

    def closes_later(self, name: str, position: int) -> bool:
        """Whether an end tag of this name comes after the position."""
        return self._find(f"</{name}", position) >= 0

    def _next_mark(self, position: int) -> int:
        if self._broken_tags >= _MAX_BROKEN_TAGS:
            return len(self.html)
        match = _MARK.search(self.html, position)
        return match.start() if match else len(self.html)

    def _markup(self, start: int) -> tuple[HtmlToken | None, int]:
        """The tag at this `<`, and where the reading goes on; None for what shows nothing."""
        following = self.html[start + 1 : start + 4]
        if following == "!--":
            return None, self._after("-->", start + 4)
        if following[:1] in ("!", "?") or (following[:1] == "/" and not following[1:2].isalpha()):
            return None, self._after(">", start + 2)
        match = _TAG.match(self.html, start)
        if match is None:
            self._broken_tags += 1
            return HtmlToken("text", "<", position=start), start + 1
        name = match["name"].lower()
        if match["slash"]:
            return HtmlToken("end", name, position=start), match.end()
        return HtmlToken("start", name, _attributes(match["attributes"]), match.end()), match.end()

    def _after(self, mark: str, position: int) -> int:
        # What is never closed is passed over as a mark alone, so that the text behind it is not lost.
        end = self._find(mark, position)
        return end + len(mark) if end >= 0 else position

    def _find(self, mark: str, position: int) -> int:
        if mark in self._absent:
            return -1
        found = self._lower.find(mark, position)
        if found < 0:
            self._absent.add(mark)
        return found

    def _raw_text(self, name: str, position: int) -> HtmlToken | None:
        """The text of an element that has no tags inside; `position` of the answer is its length in the source."""
        if name not in _RAW_TEXT and name not in _ESCAPABLE_RAW_TEXT:
            return None
        end = self._find(f"</{name}", position)
        if end < 0:
            return None
        text = self.html[position:end]
        return HtmlToken("text", unescape(text) if name in _ESCAPABLE_RAW_TEXT else text, position=end - position)


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        if len(found) == _MAX_ATTRIBUTES:
            break
        found.setdefault(match.group(1).lower(), unescape(match.group(2) or match.group(3) or match.group(4) or ""))
    return found


def _ascii_lower(text: str) -> str:
    # str.lower changes the length of some letters, which would shift every position.
    return text.translate(_LOWER)


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
