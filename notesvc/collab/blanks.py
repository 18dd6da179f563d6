"""Blanks at the ends of paragraphs: Markdown takes no notice of them, but whoever writes on there begins a word."""

import re
from collections.abc import Sequence
from typing import Any

from notesvc import limits
from notesvc.text.blocks import schema
from notesvc.text.blocks.reading import block_rules, from_markdown
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form
from notesvc.text.diff import alignment

_BLANKS = " \t"
_LAST_OF_LINE = re.compile(r"[^\r\n]*")


def ends(document: Sequence[Block]) -> str:
    """A text that tells of each block with words, in reading order, whether a blank is at its end."""
    return "".join("_" if _has_blank(block) else "." for block in _with_words(document))


def kept_in_text(text: str, document: Sequence[Block]) -> str:
    """The Markdown of that document, with a blank where one of its blocks ends with one. It says the same."""
    worded = _with_words(document)
    if not any(map(_has_blank, worded)) or len(text) > limits.DERIVED_CHARACTERS:
        return text
    parsed = from_markdown.parse(text)
    last_lines = _last_lines(text, parsed)
    lines = block_rules.lines_of(text)
    written = _with_words(parsed.blocks)
    for one, other in alignment.pairs([_words(block) for block in worded], [_words(block) for block in written]):
        if _has_blank(worded[one]) and other in last_lines:
            lines[last_lines[other]] = _LAST_OF_LINE.sub(_with_blank, lines[last_lines[other]], count=1)
    made = "".join(lines)
    return made if _keys(from_markdown.parse(made)) == _keys(parsed) else text


def keep_in_blocks(document: Sequence[Block], text: str) -> None:
    """Put a blank at the ends of those blocks, read from that Markdown, whose lines end with one."""
    if len(text) > limits.DERIVED_CHARACTERS:
        return
    worded = _with_words(document)
    lines = block_rules.lines_of(text)
    for index, line in _last_lines(text, from_markdown.parse(text)).items():
        last = worded[index]["content"][-1]
        if lines[line].rstrip("\r\n")[-1:] in tuple(_BLANKS) and not _has_blank(worded[index]):
            if last["type"] == "text":
                last["text"] += " "
            else:
                worded[index]["content"].append({"type": "text", "text": " ", "styles": {}})


def _last_lines(text: str, parsed: from_markdown.ParsedText) -> dict[int, int]:
    """Of the blocks with words, by their number: the line that each ends on, where that is certain."""
    tokens = block_rules.parse(block_rules.normalise(text), {})
    places = [token.map for token in tokens if token.type == "inline" and token.content.strip() and token.map]
    found: dict[int, int] = {}
    count = at = 0
    for block, (start, end) in zip(parsed.blocks, parsed.spans, strict=True):
        inside = []
        while at < len(places) and places[at][0] < end:
            inside += [places[at][1] - 1] if places[at][0] >= start else []
            at += 1
        size = len(_with_words([block]))
        if size == len(inside):
            found |= {count + number: line for number, line in enumerate(inside)}
        count += size
    return found


def _with_words(document: Sequence[Block]) -> list[Block]:
    found: list[Block] = []
    for block in document:
        if _words(block):
            found.append(block)
        found += _with_words(block.get("children") or [])
    return found


def _words(block: Block) -> str:
    if block["type"] in schema.PLAIN_TEXT or not isinstance(block.get("content"), list):
        return ""
    return " ".join("".join(_text(node) for node in block["content"]).split())


def _text(node: dict[str, Any]) -> str:
    if node["type"] == "text":
        return str(node["text"])
    return "".join(_text(part) for part in node["content"]) if node["type"] == "link" else "\ufffc"


def _has_blank(block: Block) -> bool:
    last = block["content"][-1]
    return last["type"] == "text" and last["text"][-1:] in tuple(_BLANKS)


def _with_blank(line: re.Match[str]) -> str:
    return line[0] if line[0][-1:] in tuple(_BLANKS) else line[0] + " "


def _keys(parsed: from_markdown.ParsedText) -> list[str]:
    return [normal_form.key(block) for block in parsed.blocks]
