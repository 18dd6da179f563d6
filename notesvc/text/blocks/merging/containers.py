"""Items and quotes opened, so that what they hold can be edited as a text of its own, and closed again."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.reading import from_markdown, source_lines
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block

_TASK_AT_END = re.compile(r"\[[ xX]\][ \t]*$")


class Inside(NamedTuple):
    """What a container holds: its lines, and what new ones and the first one begin with."""

    lines: list[Line]
    prefix: tuple[str, ...]
    first: str
    sign: str
    """What stands behind the first line."""
    block: Block
    """The container after the edit."""

    def read(self, lines: Sequence[Line], references: References) -> Block | None:
        """The container that the lines make; None where they make another."""
        kind, props = self.block["type"], self.block["props"]
        marker = _MARKERS.get(kind, "- ")
        if kind == "checkListItem":
            marker += "[x] " if props.get("checked") else "[ ] "
        indent = "> " if kind == "quote" else " " * len(_MARKERS.get(kind, "- "))
        texts = [line.text for line in lines] or [""]
        if kind == "toggleListItem":
            texts[0] = source_lines.with_toggle(texts[0])
        text = "\n".join([marker + texts[0], *(indent + text for text in texts[1:])])
        read = from_markdown.parse(text, dict(references), is_inner=True).blocks
        if len(read) != 1 or read[0]["type"] != kind:
            return None
        return {**read[0], "props": props}

    def close(self, lines: Sequence[Line]) -> list[Line]:
        """The lines as they stand in the text."""
        if not lines:
            blank = self.lines[0]._replace(text=self.sign.lstrip(), end=self.lines[-1].end)
            return [blank.with_own(self.first if self.sign else self.first.rstrip(" \t")).given_back()]
        if self.block["type"] == "quote":
            return [line.given_back() for line in lines]
        lines = [lines[0]._replace(text=lines[0].text + self.sign), *lines[1:]]
        was_first = self.lines[0].prefix[-1]
        rest = [line.with_own(self.prefix[-1]) if line.prefix[-1] == was_first else line for line in lines[1:]]
        return [line.given_back() for line in (lines[0].with_own(self.first), *rest)]


_MARKERS = {"quote": "> ", "numberedListItem": "1. "}


def parts(block: Block) -> list[Block]:
    """What a container holds, its own text as a paragraph."""
    if not block["content"]:
        return list(block["children"])
    own = {"type": "paragraph", "props": {}, "content": block["content"], "children": []}
    return [own, *block["children"]]


def open_container(lines: Sequence[Line], old: Block, new: Block, prefix: tuple[str, ...], indentation: str) -> Inside:
    """What the container holds in the source, to be made what the new one does; `indentation`: that of other items."""
    if old["type"] == "quote":
        inner = source_lines.inside_quote(lines)
        return Inside(inner, (*prefix, "> "), inner[0].prefix[-1], "", new)
    inner = source_lines.inside_item(lines, is_task=old["type"] == "checkListItem")
    first = _with_task(inner[0].prefix[-1], old, new)
    sign = f" {source_lines.TOGGLE}"
    if old["type"] == "toggleListItem":
        bare = source_lines.without_toggle(inner[0].text)
        sign = inner[0].text[len(bare or "") :] or sign
        inner[0] = inner[0]._replace(text=bare or "")
    # A tab is as wide as its column says, which lines do not know once they are out of a container.
    own = _indentation(inner, indentation if not prefix else indentation.replace("\t", ""))
    return Inside(inner, (*prefix, own), first, sign if new["type"] == "toggleListItem" else "", new)


def _with_task(marker: str, old: Block, new: Block) -> str:
    """The marker with what says of a task whether it is done."""
    was = _TASK_AT_END.search(marker) if old["type"] == "checkListItem" else None
    bare = marker[: was.start()] if was else marker
    if new["type"] != "checkListItem":
        return bare
    is_done = bool(new["props"].get("checked"))
    if was and is_done == bool(old["props"].get("checked")):
        return marker
    return f"{bare}{'[x]' if is_done else '[ ]'}{was.group()[3:] if was else ' '}"


def _indentation(inner: Sequence[Line], of_others: str) -> str:
    """What further lines of an item begin with: the same as those that are there, else as those of other items."""
    found = source_lines.ITEM.match(inner[0].prefix[-1])
    width = len(found.group()) if found else len(inner[0].prefix[-1])
    for there in (line.prefix[-1] for line in inner[1:]):
        if len(there.expandtabs(4)) >= width:
            return there
    # Four columns more would make code of what is there.
    fits = width <= len(of_others.expandtabs(4)) < width + 4
    return of_others if fits else " " * (-(-width // 4) * 4)
