"""Markdown to blocks.

Quotes and list items hold their first paragraph as content and the rest as children. What blocks cannot say (raw HTML,
link definitions, footnotes, maths, front matter, embeds, tables with odd rows, nesting beyond 32) is kept verbatim in
`rawMarkdown` blocks, and in `mdInline` nodes within a line.
"""

import re
from typing import NamedTuple

from markdown_it.common.utils import MD_TRIM_CHARS
from markdown_it.token import Token

from notesvc.text.blocks.content import run_nodes, run_parser
from notesvc.text.blocks.content.inline_source import Place
from notesvc.text.blocks.content.run_nodes import Node
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.reading import block_rules, raw_markdown, source_lines
from notesvc.text.blocks.validation import MAX_BLOCKS, MAX_DEPTH, Block

CELL = Place(ends=MD_TRIM_CHARS, guard=False, breaks=True)

_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|$)")
_ALIGNMENT = {"text-align:center": "center", "text-align:right": "right"}


class ParsedText(NamedTuple):
    """Blocks without ids, and for each top-level one its lines in the source, `[start, end)`."""

    blocks: list[Block]
    spans: list[tuple[int, int]]


class _TooDeepError(Exception):
    """Blocks would be nested deeper than the model allows."""


def from_markdown(markdown: str) -> list[Block]:
    """The blocks of a text, with the ids `b1`, `b2`, … in reading order: the same text, the same blocks.

    Never raises for any text; linear. A text of more than 20,000 blocks ends with one rawMarkdown block.
    """
    blocks = parse(markdown).blocks
    number = 0
    waiting = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        number += 1
        block["id"] = f"b{number}"
        waiting.extend(reversed(block["children"]))
    return blocks


def parse(
    markdown: str, references: dict[str, object] | None = None, is_inner: bool = False, is_quote: bool = False
) -> ParsedText:
    """The blocks without ids and where they stand; `references` are link definitions from elsewhere.

    `is_inner` tells that the text stands in an item or a quote, with which a document cannot begin; `is_quote`, that it
    is the whole of a quote, whose first line may be the title of a callout.
    """
    text = block_rules.normalise(markdown)
    known = dict(references or {})
    parsed = _Reader(text, block_rules.parse(text, known, is_inner, is_quote), known).read()
    return parsed if is_inner else ParsedText(*raw_markdown.with_joined(*parsed, text.split("\n")))


class _Reader:
    """Walks the block tokens once."""

    def __init__(self, text: str, tokens: list[Token], references: dict[str, object]) -> None:
        self.lines = text.split("\n")
        self.tokens = tokens
        self.references = references
        self.position = 0
        self.count = 0

    def read(self) -> ParsedText:
        blocks: list[Block] = []
        spans: list[tuple[int, int]] = []
        end = 0
        while self.position < len(self.tokens):
            start = (self.tokens[self.position].map or [0, 0])[0]
            self._keep_between(end, start, blocks, spans)
            group, places = self._group(blocks)
            if self.count > MAX_BLOCKS - (self.position < len(self.tokens)):
                place = self._trim(start, len(self.lines))
                return ParsedText([*blocks, self._source(place)], [*spans, place])
            blocks += group
            spans += places
            end = places[-1][1] if places else end
        self._keep_between(end, len(self.lines), blocks, spans)
        return ParsedText(blocks, spans)

    def _keep_between(self, start: int, end: int, blocks: list[Block], spans: list[tuple[int, int]]) -> None:
        """Text that the parser took no notice of: there should be none, and it must not be lost."""
        place = self._trim(start, end)
        if place[0] < place[1]:
            blocks.append(self._source(place))
            spans.append(place)

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        while start < end and not self.lines[start].strip(" \t"):
            start += 1
        while start < end and not self.lines[end - 1].strip(" \t"):
            end -= 1
        return start, end

    def _source(self, place: tuple[int, int]) -> Block:
        return raw_markdown.raw(raw_markdown.bare("\n".join(self.lines[place[0] : place[1]])))

    def _group(self, before: list[Block]) -> tuple[list[Block], list[tuple[int, int]]]:
        """The next top-level blocks: one, or the items of a list."""
        opening = self.tokens[self.position]
        start, end = opening.map or [0, 0]
        whole = self._trim(start, end)
        first, count = self.position, self.count
        try:
            if opening.type in ("bullet_list_open", "ordered_list_open"):
                return self._list(1, before[-1] if before else None)
            block = self._block(1)
        except _TooDeepError:
            self.position, self.count = first, count
            self._skip()
            self.count += 1
            return [self._source(whole)], [whole]
        return [block], [whole]

    def _skip(self) -> None:
        depth = 0
        while True:
            depth += self.tokens[self.position].nesting
            self.position += 1
            if depth == 0:
                return

    def _children(self, depth: int, blocks: list[Block]) -> None:
        """Adds the blocks up to the closing token of their container."""
        while self.tokens[self.position].nesting >= 0:
            if self.tokens[self.position].type in ("bullet_list_open", "ordered_list_open"):
                blocks += self._list(depth, blocks[-1] if blocks else None)[0]
            else:
                blocks.append(self._block(depth))
        self.position += 1

    def _list(self, depth: int, before: Block | None) -> tuple[list[Block], list[tuple[int, int]]]:
        opening = self.tokens[self.position]
        ordered = opening.type == "ordered_list_open"
        start = int(opening.attrs.get("start", 1))
        self.position += 1
        items: list[Block] = []
        places: list[tuple[int, int]] = []
        while self.tokens[self.position].type == "list_item_open":
            line, end = self.tokens[self.position].map or [0, 0]
            items.append(self._item("numberedListItem" if ordered else "bulletListItem", depth))
            places.append(self._trim(line, end))
        self.position += 1
        if ordered and (start != 1 or (before is not None and before["type"] == "numberedListItem")):
            items[0]["props"]["start"] = start
        return items, places

    def _item(self, kind: str, depth: int) -> Block:
        self._count(depth)
        self.position += 1
        block: Block = {"type": kind, "props": {}, "content": [], "children": []}
        if self.tokens[self.position].type == "paragraph_open":
            source = self.tokens[self.position + 1].content
            task = _TASK.match(source) if kind == "bulletListItem" else None
            if task is not None:
                block["type"] = "checkListItem"
                if task[1] != " ":
                    block["props"]["checked"] = True
                source = source[task.end() :]
            elif kind == "bulletListItem" and (bare := source_lines.without_toggle(source)) is not None:
                block["type"], source = "toggleListItem", bare
            block["content"] = self._inline(source)
            self.position += 3
        elif kind == "bulletListItem" and self._is_bare_toggle():
            block["type"] = "toggleListItem"
            self.position += 1
        self._children(depth + 1, block["children"])
        return block

    def _is_bare_toggle(self) -> bool:
        token = self.tokens[self.position]
        return token.type == "html_block" and token.content.strip() == source_lines.TOGGLE

    def _count(self, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise _TooDeepError
        self.count += 1

    def _block(self, depth: int) -> Block:
        token = self.tokens[self.position]
        self._count(depth)
        self.position += 1
        if token.type == "blockquote_open":
            return self._quote(depth)
        if token.type == "table_open":
            return self._table()
        if token.type in ("paragraph_open", "heading_open"):
            source = self.tokens[self.position].content
            self.position += 2
            return self._heading(token, source) if token.type == "heading_open" else self._paragraph(source)
        if token.type in ("fence", "code_block"):
            return code_block(token.content.removesuffix("\n"), token.info.strip(" \t"))
        if token.type == "hr":
            return {"type": "divider", "props": {}, "children": []}
        return raw_markdown.raw(raw_markdown.bare(token.content))

    def _quote(self, depth: int) -> Block:
        block: Block = {"type": "quote", "props": {}, "content": [], "children": []}
        if self.tokens[self.position].type == "paragraph_open":
            block["content"] = self._inline(self.tokens[self.position + 1].content)
            self.position += 3
        self._children(depth + 1, block["children"])
        return block

    def _heading(self, token: Token, source: str) -> Block:
        content = self._inline(source)
        return {"type": "heading", "props": {"level": int(token.tag[1])}, "content": content, "children": []}

    def _paragraph(self, source: str) -> Block:
        if source.startswith("![") and is_picture(source, self.references):
            return picture(source)
        content = self._inline(source)
        if not content:
            return raw_markdown.raw(source)
        return {"type": "paragraph", "props": {}, "content": content, "children": []}

    def _inline(self, source: str) -> list[Node]:
        return run_nodes.read(source, self.references) if source else []

    def _table(self) -> Block:
        rows: list[Node] = []
        while self.tokens[self.position].type != "table_close":
            token = self.tokens[self.position]
            self.position += 1
            if token.type == "tr_open":
                rows.append({"cells": []})
            elif token.type in ("th_open", "td_open"):
                rows[-1]["cells"].append(self._cell(token, self.tokens[self.position].content))
        self.position += 1
        widths = [None] * len(rows[0]["cells"])
        content = {"type": "tableContent", "columnWidths": widths, "headerRows": 1, "rows": rows}
        return {"type": "table", "props": {}, "content": content, "children": []}

    def _cell(self, token: Token, source: str) -> Node:
        alignment = _ALIGNMENT.get(str(token.attrs.get("style", "")))
        props = {"textAlignment": alignment} if alignment else {}
        return {"type": "tableCell", "props": props, "content": run_nodes.read(source, self.references, CELL)}


def is_picture(source: str, references: References) -> bool:
    """Whether inline Markdown that starts with `![` is one image or embed and nothing else."""
    found = run_parser.parse(source, references)
    return len(found) == 1 and found[0].kind == "raw" and not found[0].styles


def picture(source: str) -> Block:
    """An image block, or a raw one when the image says more than the block can hold."""
    props = run_parser.image_props(source)
    return raw_markdown.raw(source) if props is None else {"type": "image", "props": props, "children": []}


def code_block(text: str, language: str) -> Block:
    """A block of code; `text` is what code has that is in no language."""
    return {
        "type": "codeBlock",
        "props": {"language": language} if language not in ("", "text") else {},
        "content": [{"type": "text", "text": text, "styles": {}}] if text else [],
        "children": [],
    }
