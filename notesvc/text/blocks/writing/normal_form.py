"""Blocks as Markdown can say them: without ids, colours, empty paragraphs, and children where Markdown has none."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from notesvc.text import stable_json
from notesvc.text.blocks.content import run_nodes, run_parser, runs
from notesvc.text.blocks.content.run_nodes import Node
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.content.runs import Run
from notesvc.text.blocks.reading import block_rules, from_markdown, raw_markdown
from notesvc.text.blocks.reading.block_rules import CALLOUT
from notesvc.text.blocks.schema import LIST_ITEMS
from notesvc.text.blocks.validation import Block

CONTAINERS = LIST_ITEMS | {"quote"}

_LINE_ENDS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
MOST_WIDTH = 9_999
_NOT_TEXT = re.compile(r"</?u>|\s+")
_ALIGNMENTS = ("center", "right")


def of(blocks: Sequence[Block], references: References) -> list[Block]:
    """The blocks that come back when these are written as Markdown and read again, as far as can be told.

    What Markdown cannot hold is gone, except text: children of a paragraph follow it, a video becomes a link.
    """
    return with_plain_starts([part for block in blocks for part in parts_of(block, references)])


def parts_of(block: Block, references: References) -> list[Block]:
    """What one block becomes: nothing, one block, or several."""
    children = block.get("children") or []
    if block["type"] in CONTAINERS:
        return [_container(block, references, of(children, references))]
    own = _own(block, references)
    return [*own, *of(children, references)] if children else own


def with_plain_starts(parts: list[Block]) -> list[Block]:
    """The same blocks; a numbered list that begins with 1 need not say so."""
    before = ""
    for block in parts:
        if block["type"] == "numberedListItem" and block["props"].get("start") == 1 and before != "numberedListItem":
            block["props"] = {}
        before = block["type"]
    return parts


def key(block: Block) -> str:
    """A text that two blocks share when they say the same."""
    return stable_json.dumps(block)


def definitions(blocks: Sequence[Block]) -> dict[str, object]:
    """The link definitions that raw blocks make."""
    sources = [source for source in _raw_sources(blocks) if "]:" in source]
    references: dict[str, object] = {}
    if sources:
        block_rules.parse(block_rules.normalise("\n\n".join(sources)), references)
    return references


def plain(block: Block) -> str:
    """The text of a block that holds plain text only."""
    text = "".join(node["text"] for node in block.get("content") or [])
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def text_of(blocks: Sequence[Block]) -> str:
    """All text of the blocks without white space: what must never be lost."""
    parts: list[str] = []
    waiting: list[Any] = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        parts += _words_of_image(block["props"])
        parts += _texts(block.get("content") or [])
        waiting.extend(reversed(block["children"]))
    return _NOT_TEXT.sub("", "".join(parts))


def _raw_sources(blocks: Sequence[Block]) -> Iterator[str]:
    waiting = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        if block["type"] == "rawMarkdown":
            yield plain(block)
        waiting.extend(reversed(block.get("children") or []))


def _container(block: Block, references: References, children: list[Block]) -> Block:
    kind, props = block["type"], block.get("props") or {}
    kept: dict[str, Any] = {}
    if kind == "checkListItem" and props.get("checked"):
        kept["checked"] = True
    if kind == "numberedListItem" and isinstance(props.get("start"), int):
        kept["start"] = props["start"]
    content = _inline(block, references)
    if not content and kind != "checkListItem" and children and children[0]["type"] == "paragraph":
        content = children.pop(0)["content"]
    block = {"type": kind, "props": kept, "content": content, "children": children}
    if kind == "quote" and is_callout(block):
        block["content"], body = _split_title(content)
        children[:0] = _paragraph(body, references)
    return block


def is_callout(block: Block) -> bool:
    """Whether the text begins with the head of a callout, which then stands on a line of its own."""
    content = block.get("content")
    first = content[0] if content and isinstance(content, list) else {"type": ""}
    return first["type"] == "text" and not first["styles"] and CALLOUT.match(first["text"]) is not None


def _split_title(content: Sequence[Node]) -> tuple[list[Node], list[Node]]:
    """What stands on the first line, and what below it."""
    for index, node in enumerate(content):
        title, feed, rest = node["text"].partition("\n") if node["type"] == "text" else ("", "", "")
        if feed:
            ends = [{**node, "text": title.rstrip(" \t")}], [{**node, "text": rest.lstrip(" \t")}]
            above, below = [part for part in ends[0] if part["text"]], [part for part in ends[1] if part["text"]]
            return [*content[:index], *above], [*below, *content[index + 1 :]]
    return list(content), []


def _own(block: Block, references: References) -> list[Block]:
    kind, props = block["type"], block.get("props") or {}
    if kind == "paragraph":
        return _paragraph(_inline(block, references), references)
    if kind == "heading":
        return [_heading(int(props.get("level") or 1), _inline(block, references), references)]
    if kind == "codeBlock":
        return [from_markdown.code_block(plain(block), _one_line(str(props.get("language") or "")))]
    if kind == "table":
        return _table(block, references)
    if kind == "image":
        return _image(props)
    if kind == "divider":
        return [{"type": "divider", "props": {}, "children": []}]
    if kind == "rawMarkdown":
        source = raw_markdown.bare(plain(block))
        return [raw_markdown.raw(source)] if source else []
    return _file(props, references)


def _inline(block: Block, references: References) -> list[Node]:
    content = block.get("content") or []
    return run_nodes.to_nodes(run_nodes.to_runs(content, references)) if content else []


def _paragraph(content: list[Node], references: References) -> list[Block]:
    source = content[0]["props"]["src"] if len(content) == 1 and content[0]["type"] == "mdInline" else ""
    if source.startswith("![") and from_markdown.is_picture(source, references):
        return [from_markdown.picture(source)]
    return [{"type": "paragraph", "props": {}, "content": content, "children": []}] if content else []


def _heading(level: int, content: list[Node], references: References) -> Block:
    if level > 2 and _has_line_end(content):
        # Only the two upper levels can have several lines.
        found = [_on_one_line(run) for run in run_nodes.to_runs(content, references)]
        content = run_nodes.to_nodes(runs.normal(found))
    return {"type": "heading", "props": {"level": level}, "content": content, "children": []}


def _has_line_end(content: Sequence[Node]) -> bool:
    texts = [part for node in content for part in (node, *node.get("content", ()))]
    return any("\n" in str(node.get("text") or node.get("props", {}).get("src")) for node in texts)


def _on_one_line(run: Run) -> Run:
    inner = tuple(_on_one_line(part) for part in run.inner)
    return run._replace(text=_LINE_ENDS.sub(" ", run.text), inner=inner)


def _image(props: dict[str, Any]) -> list[Block]:
    kept = {name: _one_line(str(props[name])) for name in ("name", "url", "caption") if props.get(name)}
    if not any(kept.values()):
        return []
    width = round(props.get("previewWidth") or 0)
    sized = {"previewWidth": width} if 1 <= width <= MOST_WIDTH else {}
    return [{"type": "image", "props": {**kept, **sized}, "children": []}]


def _file(props: dict[str, Any], references: References) -> list[Block]:
    name, url, caption = (_one_line(str(props.get(key) or "")) for key in ("name", "url", "caption"))
    text = {"type": "text", "text": name or url, "styles": {}}
    content: list[Node] = [{"type": "link", "href": url, "content": [text]}] if url else [text]
    if caption:
        content.append({"type": "text", "text": f"\n{caption}", "styles": {}})
    return _paragraph(run_nodes.to_nodes(run_nodes.to_runs(content, references)), references)


def _one_line(text: str) -> str:
    return _LINE_ENDS.sub(" ", text).strip(" \t")


def _table(block: Block, references: References) -> list[Block]:
    rows = [_cells(row, references) for row in block["content"]["rows"]]
    width = max((len(row) for row in rows), default=0)
    if not width:
        return []
    alignments = [cell["props"] for cell in rows[0]] + [{}] * (width - len(rows[0]))
    table = {
        "type": "tableContent",
        "columnWidths": [None] * width,
        "headerRows": 1,
        "rows": [{"cells": _full_row(row, alignments)} for row in rows],
    }
    return [{"type": "table", "props": {}, "content": table, "children": []}]


def _full_row(cells: list[Node], alignments: list[dict[str, str]]) -> list[Node]:
    contents = [cell["content"] for cell in cells] + [[]] * (len(alignments) - len(cells))
    return [
        {"type": "tableCell", "props": dict(props), "content": content}
        for props, content in zip(alignments, contents, strict=True)
    ]


def _cells(row: Node, references: References) -> list[Node]:
    cells: list[Node] = []
    for cell in row["cells"]:
        known = cell if isinstance(cell, dict) else {"content": cell}
        props = known.get("props") or {}
        alignment = props.get("textAlignment")
        found = run_nodes.to_runs(known.get("content") or [], references, from_markdown.CELL)
        cells.append(
            {
                "props": {"textAlignment": alignment} if alignment in _ALIGNMENTS else {},
                "content": run_nodes.to_nodes(found),
            }
        )
        cells += [{"props": {}, "content": []} for _ in range(int(props.get("colspan") or 1) - 1)]
    return cells


def _texts(content: Any) -> list[str]:
    if isinstance(content, dict):
        return [text for row in content["rows"] for cell in row["cells"] for text in _texts(cell["content"])]
    texts: list[str] = []
    for node in content:
        if node["type"] == "link":
            texts += [part["text"] for part in node["content"]]
        elif node["type"] == "wikiLink":
            title, alias = node["props"]["title"], node["props"]["alias"]
            texts.append(f"[[{title}|{alias}]]" if alias else f"[[{title}]]")
        else:
            source = node["text"] if node["type"] == "text" else node["props"]["src"]
            props = run_parser.image_props(source) if source.startswith("![") else None
            texts += [source] if props is None else _words_of_image(props)
    return texts


def _words_of_image(props: dict[str, Any]) -> list[str]:
    return [str(props.get(name, "")) for name in ("name", "url", "caption")]
