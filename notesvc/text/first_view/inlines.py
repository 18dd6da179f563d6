"""The content of a line as HTML."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import Markup, escape

from notesvc.text import block_ids
from notesvc.text.first_view import addresses, source
from notesvc.text.first_view.pictures import named_width, picture
from notesvc.text.first_view.source import PICTURE, Inline

_MARKS = (("code", "code"), ("strike", "s"), ("underline", "u"), ("italic", "em"), ("bold", "strong"))
"""From the innermost."""
_HIGHLIGHT = re.compile(r"(?<![=\\])==(?=[^\s=])([^\n=]*(?:=[^\n=]+)*)(?<=[^\s=])==(?!=)")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_TAGS = frozenset(
    "kbd sub sup mark small ins del abbr q cite var samp code b i em strong u s span".split()  # noqa: SIM905
)
_HOLE = "\ufffc"
"""Stands for what is no plain text."""
_RELATION = Markup(' target="_blank" rel="noopener noreferrer"')


def inlines(content: Iterable[Inline] | None) -> Markup:
    """The line, each piece as the app shows it before it knows what leads where."""
    line, sign = _split_at_id(list(content or ()))
    shown: list[Inline] = []
    for inline in line:
        shown += source.read(inline["props"]["src"]) if inline["type"] == "mdInline" else [inline]
    said = Markup().join(_with_elements(shown))
    return said + block_id(sign) if sign else said


def block_id(sign: str) -> Markup:
    """The id of a block, which steps back."""
    return Markup('<span class="block-id">{}</span>').format(sign)


def _split_at_id(line: Sequence[Inline]) -> tuple[Sequence[Inline], str]:
    """The line without the id that it ends with, and that id."""
    last = _plain(line[-1]) if line else ""
    if "^" not in last:
        return line, ""
    text = "".join(_plain(inline) or _HOLE for inline in line)
    start = block_ids.start(text)
    at = -1 if start is None else start - (len(text) - len(last))
    if at < 0:
        return line, ""
    return [*line[:-1], *([{**line[-1], "text": last[:at]}] if at else [])], last[at:]


def _plain(inline: Inline) -> str:
    is_plain = inline["type"] == "text" and not (inline.get("styles") or {}).get("code")
    return str(inline["text"]) if is_plain else ""


def colours(styles: dict[str, Any] | None) -> Markup:
    """The attributes that colour text or ground."""
    said = Markup()
    for name, attribute in (("textColor", "data-text-color"), ("backgroundColor", "data-background-color")):
        colour = (styles or {}).get(name)
        if isinstance(colour, str) and colour not in ("", "default"):
            said += Markup(' {}="{}"').format(attribute, colour)
    return said


def _with_elements(content: list[Inline]) -> list[Markup]:
    """Harmless HTML tags become elements where they are opened and closed properly, and stay as written elsewhere."""
    levels: list[tuple[str, Markup, list[Markup]]] = [("", Markup(), [])]
    for inline in content:
        found = _TAG.fullmatch(inline["props"]["src"]) if inline["type"] == "mdInline" else None
        name = found[2].lower() if found else ""
        if name == "br":
            levels[-1][2].append(Markup("<br>"))
        elif found is None or name not in _TAGS or (found[1] and levels[-1][0] != name):
            levels[-1][2].append(_piece(inline))
        elif not found[1]:
            levels.append((name, _piece(inline), []))
        else:
            within = Markup().join(levels.pop()[2])
            levels[-1][2].append(Markup("<{0}>{1}</{0}>").format(name, within))
    return [piece for _, opening, pieces in levels for piece in (opening, *pieces)]


def _piece(inline: Inline) -> Markup:
    match inline["type"]:
        case "text":
            return _text(inline["text"], inline.get("styles") or {})
        case "link":
            return _link(inline["href"], inline["content"])
        case "wikiLink":
            return Markup('<span class="wiki-link">{}</span>').format(_wiki_label(inline["props"]))
        case _:
            return _verbatim(inline["props"]["src"])


def _text(text: str, styles: dict[str, Any]) -> Markup:
    shown = escape(text) if styles.get("code") else _with_highlights(text)
    for style, tag in _MARKS:
        if styles.get(style):
            shown = Markup("<{0}>{1}</{0}>").format(tag, shown)
    coloured = colours(styles)
    return Markup("<span{}>{}</span>").format(coloured, shown) if coloured else shown


def _with_highlights(text: str) -> Markup:
    pieces = enumerate(_HIGHLIGHT.split(text))
    return Markup().join(Markup("<mark>{}</mark>").format(each) if at % 2 else escape(each) for at, each in pieces)


def _link(href: str, content: list[Inline]) -> Markup:
    label = Markup().join(_label(inline) for inline in content)
    address = addresses.link_target(href)
    if address is None:
        return Markup('<span class="no-link">{}</span>').format(label)
    said = Markup()
    if addresses.is_outside(href):
        said = _RELATION
        if all(inline["type"] == "text" for inline in content) and "".join(each["text"] for each in content) == href:
            said += Markup(' data-bare="true"')
    return Markup('<a class="link" href="{}"{}>{}</a>').format(address, said, label)


def _label(inline: Inline) -> Markup:
    """What is said within a link; nothing in there leads elsewhere."""
    if inline["type"] == "wikiLink":
        return escape(inline["props"]["alias"] or inline["props"]["title"])
    if inline["type"] == "link":
        return Markup().join(_label(each) for each in inline["content"])
    return _piece(inline)


def _wiki_label(props: dict[str, str]) -> str:
    if props.get("alias"):
        return props["alias"]
    title, _, anchor = (each.strip() for each in props["title"].partition("#"))
    said = "" if anchor.startswith("^") and title else anchor.replace("#", " › ")
    return " › ".join(each for each in (title, said) if each)


def _verbatim(src: str) -> Markup:
    if found := PICTURE.fullmatch(src):
        name, width = named_width(found[1])
        return picture(found[2], name, width, is_inline=True)
    return Markup('<code class="raw-inline">{}</code>').format(src)
