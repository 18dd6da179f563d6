"""Rewriting the markdown that stands inside a block document, leaving everything else as it is."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Rewrite = Callable[[str], str]
"""Markdown in, markdown out."""

Counting = Callable[[str], tuple[str, int]]
"""The same, with how many places were changed."""

_VERBATIM = ("codeBlock",)


def rewritten(document: list[Any], rewrite: Rewrite) -> list[Any]:
    """A copy of the document in which `rewrite` has been applied to every text, wiki link and verbatim piece."""
    copy: list[Any] = deepcopy(document)
    for kind, node in each_node(copy):
        if kind not in _VERBATIM:
            _rewrite_node(node, rewrite)
    return copy


def each_node(document: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The inline nodes of a document, tables and their cells among them, each with the type of its block.

    A node may be changed in place: what it holds then is what comes after it.
    """
    blocks: list[Any] = list(document)
    while blocks:
        block = blocks.pop()
        blocks += block.get("children") or []
        waiting: list[Any] = [block.get("content")]
        while waiting:
            here = waiting.pop()
            if isinstance(here, list):
                waiting += here
            elif isinstance(here, dict):
                yield str(block.get("type")), here
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
