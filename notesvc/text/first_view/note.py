"""A note with what stands above and beside its text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from notesvc.text.first_view import addresses, markdown, pictures
from notesvc.text.first_view.blocks import Block, blocks

MOST_CHARACTERS = 200_000
"""Of longer notes there is no first view: it would keep the page itself waiting."""
_FRAME = Markup(
    '<div id="first-view" class="frame"><header class="frame-top"></header><div class="frame-slim"></div>'
    '<div class="sidebar"></div><div class="frame-page"><div class="frame-main"><main class="note-page" data-panes="1">'
    '<div class="note-pane"><div class="note-bar"></div><div class="note-scroll">{}'
    '<div class="note-place"><div class="note-to-read">{}</div></div></div></div><div class="rail"></div></main>'
    "</div></div></div>"
)
_RAW = Markup('<div class="note-raw is-preview">{}</div>')
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
        text = _RAW.format(markdown.text(note.content)) if note.is_raw else blocks(list(note.document))
        return _FRAME.format(_head(note), text)


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
