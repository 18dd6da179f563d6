"""The part of a note that a link or an embed names: what stands under a heading, or a block by its id (`^id`)."""

import re
import textwrap
from typing import NamedTuple

from markdown_it.token import Token

from notesvc.text import block_ids
from notesvc.text.blocks.reading import block_rules
from notesvc.text.html import link_elements

_LABELS = re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|!?\[([^\]]*)\]\([^)]*\)")
_QUOTE = re.compile(r" {0,3}> ?")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t])")
_CLOSED = re.compile(r"_close$")


class _Place(NamedTuple):
    """A block of the text: its lines `[start, end)`, and the blocks that hold it, the outermost first."""

    token: Token
    start: int
    end: int
    within: tuple[Token, ...]


def part_of(markdown: str, anchor: str) -> str | None:
    """The Markdown of the part that the anchor names; None where the note has no such part."""
    text = block_rules.normalise(markdown)
    places = _places(text)
    anchor = anchor.strip()
    found = _block(places, anchor[1:].strip()) if anchor.startswith("^") else _section(places, anchor)
    return None if found is None else _out_of_containers(text.split("\n"), found)


def _places(text: str) -> list[tuple[_Place, str]]:
    """The blocks in order, each with the source of its line where it is one line of text."""
    found: list[tuple[_Place, str]] = []
    within: list[Token] = []
    for token in block_rules.parse(text, {}):
        if _CLOSED.search(token.type):
            within.pop()
        elif token.type == "inline":
            found.append((_place(within[-1], within[:-1]), token.content))
        elif token.map:
            found.append((_place(token, within), ""))
        if token.nesting == 1:
            within.append(token)
    return found


def _place(token: Token, within: list[Token]) -> _Place:
    start, end = token.map or (0, 0)
    return _Place(token, start, end, tuple(within))


def _section(places: list[tuple[_Place, str]], anchor: str) -> _Place | None:
    """The heading and what follows it, up to the next one of its level or above."""
    wanted = link_elements.slug(anchor.rpartition("#")[2])
    headings = [(place, source) for place, source in places if source and place.token.type == "heading_open"]
    first = next((place for place, source in headings if link_elements.slug(_said(source)) == wanted), None)
    return None if first is None else _with_section(places, first)


def _with_section(places: list[tuple[_Place, str]], first: _Place) -> _Place:
    beside = [place for place, _ in places if place.within == first.within and place.start >= first.start]
    ends = (
        place.start
        for place in beside
        if place.token.type == "heading_open" and place.token.tag <= first.token.tag and place.start > first.start
    )
    return first._replace(end=next(ends, max(place.end for place in beside)))


def _said(source: str) -> str:
    """The words of a heading without its id, and without the addresses of links."""
    start = block_ids.start(source)
    return _LABELS.sub(lambda found: found[1] or found[2] or "", source[:start])


def _block(places: list[tuple[_Place, str]], wanted: str) -> _Place | None:
    for at, (place, source) in enumerate(places):
        start = block_ids.start(source)
        if start is None or block_ids.name(source).lower() != wanted.lower():
            continue
        if start == 0:
            return _above(places[:at], place)
        if place.token.type == "heading_open":
            return _with_section(places, place)
        return _whole(places, place)
    return None


def _above(before: list[tuple[_Place, str]], place: _Place) -> _Place | None:
    """The block before the one that says nothing but an id, in the same container."""
    return next(
        (each for each, _ in reversed(before) if each.within == place.within and each.start < place.start), None
    )


def _whole(places: list[tuple[_Place, str]], place: _Place) -> _Place:
    """The item that begins with the text, the table of the cell, the quote that has nothing else; else the text."""
    for depth in range(len(place.within) - 1, -1, -1):
        around = place.within[depth]
        held = _place(around, list(place.within[:depth]))
        is_first = around.type == "list_item_open" and held.start == place.start
        is_only = around.type == "blockquote_open" and (held.start, held.end) == (place.start, place.end)
        if is_first or is_only or around.type == "table_open":
            return held
    return place


def _out_of_containers(lines: list[str], place: _Place) -> str:
    quotes = sum(token.type == "blockquote_open" for token in place.within)
    taken = lines[place.start : place.end]
    for _ in range(quotes):
        taken = [_QUOTE.sub("", line, count=1) for line in taken]
    if place.within and place.within[-1].type == "list_item_open" and place.start == (place.within[-1].map or [0])[0]:
        taken[0] = _MARKER.sub(lambda marker: " " * len(marker[0]), taken[0])
    return textwrap.dedent("\n".join(taken).expandtabs(4)) if place.within else "\n".join(taken)
