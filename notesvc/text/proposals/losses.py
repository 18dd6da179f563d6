"""What a text has that a proposal for it has no more."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from notesvc.text import inline
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.markdown import prescreen

KINDS = ("link", "embed", "tag", "person", "address", "code", "formula", "table", "task", "markup")

_ADDRESS = re.compile(r"https?://[^\s<>\"'`\])]+[^\s<>\"'`\]).,;:!?]")
_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])([^$\n]*[^\s$\\])\$(?!\d)")
_SHOWN = 120
_INLINE_KINDS = {"wiki": "link", "note": "link", "tag": "tag", "user": "person", "person": "person"}


def losses(before: str, after: str) -> dict[str, list[str]]:
    """By kind what is lost, each as often as it is: links, embeds, tags, people, addresses, code, formulas, tables,
    tasks, and markup such as footnotes. Tables and tasks count by number alone, since their words may change."""
    old, new = _parts(before), _parts(after)
    found = {kind: _missing(old[kind], new[kind], by_number=kind in ("table", "task")) for kind in KINDS}
    return {kind: [_short(text) for text in texts] for kind, texts in found.items() if texts}


def _missing(old: list[str], new: list[str], *, by_number: bool) -> list[str]:
    if not by_number:
        return list((Counter(old) - Counter(new)).elements())
    gone = [text for text in old if text not in new]
    return (gone + old)[: max(0, len(old) - len(new))]


def _parts(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    formulas = [range(*formula.span()) for formula in _FORMULA.finditer(text)]
    for token in inline.each_token(text):
        if token.kind == "person" and any(token.start in formula for formula in formulas):
            continue
        kind = "embed" if token.embed else _INLINE_KINDS[token.kind]
        # Of what may be a person only the first word is sure to be meant.
        value = token.value.split(" ")[0] if token.kind == "person" else token.value
        found[kind].append(value.casefold() if kind == "tag" else value)
    found["address"] += _ADDRESS.findall(text)
    if not prescreen.is_hostile(text):
        for kind, value in _in_blocks(from_markdown.parse(text).blocks):
            found[kind].append(value)
    return found


def _in_blocks(blocks: list[Any]) -> Iterator[tuple[str, str]]:
    waiting = list(blocks)
    while waiting:
        block = waiting.pop()
        waiting += block["children"]
        kind, content = block["type"], block.get("content", [])
        if kind == "table":
            yield "table", _first_row(content)
            content = [node for row in content["rows"] for cell in row["cells"] for node in cell["content"]]
        elif kind == "checkListItem":
            yield "task", _words(content)
        elif kind == "codeBlock":
            yield "code", _words(content)
            continue
        elif kind == "rawMarkdown":
            raw = _words(content)
            yield "formula" if raw.startswith("$$") else "markup", raw
            continue
        yield from _in_line(content)


def _in_line(content: list[Any]) -> Iterator[tuple[str, str]]:
    for node in content:
        if node["type"] == "link":
            if not _ADDRESS.fullmatch(node["href"]):
                yield "address", node["href"]
            yield from _in_line(node["content"])
        elif node["type"] == "mdInline":
            source = node["props"]["src"]
            if not source.startswith("![["):
                yield "embed" if source.startswith("![") else "markup", source
        elif node["type"] == "text" and node["styles"].get("code"):
            yield "code", node["text"]
        elif node["type"] == "text":
            for formula in _FORMULA.findall(node["text"]):
                yield "formula", formula


def _first_row(content: Any) -> str:
    return " | ".join(_words(cell["content"]) for row in content["rows"][:1] for cell in row["cells"])


def _words(content: list[Any]) -> str:
    parts = []
    for node in content:
        parts.append(_words(node["content"]) if node["type"] == "link" else _words_of(node))
    return "".join(parts)


def _words_of(node: Any) -> str:
    if node["type"] == "text":
        return str(node["text"])
    props = node["props"]
    return str(props.get("alias") or props.get("title") or props.get("src", ""))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
