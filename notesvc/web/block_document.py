"""Rich documents as the served document describes them: made from what `text/` lets them hold."""

from typing import Any

from notesvc.shapes import REFERENCE
from notesvc.text.blocks import schema, validation
from notesvc.text.blocks.schema import Kind

Schema = dict[str, Any]

_ARRAY_OF_INLINE = {"type": "array", "items": {REFERENCE: "Inline"}}
_OF_KIND: dict[Kind, Schema] = {
    schema.STRING: {"type": "string"},
    schema.SWITCH: {"type": "boolean"},
    schema.ALIGNMENT: {"type": "string", "enum": ["left", "center", "right", "justify"]},
    schema.LEVEL: {"type": "integer", "minimum": 1, "maximum": 6},
    schema.SPAN: {"type": "integer", "minimum": 1, "maximum": 1_000},
    schema.START: {"type": ["integer", "null"], "minimum": 0, "maximum": 999_999_999},
    schema.WIDTH: {"type": ["number", "null"], "minimum": 0},
    schema.HREF: {"type": "string"},
}
_PROPS = {
    "textColor": "The colour of the text.",
    "backgroundColor": "The colour behind it.",
    "textAlignment": "To which side the text goes.",
    "level": "How high the heading stands.",
    "isToggleable": "Whether what is below the heading can be folded away.",
    "start": "The number that the list begins with.",
    "checked": "Whether the box is ticked.",
    "language": "The language of the code.",
    "name": "The file's name.",
    "url": "The file's address.",
    "caption": "What stands below it.",
    "showPreview": "Whether the file itself is shown, and not only its name.",
    "previewWidth": "How wide it is shown, in pixels.",
    "colspan": "How many columns the cell spans.",
    "rowspan": "How many rows the cell spans.",
    "bold": "Whether the text is bold.",
    "italic": "Whether the text is italic.",
    "underline": "Whether the text is underlined.",
    "strike": "Whether the text is struck through.",
    "code": "Whether the text is code.",
    "title": "The title of the note that is meant, as it is written.",
    "alias": "What is shown in its place.",
    "src": "Markdown that stays as it is written.",
}


def schemas() -> dict[str, Schema]:
    """The components: `Block` and its types, `Inline` and its kinds, and tables."""
    block_types = {f"{_capital(kind)}Block": _block(kind) for kind in schema.PROPS}
    inline_kinds = {"TextInline": _text(), "LinkInline": _link()} | {
        f"{_capital(kind)}Inline": _atom(kind) for kind in schema.INLINE_PROPS
    }
    return {
        "Block": _one_of("A part of a rich document.", block_types),
        **block_types,
        "Inline": _one_of("A part of a block's text.", inline_kinds),
        **inline_kinds,
        **_tables(),
    }


def _block(kind: str) -> Schema:
    content = {"content": _content(kind)} if kind not in schema.WITHOUT_CONTENT else {}
    properties = {
        "id": {"type": "string", "maxLength": validation.MAX_ID, "description": "The block's id; made where absent."},
        "type": _always(kind),
        "props": {**_props(schema.PROPS[kind]), "description": "How the block is."},
        **content,
        "children": {"type": "array", "items": {REFERENCE: "Block"}, "description": "The blocks below it."},
    }
    return _object(f"A block of the type {kind}.", properties, ["type"])


def _content(kind: str) -> Schema:
    if kind == "table":
        return {REFERENCE: "TableContent", "description": "The table."}
    if kind in schema.PLAIN_TEXT:
        return {"type": "array", "items": {REFERENCE: "TextInline"}, "description": "The plain text."}
    return {**_ARRAY_OF_INLINE, "description": "The text."}


def _text() -> Schema:
    properties = {
        "type": _always("text"),
        "text": {"type": "string", "description": "The characters."},
        "styles": {**_props(schema.STYLES), "description": "How they look."},
    }
    return _object("Text of one look.", properties, ["type", "text"])


def _link() -> Schema:
    properties = {
        "type": _always("link"),
        "href": {"type": "string", "description": "The address; its scheme must be an allowed one."},
        "content": {"type": "array", "items": {REFERENCE: "TextInline"}, "description": "What is shown."},
    }
    return _object("A link.", properties, ["type", "href", "content"])


def _atom(kind: str) -> Schema:
    props = _props(schema.INLINE_PROPS[kind])
    props = {**props, "required": [schema.REQUIRED_INLINE_PROP[kind]], "description": "What it holds."}
    return _object(f"Inline content of the kind {kind}.", {"type": _always(kind), "props": props}, ["type", "props"])


def _tables() -> dict[str, Schema]:
    widths = {"type": "array", "items": {"type": ["number", "null"]}, "description": "In pixels; null where free."}
    count = {"type": "integer", "minimum": 0}
    cell = {
        "type": _always("tableCell"),
        "props": {**_props(schema.CELL_PROPS), "description": "How the cell is."},
        "content": {**_ARRAY_OF_INLINE, "description": "The text."},
    }
    either = {"anyOf": [{REFERENCE: "TableCell"}, _ARRAY_OF_INLINE]}
    row = {"cells": {"type": "array", "items": either, "description": "The cells; text alone is one without props."}}
    table = {
        "type": _always("tableContent"),
        "columnWidths": widths,
        "headerRows": {**count, "description": "How many rows are heads."},
        "headerCols": {**count, "description": "How many columns are heads."},
        "rows": {"type": "array", "items": {REFERENCE: "TableRow"}, "description": "The rows."},
    }
    return {
        "TableContent": _object("The content of a table.", table, ["type", "rows"]),
        "TableRow": _object("A row of a table.", row, ["cells"]),
        "TableCell": _object("A cell of a table.", cell, ["type"]),
    }


def _one_of(description: str, kinds: dict[str, Schema]) -> Schema:
    mapping = {made["properties"]["type"]["const"]: f"#/components/schemas/{name}" for name, made in kinds.items()}
    return {
        "description": description,
        "oneOf": [{REFERENCE: name} for name in kinds],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _object(description: str, properties: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _props(kinds: dict[str, Kind]) -> Schema:
    properties = {name: {**_OF_KIND[kind], "description": _PROPS[name]} for name, kind in kinds.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _always(value: str) -> Schema:
    return {"type": "string", "const": value, "description": "What it is."}


def _capital(kind: str) -> str:
    return kind[0].upper() + kind[1:]
