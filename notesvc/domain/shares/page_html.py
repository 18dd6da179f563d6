"""The HTML of public pages: plain documents that work without scripts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape

from notesvc.domain.shares import frame, text_language
from notesvc.domain.shares.contents import Contents, Entry
from notesvc.domain.shares.linking import address_of
from notesvc.languages import Language
from notesvc.text import truncate

_TAG = re.compile(r"<[^>]*>")
# What stands within a line parts no words.
_INLINE = re.compile(
    r"</?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|ruby|s|samp|small|span|strong|sub|sup|u|var|wbr|m[a-z]+)\b[^>]*>"
)
_BLANK = re.compile(r"\s+")
_DESCRIPTION = 200
_CONTENTS_FROM = 3
# Larger trees show on each page the folders, and of notes those beside the page and above it.
_WHOLE_TREE = 100


@dataclass(frozen=True, slots=True)
class Site:
    """What all pages of a share have in common.

    `base` is the public address that the share's begin with, `language` that of its owner.
    """

    slug: str
    base: str
    contents: Contents
    language: Language | None = None
    has_feed: bool = False
    has_picture: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What one page shows. `html` is safe and holds the addresses of the share; `position` is that in reading order."""

    path: str
    title: str
    html: str
    updated_at: str
    note_id: str | None = None
    parent_id: str | None = None
    headings: Sequence[tuple[int, str, str]] = ()
    description: str = ""


def page(site: Site, shown: Page, before: Page | None, after: Page | None) -> str:
    """A page of a note, or the front page of a site."""
    language = text_language.of(text_of(shown.html), site.language)
    contents = site.contents
    is_front = contents.is_site and not shown.path
    body = [
        f"{frame.article(language)}\n<h1>{frame.name_of(shown.title)}</h1>\n",
        "" if is_front and shown.note_id is None else frame.facts(shown.updated_at),
        _table_of_contents(shown.headings),
        f"{frame.BEFORE_TEXT}{shown.html}{frame.BEHIND_TEXT}",
        _list(site) if is_front else "",
        _pager(site, before, after) if contents.is_site else "",
        "</main>\n",
    ]
    head = _head(site, shown)
    return frame.document(head, _header(site, shown) + "".join(body), "site" if contents.is_site else "note")


def text_of(html: str) -> str:
    """What a page says, as plain text on one line."""
    return _BLANK.sub(" ", unescape(_TAG.sub(" ", _INLINE.sub("", html)))).strip()


def description_of(text: str) -> str:
    """The beginning of a text, as previews show it."""
    return text if len(text) <= _DESCRIPTION else truncate.to_length(text, _DESCRIPTION).rstrip() + "…"


def _head(site: Site, shown: Page) -> str:
    title, name = escape(shown.title), escape(site.contents.title)
    begin = f"<title>{title}" if shown.title else frame.said(frame.TITLE)
    preview = f'<meta property="og:title" content="{title}">' if shown.title else frame.said(frame.PREVIEW_TITLE)
    behind = f" – {name}" if site.contents.is_site and shown.path else ""
    address = escape(f"{site.base}{address_of(site.slug, shown.path)}")
    root = address_of(site.slug)
    parts = [
        f"{begin}{behind}</title>\n",
        f'<meta name="description" content="{escape(shown.description or shown.title)}">\n',
        f'<link rel="stylesheet" href="{root}/style.css">\n',
        f'<meta property="og:type" content="article">\n{preview}\n',
        f'<meta property="og:description" content="{escape(shown.description)}">\n',
        f'<meta property="og:url" content="{address}">\n',
    ]
    if site.contents.is_site:
        parts.append(f'<meta property="og:site_name" content="{name}">\n')
    if site.has_picture:
        parts.append(f'<meta property="og:image" content="{escape(site.base)}{root}/og.png">\n')
        parts.append('<meta name="twitter:card" content="summary_large_image">\n')
    if site.has_feed:
        parts.append(f'<link rel="alternate" type="application/atom+xml" title="{name}" href="{root}/feed.xml">\n')
    return "".join(parts)


def _header(site: Site, shown: Page) -> str:
    """The name of the site, its search and its tree; nothing for a single note."""
    if not site.contents.is_site:
        return ""
    root, name = address_of(site.slug), escape(site.contents.title)
    return (
        f'<header>\n<a class="name" href="{root}" dir="auto">{name}</a>\n'
        f'<form class="search" role="search" action="{root}/search">'
        f"{frame.said(frame.SEARCH)}</form>\n</header>\n"
        f"{frame.said(frame.TREE)}\n{_tree(site, _near(site.contents, shown), shown.path)}</details>\n</nav>\n"
    )


def _list(site: Site) -> str:
    entries = [entry for entry in site.contents.entries if entry.path != ""]
    if not entries:
        return "" if site.contents.front_note_id else f"{frame.said(frame.NO_PAGES)}\n"
    return f"{frame.said(frame.LIST)}\n{_tree(site, entries, None)}</nav>\n"


def _near(contents: Contents, shown: Page) -> list[Entry]:
    entries = [entry for entry in contents.entries if entry.path != ""]
    if len(entries) <= _WHOLE_TREE:
        return entries
    parents = {entry.id: entry.parent_id for entry in entries if entry.path is None}
    line: set[str | None] = {shown.parent_id}
    above = shown.parent_id
    while above in parents:
        above = parents[above]
        line.add(above)
    return [entry for entry in entries if entry.parent_id in line]


def _tree(site: Site, entries: Iterable[Entry], here: str | None) -> str:
    return "".join(_tree_lines(site, entries, here))


def _tree_lines(site: Site, entries: Iterable[Entry], here: str | None) -> Iterator[str]:
    depth = -1
    for entry in entries:
        if entry.depth > depth:
            yield "<ul>\n" * (entry.depth - depth)
        else:
            yield "</li>\n" + "</ul>\n</li>\n" * (depth - entry.depth)
        depth = entry.depth
        name = frame.name_of(entry.name)
        if entry.path is None:
            yield f'<li dir="auto"><span class="folder">{name}</span>\n'
            continue
        current = ' aria-current="page"' if entry.path == here else ""
        yield f'<li dir="auto"><a href="{address_of(site.slug, entry.path)}"{current}>{name}</a>\n'
    yield "</li>\n</ul>\n" * (depth + 1)


def _table_of_contents(headings: Sequence[tuple[int, str, str]]) -> str:
    """The headings of a page that has several, to be opened."""
    if len(headings) < _CONTENTS_FROM:
        return ""
    top = min(level for level, _, _ in headings)
    lines = [
        f'<li class="level-{min(level - top + 1, 4)}"><a href="#{escape(anchor)}">{escape(said) or "…"}</a></li>\n'
        for level, anchor, said in headings
    ]
    return f"{frame.said(frame.CONTENTS)}\n<ol>\n{''.join(lines)}</ol>\n</details>\n"


def _pager(site: Site, before: Page | None, after: Page | None) -> str:
    if before is None and after is None:
        return ""
    links = [
        f'<a rel="{relation}" href="{address_of(site.slug, other.path)}">{frame.said(name)}'
        f"{frame.name_of(other.title)}</span></a>\n"
        for relation, name, other in (("prev", frame.PREVIOUS, before), ("next", frame.NEXT, after))
        if other is not None
    ]
    return f"{frame.said(frame.PAGER)}\n{''.join(links)}</nav>\n"
