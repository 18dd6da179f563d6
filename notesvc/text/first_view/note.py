"""A note with what stands above and beside its text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from notesvc.text import block_ids
from notesvc.text.first_view import addresses, pictures
from notesvc.text.first_view.blocks import Block, blocks
from notesvc.text.first_view.inlines import block_id

MOST_CHARACTERS = 200_000
"""Of longer notes there is no first view: it would keep the page itself waiting."""
_MOST_LINES = 3_000
_HEADING = re.compile(r"(#{1,4})[ \t]+")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_SIGNS = re.compile(r"(\*\*|__|~~|==|\*)(?=\S)(.*?\S)\1")
_MARKED = {
    "**": Markup("<strong>{}</strong>"),
    "__": Markup("<strong>{}</strong>"),
    "*": Markup("<em>{}</em>"),
    "~~": Markup("<s>{}</s>"),
    "==": Markup("<mark>{}</mark>"),
}
_UNSURE = re.compile(r"[`\\]|://")
_FRAME = Markup(
    '<div id="first-view" class="frame"><header class="frame-top"></header><div class="frame-slim"></div>'
    '<div class="sidebar"></div><div class="frame-page"><div class="frame-main"><main class="note-page" data-panes="1">'
    '<div class="note-pane"><div class="note-bar"></div><div class="note-scroll">{}'
    '<div class="note-place"><div class="note-to-read">{}</div></div></div></div><div class="rail"></div></main>'
    "</div></div></div>"
)

_CHIP = Markup('<li class="tag-chip"><span><bdi>{}</bdi></span>{}</li>')
_PROPERTY = Markup('<div class="property"><dt><bdi>{}</bdi></dt><dd>{}</dd></div>')


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a note is shown."""

    name: str
    is_raw: bool
    content: str
    document: Sequence[Block]
    is_editable: bool
    icon: str | None = None
    cover: str | None = None
    tags: Sequence[str] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)
    sizes: pictures.Sizes = field(default_factory=dict)


def page(note: Shown) -> Markup:
    """What stands in the page's body."""
    with pictures.known(note.sizes):
        return _FRAME.format(_head(note), _raw(note.content) if note.is_raw else blocks(list(note.document)))


def _head(note: Shown) -> Markup:
    cover = Markup()
    if note.cover:
        shown = addresses.picture(note.cover)
        picture = Markup('<img src="{}" alt="" referrerpolicy="no-referrer">').format(shown) if shown else ""
        cover = Markup('<div class="note-cover">{}</div>').format(picture)
    icon = Markup('<span class="note-icon">{}</span>').format(note.icon) if note.icon else ""
    adders = Markup('<div class="note-adders"></div>') if note.is_editable else ""
    title = Markup('<div class="note-title"><h1><span>{}</span></h1></div>').format(note.name or "\N{NO-BREAK SPACE}")
    words = Markup().join((adders, icon, title, _tags(note), _properties(note)))
    return Markup('<header class="note-head">{}<div class="note-head-words">{}</div></header>').format(cover, words)


def _tags(note: Shown) -> Markup:
    if not note.tags and not note.is_editable:
        return Markup()
    remove = Markup('<button type="button" disabled></button>') if note.is_editable else ""
    chips = Markup().join(_CHIP.format(tag, remove) for tag in note.tags)
    return Markup('<div class="note-tags"><ul>{}</ul></div>').format(chips)


def _properties(note: Shown) -> Markup:
    if not note.properties:
        return Markup()
    rows = Markup().join(_PROPERTY.format(name, _value(value)) for name, value in note.properties.items())
    return Markup('<dl class="note-properties">{}</dl>').format(rows)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return "" if value is None or isinstance(value, bool | dict) else str(value)


def _raw(content: str) -> Markup:
    """Markdown as the app shows it to read: in the sizes that its headings have."""
    lines = content.split("\n")
    if len(lines) > _MOST_LINES:
        return Markup('<pre class="note-raw is-to-preview">{}</pre>').format(content)
    shown = Markup().join(_raw_piece(piece, is_code) for piece, is_code in _pieces(lines))
    return Markup('<pre class="note-raw is-to-preview">{}</pre>').format(shown)


def _pieces(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The lines one by one, each block of code as a whole; and whether it is one."""
    fence, code = "", list[str]()
    for line in lines:
        mark = match[1] if (match := _FENCE.match(line)) else ""
        if fence == "" and mark == "":
            yield line, False
            continue
        code.append(line)
        if fence != "" and mark.startswith(fence):
            yield "\n".join(code), True
            fence, code = "", []
        else:
            fence = fence or mark
    if code:
        yield "\n".join(code), True


def _raw_piece(piece: str, is_code: bool) -> Markup:
    """Signs that the surface shows only where the caret is are there and not seen."""
    if is_code:
        return Markup('<span class="note-raw-code">{}</span>\n').format(piece)
    if head := _HEADING.match(piece):
        words = Markup('<span class="note-raw-sign">{}</span>{}').format(head[0], _with_id(piece[head.end() :]))
        return Markup('<span class="note-raw-h{}">{}</span>\n').format(len(head[1]), words)
    return Markup("{}\n").format(_with_id(piece))


def _with_id(words: str) -> Markup:
    start = block_ids.start(words)
    return _with_signs(words) if start is None else _with_signs(words[:start]) + block_id(words[start:])


def _with_signs(words: str) -> Markup:
    if _UNSURE.search(words):
        return Markup("{}").format(words)
    parts, at = [], 0
    for match in _SIGNS.finditer(words):
        sign = Markup('<span class="note-raw-sign">{}</span>').format(match[1])
        marked = _MARKED[match[1]].format(match[2])
        parts.append(Markup("{}{}{}{}").format(words[at : match.start()], sign, marked, sign))
        at = match.end()
    return Markup().join([*parts, Markup("{}").format(words[at:])])
