"""Markdown to HTML that is safe to show: our syntax, Python-Markdown, and the sanitiser last."""

import re
import string
import xml.etree.ElementTree as etree
from collections.abc import Callable
from functools import partial
from html import escape
from typing import NamedTuple

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.preprocessors import Preprocessor

from notesvc.text import inline
from notesvc.text.html import inline_syntax, link_elements, placeholders, sanitise
from notesvc.text.html.block_syntax import HeadingProcessor
from notesvc.text.html.commonmark_lines import LinePass, TooDeepError, Workshop
from notesvc.text.html.fallback import escaped
from notesvc.text.html.footnotes import Footnotes
from notesvc.text.html.link_targets import NO_LINKS, Links
from notesvc.text.html.note_tree import NoteTree
from notesvc.text.markdown import prescreen

MAX_HTML_DEPTH = 250

_BREAK_AT_BLOCK = re.compile(r"<br ?/?>\s*+(?=<pre>)|(?<=</pre>)<br ?/?>")


def render(markdown: str, links: Links = NO_LINKS) -> str:
    """Safe HTML for a note. What cannot be parsed within reason comes back as `escaped` text.

    It may take long on hostile text: call it through `sandbox.Renderer` where the text is not your own.
    """
    markdown = placeholders.without_placeholders(markdown)
    if prescreen.is_hostile(markdown):
        return escaped(markdown)
    try:
        html = _parse(markdown, links)
    except (RecursionError, TooDeepError):
        return escaped(markdown)
    if sanitise.depth_of(html) > MAX_HTML_DEPTH:
        return escaped(markdown)
    return sanitise.clean(html, links.remote_images)


def _parse(markdown: str, links: Links) -> str:
    spans = _spans(markdown, links)
    sources = [markdown[span.start : span.end] for span in spans]

    def restore(text: str) -> str:
        return placeholders.TOKEN.sub(lambda mark: "".join(sources[int(mark.group(1)) :][:1]), text)

    parser = Markdown(
        output_format="html",
        extensions=[
            TableExtension(use_align_attribute=True),
            SaneListExtension(),
            NoteExtension([span.element for span in spans], links, restore),
        ],
    )
    html = parser.convert(_with_marks(markdown, spans))
    html = placeholders.TOKEN.sub(lambda mark: escape(restore(mark.group(0))), html)
    return _BREAK_AT_BLOCK.sub("", html)


class _Span(NamedTuple):
    """A part of the source that one element stands for."""

    start: int
    end: int
    element: Callable[[], etree.Element]


def _spans(markdown: str, links: Links) -> list[_Span]:
    """What of the note's tokens is shown as an element; people and users that are unknown stay text."""
    names = inline.Names({name: name for name in links.people})
    spans: list[_Span] = []
    for token in inline.each_token(markdown):
        span = _span(token, markdown, links, names)
        if span and (not spans or span.start >= spans[-1].end):
            spans.append(span)
    return spans


def _span(token: inline.Token, markdown: str, links: Links, names: inline.Names) -> _Span | None:
    start, end = token.start, token.end
    if token.kind == "wiki":
        make = link_elements.embed if token.embed else link_elements.wiki
        return _Span(start, end, partial(make, links, token.title, token.heading, token.alias))
    if token.kind == "tag":
        return _Span(start, end, partial(link_elements.tag, token.value))
    target = None
    if token.kind == "person" and (found := names.match(token.value)):
        end = start + 1 + found[0]
        target = links.people[found[1]]
    elif token.kind == "user":
        target = links.users.get(token.value)
    if target is None:
        return None
    return _Span(start, end, partial(link_elements.link, target.address, markdown[start:end], token.kind))


def _with_marks(markdown: str, spans: list[_Span]) -> str:
    parts: list[str] = []
    position = 0
    for number, span in enumerate(spans):
        parts += [markdown[position : span.start], placeholders.token(number)]
        position = span.end
    return "".join([*parts, markdown[position:]])


class NoteExtension(Extension):
    """Joins our own syntax to a Python-Markdown parser for one note."""

    def __init__(
        self, elements: list[Callable[[], etree.Element]], links: Links, restore: Callable[[str], str]
    ) -> None:
        super().__init__()
        self.elements, self.links, self.restore = elements, links, restore

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers everything; Python-Markdown's own raw HTML, which is not linear, goes."""
        md.ESCAPED_CHARS = list(string.punctuation)  # as in CommonMark
        footnotes = Footnotes()
        workshop = Workshop(md.htmlStash.store, self.restore, footnotes)
        md.preprocessors.deregister("html_block")
        md.preprocessors.register(LinePreprocessor(md, workshop), "lines", 25)
        md.parser.blockprocessors.register(HeadingProcessor(md.parser), "hashheader", 70)
        inline_syntax.register(md, self.elements, footnotes.numbers)
        md.treeprocessors.register(NoteTree(md, self.links), "note", 15)


class LinePreprocessor(Preprocessor):
    """Runs the line pass over a whole note."""

    def __init__(self, md: Markdown, workshop: Workshop) -> None:
        super().__init__(md)
        self.workshop = workshop

    def run(self, lines: list[str]) -> list[str]:
        """The rewritten lines with the footnotes after them."""
        rewritten = LinePass("\n".join(lines).rstrip("\n").split("\n"), self.workshop).run()
        if footnotes := self.workshop.footnotes.as_lines():
            rewritten += ["", self.workshop.stash('<hr class="footnotes">'), "", *footnotes]
        return rewritten
