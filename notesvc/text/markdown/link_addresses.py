"""Where a Markdown text points: the addresses of its links and images, those in HTML too, outside of code."""

import html
import re
from typing import NamedTuple
from urllib.parse import unquote

from notesvc.text.inline import syntax
from notesvc.text.inline.scanner import Scanner

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_TAG = re.compile(r"<(?:img|a|audio|video|source)(?=\s)", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""
    \s (?P<name> [^\s"'>/=]++ )
    (?: \s*+ = \s*+ (?: "(?P<double>[^"]*)" | '(?P<single>[^']*)' | (?P<bare>[^\s"'=<>`]++) ) )?
    """,
    re.VERBOSE,
)
_MAYBE_PATH = re.compile(
    r"""
    < (?: img | a | audio | video | source ) \s
    | \](?: \( (?! \s*\) ) | : )                              # not an empty target
    (?! \s* <? (?: [A-Za-z][A-Za-z0-9+.-]*: | // | \# ) )   # nor a whole address, nor a place in the text itself
    """,
    re.VERBOSE,
)
_DEFINED = re.compile(r"\]: [ \t]*+ (?P<target> <(?P<angled>[^<>\n]*)> | (?P<plain>\S+) )", re.VERBOSE)


class Address(NamedTuple):
    """An address in a text: `text[start:end]` is its source, with the angle brackets around it if it has any."""

    start: int
    end: int
    source: str
    is_html: bool = False

    @property
    def path(self) -> str:
        """The path that the address names when it is one of a file beside the text; else an empty text."""
        address = html.unescape(self.source if self.is_html else _ESCAPE.sub(r"\1", self.source))
        if _SCHEME.match(address):
            return ""
        return unquote(address.partition("#")[0])

    @property
    def fragment(self) -> str:
        """What follows the path, with its `#`; or nothing."""
        _, mark, fragment = (html.unescape(self.source) if self.is_html else self.source).partition("#")
        said = f"{mark}{fragment}".replace(" ", "%20")
        return html.escape(said) if self.is_html else said


def addresses(text: str) -> list[Address]:
    """The addresses of all inline links, images, definitions and tags of HTML, in order. In linear time."""
    if "](" not in text and "]:" not in text and not _TAG.search(text):
        return []
    reader = _Reader(text).read()
    reader.find_definitions()
    return sorted(reader.found)


def paths(text: str) -> list[Address]:
    """Those of the addresses that name a file beside the text."""
    if not _MAYBE_PATH.search(text):
        return []
    return [address for address in addresses(text) if address.path]


class _Reader(Scanner):
    """Notes the target of each link while the text is read."""

    def __init__(self, text: str) -> None:
        self.found: list[Address] = []
        super().__init__(text)

    def _note_link(self, opening: int, target: re.Match[str]) -> None:
        if target["angled"] is not None:
            start, end = target.span("angled")
            self.found.append(Address(start - 1, end + 1, target["angled"]))
        elif target["address"]:
            self.found.append(Address(*target.span("address"), target["address"]))

    def _html(self, start: int, end: int) -> int:
        position = super()._html(start, end)
        found = syntax.HTML.match(self.text, self.hidden[-1][0]) if self.hidden else None
        if found and self.hidden[-1][1] == position and _TAG.match(self.text, found.start()):
            for each in _ATTRIBUTE.finditer(self.text, found.start(), found.end()):
                value = each.lastgroup or "name"
                if each["name"].lower() in ("src", "href") and value != "name" and each[value].strip():
                    self.found.append(Address(*each.span(value), each[value], is_html=True))
        return position

    def find_definitions(self) -> None:
        """Definitions are among what holds no tokens; their last word is the address. To be asked after reading."""
        if "]:" not in self.text:
            return
        for start, end in self.hidden:
            if self.text[start] != "[":
                continue
            definition = syntax.DEFINITION.match(self.text, start, end)
            if definition is None or definition.end() != end:
                continue
            found = _DEFINED.match(self.text, self.text.index("]:", start), end)
            if found:
                self.found.append(Address(*found.span("target"), found["angled"] or found["plain"] or ""))
