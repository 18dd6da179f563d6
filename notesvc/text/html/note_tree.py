"""What is done to the parsed tree of a note: heading ids, links, images, items of lists, callouts, tables, embeds."""

import re
import xml.etree.ElementTree as etree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from notesvc.text.html import direction, link_elements, list_items
from notesvc.text.html.line_shapes import CALLOUT
from notesvc.text.html.link_targets import Links
from notesvc.text.html.parts import Parts, said

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LINE_END = re.compile(r" *+\\?+\n")
_PARAGRAPHS = _HEADINGS | {"p", "li", "td", "th", "em", "strong", "del", "mark", "a", "summary", "label"}
_STASHED = re.compile("\x02(?:([0-9]{1,6})|[^\x02\x03]*)\x03")
"""What Python-Markdown keeps apart: escaped signs by their number, and raw HTML."""

_NOT_A_LETTER = re.compile(r"[^a-z]")
_KIND = re.compile(r"[A-Za-z]{1,24}")


class NoteTree(Treeprocessor):
    """Finishes the tree after its inline parts were parsed."""

    def __init__(self, md: Markdown, links: Links, parts: Parts) -> None:
        super().__init__(md)
        self.links, self.parts = links, parts
        self.text = ""
        """The note's, to see which scripts there are in it."""

    def run(self, root: etree.Element) -> None:
        """Changes the tree in place."""
        for element in list(root.iter()):
            if element.tag in _HEADINGS:
                element.set("id", link_elements.slug(self._said(element)))
            elif element.tag == "a":
                link_elements.resolve_link(element, self.links)
            elif element.tag == "img":
                link_elements.resolve_image(element, self.links)
            elif element.tag == "li":
                list_items.finish(element)
            elif element.tag == "blockquote":
                self._callout(element)
            elif element.tag in ("td", "th"):
                _align(element)
            elif element.tag == "p":
                self._embed(element)
        for element in list(root.iter()):
            _break_lines(element)
        direction.set_on(root, self.text)

    def _said(self, element: etree.Element) -> str:
        """The text of a heading, without the numbers of its footnotes."""
        texts = [element.text or ""]
        for child in element:
            texts += [] if child.get("class") == "footnote" else child.itertext()
            texts.append(child.tail or "")
        text = _STASHED.sub(lambda found: chr(int(found[1])) if found[1] else "", "".join(texts))
        return self.parts.plain(text)

    def _embed(self, paragraph: etree.Element) -> None:
        """A paragraph that is nothing but an embedded note becomes that note, where its text is known."""
        child = paragraph[0] if len(paragraph) == 1 else None
        if child is None or link_elements.EMBEDDED not in child.attrib:
            return
        if (paragraph.text or "").strip() or (child.tail or "").strip():
            return
        title, heading = child.attrib[link_elements.EMBEDDED], child.get(link_elements.SECTION)
        paragraph.tag = "div"
        paragraph[:] = []
        paragraph.text = AtomicString(self.parts.embed(title, heading))

    def _callout(self, quote: etree.Element) -> None:
        if not len(quote) or quote[0].tag != "p":
            return
        title = quote[0]
        match = CALLOUT.match((title.text or "").lstrip())
        if match is None:
            return
        kind, fold = match.group(1), match.group(2)
        title.text = (title.text or "").lstrip()[match.end() :]
        if not title.text and not len(title):
            title.text = AtomicString(self._name_of_kind(kind))
        title.set("class", "callout-title")
        quote.set("class", f"callout callout-{_NOT_A_LETTER.sub('', kind.lower())[:24] or 'note'}")
        quote.tag = "div"
        if fold:
            quote.tag, title.tag = "details", "summary"
            if fold == "+":
                quote.set("open", "open")

    def _name_of_kind(self, kind: str) -> str:
        """What a callout without a title is called, to be said in another language where pages are."""
        words = kind.replace("-", " ").replace("_", " ").capitalize()
        return self.parts.keep(said(kind.lower(), words), words) if _KIND.fullmatch(kind) else words


def _align(cell: etree.Element) -> None:
    if side := cell.attrib.pop("align", None):
        cell.set("class", f"align-{side}")


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
