"""Inline syntax that Python-Markdown lacks: our tokens, comments, footnotes, bare addresses, safe raw HTML."""

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Sequence

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from notesvc.text import block_ids
from notesvc.text.html import link_elements, placeholders, raw_html
from notesvc.text.html.sanitise import ID_PREFIX

Found = tuple[etree.Element | str | None, int | None, int | None]

_NOT_FOUND: Found = (None, None, None)
_ADDRESS = r"(?<![\w\"'=/.-])https?://[^\s<>\"`\x02\x03\ufdd0-\ufdef]++"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_MAIL = rf"<(?:mailto:)?([A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]++@{_LABEL}(?:\.{_LABEL})*)>"
_TRAILING = ".,;:!?'\"*_~="


class TokenProcessor(InlineProcessor):
    """Turns the mark of a token into its link; inside another link it stays, and becomes its source again."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown, elements: Sequence[Callable[[], etree.Element]]) -> None:
        super().__init__(placeholders.TOKEN.pattern, md)
        self.elements = elements

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """The element of the token that the mark stands for."""
        number = int(m.group(1))
        return (self.elements[number](), *m.span()) if number < len(self.elements) else _NOT_FOUND


class FormulaProcessor(InlineProcessor):
    """Turns the mark of a formula into what it becomes, in links too."""

    def __init__(self, md: Markdown, elements: Sequence[Callable[[], etree.Element]]) -> None:
        super().__init__(placeholders.FORMULA.pattern, md)
        self.elements = elements

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """The element of the formula that the mark stands for."""
        number = int(m.group(1))
        return (self.elements[number](), *m.span()) if number < len(self.elements) else _NOT_FOUND


class AmpersandProcessor(InlineProcessor):
    """Shows an escaped `\\&` as itself, also where an entity would follow."""

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A placeholder for the ampersand."""
        assert self.md is not None
        return self.md.htmlStash.store("&amp;"), *m.span()


class SectionProcessor(InlineProcessor):
    """Makes `[[#Heading]]` a link within the note."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown) -> None:
        super().__init__(r"\[\[#([^\[\]|\n]++)(?:\|([^\[\]\n]++))?\]\]", md)

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A link to the heading's id."""
        heading, alias = m.group(1).strip().rstrip("\\"), (m.group(2) or "").strip()
        return link_elements.link("#" + link_elements.slug(heading), alias or heading, "note"), *m.span()


class BlockIdProcessor(InlineProcessor):
    """Makes the id at the end of a block the place that `[[Note#^id]]` leads to."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(block_ids.PATTERN, md)

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """An empty element with the id."""
        return etree.Element("span", id=link_elements.slug(m.group("id"))), *m.span()


class CommentProcessor(InlineProcessor):
    """Hides `%%comment%%` and `<!-- comment -->` within a paragraph."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(r"%%|<!--", md)
        self.searched = ("", "")  # the text and the end that it is known not to have, further on

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """Nothing in the place of the comment."""
        end = "%%" if m.group(0) == "%%" else "-->"
        if self.searched[1] == end and self.searched[0] is data:
            return _NOT_FOUND
        position = data.find(end, m.end())
        if position < 0:
            self.searched = (data, end)
            return _NOT_FOUND
        return "", m.start(), position + len(end)


class RawHtmlProcessor(InlineProcessor):
    """Keeps a raw HTML tag when it is on the allow-list; otherwise it is text."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(f"(?x:{raw_html.TAG})", md)

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A placeholder for the rewritten tag."""
        assert self.md is not None
        tag = raw_html.tag_or_text(m)
        return self.md.htmlStash.store(tag), *m.span()


class AddressProcessor(InlineProcessor):
    """Makes a bare `https://…` a link."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown) -> None:
        super().__init__(_ADDRESS, md)

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A link without the punctuation that ends the sentence."""
        address = _without_sentence_end(m.group(0))
        link = etree.Element("a", href=address)
        link.text = AtomicString(address)
        return link, m.start(), m.start() + len(address)


def _without_sentence_end(address: str) -> str:
    end = len(address)
    surplus = address.count(")") - address.count("(")
    while end and (address[end - 1] in _TRAILING or (address[end - 1] == ")" and surplus > 0)):
        surplus -= address[end - 1] == ")"
        end -= 1
    return address[:end]


class MailProcessor(InlineProcessor):
    """Makes `<ada@example.org>` a link, as CommonMark 6.5 has it; the library's own cannot be read by the sanitiser."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A link that writes to the address."""
        link = etree.Element("a", href=f"mailto:{m.group(1)}")
        link.text = AtomicString(m.group(1))
        return link, *m.span()


class FootnoteReferenceProcessor(InlineProcessor):
    """Makes `[^name]` a link to a footnote that is defined."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown, numbers: dict[str, int]) -> None:
        super().__init__(r"\[\^([^\]\s]{1,64})\]", md)
        self.numbers = numbers
        self.seen: set[int] = set()

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A raised number that leads to the footnote."""
        number = self.numbers.get(m.group(1))
        if number is None:
            return _NOT_FOUND
        raised = etree.Element("sup", {"class": "footnote"})
        if number not in self.seen:
            raised.set("id", f"{ID_PREFIX}fnref-{number}")
            self.seen.add(number)
        link = etree.SubElement(raised, "a", href=f"#{ID_PREFIX}fn-{number}", role="doc-noteref")
        link.text = AtomicString(str(number))
        return raised, *m.span()


class FootnoteStartProcessor(InlineProcessor):
    """The place that a footnote's number leads to."""

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """An empty element with the footnote's id."""
        return etree.Element("span", id=f"{ID_PREFIX}fn-{m.group(1)}"), *m.span()


class FootnoteEndProcessor(InlineProcessor):
    """The way back from a footnote to the text."""

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]
        """A link to the first place that names the footnote."""
        address = f"#{ID_PREFIX}fnref-{m.group(1)}"
        link = etree.Element("a", {"class": "footnote", "href": address, "role": "doc-backlink"})
        link.text = AtomicString("\u21a9")
        return link, *m.span()


def register(md: Markdown, elements: Sequence[Callable[[], etree.Element]], numbers: dict[str, int]) -> None:
    """Adds all of these, in the order that keeps code and links untouched."""
    patterns = md.inlinePatterns
    patterns.register(AmpersandProcessor(r"\\&", md), "ampersand", 181)
    patterns.register(CommentProcessor(md), "comment", 175)
    patterns.register(FootnoteReferenceProcessor(md, numbers), "footnote_reference", 172)
    patterns.register(SectionProcessor(md), "section", 171)
    patterns.register(BlockIdProcessor(md), "block_id", 116)
    patterns.register(TokenProcessor(md, elements), "token", 115)
    patterns.register(FormulaProcessor(md, elements), "formula", 114)
    patterns.register(MailProcessor(_MAIL, md), "automail", 110)
    patterns.register(AddressProcessor(md), "address", 95)
    patterns.register(RawHtmlProcessor(md), "html", 90)
    patterns.register(FootnoteStartProcessor(placeholders.FOOTNOTE_START.pattern, md), "footnote_start", 30)
    patterns.register(FootnoteEndProcessor(placeholders.FOOTNOTE_END.pattern, md), "footnote_end", 29)
    assert md.delimiters is not None
    patterns.deregister("linebreak")  # NoteTree breaks lines, in linear time
    md.delimiters.add("~", "del", double=True)
    md.delimiters.add("=", "mark", double=True)
