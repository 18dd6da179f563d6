"""Markdown as its surface shows it where no caret is: the same lines, with the same classes
(`clients/web/src/editor/raw/preview.ts`, `setBlocks.ts`)."""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from markupsafe import Markup, escape

from notesvc.text.blocks.reading import block_rules
from notesvc.text.first_view import blocks, markdown_words
from notesvc.text.first_view.markdown_lines import CALLOUT, Line, Reader, lead, read
from notesvc.text.first_view.markdown_words import hidden

MOST_LINES = 300
MOST_CHARACTERS = 30_000
"""What is below either stands there as it is written: it is out of sight when the surface comes."""
_BLANKS = re.compile(r"[ \t]*")
_HEADING = re.compile(r"#{1,6}[ \t]*")
_CLOSING_HASHES = re.compile(r"[ \t]+#+[ \t]*$")
_FENCE = re.compile(r"`{3,}|~{3,}")
_CELL = re.compile(r"(?:\\.|[^\\|])*")

_LINE = Markup('<div class="cm-line{}" dir="auto"{}>{}\n</div>')
_HANG = Markup('<span class="raw-hang"><span>{}</span></span>')
_REST = Markup('<div class="note-raw-rest">{}</div>')
_AROUND = Markup('<div class="{}"{}>{}</div>')


def text(source: str) -> Markup:
    """The lines of a note, each in a box of its own; linear but for what the bounds above allow."""
    return Markup().join(_lines(source))


def _lines(source: str) -> Iterator[Markup]:
    lines = block_rules.normalise(source).split("\n")
    count = _count_of(lines)
    top = lines[:count]
    tokens = block_rules.parse("\n".join(top), {})
    known = read(top, tokens)
    sets = _sets(top, tokens, known)
    at = 0
    while at < count:
        if at in sets:
            shown, end = sets[at]
            yield shown
            at = end
            continue
        yield _line(top[at], known[at], at)
        at += 1
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
    led, style = lead(reader, is_code=is_code) if is_led else ("", Markup())
    return _LINE.format(kind + led, style, (_HANG.format(hang) if hang else "") + words)


def _words(reader: Reader, known: Line) -> Markup:
    words = reader.rest
    is_fence = known.kind == "code" and (known.is_first or known.is_last) and _FENCE.match(words)
    if is_fence or (known.kind.startswith("setext") and known.is_last):
        return Markup('<span class="raw-sign">{}</span>').format(words)
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
            return hidden(head[0]) + markdown_words.shown(title)
        return hidden(head[1]) + escape(head[2]) + hidden(head[3])
    return markdown_words.shown(words)


def _kinds(known: Line, reader: Reader) -> str:
    kind = known.kind.removeprefix("setext ")
    said = f" raw-line-{kind}" if kind else ""
    if kind == "code":
        said += " raw-line-code-first" * known.is_first + " raw-line-code-last" * known.is_last
    return said + " raw-line-done" * reader.is_done


def _sets(lines: Sequence[str], tokens: Sequence[Token], known: list[Line]) -> dict[int, tuple[Markup, int]]:
    """Tables and formulas in the place of their lines: by the first line, how they look and the line behind them."""
    found: dict[int, tuple[Markup, int]] = {}
    for token in tokens:
        is_table = token.type == "table_open" or (token.type == "raw" and token.info == "table")
        if token.map is None or not (is_table or (token.type == "raw" and token.info == "maths")):
            continue
        start, end = token.map
        reader = Reader(lines[start], known[start].around, start)
        is_behind_item = any(not each.is_quote and each.start == start for each in known[start].around)
        if is_behind_item:
            continue
        source = [Reader(lines[at], known[at].around, at).rest.strip(" \t") for at in range(start, end)]
        shown = _table(source) if is_table else blocks.formula("\n".join(source))
        if known[start].around:
            led, attributes = lead(reader, is_code=False)
            shown = _AROUND.format(led.strip(), attributes, shown)
        found[start] = shown, end
    return found


def _table(rows: Sequence[str]) -> Markup:
    """The rows are as wide as the first."""
    head, sides, *body = (_cells(row) for row in rows)
    aligned = [_side(side) for side in sides] + ["left"] * len(head)

    def wide(cells: Sequence[str]) -> dict[str, object]:
        padded = [*cells, *[""] * len(head)][: len(head)]
        return {"cells": [_cell(cell, side) for cell, side in zip(padded, aligned, strict=False)]}

    content = {"headerRows": 1, "rows": [wide(row) for row in (head, *body)]}
    return Markup('<div class="raw-table note-text">{}</div>').format(blocks.table(content))


def _cell(source: str, side: str) -> dict[str, object]:
    words = source.replace("\\|", "|")
    content = [{"type": "mdInline", "props": {"src": words}}] if words else []
    return {"content": content, "props": {"textAlignment": side}}


def _cells(row: str) -> list[str]:
    inner = row.strip(" \t").removeprefix("|")
    cells = [found[0].strip(" \t") for found in _split(inner)]
    return cells if inner.endswith("|") is False or len(cells) < 2 else cells[:-1]


def _split(row: str) -> Iterator[re.Match[str]]:
    at = 0
    while found := _CELL.match(row, at):
        yield found
        at = found.end() + 1
        if at > len(row):
            return


def _side(dashes: str) -> str:
    if not dashes.endswith(":"):
        return "left"
    return "center" if dashes.startswith(":") else "right"
