"""Checks the content of blocks: inline nodes and tables."""

from typing import Any

from notesvc.text.blocks import schema
from notesvc.text.blocks.errors import BlockError, check_props, check_text, known_keys

_TEXT_KEYS = frozenset({"type", "text", "styles"})
_LINK_KEYS = frozenset({"type", "href", "content"})
_ATOM_KEYS = frozenset({"type", "props", "content"})
_TABLE_KEYS = frozenset({"type", "columnWidths", "headerRows", "headerCols", "rows"})
_CELL_KEYS = frozenset({"type", "props", "content"})
_MOST_HEADERS = 10_000

Node = dict[str, Any]


def checked_inline(value: Any, path: str) -> list[Node]:
    """A copy of inline content, a plain string being one text node; raises BlockError."""
    if value is None:
        return []
    if isinstance(value, str):
        return [_text_node(value, path)] if value else []
    if not isinstance(value, list):
        raise BlockError(path, "must be a list of inline nodes")
    return [_checked_node(node, f"{path}[{index}]") for index, node in enumerate(value)]


def checked_table(value: Any, path: str) -> Node:
    """A copy of a table's content; raises BlockError."""
    known_keys(value, _TABLE_KEYS, path)
    if value.get("type") != "tableContent":
        raise BlockError(f"{path}.type", "must be tableContent")
    table: Node = {"type": "tableContent", "columnWidths": _widths(value.get("columnWidths"), path)}
    for name in ("headerRows", "headerCols"):
        if value.get(name) is not None:
            table[name] = _count(value[name], f"{path}.{name}")
    rows = value.get("rows")
    if not isinstance(rows, list):
        raise BlockError(f"{path}.rows", "must be a list of rows")
    table["rows"] = [_row(row, f"{path}.rows[{index}]") for index, row in enumerate(rows)]
    return table


def padding(table: Node) -> int:
    """How many cells a checked table stands for besides those that it holds: all rows are as wide as the widest."""
    rows = [row["cells"] for row in table["rows"]]
    widths = [sum(_span(cell) for cell in cells) for cells in rows]
    return max(widths, default=0) * len(rows) - sum(len(cells) for cells in rows)


def _span(cell: Any) -> int:
    return int((cell.get("props") or {}).get("colspan") or 1) if isinstance(cell, dict) else 1


def _checked_node(node: Any, path: str) -> Node:
    kind = node.get("type") if isinstance(node, dict) else None
    if kind == "text":
        return _checked_text(node, path)
    if kind == "link":
        return _checked_link(node, path)
    if not isinstance(kind, str) or kind not in schema.INLINE_PROPS:
        raise BlockError(f"{path}.type" if isinstance(node, dict) else path, "no known kind of inline content")
    known_keys(node, _ATOM_KEYS, path)
    if node.get("content") not in (None, []):
        raise BlockError(f"{path}.content", "must be empty")
    props = check_props(node.get("props"), schema.INLINE_PROPS[kind], f"{path}.props")
    required = schema.REQUIRED_INLINE_PROP[kind]
    if required not in props:
        raise BlockError(f"{path}.props.{required}", "is missing")
    return {"type": kind, "props": props}


def _text_node(text: str, path: str) -> Node:
    return {"type": "text", "text": check_text(text, path), "styles": {}}


def _checked_text(node: Node, path: str) -> Node:
    known_keys(node, _TEXT_KEYS, path)
    text = check_text(node.get("text"), f"{path}.text")
    styles = check_props(node.get("styles"), schema.STYLES, f"{path}.styles")
    return {"type": "text", "text": text, "styles": styles}


def _checked_link(node: Node, path: str) -> Node:
    known_keys(node, _LINK_KEYS, path)
    href = check_text(node.get("href"), f"{path}.href")
    if not schema.HREF.fits(href):
        raise BlockError(f"{path}.href", schema.HREF.message)
    content = node.get("content")
    if isinstance(content, str):
        return {"type": "link", "href": href, "content": [_text_node(content, f"{path}.content")]}
    if not isinstance(content, list):
        raise BlockError(f"{path}.content", "must be a list of text nodes")
    texts = []
    for index, text in enumerate(content):
        if not isinstance(text, dict) or text.get("type") != "text":
            raise BlockError(f"{path}.content[{index}]", "must be text")
        texts.append(_checked_text(text, f"{path}.content[{index}]"))
    return {"type": "link", "href": href, "content": texts}


def _widths(value: Any, path: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise BlockError(f"{path}.columnWidths", "must be a list")
    for index, width in enumerate(value):
        if not schema.WIDTH.fits(width):
            raise BlockError(f"{path}.columnWidths[{index}]", schema.WIDTH.message)
    return list(value)


def _count(value: Any, path: str) -> int:
    if not schema.is_whole(value) or not 0 <= value <= _MOST_HEADERS:
        raise BlockError(path, f"must be a whole number from 0 to {_MOST_HEADERS}")
    return int(value)


def _row(row: Any, path: str) -> Node:
    known_keys(row, ("cells",), path)
    cells = row.get("cells")
    if not isinstance(cells, list):
        raise BlockError(f"{path}.cells", "must be a list of cells")
    return {"cells": [_cell(cell, f"{path}.cells[{index}]") for index, cell in enumerate(cells)]}


def _cell(cell: Any, path: str) -> Any:
    if not isinstance(cell, dict):
        return checked_inline(cell, path)
    known_keys(cell, _CELL_KEYS, path)
    if cell.get("type") != "tableCell":
        raise BlockError(f"{path}.type", "must be tableCell")
    props = check_props(cell.get("props"), schema.CELL_PROPS, f"{path}.props")
    return {"type": "tableCell", "props": props, "content": checked_inline(cell.get("content"), f"{path}.content")}
