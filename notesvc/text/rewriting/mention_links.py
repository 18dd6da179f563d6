"""Names that only stand in a text, written as links to the note that has the name."""

from collections.abc import Collection, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from notesvc.text import inline
from notesvc.text.rewriting.unlinkable import linkable

Span = tuple[int, int]
_TRIES = 3


class Target(NamedTuple):
    """The note; `title` is what a wiki link to it says where the text stands, None where none would mean it.

    `in_cell`: the text is that of a table's cell, where no bar may stand.
    """

    note_id: str
    title: str | None
    in_cell: bool = False


class LinkedText(NamedTuple):
    """The text with its links, where the mentions stood, and where the links stand."""

    text: str
    before: list[Span]
    after: list[Span]


class _Change(NamedTuple):
    start: int
    end: int
    link: str


def link_mentions(text: str, names: Collection[str], target: Target) -> LinkedText:
    """The text with each mention of one of the names as a link, outside of links, addresses, code and maths.

    `[[Title]]` where the title is written so, else `[[Title|as written]]`; in tables, where a bar parts cells, and
    where the title cannot stand in a wiki link or would mean another note, `[as written](note://…)`.
    """
    changes = _changes(text, names, target)
    for _ in range(_TRIES):
        linked = _with_links(text, changes)
        # What stands around a link may keep it from being one; such a mention stays as it is.
        read = {(token.start, token.end) for token in inline.scan(linked.text)} if changes else set()
        good = [change for change, span in zip(changes, linked.after, strict=True) if span in read]
        if len(good) == len(changes):
            return linked
        changes = good
    return LinkedText(text, [], [])


def link_in_document(document: list[Any], names: Collection[str], target: Target) -> list[Any]:
    """A copy of the block document in which the mentions are links."""
    copy: list[Any] = deepcopy(document)
    waiting: list[Any] = list(copy)
    while waiting:
        block = waiting.pop()
        waiting += block.get("children") or []
        content = block.get("content")
        if block["type"] == "rawMarkdown":
            for node in content or []:
                node["text"] = link_mentions(node["text"], names, target).text
        elif isinstance(content, dict):
            _link_in_table(content, names, target)
        elif content and block["type"] != "codeBlock":
            block["content"] = _linked_nodes(content, names, target)
    return copy


def _link_in_table(table: dict[str, Any], names: Collection[str], target: Target) -> None:
    beside = target._replace(in_cell=True)
    for row in table.get("rows") or []:
        for number, cell in enumerate(row["cells"]):
            if isinstance(cell, dict):
                cell["content"] = _linked_nodes(cell.get("content") or [], names, beside)
            else:
                row["cells"][number] = _linked_nodes(cell, names, beside)


def _linked_nodes(nodes: list[Any], names: Collection[str], target: Target) -> list[Any]:
    linked: list[Any] = []
    for node in nodes:
        is_plain = node["type"] == "text" and not (node.get("styles") or {}).get("code")
        linked += _part(node, names, target) if is_plain else [node]
    return linked


def _part(node: dict[str, Any], names: Collection[str], target: Target) -> Iterator[Any]:
    """A text node as the text and the links that it becomes."""
    text, styles, position = node["text"], node.get("styles") or {}, 0
    for start, end, link in _changes(text, names, target):
        if start > position:
            yield {"type": "text", "text": text[position:start], "styles": styles}
        written = text[start:end]
        if link.startswith("[["):
            alias = "" if written == target.title else written
            yield {"type": "wikiLink", "props": {"title": target.title, "alias": alias}}
        else:
            label = {"type": "text", "text": written, "styles": styles}
            yield {"type": "link", "href": f"note://{target.note_id}", "content": [label]}
        position = end
    if position < len(text) or not text:
        yield {"type": "text", "text": text[position:], "styles": styles}


def _changes(text: str, names: Collection[str], target: Target) -> list[_Change]:
    spans = inline.mentions(text, names)
    found = (
        (_Change(start, end, _link(text, start, end, target)) for start, end in linkable(text, spans)) if spans else ()
    )
    return [change for change in found if change.link]


def _link(text: str, start: int, end: int, target: Target) -> str:
    """The first way of writing the link that is one; empty when there is none."""
    return next((link for link in _ways(text, start, end, target) if _is_one(link, target)), "")


def _ways(text: str, start: int, end: int, target: Target) -> Iterator[str]:
    written = text[start:end]
    if target.title is not None and written == target.title:
        yield f"[[{target.title}]]"
    elif target.title is not None and _takes_alias(text, start, end, target):
        yield f"[[{target.title}|{written}]]"
    yield f"[{written}](note://{target.note_id})"


def _takes_alias(text: str, start: int, end: int, target: Target) -> bool:
    is_plain = not set(text[start:end]) & set("[]|")
    return is_plain and not target.in_cell and "|" not in _line(text, start)


def _is_one(link: str, target: Target) -> bool:
    tokens = inline.scan(link)
    if len(tokens) != 1 or (tokens[0].start, tokens[0].end) != (0, len(link)):
        return False
    token = tokens[0]
    if token.kind == "note":
        return token.value == target.note_id
    return token.kind == "wiki" and token.title == target.title and token.heading is None


def _line(text: str, position: int) -> str:
    end = text.find("\n", position)
    return text[text.rfind("\n", 0, position) + 1 : len(text) if end < 0 else end]


def _with_links(text: str, changes: list[_Change]) -> LinkedText:
    after, grown = [], 0
    for start, end, link in changes:
        after.append((start + grown, start + grown + len(link)))
        grown += len(link) - (end - start)
    return LinkedText(inline.replace_spans(text, changes), [(start, end) for start, end, _ in changes], after)
