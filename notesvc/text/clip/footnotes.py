"""Which elements of a clipped page are footnotes: raised links lead to them, and they lead back."""

import re
from dataclasses import dataclass, field

from notesvc.text.clip.html_tokens import HtmlToken, Tokenizer

_HOLDERS = frozenset({"li", "p", "div", "aside", "dd"})
_PLACES = frozenset({"a", "sup", "span", "cite"})
_REFERENCE_MARKS = frozenset({"doc-noteref", "noteref", "footnote-ref", "footnote-reference", "footnoteref"})
_BACK_MARKS = frozenset({"doc-backlink", "backlink", "footnote-backref", "footnote-back", "reversefootnote"})
_NOTE_ID = re.compile(r"(?i)(?:_?fn|_?ftn|_?edn|footnote|endnote|cite[_-]?note|note)[:_-]?.*\d")
_BACK_BOXES = frozenset({"mw-cite-backlink"})


@dataclass(slots=True)
class Footnotes:
    """The footnotes of a page: their numbers by the ids of their elements, and the places that they lead back to."""

    numbers: dict[str, int] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)

    def reference_number(self, name: str, attributes: dict[str, str]) -> int | None:
        """The number of the footnote that this element leads to."""
        return self.numbers.get(_target(attributes)) if name == "a" else None

    def note_number(self, name: str, attributes: dict[str, str]) -> int | None:
        """The number of the footnote that is in this element."""
        return self.numbers.get(attributes.get("id", "")) if name in _HOLDERS else None

    def leads_back(self, name: str, attributes: dict[str, str]) -> bool:
        """Whether the element is the way back from a footnote to its place."""
        if not self.numbers:
            return False
        is_back = name == "a" and (_target(attributes) in self.places or _is_marked(attributes, _BACK_MARKS))
        return is_back or not _BACK_BOXES.isdisjoint(attributes.get("class", "").split())


def footnotes_of(html: str) -> Footnotes:
    """The footnotes of the page; none where nothing leads to a part of it."""
    if not re.search(r"(?i)href\s*=\s*[\"']?#", html):
        return Footnotes()
    search = _Search()
    for token in Tokenizer(html).tokens():
        search.take(token)
    found = dict.fromkeys(target for target in search.references if search.is_note(target))
    return Footnotes({target: number for number, target in enumerate(found, 1)}, search.places)


@dataclass(slots=True)
class _Search:
    references: list[str] = field(default_factory=list)
    holders: set[str] = field(default_factory=set)
    returning: set[str] = field(default_factory=set)  # holders with a link to a place further up
    places: set[str] = field(default_factory=set)
    holder: str = ""
    raised: int = 0
    tables: int = 0
    target: str = ""  # of the link that is open

    def take(self, token: HtmlToken) -> None:
        """Looks at the next token of the page."""
        name, step = token.value, {"start": 1, "end": -1, "text": 0}[token.kind]
        if name == "table":
            self.tables = max(0, self.tables + step)
        elif name == "sup":
            self.raised = max(0, self.raised + step)
            if step > 0 and self.target:
                self.references.append(self.target)
        elif name == "a" and step < 0:
            self.target = ""
        if step > 0:
            self._start(name, token.attributes)

    def is_note(self, target: str) -> bool:
        """Whether the element of this id is a footnote."""
        return target in self.holders and (target in self.returning or bool(_NOTE_ID.fullmatch(target)))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        named = attributes.get("id", "")
        if name in _HOLDERS and named and not self.tables:
            self.holder = named
            self.holders.add(named)
        if name == "a":
            self.target = _target(attributes)
            if self.target in self.places or _is_marked(attributes, _BACK_MARKS):
                self.returning.add(self.holder)
            elif self.target and (self.raised or _is_marked(attributes, _REFERENCE_MARKS)):
                self.references.append(self.target)
        if name in _PLACES and named:
            self.places.add(named)


def _target(attributes: dict[str, str]) -> str:
    href = attributes.get("href", "")
    return href[1:] if href.startswith("#") else ""


def _is_marked(attributes: dict[str, str], marks: frozenset[str]) -> bool:
    said = (attributes.get(name, "") for name in ("class", "role", "epub:type", "rel", "rev"))
    return not marks.isdisjoint(" ".join(said).split())
