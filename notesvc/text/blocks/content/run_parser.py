"""Reads inline Markdown into runs."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_inline import StateInline, autolink, entity, image
from markdown_it.rules_inline import link as inline_link
from markdown_it.token import Token

from notesvc.text import allowed_urls
from notesvc.text.blocks.content import runs
from notesvc.text.blocks.content.runs import Run
from notesvc.text.inline import formulas

References = Mapping[str, Any]

# Deeper brackets are text: the parser calls itself for each.
_NESTING = 24

WIKI = re.compile(
    r"""(?x)
    \[\[
    (?P<title> [^\[\]|\n]++ )            # the title, a heading after # included
    (?: \| (?P<alias> [^\[\]|\n]++ ) )?  # what is shown instead
    \]\]
    """
)
_BRACKETED = re.compile(r"!?\[\[[^\[\]\n]++\]\]")
_IMAGE = re.compile(
    r"""(?x)
    !\[ (?P<name> (?: [^\[\]\\\n] | \\. )*+ ) \]
    \(
    (?P<url> < (?: [^<>\\\n] | \\. )*+ > | (?: [^\s<>()\\] | \\. | \( [^\s<>()\\]*+ \) )*+ )
    (?: [ ] " (?P<caption> (?: [^"\\\n] | \\. )*+ ) " )?
    \)
    """
)
_WIDTH = re.compile(r"(?<!\\)\|(?P<pixels>[1-9][0-9]{0,3})$")
_BREAK = re.compile(r"(?i)<br[ ]*/?>")
_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


def parse(source: str, references: References, ends: str = " \t\n", breaks: bool = False) -> list[Run]:
    """The normal form of the runs of inline Markdown; with `breaks`, `<br>` is a line end, as in a table cell.

    What runs cannot say is a `raw` run with its source. Linear; nested brackets beyond a bound are text.
    """
    if not _SPECIAL.search(source):
        return runs.normal([Run("text", source)], ends) if source else []
    tokens: list[Token] = []
    _INLINE.inline.parse(source, _INLINE, {"references": references}, tokens)
    return runs.normal(_Walk(tokens, breaks).runs(), ends)


def image_props(source: str) -> dict[str, Any] | None:
    """The properties of an image block that says exactly what the source of an image does, or None.

    A number behind a bar at the end of the name is the width that it is shown with.
    """
    match = _IMAGE.fullmatch(source)
    if match is None:
        return None
    label, width = match["name"], _WIDTH.search(match["name"])
    if width is not None:
        label = label[: width.start()]
    name = parse(label, {})
    url = match["url"][1:-1] if match["url"].startswith("<") else match["url"]
    props = {
        "name": name[0].text if name else "",
        "url": unescapeAll(url),
        "caption": unescapeAll(match["caption"] or ""),
    }
    if len(name) > 1 or (name and (name[0].kind != "text" or name[0].styles)):
        return None
    if any(text.strip(" \t") != text for text in (label, props["caption"])):
        return None
    if not any(props.values()) or not allowed_urls.is_allowed(props["url"]):
        return None
    kept: dict[str, Any] = {key: value for key, value in props.items() if value}
    return kept if width is None else {**kept, "previewWidth": int(width["pixels"])}


class _Walk:
    """Turns inline tokens into runs, keeping count of the styles that are open."""

    def __init__(self, tokens: list[Token], breaks: bool) -> None:
        self.tokens = tokens
        self.breaks = breaks
        self.open: Counter[str] = Counter()
        self.styles = runs.NO_STYLES
        self.underlines = _underline_pairs(tokens)

    def runs(self) -> list[Run]:
        found: list[Run] = []
        index = 0
        while index < len(self.tokens):
            if self.tokens[index].type == "link_open":
                run, index = self._link(index)
                found.append(run)
            else:
                self._token(index, found)
            index += 1
        return found

    def _token(self, index: int, found: list[Run]) -> None:
        token = self.tokens[index]
        if token.type in ("text", "text_special"):
            if token.content:
                found.append(Run("text", token.content, self.styles))
        elif token.type in ("softbreak", "hardbreak"):
            found.append(Run("text", "\n", self.styles))
        elif token.type == "code_inline":
            found.append(Run("code", token.content, self.styles))
        elif token.tag in _STYLES:
            self._style(_STYLES[token.tag], token.nesting)
        elif index in self.underlines:
            self._style("underline", self.underlines[index])
        elif self.breaks and token.type == "html_inline" and _BREAK.fullmatch(token.content):
            found.append(Run("text", "\n", self.styles))
        else:
            kind: runs.Kind = "wiki" if token.type == "wiki" else "raw"
            found.append(Run(kind, token.content, self.styles))

    def _style(self, style: str, nesting: int) -> None:
        self.open[style] += nesting
        self.styles = frozenset(name for name, count in self.open.items() if count)

    def _link(self, index: int) -> tuple[Run, int]:
        opener = self.tokens[index]
        styles = self.styles
        inner: list[Run] = []
        depth = 1
        while depth:
            index += 1
            token = self.tokens[index]
            depth += (token.type == "link_open") - (token.type == "link_close")
            if not token.type.startswith("link_"):
                self._token(index, inner)
            elif token.type == "link_open":
                # An address in the text of a link: no link of ours can hold that.
                inner.append(Run("raw", "", styles))
        source, href = opener.meta["source"], str(opener.attrs["href"])
        exact = source[-1] in ")>" and "title" not in opener.attrs and allowed_urls.is_allowed(href)
        inner = runs.normal(inner, "")
        if exact and inner and all(run.kind in ("text", "code") for run in inner):
            return runs.link(href, inner), index
        return Run("raw", source, styles), index


def _underline_pairs(tokens: list[Token]) -> dict[int, int]:
    """Which tokens are `<u>` (1) and `</u>` (-1) around something, in the same style."""
    pairs: dict[int, int] = {}
    if not any(token.type == "html_inline" for token in tokens):
        return pairs
    scopes = [_Scope()]
    for index, token in enumerate(tokens):
        if token.type == "link_open":
            scopes.append(_Scope())
        elif token.type == "link_close":
            pairs.update(scopes.pop().pairs_of_tags())
        elif token.nesting:
            scopes[-1].nest(token.nesting)
        elif token.type == "html_inline" and token.content in ("<u>", "</u>"):
            scopes[-1].tag(index, token.content == "<u>", tokens)
    pairs.update(scopes.pop().pairs_of_tags())
    return pairs


class _Scope:
    """The `<u>` and `</u>` of a line or of a link in it."""

    def __init__(self) -> None:
        self.pairs: dict[int, int] = {}
        self.open_tags: list[list[int]] = [[]]
        self.count = 0

    def nest(self, nesting: int) -> None:
        if nesting > 0:
            self.open_tags.append([])
        else:
            self.open_tags.pop()

    def tag(self, index: int, opens: bool, tokens: list[Token]) -> None:
        self.count += 1
        if opens:
            self.open_tags[-1].append(index)
        elif self.open_tags[-1]:
            opener = self.open_tags[-1].pop()
            if any(between.content.strip() for between in tokens[opener + 1 : index]):
                self.pairs.update({opener: 1, index: -1})

    def pairs_of_tags(self) -> dict[int, int]:
        """None when a tag has no partner or holds nothing: what stays a tag could pair with ours later."""
        return self.pairs if len(self.pairs) == self.count else {}


def _wiki_rule(state: StateInline, silent: bool) -> bool:
    """`[[title]]` and `[[title|alias]]`; `![[embeds]]` and odder ones are kept as they are."""
    if state.src[state.pos] not in "![":
        return False
    match = _BRACKETED.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("wiki" if WIKI.fullmatch(match.group()) else "raw", "", 0)
        token.content = match.group()
    state.pos = match.end()
    return True


def _maths_rule(state: StateInline, silent: bool) -> bool:
    """`$$…$$` is kept as it is; `$…$` is text that is edited as its source."""
    if state.src[state.pos] != "$":
        return False
    match = formulas.PATTERN.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("raw" if match.group().startswith("$$") else "text", "", 0).content = match.group()
    state.pos = match.end()
    return True


def _link_rule(state: StateInline, silent: bool) -> bool:
    return _with_source(inline_link, state, silent)


def _autolink_rule(state: StateInline, silent: bool) -> bool:
    return _with_source(autolink, state, silent)


def _with_source(rule: Any, state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if not rule(state, silent):
        return False
    if not silent:
        # Text that was pending comes before the link.
        opener = next(token for token in state.tokens[count : count + 2] if token.type == "link_open")
        opener.meta["source"] = state.src[start : state.pos]
    return True


def _image_rule(state: StateInline, silent: bool) -> bool:
    start = state.pos
    # Silently, so that the alternative text is not parsed, level after level.
    if not image(state, True):
        return False
    if not silent:
        state.push("raw", "", 0).content = state.src[start : state.pos]
    return True


def _entity_rule(state: StateInline, silent: bool) -> bool:
    if not entity(state, silent):
        return False
    if not silent:
        token = state.tokens[-1]
        # White space and invisible characters would not survive being written as themselves.
        if token.content.isspace() or not token.content.isprintable():
            token.type, token.content = "raw", token.markup
    return True


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("strikethrough")
    ruler = parser.inline.ruler
    ruler.at("link", _link_rule)
    ruler.at("image", _image_rule)
    ruler.at("autolink", _autolink_rule)
    ruler.at("entity", _entity_rule)
    ruler.before("link", "wiki", _wiki_rule)
    ruler.before("link", "maths", _maths_rule)
    # Compiled here: where two threads parse first at one moment, one would go by half of the rules.
    ruler.getRules()
    parser.inline.ruler2.getRules()
    # Addresses stay as written; which are allowed is decided where runs are made.
    parser.normalizeLink = parser.normalizeLinkText = lambda url: url  # type: ignore[method-assign,assignment]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


_INLINE = _parser()
_SPECIAL = re.compile(r"[\\`*_\[\]<&~!$\n]")
