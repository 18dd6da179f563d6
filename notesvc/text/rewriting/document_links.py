"""Writing the wiki links of a block document anew."""

from copy import deepcopy
from typing import Any
from urllib.parse import quote, unquote

from notesvc.text.inline import ById, Forms, rewrite_wiki
from notesvc.text.rewriting.documents import each_node

_SCHEME = "note://"


def rewritten(document: list[Any], forms: Forms) -> list[Any]:
    """A copy of the document in which each wiki link whose title has a form is written so.

    Links are nodes of their own, and stand in what is kept verbatim; the text of a document holds none.
    """
    copy: list[Any] = deepcopy(document)
    for kind, node in each_node(copy):
        if kind == "rawMarkdown":
            node["text"] = rewrite_wiki(node["text"], forms)[0]
        else:
            _rewrite_node(node, forms)
    return copy


def _rewrite_node(node: dict[str, Any], forms: Forms) -> None:
    props = node.get("props") or {}
    if node.get("type") == "mdInline":
        props["src"] = rewrite_wiki(props["src"], forms)[0]
    elif node.get("type") == "wikiLink":
        _rewrite_link(node, props, forms)
    elif node.get("type") == "link" and str(node.get("href")).startswith(_SCHEME):
        _rewrite_link_by_id(node, forms)


def _rewrite_link(node: dict[str, Any], props: dict[str, Any], forms: Forms) -> None:
    title, sign, heading = str(props["title"]).partition("#")
    form = forms.get(title.strip())
    if isinstance(form, str):
        props["title"] = f"{form}{sign}{heading}"
    elif isinstance(form, ById):
        words = props.get("alias") or form.title or title
        node.clear()
        node |= _link_by_id(form, words, f"#{quote(heading)}" if heading else "")


def _rewrite_link_by_id(node: dict[str, Any], forms: Forms) -> None:
    note_id, sign, heading = str(node["href"]).removeprefix(_SCHEME).partition("#")
    label = "".join(str(each.get("text", "")) for each in node.get("content") or [])
    form = forms.get(ById(note_id, label))
    if isinstance(form, str):
        node.clear()
        node |= {"type": "wikiLink", "props": {"title": f"{form}{sign}{unquote(heading)}", "alias": ""}}
    elif isinstance(form, ById):
        node |= _link_by_id(form, form.title, sign + heading)


def _link_by_id(form: ById, words: str, heading: str) -> dict[str, Any]:
    label = {"type": "text", "text": words, "styles": {}}
    return {"type": "link", "href": f"{_SCHEME}{form.note_id}{heading}", "content": [label]}
