"""Markdown as its surface shows it where no caret is: the same lines, with the same classes
(`clients/web/src/editor/raw/preview.ts`, `setBlocks.ts`)."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from markupsafe import Markup, escape

from notesvc.text.blocks.reading import block_rules
from notesvc.text.first_view import blocks, markdown_words
from notesvc.text.first_view.markdown_lines import CALLOUT, Line, Reader, lead, read
from notesvc.text.first_view.markdown_words import faint, hidden

MOST_LINES = 300
MOST_CHARACTERS = 30_000
"""What is below either stands there as it is written: it is out of sight when the surface comes."""
_BLANKS = re.compile(r"[ \t]*")
_HEADING = re.compile(r"#{1,6}[ \t]*")
_CLOSING_HASHES = re.compile(r"[ \t]+#+[ \t]*$")
_FENCE = re.compile(r"`{3,}|~{3,}")

_LINE = Markup('<div class="cm-line{}" dir="auto"{}>{}\n</div>')
_HANG = Markup('<span class="raw-hang"><span>{}</span></span>')
_REST = Markup('<div class="note-raw-rest">{}</div>')
_ICON = Markup('<span class="callout-icon"></span>')
_KIND = Markup('<span class="raw-kind">{}</span>')
_AROUND = Markup('<div class="{}"{}>{}</div>')


def text(source: str) -> Markup:
    """The lines of a note, each in a box of its own; linear but for what the bounds above allow."""
    return Markup().join(_lines(source))


def _lines(source: str) -> Iterator[Markup]:
    lines = block_rules.normalise(source).split("\n")
    count = _count_of(lines)
    top = lines[:count]
    known = read(top, block_rules.parse("\n".join(top), {}))
    at = 0
    while at < count:
        end = _end_of_set(known, at)
        yield _line(top[at], known[at], at) if end is None else _set(top, known, at, end)
        at = end or at + 1
    if count < len(lines):
        yield _REST.format("\n".join(lines[count:]))


def _count_of(lines: Sequence[str]) -> int:
    """How many lines are read."""
    size = 0
    for count, line in enumerate(lines[:MOST_LINES]):
        size += len(line)
        if size > MOST_CHARACTERS:
            return count
    return min(len(lines), MOST_LINES)


def _line(source: str, known: Line, number: int) -> Markup:
    if not known.around and not known.kind and not known.is_verbatim:
        return _LINE.format("", "", markdown_words.shown(source))
    reader = Reader(source, known.around, number)
    is_code = known.kind == "code"
    if known.around and not is_code and (blanks := reader.take(_BLANKS)):
        reader.hang.append(escape(blanks[0]))
    words = _words(reader, known)
    hang = Markup().join(reader.hang)
    kind = _kinds(known, reader)
    is_led = bool(known.around) and (bool(source.strip(" \t")) or is_code)
    led, style = lead(reader, range(number, number + 1), is_code=is_code) if is_led else ("", Markup())
    return _LINE.format(kind + led, style, (_HANG.format(hang) if hang else "") + words)


def _words(reader: Reader, known: Line) -> Markup:
    words = reader.rest
    is_fence = known.kind == "code" and (known.is_first or known.is_last) and _FENCE.match(words)
    if is_fence or (known.kind.startswith("setext") and known.is_last):
        return faint(words)
    if known.is_verbatim:
        return escape(words)
    if known.kind == "rule":
        return hidden(words)
    if known.kind.startswith("h") and (found := _HEADING.match(words)):
        closing = _CLOSING_HASHES.search(words, found.end())
        end = closing.start() if closing else len(words)
        return hidden(found[0]) + markdown_words.shown(words[found.end() : end]) + hidden(words[end:])
    if reader.is_head and (head := CALLOUT.match(words)):
        title = words[head.end() :]
        if title:
            return _ICON + hidden(head[0]) + markdown_words.shown(title)
        return _ICON + hidden(head[1]) + _KIND.format(head[2]) + hidden(head[3])
    return markdown_words.shown(words)


def _kinds(known: Line, reader: Reader) -> str:
    kind = known.kind.removeprefix("setext ")
    said = f" raw-line-{kind}" if kind else ""
    if kind == "code":
        said += " raw-line-code-first" * known.is_first + " raw-line-code-last" * known.is_last
    return said + " raw-line-done" * reader.is_done


def _end_of_set(known: Sequence[Line], start: int) -> int | None:
    """Behind the table or formula that begins in that line; None where none does, or it stands behind the sign of an
    item, which stays in sight."""
    line = known[start]
    is_behind_item = any(not each.is_quote and each.start == start for each in line.around)
    if line.kind not in ("table", "maths") or not line.is_first or is_behind_item:
        return None
    return next(at for at in range(start, len(known)) if known[at].is_last) + 1


def _set(lines: Sequence[str], known: Sequence[Line], start: int, end: int) -> Markup:
    """A table or a formula in the place of its lines."""
    first, *rest = (Reader(lines[at], known[at].around, at) for at in range(start, end))
    source = [reader.rest.strip(" \t") for reader in (first, *rest)]
    shown = _table(source) if known[start].kind == "table" else blocks.formula("\n".join(source))
    if not known[start].around:
        return shown
    led, attributes = lead(first, range(start, end), is_code=False)
    return _AROUND.format(led.strip(), attributes, shown)


def _table(rows: Sequence[str]) -> Markup:
    """The rows are as wide as the first."""
    head, sides, *body = ([cell.strip(" \t") for cell in block_rules.cells(row)] for row in rows)
    aligned = [_side(side) for side in sides]

    def wide(words: Sequence[str]) -> dict[str, object]:
        return {"cells": [_cell(*each) for each in zip_longest(words[: len(head)], aligned, fillvalue="")]}

    content = {"headerRows": 1, "rows": [wide(row) for row in (head, *body)]}
    return Markup('<div class="raw-table note-text">{}</div>').format(blocks.table(content))


def _cell(words: str, side: str) -> dict[str, object]:
    content = [{"type": "mdInline", "props": {"src": words}}] if words else []
    return {"content": content, "props": {"textAlignment": side}}


def _side(dashes: str) -> str:
    if not dashes.endswith(":"):
        return "left"
    return "center" if dashes.startswith(":") else "right"
