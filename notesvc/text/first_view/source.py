"""Markdown within a line that blocks keep as source, read as far as it can be shown
(`clients/web/src/render/source.ts`)."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from notesvc.text.inline import formulas

Inline = dict[str, Any]
_Reader = TypeVar("_Reader")
_Styles = dict[str, Any]
_Read = Callable[[re.Match[str], _Styles, int], list[Inline]]

_MOST = 20_000
_DEEPEST = 8
_SIGN = re.compile(r"[\\*_~`\[!<$]")
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
EMBED = re.compile(r"!\[\[[^\[\]\n]+\]\]")
PICTURE = re.compile(r'!\[([^\[\]\n]*)\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)')
"""Its words and its address."""
WIKI_LINK = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
"""Title and alias."""
LINK = re.compile(r"""\[([^\[\]\n]+)\]\(\s*<?([^()\s<>]*)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)""")
"""Its words and its address."""
TAG = re.compile(r"<!--[^>]*-->|</?[A-Za-z][^<>\n]*>")
MATHS = formulas.PATTERN


def read(src: str) -> list[Inline]:
    """Inline content; what is not understood stays text, or an `mdInline` of its own."""
    return _text(src, {}) if len(src) > _MOST else _read(src, {}, 0)


def _text(said: str, styles: _Styles) -> list[Inline]:
    return [{"type": "text", "text": said, "styles": styles}] if said else []


def _style_reader(style: str) -> _Read:
    return lambda found, styles, depth: _read(found[1], {**styles, style: True}, depth + 1)


def _verbatim(found: re.Match[str], _: _Styles, __: int) -> list[Inline]:
    return [{"type": "mdInline", "props": {"src": found[0]}}]


def _wiki_link(found: re.Match[str], _: _Styles, __: int) -> list[Inline]:
    title = found[1].removesuffix("\\").strip()
    return [{"type": "wikiLink", "props": {"title": title, "alias": (found[2] or "").strip()}}]


def _link(found: re.Match[str], styles: _Styles, depth: int) -> list[Inline]:
    return [{"type": "link", "href": found[2], "content": _read(found[1], styles, depth + 1)}]


def _address(found: re.Match[str], styles: _Styles, _: int) -> list[Inline]:
    return [{"type": "link", "href": found[1], "content": _text(found[1], styles)}]


_READERS: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (MATHS, lambda found, styles, _: _text(found[0], styles)),
    (ESCAPE, lambda found, styles, _: _text(found[1], styles)),
    (re.compile(r"`([^`\n]+)`"), lambda found, styles, _: _text(found[1].strip(), {**styles, "code": True})),
    (EMBED, _verbatim),
    (PICTURE, _verbatim),
    (WIKI_LINK, _wiki_link),
    (LINK, _link),
    (re.compile(r"<(https?://[^\s<>]+)>"), _address),
    (re.compile(r"\*\*(?=\S)((?:[^*\n]|\*(?!\*))+?)(?<=\S)\*\*"), _style_reader("bold")),
    (re.compile(r"__(?=\S)((?:[^_\n]|_(?!_))+?)(?<=\S)__"), _style_reader("bold")),
    (re.compile(r"~~(?=\S)([^~\n]+?)(?<=\S)~~"), _style_reader("strike")),
    (re.compile(r"\*(?=\S)([^*\n]+?)(?<=\S)\*"), _style_reader("italic")),
    (re.compile(r"(?<![^\W_])_(?=\S)([^_\n]+?)(?<=\S)_(?![^\W_])"), _style_reader("italic")),
    (TAG, _verbatim),
)


def _read(src: str, styles: _Styles, depth: int) -> list[Inline]:
    if depth > _DEEPEST:
        return _text(src, styles)
    content: list[Inline] = []
    for plain, found, reader in pieces(src, _SIGN, _READERS):
        content += _text(plain, styles)
        if found and reader:
            content += reader(found, styles, depth)
    return content


def pieces(
    src: str, sign: re.Pattern[str], readers: Sequence[tuple[re.Pattern[str], _Reader]]
) -> Iterator[tuple[str, re.Match[str] | None, _Reader | None]]:
    """What a line is made of: plain text, and behind it what the first pattern that fits at a sign has found; nothing
    is behind the last."""
    start = at = 0
    while met := sign.search(src, at):
        at = met.end()
        for pattern, reader in readers:
            if found := pattern.match(src, met.start()):
                yield src[start : met.start()], found, reader
                start = at = found.end()
                break
    yield src[start:], None, None
