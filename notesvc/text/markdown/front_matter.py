"""The YAML block at the beginning of a Markdown file."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from notesvc.text.fold import title_key
from notesvc.text.inline import tag_key
from notesvc.text.markdown import yaml_values

MAX_BYTES = 256 * 1024
"""The longest block that is read: properties of 64 KiB of JSON, which YAML's indentation can make longer."""

_OPENING = re.compile(r"---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


def split(markdown: str) -> tuple[dict[str, Any], str]:
    """The properties of a text and the body exactly as it stands after them.

    A block that is no mapping of plain values (`yaml_values.parse` tells which those are), too long or not
    closed is no front matter: then the properties are empty and the body is the whole text.
    """
    opening = _OPENING.match(markdown)
    closing = _CLOSING.search(markdown, opening.end(), opening.end() + MAX_BYTES + 8) if opening else None
    if not opening or not closing:
        return {}, markdown
    block = markdown[opening.end() : closing.start()]
    body = markdown[closing.end() :]
    if not block:
        return {}, body
    if len(block.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return {}, markdown
    try:
        properties = yaml_values.parse(block)
    except yaml_values.NotPlainError:
        return {}, markdown
    return (properties, body) if isinstance(properties, dict) else ({}, markdown)


def join(properties: dict[str, Any], body: str) -> str:
    """The text that `split` takes apart into these properties and this body again.

    Raises ValueError for properties that are no plain values, nested more than 64 levels deep or too long.
    """
    if not properties:
        return f"---\n---\n{body}" if body.startswith("---") else body
    block = "".join(f"{line}\n" for line in yaml_values.lines(properties))
    if len(block.encode()) > MAX_BYTES:
        raise ValueError("the properties are too long")
    return f"---\n{block}---\n{body}"


def aliases(properties: dict[str, Any]) -> list[str]:
    """The further titles that the properties `aliases` and `alias` give a note, each once."""
    texts = [text for key in ("aliases", "alias") for text in _texts(properties.get(key))]
    return _each_once((text.strip() for text in texts), title_key)


def tags(properties: dict[str, Any]) -> list[str]:
    """The tags that the properties `tags` and `tag` name, without `#`, each once; not all need be valid."""
    found: list[str] = []
    for key in ("tags", "tag"):
        value = properties.get(key)
        found += re.split(r"[\s,]+", value) if isinstance(value, str) else _texts(value)
    return _each_once((tag.strip().lstrip("#").strip() for tag in found), tag_key)


def _texts(value: Any) -> list[str]:
    """The texts and numbers of a property that is one or a list of them."""
    items = value if isinstance(value, list) else [value]
    kept = [item for item in items if isinstance(item, (str, int, float)) and not isinstance(item, bool)]
    return [str(item) for item in kept]


def _each_once(texts: Iterable[str], key: Callable[[str], str]) -> list[str]:
    kept: dict[str, str] = {}
    for text in texts:
        if text:
            kept.setdefault(key(text), text)
    return list(kept.values())
