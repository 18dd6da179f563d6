"""Writes blocks into the shared document, in the shape that BlockNote's editor binds to.

XmlFragment "blocks" > blockGroup > blockContainer {id} > <type> {props} > XmlText | inline element …
                                                        > blockGroup > blockContainer …
"""

from collections.abc import Iterable, Iterator
from typing import Any

from pycrdt import XmlElement, XmlFragment, XmlText

from notesvc.text.blocks import schema
from notesvc.text.blocks.validation import Block

GROUP, CONTAINER, BREAK, TABLE_TEXT = "blockGroup", "blockContainer", "hardBreak", "tableParagraph"
ROW, CELL, HEADER = "tableRow", "tableCell", "tableHeader"
VALUED_STYLES = ("textColor", "backgroundColor")
FLAGS = ("bold", "italic", "underline", "strike", "code")

Run = tuple[str, dict[str, Any]]
Piece = Run | dict[str, Any]
"""A stretch of text with its marks, or an element within the text: `{"tag": …, "attributes": …}`."""


def seed(fragment: XmlFragment, document: list[Block]) -> None:
    """Write the blocks into the empty fragment. An editor cannot bind to nothing: there is always a paragraph."""
    group = XmlElement(GROUP)
    fragment.children.append(group)
    _insert_blocks(group, document or [{"id": "b1", "type": "paragraph", "props": {}, "content": [], "children": []}])


def insert_block(group: XmlElement, index: int, block: Block) -> None:
    """Write a block with its children into a blockGroup."""
    container = XmlElement(CONTAINER)
    group.children.insert(index, container)
    container.attributes["id"] = block["id"]
    element = XmlElement(block["type"])
    container.children.append(element)
    for name, value in attributes_of(block).items():
        element.attributes[name] = value
    write_content(element, block)
    if block.get("children"):
        inner = XmlElement(GROUP)
        container.children.append(inner)
        _insert_blocks(inner, block["children"])


def _insert_blocks(group: XmlElement, document: list[Block]) -> None:
    # From the last to the first: the library walks from the beginning to where something is inserted.
    for block in reversed(document):
        insert_block(group, 0, block)


def attributes_of(block: Block) -> dict[str, Any]:
    """The attributes of a block's element: its properties, but for those that say nothing."""
    return {name: value for name, value in (block.get("props") or {}).items() if value is not None}


def write_content(element: XmlElement, block: Block) -> None:
    """Write what a block holds into its empty element."""
    content = block.get("content")
    if block["type"] == "table":
        for row in table_rows(content or {}):
            _write_row(element, row)
    elif content:
        write_pieces(element, pieces_of(content, is_plain=block["type"] in schema.PLAIN_TEXT))


def write_pieces(element: XmlElement, pieces: Iterable[Piece]) -> None:
    """Append text and inline elements."""
    for index, piece in enumerate(group(pieces), len(element.children)):
        insert_piece(element, index, piece)


def group(pieces: Iterable[Piece]) -> list[list[Run] | dict[str, Any]]:
    """The pieces with neighbouring runs of text together, as one XmlText holds them."""
    found: list[list[Run] | dict[str, Any]] = []
    for piece in pieces:
        if isinstance(piece, dict):
            found.append(piece)
        elif found and isinstance(found[-1], list):
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def insert_piece(element: XmlElement, index: int, piece: list[Run] | dict[str, Any]) -> None:
    """Insert one XmlText, or one inline element."""
    if isinstance(piece, dict):
        inner = XmlElement(piece["tag"])
        element.children.insert(index, inner)
        for name, value in piece["attributes"].items():
            inner.attributes[name] = value
        return
    text = XmlText()
    element.children.insert(index, text)
    text.insert(0, "".join(part for part, _ in piece))
    at = 0
    for part, marks in piece:
        size = len(part.encode())
        if marks:
            text.format(at, at + size, marks)
        at += size


def pieces_of(content: Any, is_plain: bool = False) -> list[Piece]:
    """Inline content as the shared document has it: line breaks are elements, but for plain text."""
    found: list[Piece] = []
    for node in content if isinstance(content, list) else [{"type": "text", "text": content, "styles": {}}]:
        if node["type"] == "text":
            found += _text_pieces(node["text"], _marks(node.get("styles") or {}), is_plain)
        elif node["type"] == "link":
            for part in node["content"]:
                marks = {**_marks(part.get("styles") or {}), "link": {"href": node["href"]}}
                found += _text_pieces(part["text"], marks, is_plain)
        else:
            found.append({"tag": node["type"], "attributes": dict(node.get("props") or {})})
    return found


def table_rows(table: dict[str, Any]) -> list[list[tuple[str, dict[str, Any], list[Piece]]]]:
    """The rows of a table: of each cell its tag, its attributes and what it holds."""
    widths, rows = table.get("columnWidths") or [], []
    for number, row in enumerate(table.get("rows") or []):
        cells = []
        for column, cell in enumerate(row["cells"]):
            known = cell if isinstance(cell, dict) else {"content": cell}
            is_header = number < (table.get("headerRows") or 0) or column < (table.get("headerCols") or 0)
            attributes = {name: value for name, value in (known.get("props") or {}).items() if value is not None}
            if number == 0 and column < len(widths) and widths[column] is not None:
                attributes["colwidth"] = [widths[column]]
            cells.append((HEADER if is_header else CELL, attributes, pieces_of(known.get("content") or [])))
        rows.append(cells)
    return rows


def _write_row(table: XmlElement, cells: list[tuple[str, dict[str, Any], list[Piece]]]) -> None:
    row = XmlElement(ROW)
    table.children.append(row)
    for tag, attributes, pieces in cells:
        cell = XmlElement(tag)
        row.children.append(cell)
        for name, value in attributes.items():
            cell.attributes[name] = value
        paragraph = XmlElement(TABLE_TEXT)
        cell.children.append(paragraph)
        write_pieces(paragraph, pieces)


def _marks(styles: dict[str, Any]) -> dict[str, Any]:
    if not styles:
        return {}
    flags: dict[str, Any] = {name: {} for name in FLAGS if styles.get(name)}
    return flags | {name: {"stringValue": styles[name]} for name in VALUED_STYLES if styles.get(name)}


def _text_pieces(text: str, marks: dict[str, Any], is_plain: bool) -> Iterator[Piece]:
    if is_plain:
        yield text, marks
        return
    for number, line in enumerate(text.split("\n")):
        if number:
            yield {"tag": BREAK, "attributes": {}}
        if line:
            yield line, marks
