"""What the notes of one page share while they are rendered, and the HTML that is put in after the sanitiser."""

import re
import time
from collections.abc import Collection, Mapping
from html import escape
from typing import NamedTuple

from notesvc.text.html import code_colours, mathml, placeholders, sanitise

MOST_FORMULAS = 2_000
MOST_CODE = 400_000
CODE_SECONDS = 2.0
TOO_MANY_FORMULAS = f"Formulas after the first {MOST_FORMULAS:,} are shown as they are written."

_TAG = re.compile(r'<(?P<name>[a-z][a-z0-9]*)(?P<attributes>[^<>"]*+(?:"[^"]*+"[^<>"]*+)*+)>')
_ID = re.compile(r' id="([^"]*)"')
_DIRECTED_NAMES = "p h1 h2 h3 h4 h5 h6 li td th caption summary dt dd figcaption"
_DIRECTED = frozenset(_DIRECTED_NAMES.split())
_LEFT_TO_RIGHT = frozenset({"pre"})
_PARAGRAPH = re.compile(r"\s*<p[ >]")


def said(name: str, words: str) -> str:
    """Words of ours within a note, in English. No note can hold the attribute, so a page can put others there."""
    return f'<span data-said="{name}" lang="en">{escape(words)}</span>'


class Embed(NamedTuple):
    """A note that is shown within another, at the mark of this number."""

    number: int
    title: str
    heading: str | None


class Parts:
    """Counts what is bounded on a page, and keeps finished HTML that no sanitiser must see.

    A mark of such HTML is put where it belongs, as text. Marks within tags are dropped, and each is used once: so a
    note that brings a mark about cannot have anything where it does not belong.
    """

    def __init__(self, diagrams: Mapping[str, str], embeddable: Collection[str]) -> None:
        self.diagrams = diagrams
        self.embeddable = embeddable
        """The titles of the notes that may be shown within this page."""
        self.footnotes = 0
        """How many there are so far: those of embedded notes go on counting."""
        self.has_formulas = False
        self.warnings: list[str] = []
        self._kept: dict[int, tuple[str, str]] = {}
        self._count = 0
        self._embeds: list[Embed] = []
        self._formulas_left = MOST_FORMULAS
        self._code_left = MOST_CODE
        self._seconds_left = CODE_SECONDS
        self._ids: dict[str, int] = {}

    def keep(self, html: str, text: str) -> str:
        """The mark of this HTML; `text` is what it says where only text is wanted."""
        self._count += 1
        self._kept[self._count] = (html, text)
        return placeholders.insertion(self._count)

    def embed(self, title: str, heading: str | None) -> str:
        """The mark of a note that is shown here; `take_embeds` says what there is to be put in."""
        mark = self.keep("", title)
        self._embeds.append(Embed(self._count, title, heading))
        return mark

    def take_embeds(self) -> list[Embed]:
        """The notes that have to be put in since this was asked last."""
        found, self._embeds = self._embeds, []
        return found

    def put(self, embed: Embed, html: str) -> None:
        """Have the HTML where the mark of the embedded note stands."""
        self._kept[embed.number] = (html, embed.title)

    def may_have_formula(self) -> bool:
        """Whether there may be one more formula on the page; counts it."""
        self._formulas_left -= 1
        if self._formulas_left == -1:
            self.warnings.append(TOO_MANY_FORMULAS)
        return self._formulas_left >= 0

    def formula(self, tex: str, is_block: bool, source: str) -> str:
        """The mark of the formula as it is set, or of its source where it cannot be."""
        html = mathml.of(tex, is_block)
        if html is None:
            return self.keep(f'<code class="formula">{escape(source, quote=False)}</code>', source)
        self.has_formulas = True
        return self.keep(html, source)

    def code(self, code: str, language: str) -> str:
        """The inside of a code block, escaped, or the mark of its colours."""
        html = None
        if language and len(code) <= self._code_left and self._seconds_left > 0:
            started = time.process_time()
            html = code_colours.with_classes(code, language)
            self._seconds_left -= time.process_time() - started
        if html is None:
            return escape(code, quote=False)
        self._code_left -= len(code)
        return self.keep(html, code)

    def finish(self, html: str) -> str:
        """Sanitised HTML with each id once and with directions for its blocks."""
        return _TAG.sub(self._tag, html)

    def fill(self, html: str) -> str:
        """The HTML with what was kept in the place of the marks, once each."""
        return placeholders.INSERTION.sub(lambda mark: self._kept.pop(int(mark[1]), ("", ""))[0], html)

    def as_text(self, html: str) -> str:
        """The HTML with the text of what was kept, escaped, in the place of the marks."""
        return placeholders.INSERTION.sub(lambda mark: escape(self._kept.get(int(mark[1]), ("", ""))[1]), html)

    def plain(self, text: str) -> str:
        """Plain text with that of what was kept in the place of the marks."""
        return placeholders.INSERTION.sub(lambda mark: self._kept.get(int(mark[1]), ("", ""))[1], text)

    def _tag(self, tag: re.Match[str]) -> str:
        name, attributes = tag["name"], placeholders.ANY.sub("", tag["attributes"])
        if name == "a":
            attributes = sanitise.without_lone_relation(attributes)
        if ' id="' in attributes:
            attributes = _ID.sub(self._only_id, attributes)
        if " dir=" not in attributes:
            if name in _LEFT_TO_RIGHT:
                attributes += ' dir="ltr"'
            elif name in _DIRECTED and (name != "li" or not _PARAGRAPH.match(tag.string, tag.end())):
                # What has a direction of its own does not count for the one around it.
                attributes += ' dir="auto"'
        return f"<{name}{attributes}>"

    def _only_id(self, found: re.Match[str]) -> str:
        name, count = found[1], self._ids.get(found[1], 0)
        while name in self._ids:
            name, count = f"{found[1]}-{count}", count + 1
        self._ids[name] = 1
        self._ids[found[1]] = max(1, count)
        return f' id="{name}"'
