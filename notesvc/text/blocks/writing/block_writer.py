"""Writes blocks in normal form as Markdown."""

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from notesvc.text.blocks.content import inline_source, run_nodes, run_writer
from notesvc.text.blocks.content.escapes import Zeal
from notesvc.text.blocks.content.inline_source import Place
from notesvc.text.blocks.content.run_nodes import Node
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.content.runs import Run
from notesvc.text.blocks.reading import block_rules, from_markdown, source_lines
from notesvc.text.blocks.schema import LIST_ITEMS
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing.normal_form import plain

_TICKS = re.compile(r"`{3,}|~{3,}")
_TASK = re.compile(r"\[[ xX]\](?:[ \t]|$)", re.MULTILINE)
_HASHES = re.compile(r"(?:^|(?<=[ \t]))\#+$")
_NO_WIDTH = re.compile(r"(?<!\\)\|(?=[1-9][0-9]{0,3}$)")
_PIPE = re.compile(r"\|")
_DELIMITERS = {"center": ":-:", "right": "--:"}
OTHER = {".": ")", ")": "."}


class Care(IntEnum):
    """How sure the writer is asked to be; each next one costs more or says less."""

    QUICK = 0  # escapes what usually has a meaning
    CHECKED = 1  # reads every line of text back
    HARD = 2  # escapes all that can have a meaning
    ENTITIES = 3


class ListStyle(NamedTuple):
    """How the list around the blocks is written."""

    bullet: str = "-"
    delimiter: str = "."
    last_number: int | None = None  # of the item just before the blocks, in the same list


UNMARKED = ListStyle()


class BlockWriter:
    """Writes blocks in one way: with this care, and these link definitions in force."""

    def __init__(self, references: References, care: Care = Care.QUICK) -> None:
        self.references = references
        self.care = care

    def siblings(self, blocks: Sequence[Block], style: ListStyle = UNMARKED, nested: bool = False) -> str:
        """The blocks one below the other."""
        parts: list[str] = []
        delimiter, number = style.delimiter, style.last_number
        for index, block in enumerate(blocks):
            before = blocks[index - 1] if index else None
            if block["type"] != "numberedListItem":
                number = None
            else:
                start = block["props"].get("start")
                if start is not None and number is not None:
                    delimiter = OTHER[delimiter]
                number = start if start is not None else (number or 0) + 1
            written = self.block(block, ListStyle(style.bullet, delimiter, number), nested)
            if before is not None:
                parts.append(_between(before, block, parts[-1], nested))
            parts.append(written)
        return "".join(parts)

    def block(self, block: Block, style: ListStyle = UNMARKED, nested: bool = False) -> str:
        """One block with its children; `style.last_number` is the number that it gets."""
        kind = block["type"]
        if kind in LIST_ITEMS:
            return self._item(block, style)
        if kind == "quote":
            return self._quote(block)
        if kind == "heading":
            return self._heading(block)
        if kind == "paragraph":
            return self._inline(block["content"])
        if kind == "codeBlock":
            return _code(plain(block), block["props"].get("language", ""))
        if kind == "table":
            return self._table(block)
        if kind == "image":
            return self._image(block["props"])
        # Dashes next to a bullet would make one long divider of both.
        return plain(block) if kind == "rawMarkdown" else ("___" if nested else "---")

    def _inline(self, content: Sequence[Node], guard: bool = True) -> str:
        found = run_nodes.to_runs(content, self.references)
        return self._source(found, Place(guard=guard))

    def _source(self, found: Sequence[Run], place: Place) -> str:
        if self.care is Care.QUICK:
            return inline_source.source(found, Zeal.LIGHT, place)
        return inline_source.best(found, self.references, place, _ZEAL[self.care])

    def _heading(self, block: Block) -> str:
        level = block["props"]["level"]
        text = self._inline(block["content"], guard=False)
        if "\n" in text and level <= 2:
            return f"{self._inline(block['content'])}\n{'===' if level == 1 else '---'}"
        return f"{'#' * level} {_HASHES.sub(_escape_first, text)}".rstrip(" ")

    def _item(self, block: Block, style: ListStyle) -> str:
        number = style.last_number if style.last_number is not None else 1
        marker = f"{number}{style.delimiter} " if block["type"] == "numberedListItem" else f"{style.bullet} "
        indent = " " * (-(-len(marker) // 4) * 4)
        text = self._inline(block["content"])
        if block["type"] == "toggleListItem":
            text = source_lines.with_toggle(f"\\{text}" if _TASK.match(text) else text)
        elif block["type"] == "checkListItem":
            text = f"[{'x' if block['props'].get('checked') else ' '}] {text}".rstrip(" ")
        elif block["type"] == "bulletListItem" and _TASK.match(text):
            text = f"\\{text}"
        children = block["children"]
        below = self.siblings(children, nested=True)
        if not text:
            # The first child stands on the marker's own line, at the indentation of the others.
            return _indent(below, indent, marker.ljust(len(indent))) if below else marker.rstrip()
        item = _indent(text, indent, marker)
        if not below:
            return item
        gap = "\n" if may_follow_at_once(children[0]) else "\n\n"
        return f"{item}{gap}{_indent(below, indent, indent)}"

    def _quote(self, block: Block) -> str:
        title = self._callout(block["content"])
        text = title or self._inline(block["content"])
        below = self.siblings(block["children"], nested=True)
        inside = ("\n" if title else "\n\n").join(part for part in (text, below) if part)
        return "\n".join(f"> {line}" if line else ">" for line in inside.split("\n"))

    def _callout(self, content: Sequence[Node]) -> str:
        """The text of a quote that starts with `[!note]`, which is not escaped; else an empty text."""
        first = content[0] if content else {"type": ""}
        match = block_rules.CALLOUT.match(first["text"]) if first["type"] == "text" and not first["styles"] else None
        if match is None:
            return ""
        rest = [{**first, "text": f"x{first['text'][match.end() :]}"}, *content[1:]]
        return match.group() + self._inline(rest)[1:]

    def _table(self, block: Block) -> str:
        rows = [row["cells"] for row in block["content"]["rows"]]
        delimiters = [delimiter(cell) for cell in rows[0]]
        lines = [self.row([self.cell(cell["content"]) for cell in row]) for row in rows]
        lines.insert(1, self.row(delimiters))
        return "\n".join(lines)

    def row(self, cells: Sequence[str]) -> str:
        """A row of a table."""
        return f"| {' | '.join(cells)} |"

    def cell(self, content: Sequence[Node]) -> str:
        """The text of a cell."""
        found = run_nodes.to_runs(content, self.references, from_markdown.CELL)
        text = self._source(found, from_markdown.CELL)
        return _PIPE.sub(r"\|", text.replace("\n", " "))

    def _image(self, props: dict[str, Any]) -> str:
        name = run_nodes.to_runs([{"type": "text", "text": props.get("name", ""), "styles": {}}], {})
        label = run_writer.write(name, _ZEAL[self.care], guard=False, label=True)
        width = props.get("previewWidth")
        label = f"{label}|{width}" if width else _NO_WIDTH.sub(r"\\\g<0>", label)
        return "!" + run_writer.link_source(label, props.get("url", ""), props.get("caption", ""))


def delimiter(cell: Node) -> str:
    """What stands below a cell of a table's head."""
    return _DELIMITERS.get(cell["props"].get("textAlignment"), "---")


def _between(before: Block, block: Block, written: str, nested: bool) -> str:
    family, other = family_of(before), family_of(block)
    same_list = family == other != "" and "start" not in block["props"]
    # A blank line between two lists of one item would make the list around them loose.
    lists_of_item = nested and family != "" and may_follow_at_once(block)
    return "\n" if (same_list or lists_of_item) and "\n\n" not in written else "\n\n"


def family_of(block: Block) -> str:
    """Items of one family that stand together are one list; "" for what is no item."""
    if block["type"] not in LIST_ITEMS:
        return ""
    return "ordered" if block["type"] == "numberedListItem" else "bullets"


def may_follow_at_once(child: Block) -> bool:
    """Whether a list may start on the line right below an item's own text."""
    if child["type"] == "numberedListItem":
        return bool(child["content"]) and child["props"].get("start", 1) == 1
    return child["type"] in ("checkListItem", "toggleListItem") or (
        child["type"] == "bulletListItem" and bool(child["content"])
    )


def _indent(text: str, indent: str, first: str) -> str:
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(indent + line if line else "" for line in lines[1:])])


def _escape_first(match: re.Match[str]) -> str:
    return f"\\{match.group()}"


def _code(text: str, language: str) -> str:
    sign = "~" if "`" in language else "`"
    longest = max((len(ticks) for ticks in _TICKS.findall(text) if ticks[0] == sign), default=2)
    fence = sign * (longest + 1)
    info = f" {language}" if language[:1] == sign else language
    return f"{fence}{info}\n{text}\n{fence}" if text else f"{fence}{info}\n{fence}"


_ZEAL = {Care.QUICK: Zeal.LIGHT, Care.CHECKED: Zeal.LIGHT, Care.HARD: Zeal.HARD, Care.ENTITIES: Zeal.ENTITIES}
