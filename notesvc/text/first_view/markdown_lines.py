"""What each line of Markdown is, what it stands in, and how far that leads it in
(`clients/web/src/editor/raw/leads.ts`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token
from markupsafe import Markup, escape

from notesvc.text.first_view.blocks import LOOKS
from notesvc.text.first_view.markdown_words import hidden

CALLOUT = re.compile(r"(\[!)([\w-]{1,40})((?:\|[^\]]*)?\][+-]?[ \t]*)")
_DEEPEST = 12
"""Quotes and items around a line by which it is led in."""
# In ems of note text; `leads.ts` has the same.
_ITEM, _QUOTE = 1.5, 1.0
_DIGIT, _DOT, _BLANK = 0.63, 0.29, 0.28

_QUOTE_SIGN = re.compile(r"([ \t]{0,3})(>[ \t]?)")
_MARKER = re.compile(r"([ \t]*)([-*+]|\d{1,9}[.)])(?:([ \t]+)(\[[ xX]\])(?=[ \t]|$)|([ \t]*))")
_TICK = Markup('<input type="checkbox" class="raw-tick" disabled{}>')
_POINT = Markup('<span class="raw-point">•</span>')
_NUMBER = Markup('<span class="raw-item">{}</span>')


@dataclass(slots=True)
class Container:
    """A quote or an item, with its lines `[start, end)`."""

    start: int
    end: int
    is_quote: bool
    look: str | None = None
    """Of a callout."""
    width: float = 0.0
    """How far an item leads in, in ems."""
    indent: int = 0
    """Columns of an item's own text behind its container's."""


@dataclass(slots=True)
class Line:
    around: list[Container] = field(default_factory=list)
    kind: str = ""
    """The class of the line without `raw-line-`; empty for plain words."""
    is_first: bool = False
    is_last: bool = False
    is_verbatim: bool = False
    """Whether no sign has a meaning in it."""


def read(lines: Sequence[str], tokens: Sequence[Token]) -> list[Line]:
    """What each line is, and what it stands in."""
    known = [Line() for _ in lines]
    for token in tokens:
        if token.map is None:
            continue
        start, end = token.map[0], min(token.map[1], len(lines))
        is_led = len(known[start].around) < _DEEPEST
        match token.type:
            case "blockquote_open" if is_led:
                _enter(known, _quote(lines[start], known[start], start, end))
            case "list_item_open" if is_led:
                _enter(known, _item(lines[start], known[start], start, end))
            case "heading_open":
                _mark(known, start, end, ("h" if token.markup[0] == "#" else "setext h") + token.tag[1])
            case "fence" | "code_block":
                while end > start + 1 and token.type == "code_block" and not lines[end - 1].strip(" \t>"):
                    end -= 1
                _mark(known, start, end, "code", is_verbatim=True)
            case "hr":
                _mark(known, start, end, "rule")
            case "table_open":
                _mark(known, start, end, "table")
            case "html_block":
                _mark(known, start, end, "", is_verbatim=True)
            case "raw" if token.info in ("maths", "front matter", "table"):
                kind = "front" if token.info == "front matter" else token.info
                _mark(known, start, end, kind, is_verbatim=kind != "table")
    return known


def _enter(known: list[Line], container: Container) -> None:
    for line in known[container.start : container.end]:
        line.around.append(container)


def _mark(known: list[Line], start: int, end: int, kind: str, *, is_verbatim: bool = False) -> None:
    for at in range(start, end):
        line = known[at]
        line.kind, line.is_verbatim = kind, is_verbatim
        line.is_first, line.is_last = at == start, at == end - 1


def _quote(line: str, known: Line, start: int, end: int) -> Container:
    quote = Container(start, end, is_quote=True)
    words = Reader(line, [*known.around, quote], start).rest
    if head := CALLOUT.match(words):
        quote.look = LOOKS.get(head[2].lower(), "note")
    return quote


def _item(line: str, known: Line, start: int, end: int) -> Container:
    before = Reader(line, known.around, start)
    found = _MARKER.match(before.rest)
    item = Container(start, end, is_quote=False, width=_ITEM)
    if found is None:
        return item
    item.indent = found.end(2) + len(found[3] or found[5] or "")
    if found[2][0].isdigit() and not found[4]:
        item.width = max(_ITEM, (len(found[2]) - 1) * _DIGIT + _DOT + _BLANK)
    return item


class Reader:
    """Goes over the signs by which a line is led in, from the outermost quote or item to the innermost."""

    def __init__(self, line: str, around: Sequence[Container], number: int) -> None:
        self.rest = line
        self.column = 0.0
        self.bars: list[tuple[float, str | None]] = []
        self.is_head = False
        self.outer: Container | None = None
        """The quote that stands in no other."""
        self.is_done = False
        self.hang: list[Markup] = []
        """What hangs before the words: signs that are seen, and those that are not."""
        for container in around:
            if container.is_quote:
                self._quote(container, number)
            else:
                self._item(container, number)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.rest)
        if found:
            self.rest = self.rest[found.end() :]
        return found

    def _quote(self, quote: Container, number: int) -> None:
        self.bars.append((self.column, quote.look))
        self.outer = self.outer or quote
        self.is_head = quote.look is not None and quote.start == number
        self.column += _QUOTE
        if found := self.take(_QUOTE_SIGN):
            self.hang += [escape(found[1]), hidden(found[2])]

    def _item(self, item: Container, number: int) -> None:
        self.column += item.width
        if item.start != number:
            width = min(item.indent, len(self.rest) - len(self.rest.lstrip(" \t")))
            self.hang.append(escape(self.rest[:width]))
            self.rest = self.rest[width:]
            return
        found = self.take(_MARKER)
        if found is None:
            return
        before, sign, box = found[1], found[2], found[4]
        if box:
            self.is_done = box[1] in "xX"
            tick = _TICK.format(Markup(" checked") if self.is_done else "")
            self.hang += [escape(before), hidden(sign + found[3]), tick]
        else:
            shown = _NUMBER.format(sign) if sign[0].isdigit() else _POINT
            self.hang += [escape(before), shown, escape(found[5])]


def lead(reader: Reader, lines: range, *, is_code: bool) -> tuple[str, Markup]:
    """Class and attributes of a line that is led in, or of what is set in the place of those lines."""
    callout = next((bar for bar in reversed(reader.bars) if bar[1] is not None), None)
    innermost = reader.bars[-1] if reader.bars else None
    kind = "" if innermost is None else " raw-line-quote" if innermost[1] is None else " raw-line-callout"
    style = f"--raw-lead: {_ems(reader.column)}; --raw-back: 0; {_grounds(reader, is_code=is_code)}"
    look = Markup(' data-look="{}"').format(callout[1]) if callout else ""
    kind += " is-head" * reader.is_head
    if reader.outer and reader.outer.look:
        kind += " raw-callout-first" * (reader.outer.start == lines.start)
        kind += " raw-callout-last" * (reader.outer.end == lines.stop)
    return f" raw-lead{kind}", Markup(' style="{}"{}').format(style, look)


def _grounds(reader: Reader, *, is_code: bool) -> str:
    layers = [("var(--line-strong)", at, "3px 100%") for at, look in reader.bars if look is None]
    if is_code:
        layers.append(("var(--paper-sunk)", reader.column, "100% calc(100% - var(--raw-below, 0px))"))
    layers += [
        (f"color-mix(in oklch, var(--look-{look}) 8%, transparent)", at, "100% 100%")
        for at, look in reader.bars
        if look is not None
    ]
    if not layers:
        return ""
    images = ", ".join(f"linear-gradient({colour}, {colour})" for colour, _, _ in layers)
    places = ", ".join(f"var(--raw-side) calc({_ems(at)} * var(--raw-em)) top 0" for _, at, _ in layers)
    sizes = ", ".join(size for _, _, size in layers)
    return f"background-image: {images}; background-position: {places}; background-size: {sizes}"


def _ems(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")
