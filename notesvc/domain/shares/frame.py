"""What stands around the text of public pages, in the language of whoever looks.

Pages are stored with the English words. `in_language` puts others in their places, which are told by their elements: no
note's text holds such ones. Within it there are only those that rendering put there, and told apart (`parts.said`).
"""

import re
import zlib
from dataclasses import asdict
from datetime import date
from functools import cache
from html import escape
from typing import Any

from notesvc import written_dates
from notesvc.domain.shares import words
from notesvc.languages import LANGUAGES, USUAL, Language, is_rtl
from notesvc.text.html import parts

BEFORE_TEXT, BEHIND_TEXT = '<div class="body">\n', "\n</div>\n</article>\n"

HTML = '<html lang="{language}"{direction}>'
SKIP = '<a class="skip" href="#text">{skip}</a>'
SEARCH = (
    '<input type="search" name="q" aria-label="{search_pages}" placeholder="{search}" autocomplete="off">'
    "<button>{search}</button>"
)
TREE = '<nav class="tree" aria-label="{pages}">\n<details>\n<summary>{pages}</summary>'
LIST = '<nav class="list" aria-label="{all_pages}">'
NO_PAGES = '<p class="empty">{no_pages}</p>'
CONTENTS = '<details class="contents">\n<summary lang="{language}">{contents}</summary>'
PAGER = '<nav class="pager" aria-label="{previous_and_next}">'
PREVIOUS, NEXT = '<span>{previous}</span><span dir="auto">', '<span>{next}</span><span dir="auto">'
# What a note without a name is called in what programs read; `data-untitled` tells it from a note of such a name.
TITLE = "<title data-untitled>{untitled}"
PREVIEW_TITLE = '<meta property="og:title" data-untitled content="{untitled}">'
_PARTS = (HTML, SKIP, SEARCH, TREE, LIST, NO_PAGES, CONTENTS, PAGER, PREVIOUS, NEXT, TITLE, PREVIEW_TITLE)

_SAID = re.compile(r'<span data-said="(?P<name>[a-z_]+)" lang="en">[^<]*</span>')
# Pages that were frozen before dates were written in words have the bare element.
_FACTS = re.compile(r'<p class="facts"><time datetime="(?P<moment>[^"]*)"[^>]*>[^<]*</time></p>\n')

# Pages that were frozen before anybody was spoken to in another language have that of the text at their top.
_FORMER = re.compile(
    r'<html lang="(?P<language>[a-z]+)"(?: dir="rtl")?>(?P<between>.*)<main id="text" dir="auto">\n<article>', re.DOTALL
)
_FORMER_CONTENTS = '<details class="contents">\n<summary>'


def document(head: str, body: str, kind: str, language: Language = USUAL) -> str:
    """A whole document around what it shows."""
    return (
        f'<!DOCTYPE html>\n{said(HTML, language)}\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="/s/-/icon.svg">\n'
        f'{head}</head>\n<body class="{kind}">\n{said(SKIP, language)}\n{body}</body>\n</html>\n'
    )


def article(language: str) -> str:
    """What the text of a page begins with: it keeps its own language and direction."""
    return f'<main id="text">\n<article lang="{language}" dir="auto">'


def name_of(name: str) -> str:
    """The name of a note as HTML; what one is called that has none."""
    return escape(name) or parts.said("untitled", words.IN[USUAL].untitled)


def facts(moment: str, language: Language = USUAL) -> str:
    """When the note was changed last."""
    day = written_dates.said(date.fromisoformat(moment[:10]), language)
    return f'<p class="facts"><time datetime="{moment}" lang="{language}" dir="auto">{day}</time></p>\n'


def said(part: str, language: Language = USUAL) -> str:
    """A part of the frame with its words."""
    return part.format(**_values(language))


def in_language(html: str, language: Language) -> str:
    """The stored page, for somebody who speaks the language."""
    if language == USUAL:
        return html
    before, mark, rest = html.partition(BEFORE_TEXT)
    text, end, behind = rest.rpartition(BEHIND_TEXT)
    dated = _FACTS.sub(lambda found: facts(found["moment"], language), _renew(before), count=1)
    return say_within("".join((_put_in(dated, language), mark, text, end, _put_in(behind, language))), language)


def say_within(html: str, language: Language) -> str:
    """The page with the words of ours that stand within notes, or in the place of names."""
    own = {"untitled": words.IN[language].untitled, **words.IN[language].within}

    def spoken(found: re.Match[str]) -> str:
        word = own.get(found["name"])
        return found[0] if word is None else f'<span data-said="{found["name"]}" lang="{language}">{word}</span>'

    return _SAID.sub(spoken, html)


@cache
def edition(language: Language) -> str:
    """What tells these words from those of another version of the service."""
    days = [written_dates.said(date(2026, month, 1), language) for month in range(1, 13)]
    return f"{zlib.crc32(repr((_PARTS, _values(language), days)).encode()):08x}"


def _put_in(html: str, language: Language) -> str:
    for part in _PARTS:
        html = html.replace(said(part), said(part, language))
    return html


def _renew(before: str) -> str:
    former = _FORMER.search(before)
    if former is None:
        return before
    renewed = f"{said(HTML)}{former['between']}{article(former['language'])}"
    whole = f"{before[: former.start()]}{renewed}{before[former.end() :]}"
    return whole.replace(_FORMER_CONTENTS, f'{_FORMER_CONTENTS[:-1]} lang="{USUAL}">')


@cache
def _values(language: Language) -> dict[str, Any]:
    assert language in LANGUAGES
    direction = ' dir="rtl"' if is_rtl(language) else ""
    return {**asdict(words.IN[language]), "language": language, "direction": direction}
