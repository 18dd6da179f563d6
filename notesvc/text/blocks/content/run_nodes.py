"""Inline nodes of the block model to runs, and back.

Wiki links and `mdInline` nodes have no styles in the block model. One that stands between two runs takes the styles
that both share; styles beyond those are written into the `src` of an `mdInline`: `**[[Title]]**`.
"""

from collections.abc import Sequence
from typing import Any

from notesvc.text.blocks.content import inline_source, run_parser, run_writer, runs
from notesvc.text.blocks.content.inline_source import IN_LINE, Place
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.content.runs import Run

Node = dict[str, Any]

_SHOWN = runs.MARKS | {"code"}
# Marks an atom whose styles come from what is around it.
_INHERITED: runs.Styles = frozenset({"inherited"})


def read(source: str, references: References, place: Place = IN_LINE) -> list[Node]:
    """The inline nodes of a stripped piece of inline Markdown.

    Where styles are entangled so that they could not be written again, it is one `mdInline` with all of the source.
    """
    found = run_parser.parse(source, references, place.ends, place.breaks)
    if _is_simple(found) or inline_source.is_sayable(found, references, place, source):
        return to_nodes(found)
    return [{"type": "mdInline", "props": {"src": source}}]


def to_runs(nodes: Sequence[Node], references: References, place: Place = IN_LINE) -> list[Run]:
    """The normal form of the runs of inline nodes; colours are left out, for Markdown has none."""
    found: list[Run] = []
    for node in nodes:
        found.extend(_runs_of(node, references, place))
    if any(run.styles is _INHERITED for run in found):
        shared = _shared_styles(found)
        found = [
            run._replace(styles=shared[index]) if run.styles is _INHERITED else run for index, run in enumerate(found)
        ]
    return runs.normal(found, place.ends)


def to_nodes(found: Sequence[Run]) -> list[Node]:
    """The inline nodes of runs in normal form."""
    shared = _shared_styles(found) if any(run.kind in runs.ATOMS for run in found) else []
    nodes: list[Node] = []
    for index, run in enumerate(found):
        if run.kind == "link":
            texts = [_text_node(inner._replace(styles=inner.styles | run.styles)) for inner in run.inner]
            nodes.append({"type": "link", "href": run.href, "content": texts})
        elif run.kind in runs.ATOMS:
            nodes.append(_atom_node(run, shared[index]))
        else:
            nodes.append(_text_node(run))
    return nodes


def _is_simple(found: Sequence[Run]) -> bool:
    return not found or (len(found) == 1 and found[0].kind != "link" and not found[0].styles)


def _runs_of(node: Node, references: References, place: Place) -> list[Run]:
    if node["type"] == "text":
        return [_text_run(node)]
    if node["type"] == "link":
        inner = runs.normal([_text_run(text) for text in node["content"]], "")
        if inner:
            return [runs.link(node["href"], inner)]
        return [Run("raw", run_writer.link_source("", node["href"]), _INHERITED)]
    if node["type"] == "wikiLink":
        return [_wiki_run(node["props"])]
    return _runs_of_source(node["props"]["src"], references, place)


def _runs_of_source(source: str, references: References, place: Place) -> list[Run]:
    found = run_parser.parse(source, references, place.ends, place.breaks)
    if len(found) == 1 and found[0].kind in runs.ATOMS:
        return [found[0] if found[0].styles else found[0]._replace(styles=_INHERITED)]
    if _is_simple(found) or inline_source.is_sayable(found, references, place):
        return found
    return [Run("raw", source, _INHERITED)]


def _text_run(node: Node) -> Run:
    styles = node.get("styles") or {}
    if not styles:
        return Run("text", node["text"])
    kept = frozenset(name for name, value in styles.items() if value and name in _SHOWN)
    return Run("code", node["text"], kept - {"code"}) if "code" in kept else Run("text", node["text"], kept)


def _wiki_run(props: dict[str, str]) -> Run:
    alias = props.get("alias") or ""
    source = f"[[{props['title']}|{alias}]]" if alias else f"[[{props['title']}]]"
    if run_parser.WIKI.fullmatch(source):
        return Run("wiki", source, _INHERITED)
    return Run("text", source)


def _shared_styles(found: Sequence[Run]) -> list[runs.Styles]:
    """For each run, the styles that the nearest texts before and after it share."""
    after: list[runs.Styles] = [runs.NO_STYLES] * len(found)
    styles = runs.NO_STYLES
    for index in range(len(found) - 1, -1, -1):
        after[index] = styles
        if found[index].kind not in runs.ATOMS:
            styles = found[index].styles
    shared: list[runs.Styles] = []
    styles = runs.NO_STYLES
    for index, run in enumerate(found):
        shared.append(styles & after[index])
        if run.kind not in runs.ATOMS:
            styles = run.styles
    return shared


def _text_node(run: Run) -> Node:
    names = sorted(run.styles | {"code"} if run.kind == "code" else run.styles)
    return {"type": "text", "text": run.text, "styles": dict.fromkeys(names, True)}


def _atom_node(run: Run, shared: runs.Styles) -> Node:
    if run.styles and run.styles != shared:
        return {"type": "mdInline", "props": {"src": run_writer.wrap(run.text, run.styles)}}
    match = run_parser.WIKI.fullmatch(run.text) if run.kind == "wiki" else None
    if match is None:
        return {"type": "mdInline", "props": {"src": run.text}}
    return {"type": "wikiLink", "props": {"title": match["title"], "alias": match["alias"] or ""}}
