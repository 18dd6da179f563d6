"""What stands around the text of public pages, in the language of whoever looks.

Pages are stored with the English words. `in_language` puts others in their places, which are told by their elements: no
note's text holds such ones, nor is it looked into.
"""

import re
from dataclasses import asdict
from functools import cache
from typing import Any

from notesvc.domain.shares import words
from notesvc.languages import LANGUAGES, USUAL, Language, is_rtl

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
_PARTS = (HTML, SKIP, SEARCH, TREE, LIST, NO_PAGES, CONTENTS, PAGER, PREVIOUS, NEXT)

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


def said(part: str, language: Language = USUAL) -> str:
    """A part of the frame with its words."""
    return part.format(**_values(language))


def in_language(html: str, language: Language) -> str:
    """The stored page, for somebody who speaks the language."""
    if language == USUAL:
        return html
    before, mark, rest = html.partition(BEFORE_TEXT)
    text, end, behind = rest.rpartition(BEHIND_TEXT)
    return "".join((_put_in(_renew(before), language), mark, text, end, _put_in(behind, language)))


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
