"""The pages of an exported site: plain HTML that any browser shows from a folder."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from notesvc.domain.folders import Branch
from notesvc.domain.shares import frame, words
from notesvc.languages import Language
from notesvc.text.html import page_style
from notesvc.text.html.page import Page

Entry = tuple[str, str]
"""a note's name and the address of its page"""
Notes = Mapping[str | None, Sequence[Entry]]
"""those in each folder, by its id; those in none at None"""

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2329; --paper: #fff; --faint: #68727d; --line: #dde2e7; --link: #0b5cad }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dfe4e8; --paper: #16191d; --faint: #98a2ac; --line: #333a41; --link: #7db8f5 }
}
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--link) }
img, video { max-width: 100%; height: auto }
table { border-collapse: collapse; display: block; overflow: auto }
td, th { border: 1px solid var(--line); padding: .25rem .5rem }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line) }
.facts { color: var(--faint) }
"""
_HEAD = """<!DOCTYPE html>
{html}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""
_FOOT = "</body>\n</html>\n"


def facts(updated_at: str, tags: Sequence[str]) -> str:
    """The line below a note's title."""
    return " · ".join([updated_at[:10], *(f"#{tag}" for tag in tags)])


def style_of(page: Page, font: str) -> str:
    """The style of what stands on the page; `font` is the address of the font for formulas, or empty."""
    parts = [page_style.COLOURS, page_style.NOTE]
    if 'class="language-' in page.html:
        parts.append(page_style.CODE)
    if page.has_formulas:
        parts += [page_style.font_face(font) if font else "", page_style.MATHS]
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a note: `lines` stand below its name, `body` is its safe HTML, `language` that of its
    text."""

    name: str
    lines: Sequence[str]
    body: str
    language: str


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages, in the language of whose notes they show."""

    language: Language

    def note(self, shown: Shown, home: str, style: str) -> str:
        """A note's page; `home` is the address of the page with the tree."""
        title = self._name(shown.name)
        about = "".join(f'<p class="facts">{escape(line)}</p>\n' for line in shown.lines)
        all_pages = words.IN[self.language].all_pages
        return (
            f'{self._head(title, style)}<nav><a href="{escape(home)}">{all_pages}</a></nav>\n<main>\n'
            f'<h1 dir="auto">{title}</h1>\n{about}<div lang="{shown.language}" dir="auto">\n'
            f"{frame.say_within(shown.body, self.language)}\n</div>\n</main>\n{_FOOT}"
        )

    def index(self, owner: str, branches: Iterable[Branch], notes: Notes) -> Iterator[str]:
        """The page with the tree: folders in display order, each with the notes in it."""
        title = escape(owner)
        yield f"{self._head(title)}<main>\n<h1>{title}</h1>\n"
        depth = -1
        for branch in branches:
            if branch.depth > depth:
                yield "<ul>\n"
            else:
                yield "</li>\n" + "</ul>\n</li>\n" * (depth - branch.depth)
            depth = branch.depth
            yield f'<li dir="auto"><strong>{escape(branch.name)}</strong>\n'
            yield from self._list(notes.get(branch.id, ()))
        yield "</li>\n</ul>\n" * (depth + 1)
        yield from self._list(notes.get(None, ()))
        yield f"</main>\n{_FOOT}"

    def _list(self, entries: Sequence[Entry]) -> Iterator[str]:
        if not entries:
            return
        yield "<ul>\n"
        for name, address in entries:
            yield f'<li dir="auto"><a href="{escape(address)}">{self._name(name)}</a></li>\n'
        yield "</ul>\n"

    def _name(self, name: str) -> str:
        return escape(name or words.IN[self.language].untitled)

    def _head(self, title: str, style: str = "") -> str:
        html = frame.said(frame.HTML, self.language)
        return _HEAD.format(html=html, title=title, style=_STYLE + style)
