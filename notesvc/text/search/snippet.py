"""Excerpts of a note for people: escaped HTML with `<mark>` around what was searched."""

import re
from collections.abc import Sequence
from html import escape

from notesvc.text.markdown.readable import readable
from notesvc.text.scripts import MARKS
from notesvc.text.search.matches import Pattern, Span, all_of, densest, runs_of, within

_ASIDE, _BEFORE, _AFTER = 60, 200, 120  # characters around the places that are made readable
_SHORT = 1_000  # characters that are looked through at once
_MAX_STEPS = 40  # characters that an edge moves to a word boundary or out of a character
_EXTENDS = re.compile(rf"[{MARKS}\u200d\U0001f3fb-\U0001f3ff]")
_SPACE = re.compile(r"\s+")


def around_matches(markdown: str, terms: Sequence[Pattern], width: int = 160) -> str:
    """About `width` characters of Markdown as people read it, without its signs, where most of the terms stand near to
    each other; as HTML with them marked. Without a match it is the beginning of the text.
    """
    runs = runs_of(terms)
    start, end = densest(markdown, runs, width) or (0, 0)
    start, end = _lines_around(markdown, start, min(end, start + width))
    fences = markdown.count("\n```", 0, start) + (start > 0 and markdown.startswith("```"))
    text = " ".join(readable(markdown[start:end], begins_in_code=fences % 2 == 1).split())
    return densest_excerpt(text, runs, width, (start > 0, end < len(markdown)))


def densest_excerpt(text: str, runs: Sequence[Pattern], width: int, is_cut: tuple[bool, bool] = (False, False)) -> str:
    """The same of a plain text; `is_cut` where more text stands before and after this one.

    A word that is found by its beginning, or as another form, is marked as a whole. White space becomes single blanks.
    """
    if len(text) <= _SHORT:
        around, found = all_of(text, runs, width)
        first, last = _window(text, *(around or (0, 0)), width)
        places = [span for span in found if first <= span[0] and span[1] <= last]
    else:
        around = densest(text, runs, width)
        first, last = _window(text, *(around or (0, 0)), width)
        places = within(text, runs, first, last) if around else []
    if around and not places:
        # A match wider than the excerpt is cut by its end, and no match any more.
        places = [(around[0], min(around[1], last))]
    return _render(text, (first, last), places, is_cut)


def mark_all(text: str, terms: Sequence[Pattern]) -> str:
    """All of a short text as HTML with the matches marked."""
    return _render(text, (0, len(text)), within(text, runs_of(terms), 0, len(text)))


def _lines_around(text: str, start: int, end: int) -> Span:
    """Whole lines around a span, but no more than some hundred characters on either side."""
    first = text.rfind("\n", max(0, start - _BEFORE), max(0, start - _ASIDE)) + 1
    if first == 0 and start > _BEFORE:
        first = _first_edge(text, start - _BEFORE, start)
    last = text.find("\n", end + _AFTER, end + _AFTER + _BEFORE)
    if last < 0:
        last = len(text) if end + _AFTER + _BEFORE >= len(text) else _last_edge(text, end + _AFTER + _BEFORE, end)
    return first, last


def excerpt(text: str, start: int, end: int, width: int = 160) -> str:
    """About `width` characters around `text[start:end]`, as HTML with that span marked."""
    first, last = _window(text, start, end, width)
    return _render(text, (first, last), [(start, min(end, last))])


def _window(text: str, start: int, end: int, width: int) -> Span:
    """The edges of an excerpt of about `width` characters around a span, moved to where words begin and end."""
    end = min(end, start + width)
    first = max(0, start - max(0, min(width // 3, width - (end - start))))
    last = min(len(text), first + width)
    first = max(0, min(first, last - width))
    return _first_edge(text, first, start), _last_edge(text, last, max(end, first + 1))


def _first_edge(text: str, edge: int, limit: int) -> int:
    """The next beginning of a word from here on, or of a character where none is near."""
    if edge == 0 or text[edge - 1].isspace():
        return edge
    space = _SPACE.search(text, edge, min(limit, edge + _MAX_STEPS))
    return space.end() if space else _character_start(text, edge)


def _last_edge(text: str, edge: int, limit: int) -> int:
    if edge >= len(text) or text[edge].isspace():
        return edge
    for position in range(edge, max(limit, edge - _MAX_STEPS), -1):
        if text[position - 1].isspace():
            return position - 1
    return max(limit, _character_start(text, edge))


def _character_start(text: str, edge: int) -> int:
    """The nearest place before that does not cut a combining mark or a joined emoji from its base."""
    for position in range(edge, max(0, edge - _MAX_STEPS), -1):
        if not _EXTENDS.match(text, position) and text[position - 1] != "\u200d":
            return position
    return edge


def _render(text: str, shown: Span, places: Sequence[Span], is_cut: tuple[bool, bool] = (False, False)) -> str:
    start, end = shown
    parts = ["…" if start > 0 or is_cut[0] else ""]
    position = start
    for first, last in places:
        if first < position:
            continue
        parts += [_html(text[position:first]), "<mark>", _html(text[first:last]), "</mark>"]
        position = last
    parts += [_html(text[position:end]), "…" if end < len(text) or is_cut[1] else ""]
    return "".join(parts)


def _html(text: str) -> str:
    # Whatever white space there is but single blanks is not printable.
    return escape(text if text.isprintable() and "  " not in text else _SPACE.sub(" ", text))
