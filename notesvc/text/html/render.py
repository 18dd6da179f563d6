"""Markdown to HTML that is safe to show: our syntax, Python-Markdown, and the sanitiser last."""

import re
import string
import xml.etree.ElementTree as etree
from collections.abc import Callable
from functools import partial
from html import escape
from itertools import takewhile
from typing import NamedTuple

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString

from notesvc.text import inline
from notesvc.text.html import code_blocks, formulas, inline_syntax, link_elements, placeholders, sanitise
from notesvc.text.html.block_syntax import HeadingProcessor
from notesvc.text.html.commonmark_lines import LinePass, TooDeepError, Workshop
from notesvc.text.html.footnotes import Footnotes
from notesvc.text.html.link_targets import Links
from notesvc.text.html.note_tree import NoteTree
from notesvc.text.html.parts import Parts
from notesvc.text.inline.scanner import Scanner
from notesvc.text.markdown import prescreen

MAX_HTML_DEPTH = 250

_BREAK_AT_BLOCK = re.compile(r"<br ?/?>\s*+(?=<pre>)|(?<=</pre>)<br ?/?>")


class UnrenderableError(ValueError):
    """The text cannot be parsed within reason."""


def render(markdown: str, links: Links, parts: Parts) -> str:
    """Safe HTML for a note without placeholders, with marks of `parts` where formulas, code and embedded notes belong.

    Raises UnrenderableError. It may take long on hostile text: call it in a child process.
    """
    if prescreen.is_hostile(markdown):
        raise UnrenderableError
    try:
        html = _parse(markdown, links, parts)
    except (RecursionError, TooDeepError) as error:
        raise UnrenderableError from error
    if sanitise.depth_of(html) > MAX_HTML_DEPTH:
        raise UnrenderableError
    return sanitise.clean(placeholders.without_references(html), links.remote_images)


def _parse(markdown: str, links: Links, parts: Parts) -> str:
    spans = _spans(markdown, links, parts)
    sources = [markdown[span.start : span.end] for span in spans]

    def restore(text: str) -> str:
        return placeholders.SOURCE.sub(lambda mark: "".join(sources[int(mark.group(1)) :][:1]), text)

    note = NoteExtension([span.element for span in spans], links, parts, restore)
    parser = Markdown(
        output_format="html",
        extensions=[TableExtension(use_align_attribute=True), SaneListExtension(), note],
    )
    html = parser.convert(_with_marks(markdown, spans))
    html = placeholders.SOURCE.sub(lambda mark: escape(restore(mark.group(0))), html)
    return _BREAK_AT_BLOCK.sub("", html)


class _Span(NamedTuple):
    """A part of the source that one element stands for."""

    start: int
    end: int
    mark: Callable[[int], str]
    element: Callable[[], etree.Element]


def _spans(markdown: str, links: Links, parts: Parts) -> list[_Span]:
    """The wiki links and the formulas of a note; tags, people and users stay text."""
    read = Scanner(markdown).read()
    spans = [_wiki(token, links, parts) for token in read.tokens if token.kind == "wiki"]
    names = inline.Names(dict.fromkeys(links.people, ""))
    for formula in takewhile(lambda _: parts.may_have_formula(), formulas.find(markdown, read.formulas, names)):
        make = partial(_formula, formula, markdown[formula.start : formula.end], parts)
        spans.append(_Span(formula.start, formula.end, placeholders.formula, make))
    return sorted(spans, key=lambda span: span.start)


def _wiki(token: inline.Token, links: Links, parts: Parts) -> _Span:
    make = link_elements.wiki
    if token.embed:
        make = link_elements.note_in_place if token.title in parts.embeddable else link_elements.embed
    element = partial(make, links, token.title, token.heading, token.alias)
    return _Span(token.start, token.end, placeholders.token, element)


def _formula(formula: formulas.Formula, source: str, parts: Parts) -> etree.Element:
    element = etree.Element("span", {"class": "formula-block" if formula.is_block else "formula", "dir": "ltr"})
    element.text = AtomicString(parts.formula(formula.tex, formula.is_block, source))
    return element


def _with_marks(markdown: str, spans: list[_Span]) -> str:
    parts: list[str] = []
    position = 0
    for number, span in enumerate(spans):
        parts += [markdown[position : span.start], span.mark(number)]
        position = span.end
    return "".join([*parts, markdown[position:]])


class NoteExtension(Extension):
    """Joins our own syntax to a Python-Markdown parser for one note."""

    def __init__(
        self, elements: list[Callable[[], etree.Element]], links: Links, parts: Parts, restore: Callable[[str], str]
    ) -> None:
        super().__init__()
        self.elements, self.links, self.parts, self.restore = elements, links, parts, restore

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers everything; Python-Markdown's own raw HTML, which is not linear, goes."""
        md.ESCAPED_CHARS = list(string.punctuation)  # as in CommonMark
        footnotes = Footnotes(self.parts.footnotes)
        code = partial(code_blocks.html, self.parts)
        workshop = Workshop(md.htmlStash.store, self.restore, code, footnotes)
        tree = NoteTree(md, self.links, self.parts)
        md.preprocessors.deregister("html_block")
        md.preprocessors.register(LinePreprocessor(md, workshop, tree), "lines", 25)
        md.parser.blockprocessors.register(HeadingProcessor(md.parser), "hashheader", 70)
        inline_syntax.register(md, self.elements, footnotes.numbers)
        md.treeprocessors.register(tree, "note", 15)


class LinePreprocessor(Preprocessor):
    """Runs the line pass over a whole note."""

    def __init__(self, md: Markdown, workshop: Workshop, tree: NoteTree) -> None:
        super().__init__(md)
        self.workshop, self.tree = workshop, tree

    def run(self, lines: list[str]) -> list[str]:
        """The rewritten lines with the footnotes after them."""
        self.tree.text = "\n".join(lines)
        rewritten = LinePass(self.tree.text.rstrip("\n").split("\n"), self.workshop).run()
        footnotes = self.workshop.footnotes
        self.tree.parts.footnotes += len(footnotes.numbers)
        if found := footnotes.as_lines():
            rewritten += ["", self.workshop.stash('<hr class="footnotes">'), "", *found]
        return rewritten
