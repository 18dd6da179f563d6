"""A note as the HTML of a page that anybody may be shown: without a script, an inline style, or what nobody wrote."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, NamedTuple

from notesvc.text.html import definition_lists, fallback, link_elements, outline, placeholders, sections
from notesvc.text.html.link_targets import NO_LINKS, Links
from notesvc.text.html.parts import Embed, Parts, said
from notesvc.text.html.render import UnrenderableError
from notesvc.text.html.render import render as rendered
from notesvc.text.html.sanitise import RELATION
from notesvc.text.markdown import front_matter

MOST_EMBEDS = 100
DEEPEST_EMBED = 3

TOO_TANGLED = "The note is shown as plain text: it is too long or too tangled to be rendered."
TOO_SLOW = "The note is shown as plain text: rendering it took too long."
BUSY = "The note is shown as plain text: the service had too much to render."
EMBED_TOO_TANGLED = "The embedded note “{}” is shown as plain text: it is too long or too tangled to be rendered."
EMBED_WITHOUT_PART = "The embedded note “{}” has nothing that “{}” names."
NO_PART = "The note has no such part."


class EmbeddedNote(NamedTuple):
    """The text of another note, and what its own links lead to."""

    markdown: str
    links: Links = NO_LINKS


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What a page may show besides the note's own text.

    `embeds` holds the notes that `![[…]]` may show, by title as written; any other note is its title, with a link
    where `links` has one. `diagrams` holds addresses of pictures (`/files/…`) by `code_blocks.diagram_key`.
    """

    links: Links = NO_LINKS
    embeds: Mapping[str, EmbeddedNote] = field(default_factory=dict)
    diagrams: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The same in plain JSON values; `from_json` reads it back."""
        embeds = {title: [note.markdown, note.links.as_json()] for title, note in self.embeds.items()}
        return {"links": self.links.as_json(), "embeds": embeds, "diagrams": dict(self.diagrams)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "PageOptions":
        """The options that `as_json` wrote."""
        notes = values["embeds"].items()
        embeds = {title: EmbeddedNote(text, Links.from_json(links)) for title, (text, links) in notes}
        return cls(Links.from_json(values["links"]), embeds, values["diagrams"])


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered note. `html` stands in a page of the caller's.

    Links, pictures and players keep the addresses of `Links`, one attribute `href="/notes/…"` or `src="/files/…"` each,
    so that the caller can put others there afterwards.
    """

    html: str
    headings: tuple[tuple[int, str, str], ...] = ()
    """Level, id and text, in order; those of embedded notes are not among them."""
    warnings: tuple[str, ...] = ()
    """What is not shown as it was meant, in sentences for the owner."""
    has_formulas: bool = False
    """Whether the page needs a font for mathematics."""
    description: str = ""
    is_plain: bool = False
    """Whether the note is shown as plain text, as it could not be rendered."""

    def as_json(self) -> dict[str, Any]:
        """The same in plain JSON values; `from_json` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Page":
        """The page that `as_json` wrote."""
        headings = tuple((level, name, text) for level, name, text in values["headings"])
        return cls(**{**values, "headings": headings, "warnings": tuple(values["warnings"])})


NO_OPTIONS = PageOptions()


def render(markdown: str, options: PageOptions = NO_OPTIONS) -> Page:
    """The page of a note. What cannot be rendered within reason is escaped text, and said in `warnings`.

    Front matter and comments are gone; tags, people and users are plain text. It may take long on hostile text: call
    it through `sandbox.Renderer` where the text is not your own.
    """
    return _Page(options).of(markdown)


def plain(markdown: str, warning: str) -> Page:
    """The text itself, without front matter, comments and ids, escaped, with the reason."""
    words = " ".join(fallback.words_of(markdown)[:2_000].split())
    return Page(fallback.as_text(markdown), (), (warning,), False, words[: outline.DESCRIPTION], True)


def _text(markdown: str) -> str:
    return front_matter.split(placeholders.without_placeholders(markdown))[1]


class _Page:
    """A page while it is made."""

    def __init__(self, options: PageOptions) -> None:
        self.options = options
        self.parts = Parts(options.diagrams, options.embeds.keys())
        self.embeds_left = MOST_EMBEDS

    def of(self, markdown: str) -> Page:
        try:
            html = self._note(_text(markdown), self.options.links)
        except UnrenderableError:
            return plain(markdown, TOO_TANGLED)
        shown = self.parts.as_text(html)
        headings, description = tuple(outline.headings(shown)), outline.description(shown)
        filled, parts = self._fill(html, ()), self.parts
        return Page(filled, headings, tuple(parts.warnings), parts.has_formulas, description)

    def _note(self, text: str, links: Links) -> str:
        """Sanitised HTML with the marks of what goes into it."""
        return self.parts.finish(definition_lists.unmask(rendered(text, links, self.parts)))

    def _fill(self, html: str, within: tuple[str, ...]) -> str:
        for embed in self.parts.take_embeds():
            self.parts.put(embed, self._embed(embed, within))
        return self.parts.fill(html)

    def _embed(self, embed: Embed, within: tuple[str, ...]) -> str:
        """An embedded note, or the part of it that is named, as an article; only its title in itself, too deep, and
        after too many."""
        self.embeds_left -= 1
        title = f'<p class="embedded-title" dir="auto">{self._title(embed)}</p>'
        if embed.title in within or len(within) >= DEEPEST_EMBED or self.embeds_left < 0:
            return title
        note = self.options.embeds[embed.title]
        text: str | None = _text(note.markdown)
        if embed.heading:
            text = sections.part_of(text or "", embed.heading)
        html = self._without_part(embed) if text is None else self._embed_html(embed, text, note.links, within)
        return f'<article class="embedded">{title}{html}</article>'

    def _without_part(self, embed: Embed) -> str:
        self.parts.warnings.append(EMBED_WITHOUT_PART.format(embed.title, embed.heading))
        return f'<p class="missing">{said("no_part", NO_PART)}</p>'

    def _embed_html(self, embed: Embed, text: str, links: Links, within: tuple[str, ...]) -> str:
        try:
            return self._fill(self._note(text, links), (*within, embed.title))
        except UnrenderableError:
            self.parts.warnings.append(EMBED_TOO_TANGLED.format(embed.title))
            return fallback.as_text(text)

    def _title(self, embed: Embed) -> str:
        target = self.options.links.wiki.get(embed.title)
        name = escape(embed.title)
        if target is None:
            return name
        address = target.address + ("#" + link_elements.slug(embed.heading) if embed.heading else "")
        return f'<a class="note" href="{escape(address)}" rel="{RELATION}">{name}</a>'
