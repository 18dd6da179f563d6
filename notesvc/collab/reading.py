"""Reads blocks out of the shared document: whatever editors have made of it, the answer is valid."""

from collections.abc import Iterable
from typing import Any

from pycrdt import XmlElement, XmlFragment, XmlText

from notesvc.collab.writing import BREAK, CELL, CONTAINER, FLAGS, GROUP, HEADER, ROW, VALUED_STYLES, Piece
from notesvc.text.blocks import schema, validation
from notesvc.text.blocks.validation import Block

_CELL_DEFAULTS = {
    "textColor": "default",
    "backgroundColor": "default",
    "textAlignment": "left",
    "colspan": 1,
    "rowspan": 1,
}
_NUL = "\0"


def blocks_of(fragment: XmlFragment) -> list[Block]:
    """The blocks of the fragment; text of kinds that the service does not know stands as it is."""
    found: list[Block] = []
    for group in fragment.children:
        if isinstance(group, XmlElement) and group.tag == GROUP:
            found += read_group(group)
    return validation.validate(found)


def containers_of(group: XmlElement) -> list[XmlElement]:
    """The blocks' containers in a group."""
    return [each for each in group.children if isinstance(each, XmlElement) and each.tag == CONTAINER]


def parts_of(container: XmlElement) -> tuple[XmlElement | None, XmlElement | None]:
    """The element of a block's own content, and the group of its children."""
    elements = [each for each in container.children if isinstance(each, XmlElement)]
    content = next((each for each in elements if each.tag != GROUP), None)
    return content, next((each for each in elements if each.tag == GROUP), None)


def read_group(group: XmlElement, depth: int = 1) -> list[Block]:
    """The blocks of a group; those that are nested too deeply follow the block that they belong to."""
    found: list[Block] = []
    for container in containers_of(group):
        block, inner = read_one(container), parts_of(container)[1]
        children = read_group(inner, min(depth + 1, validation.MAX_DEPTH)) if inner is not None else []
        found.append(block)
        if depth < validation.MAX_DEPTH:
            block["children"] = children
        else:
            found += children
    return found


def read_one(container: XmlElement) -> Block:
    """One block without its children."""
    block_id = container.attributes.get("id")
    is_id = isinstance(block_id, str) and len(block_id) <= validation.MAX_ID and block_id.isprintable()
    return {"id": block_id if is_id else "", **_own(parts_of(container)[0]), "children": []}


def read_pieces(element: XmlElement) -> list[Piece]:
    """Text and inline elements as they stand."""
    found: list[Piece] = []
    for child in element.children:
        if isinstance(child, XmlText):
            found += [(str(part).replace(_NUL, ""), dict(marks or {})) for part, marks in child.diff()]
        elif isinstance(child, XmlElement):
            found.append({"tag": child.tag, "attributes": plain_attributes(child)})
    return found


def plain_attributes(element: XmlElement) -> dict[str, Any]:
    """An element's attributes; whole numbers are whole, which the shared document does not know."""
    return {name: _whole(value) for name, value in _given_props(element).items()}


def _given_props(element: XmlElement) -> dict[str, Any]:
    attributes: Any = element.attributes
    return dict(attributes)


def _own(element: XmlElement | None) -> dict[str, Any]:
    if element is None:
        return {"type": "paragraph", "props": {}, "content": []}
    kind = element.tag or ""
    if kind not in schema.PROPS:
        return {"type": "rawMarkdown", "props": {}, "content": _plain(read_pieces(element))}
    known = schema.PROPS[kind]
    props = _fitting(plain_attributes(element), known)
    own: dict[str, Any] = {"type": kind, "props": props}
    if kind == "table":
        own["content"] = _read_table(element)
    elif kind in schema.PLAIN_TEXT:
        own["content"] = _plain(read_pieces(element))
    elif kind not in schema.WITHOUT_CONTENT:
        own["content"] = _nodes(read_pieces(element))
    return own


def _read_table(element: XmlElement) -> dict[str, Any]:
    rows: list[Any] = []
    tags: list[list[bool]] = []
    widths: list[Any] = []
    for row in element.children:
        if not isinstance(row, XmlElement) or row.tag != ROW:
            continue
        cells = [cell for cell in row.children if isinstance(cell, XmlElement) and cell.tag in (CELL, HEADER)]
        tags.append([cell.tag == HEADER for cell in cells])
        rows.append({"cells": [_read_cell(cell) for cell in cells]})
        widths = widths or [_width(cell) for cell in cells]
    table: dict[str, Any] = {"type": "tableContent", "columnWidths": widths, "rows": rows}
    if header_rows := _leading(all(row) and bool(row) for row in tags):
        table["headerRows"] = header_rows
    columns = list(zip(*tags, strict=False)) if tags else []
    if (header_cols := _leading(all(column) for column in columns)) and header_cols < len(columns):
        table["headerCols"] = header_cols
    return table


def _read_cell(cell: XmlElement) -> dict[str, Any]:
    props = _fitting(plain_attributes(cell), schema.CELL_PROPS)
    # Cells of the editor carry all of them, those from markdown none: what says nothing is left out.
    props = {name: value for name, value in props.items() if _CELL_DEFAULTS.get(name) != value}
    pieces: list[Piece] = []
    for paragraph in cell.children:
        if isinstance(paragraph, XmlElement):
            pieces += [("\n", {})] if pieces else []
            pieces += read_pieces(paragraph)
    return {"type": "tableCell", "props": props, "content": _nodes(pieces)}


def _fitting(given: dict[str, Any], known: dict[str, schema.Kind]) -> dict[str, Any]:
    found = {name: value.replace(_NUL, "") if isinstance(value, str) else value for name, value in given.items()}
    return {name: value for name, value in found.items() if name in known and known[name].fits(value)}


def _width(cell: XmlElement) -> Any:
    value = cell.attributes.get("colwidth")
    first = value[0] if isinstance(value, list) and value else None
    return _whole(first) if schema.WIDTH.fits(first) else None


def _leading(flags: Iterable[bool]) -> int:
    count = 0
    for flag in flags:
        if not flag:
            break
        count += 1
    return count


def _plain(pieces: list[Piece]) -> list[dict[str, Any]]:
    text = "".join("\n" if isinstance(piece, dict) else piece[0] for piece in pieces)
    return [{"type": "text", "text": text, "styles": {}}] if text else []


def _nodes(pieces: list[Piece]) -> list[dict[str, Any]]:
    """Inline content; line breaks have no styles, so that code before them stays code of one line."""
    nodes: list[dict[str, Any]] = []
    for piece in pieces:
        if not isinstance(piece, dict):
            _add_text(nodes, piece[0], piece[1])
        elif piece["tag"] == BREAK:
            _add_text(nodes, "\n", {})
        elif piece["tag"] in schema.INLINE_PROPS:
            props = _fitting(piece["attributes"], schema.INLINE_PROPS[piece["tag"]])
            if schema.REQUIRED_INLINE_PROP[piece["tag"]] in props:
                nodes.append({"type": piece["tag"], "props": props})
    return nodes


def _add_text(nodes: list[dict[str, Any]], text: str, marks: dict[str, Any]) -> None:
    styles: dict[str, Any] = {name: True for name in FLAGS if marks.get(name) is not None}
    for name in VALUED_STYLES:
        value = marks.get(name)
        if isinstance(value, dict) and isinstance(value.get("stringValue"), str):
            styles[name] = value["stringValue"]
    link = marks.get("link")
    href = link.get("href") if isinstance(link, dict) else None
    into = nodes
    if schema.HREF.fits(href):
        if not nodes or nodes[-1].get("href") != href:
            nodes.append({"type": "link", "href": href, "content": []})
        into = nodes[-1]["content"]
    if into and into[-1]["type"] == "text" and into[-1]["styles"] == styles:
        into[-1]["text"] += text
    elif text:
        into.append({"type": "text", "text": text, "styles": styles})


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value
