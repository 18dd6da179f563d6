"""The block model of a rich document: what is accepted, and when two documents are equal.

A document is a list of blocks `{id, type, props, content, children}` in BlockNote 0.55's own JSON. `content` is a list
of inline nodes, a `tableContent` for a table, and absent for images, other files and dividers. A `codeBlock` and a
`rawMarkdown` block hold their plain text as a list of at most one unstyled text node; `rawMarkdown` has no props.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from notesvc.text import stable_json
from notesvc.text.blocks import inline_validation, schema
from notesvc.text.blocks.errors import BlockError, check_props, check_text, known_keys

__all__ = ["MAX_BLOCKS", "MAX_DEPTH", "MAX_ID", "Block", "BlockError", "equal", "validate", "without_ids"]

MAX_DEPTH = 32
MAX_BLOCKS = 20_000
MAX_ID = 64

Block = dict[str, Any]

_KEYS = frozenset({"id", "type", "props", "content", "children"})
_CONTROLS_IN_ID = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class _Waiting(NamedTuple):
    values: list[Any]
    path: str
    depth: int
    checked: list[Block]


def validate(value: object) -> list[Block]:
    """A copy of the rich document with unique ids; what has none, or one that is taken, gets a new one.

    Raises BlockError (with a path such as `[3].children[0].content[2].href`) for everything that the
    interface does not name: types, properties, inline kinds, styles, schemes, depth, number of blocks, and of cells
    that tables have besides those which they hold.
    """
    checked: list[Block] = []
    waiting = [_Waiting(_blocks_at(value, ""), "", 1, checked)]
    count = padding = 0
    while waiting:
        level = waiting.pop()
        count += len(level.values)
        if count > MAX_BLOCKS:
            raise BlockError(level.path, f"more than {MAX_BLOCKS} blocks")
        for index, raw in enumerate(level.values):
            path = f"{level.path}[{index}]"
            block = _checked_block(raw, path)
            level.checked.append(block)
            padding += inline_validation.padding(block["content"]) if block["type"] == "table" else 0
            if padding > MAX_BLOCKS:
                raise BlockError(f"{path}.content", f"spans and short rows stand for more than {MAX_BLOCKS} cells")
            if children := _children_of(raw, path):
                if level.depth == MAX_DEPTH:
                    raise BlockError(f"{path}.children", f"nested deeper than {MAX_DEPTH}")
                waiting.append(_Waiting(children, f"{path}.children", level.depth + 1, block["children"]))
    _make_ids_unique(checked)
    return checked


def equal(a: Sequence[Block], b: Sequence[Block]) -> bool:
    """Whether the key-sorted serialisations of two rich documents are the same text."""
    return a is b or stable_json.dumps(list(a)) == stable_json.dumps(list(b))


def without_ids(blocks: Sequence[Block]) -> list[Block]:
    """A copy of the blocks without their ids, for comparing what they say."""
    return [
        {**{key: part for key, part in block.items() if key != "id"}, "children": without_ids(block["children"])}
        for block in blocks
    ]


def _blocks_at(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise BlockError(path, "must be a list of blocks")
    return value


def _children_of(raw: Block, path: str) -> list[Any]:
    children = raw.get("children")
    return [] if children is None else _blocks_at(children, f"{path}.children")


def _checked_block(raw: Any, path: str) -> Block:
    known_keys(raw, _KEYS, path)
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in schema.PROPS:
        raise BlockError(f"{path}.type", "no known type of block")
    props = check_props(raw.get("props"), schema.PROPS[kind], f"{path}.props")
    block: Block = {"id": _checked_id(raw.get("id"), path), "type": kind, "props": props}
    content = _checked_content(kind, raw.get("content"), f"{path}.content")
    if content is not None:
        block["content"] = content
    block["children"] = []
    return block


def _checked_id(value: Any, path: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > MAX_ID or _CONTROLS_IN_ID.search(value):
        raise BlockError(f"{path}.id", f"must be a string of at most {MAX_ID} characters")
    return value


def _checked_content(kind: str, value: Any, path: str) -> Any:
    if kind in schema.WITHOUT_CONTENT:
        if value not in (None, [], ""):
            raise BlockError(path, f"a {kind} holds no content")
        return None
    if kind == "table":
        return inline_validation.checked_table(value, path)
    if kind in schema.PLAIN_TEXT:
        return _checked_plain(value, path)
    return inline_validation.checked_inline(value, path)


def _checked_plain(value: Any, path: str) -> list[dict[str, Any]]:
    if isinstance(value, str):
        nodes: list[dict[str, Any]] = [{"type": "text", "text": check_text(value, path), "styles": {}}]
    else:
        nodes = inline_validation.checked_inline(value, path)
    for index, node in enumerate(nodes):
        if node["type"] != "text":
            raise BlockError(f"{path}[{index}].type", "must be text here")
    text = "".join(node["text"] for node in nodes)
    return [{"type": "text", "text": text, "styles": {}}] if text else []


def _make_ids_unique(blocks: list[Block]) -> None:
    given = {block["id"] for block in _all_blocks(blocks)}
    seen: set[str] = set()
    fresh = (name for number in range(1, 2 * MAX_BLOCKS + 2) if (name := f"b{number}") not in given)
    for block in _all_blocks(blocks):
        if not block["id"] or block["id"] in seen:
            block["id"] = next(fresh)
        seen.add(block["id"])


def _all_blocks(blocks: list[Block]) -> Iterator[Block]:
    waiting = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        yield block
        waiting.extend(reversed(block["children"]))
