"""Rewriting the markdown that stands inside a block document, leaving everything else as it is."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

Rewrite = Callable[[str], str]
"""Markdown in, markdown out."""

_VERBATIM = ("codeBlock",)


def rewritten(document: list[Any], rewrite: Rewrite) -> list[Any]:
    """A copy of the document in which `rewrite` has been applied to every text, wiki link and verbatim piece."""
    copy: list[Any] = deepcopy(document)
    waiting: list[Any] = list(copy)
    while waiting:
        block = waiting.pop()
        waiting += block.get("children") or []
        if block.get("type") not in _VERBATIM:
            _rewrite_content(block.get("content"), rewrite)
    return copy


def _rewrite_content(content: Any, rewrite: Rewrite) -> None:
    """Inline nodes, or a table's rows of cells of them."""
    waiting: list[Any] = [content]
    while waiting:
        here = waiting.pop()
        if isinstance(here, list):
            waiting += here
        elif isinstance(here, dict):
            _rewrite_node(here, rewrite)
            waiting += [here[name] for name in ("content", "rows", "cells") if isinstance(here.get(name), list)]


def _rewrite_node(node: dict[str, Any], rewrite: Rewrite) -> None:
    kind, props = node.get("type"), node.get("props") or {}
    if kind == "text" and not (node.get("styles") or {}).get("code"):
        node["text"] = rewrite(node["text"])
    elif kind == "mdInline":
        props["src"] = rewrite(props["src"])
    elif kind == "wikiLink":
        alias = props.get("alias") or ""
        link = rewrite(f"[[{props['title']}{'|' if alias else ''}{alias}]]")
        props["title"] = link[2:-2].partition("|")[0]
