"""Raw HTML inside Markdown: well-formed tags of the allow-list stay, everything else becomes visible text."""

import re
from html import escape, unescape

from notesvc.text.html.sanitise import ATTRIBUTES, RAW_TAGS

TAG = r"""
    < (/?) ([A-Za-z][A-Za-z0-9]*+)                          # <name or </name
    ((?:
        [ \t\n]++ [A-Za-z_:][A-Za-z0-9_:.-]*+               # space, attribute
        (?: [ \t\n]*+ = [ \t\n]*+
            (?: "[^"]*+" | '[^']*+' | [^\s"'=<>`]++ )       # its value
        )?+
    )*+)
    [ \t\n]*+ /? >
"""
"""A tag that is closed in itself; verbose, with the groups slash, name, attributes; linear."""

_TAG = re.compile(TAG, re.VERBOSE)
_ATTRIBUTE = re.compile(
    r"""
    ([A-Za-z_:][A-Za-z0-9_:.-]*+)                           # name
    (?: [ \t\n]*+ = [ \t\n]*+
        (?: "([^"]*+)" | '([^']*+)' | ([^\s"'=<>`]++) )     # value in one of three dresses
    )?+
    """,
    re.VERBOSE,
)
_AMPERSAND = re.compile(r"&(?!(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)")
_COMMENT_END = "-->"


def keep_allowed(text: str) -> str:
    """The raw HTML with its comments gone, its allowed tags rewritten, and all other `<`, `>`, `&` escaped."""
    parts: list[str] = []
    position = 0
    for match in _TAG.finditer(without_comments := _without_comments(text)):
        parts.append(_text(without_comments[position : match.start()]))
        parts.append(tag_or_text(match))
        position = match.end()
    parts.append(_text(without_comments[position:]))
    return "".join(parts)


def tag_or_text(match: re.Match[str]) -> str:
    """The tag that `TAG` matched, rewritten with the attributes that it may have; as text when it is not allowed."""
    slash, name, attributes = match.group(1), match.group(2).lower(), match.group(3)
    if name not in RAW_TAGS:
        return _text(match.group(0))
    if slash:
        return f"</{name}>"
    return f"<{name}{_attributes(name, attributes)}>"


def _attributes(tag: str, text: str) -> str:
    known = ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
    kept: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        name = match.group(1).lower()
        if name in known:
            kept.setdefault(name, unescape(match.group(2) or match.group(3) or match.group(4) or ""))
    return "".join(f' {name}="{escape(value)}"' for name, value in kept.items())


def _text(text: str) -> str:
    return _AMPERSAND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def _without_comments(text: str) -> str:
    parts: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find(_COMMENT_END, start + 4)
        if end < 0:
            break
        parts.append(text[position:start])
        position = end + len(_COMMENT_END)
    parts.append(text[position:])
    return "".join(parts)
