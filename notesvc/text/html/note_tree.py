"""What is done to the parsed tree of a note: heading ids, links, images, task lists, callouts."""

import re
import xml.etree.ElementTree as etree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from notesvc.text.html import link_elements
from notesvc.text.html.link_targets import Links

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TASK = re.compile(r"\s*\[([^\]\s]| )\](?:[ ]+|$)")
_CALLOUT = re.compile(r"\s*\[!([A-Za-z][A-Za-z0-9_-]*)\]([+-]?)[ ]*")
_LINE_END = re.compile(r" *+\\?+\n")
_PARAGRAPHS = _HEADINGS | {"p", "li", "td", "th", "em", "strong", "del", "mark", "a", "summary"}
_NOT_A_LETTER = re.compile(r"[^a-z]")


class NoteTree(Treeprocessor):
    """Finishes the tree after its inline parts were parsed."""

    def __init__(self, md: Markdown, links: Links) -> None:
        super().__init__(md)
        self.links = links
        self.slugs: dict[str, int] = {}

    def run(self, root: etree.Element) -> None:
        """Changes the tree in place."""
        for element in list(root.iter()):
            if element.tag in _HEADINGS:
                self._heading(element)
            elif element.tag == "a":
                link_elements.resolve_link(element, self.links)
            elif element.tag == "img":
                link_elements.resolve_image(element, self.links)
            elif element.tag == "li":
                _task(element)
            elif element.tag == "blockquote":
                _callout(element)
        for element in list(root.iter()):
            _break_lines(element)

    def _heading(self, element: etree.Element) -> None:
        name = link_elements.slug("".join(element.itertext()))
        count = self.slugs.get(name, 0)
        self.slugs[name] = count + 1
        element.set("id", f"{name}-{count}" if count else name)


def _task(item: etree.Element) -> None:
    holder = item[0] if len(item) and item[0].tag == "p" and not (item.text or "").strip() else item
    match = _TASK.match(holder.text or "")
    if match is None:
        return
    box = etree.Element("input", {"type": "checkbox", "disabled": "disabled"})
    done = match.group(1) != " "
    if done:
        box.set("checked", "checked")
    box.tail = " " + (holder.text or "")[match.end() :]
    holder.text = None
    holder.insert(0, box)
    item.set("class", "task done" if done else "task")


def _callout(quote: etree.Element) -> None:
    if not len(quote) or quote[0].tag != "p":
        return
    title = quote[0]
    match = _CALLOUT.match(title.text or "")
    if match is None:
        return
    kind, fold = match.group(1), match.group(2)
    title.text = (title.text or "")[match.end() :]
    if not title.text and not len(title):
        title.text = kind.replace("-", " ").capitalize()
    title.set("class", "callout-title")
    quote.set("class", f"callout callout-{_NOT_A_LETTER.sub('', kind.lower())[:24] or 'note'}")
    quote.tag = "div"
    if fold:
        quote.tag, title.tag = "details", "summary"
        if fold == "+":
            quote.set("open", "open")


def _break_lines(element: etree.Element) -> None:
    """Every line end inside a paragraph is a line break."""
    if element.tag not in _PARAGRAPHS:
        return
    children: list[etree.Element] = []
    element.text = _with_breaks(element.text, children)
    for child in list(element):
        children.append(child)
        if child.tag in ("ul", "ol", "blockquote", "pre") and child.tail:
            child.tail = child.tail.lstrip("\n")
        child.tail = _with_breaks(child.tail, children)
    if len(children) > len(element):
        element[:] = children


def _with_breaks(text: str | None, children: list[etree.Element]) -> str | None:
    """The first line; the others are appended to the children, each after a line break."""
    if not text or "\n" not in text or isinstance(text, AtomicString):
        return text
    first, *lines = _LINE_END.split(text)
    for line in lines:
        line_break = etree.Element("br")
        line_break.tail = line.lstrip(" ")
        children.append(line_break)
    return first
