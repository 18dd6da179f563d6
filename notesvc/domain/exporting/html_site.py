"""The workspace as a site to browse without the service: a page per note, the tree in front, no scripts."""

import re
from collections.abc import Iterator

import orjson

from notesvc import clock, database, sentences
from notesvc.domain import folders, rendering
from notesvc.domain.exporting import files, html_pages, layout, records
from notesvc.domain.exporting.export import Export, in_chunks
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.links import LinkMaker, Source
from notesvc.domain.exporting.warnings import Warnings
from notesvc.domain.exporting.zip_stream import ZipStream
from notesvc.domain.shares import text_language
from notesvc.domain.shares.embedding import Embedder
from notesvc.languages import Language
from notesvc.text.html.page import PageOptions
from notesvc.text.html.sanitise import START_TAG
from notesvc.text.markdown import file_addresses

INDEX = "index.html"
FONT = "formulas.woff2"
WARNINGS = "WARNINGS.txt"
_ENDING = ".html"
_RESERVED = (INDEX, FONT, layout.DAMAGED, layout.MISSING, WARNINGS)

_ADDRESS = re.compile(
    r"""
    [ ] (?P<name> href | src ) ="
    / (?P<kind> notes | files ) / (?P<id> [0-9a-f-]{36} ) (?: / [^"\#]* )?
    (?P<place> \# [^"]* )?
    "
    """,
    re.VERBOSE,
)
_TREE = """
SELECT id, name, parent_id FROM notes WHERE owner_id = ? AND deleted_at IS NULL
ORDER BY journal_date DESC, sort_order, id
"""


def pieces(export: Export) -> Iterator[bytes]:
    """The site as a zip stream. A note that cannot be rendered is shown as plain text, which a file of it tells."""
    owner_id = export.caller.user_id
    paths = layout.plan(owner_id, export.language, _ENDING, _RESERVED)
    archive = ZipStream()
    yield from archive.long_file(INDEX, in_chunks(_index(export, paths)), clock.now())
    site = _Site(export.language, paths, Embedder(owner_id, paths.notes, LinkMaker(owner_id)))
    for rows in records.notes(owner_id, export.since, export.damage):
        for row in rows:
            yield from site.page(archive, row)
    yield from files.copy_all(archive, export, paths)
    yield from site.rest(archive)
    yield from files.told(archive, export)
    yield from archive.end()


class _Site:
    """The pages of a site, and what they turn out to need besides."""

    def __init__(self, language: Language, paths: Paths, embedder: Embedder) -> None:
        self.language, self.paths, self.embedder = language, paths, embedder
        self.warnings = Warnings(language)
        self.has_formulas = False

    def page(self, archive: ZipStream, note: records.Note) -> Iterator[bytes]:
        """The page of a note."""
        path = self.paths.notes.get(note.id)
        if path is None:
            return
        with database.connection():
            source = Source(note.id, note.column("parent_id"), note.content)
            links, embeds, _, of_files = self.embedder.embeds_of(source)
        page = rendering.render(note.content, PageOptions(links, embeds))
        told = [sentences.said(each, self.language) or each for each in [*page.warnings, *of_files]]
        self.warnings.add(path, note.name, told)
        self.has_formulas |= page.has_formulas
        updated_at = note.column("updated_at")
        lines = [html_pages.facts(updated_at, orjson.loads(note.column("tags"))), *told]
        style = html_pages.style_of(page, file_addresses.relative(FONT, path))
        body, language = _within(page.html, path, self.paths), text_language.of(note.content, self.language)
        shown = html_pages.Shown(note.name, lines, body, language)
        whole = html_pages.Pages(self.language).note(shown, file_addresses.relative(INDEX, path), style)
        yield from archive.file(path, whole.encode(), updated_at)

    def rest(self, archive: ZipStream) -> Iterator[bytes]:
        """The font, where there is a formula and the app was built, and what is to be said."""
        if self.has_formulas and rendering.MATHS_FONT.is_file():
            yield from archive.long_file(FONT, [rendering.MATHS_FONT.read_bytes()], clock.now())
        if self.warnings:
            yield from archive.file(WARNINGS, self.warnings.told(), clock.now())


def _within(html: str, path: str, paths: Paths) -> str:
    """The safe HTML with addresses of the service as relative ones; what the site does not have loses its address."""

    def relative(found: re.Match[str]) -> str:
        known = paths.notes if found["kind"] == "notes" else paths.attachments
        target = known.get(found["id"] or "")
        if target is None:
            return ""
        return f' {found["name"]}="{file_addresses.relative(target, path)}{found["place"] or ""}"'

    return START_TAG.sub(lambda tag: _ADDRESS.sub(relative, tag[0]), html)


def _index(export: Export, paths: Paths) -> Iterator[bytes]:
    with database.connection():
        branches = folders.tree(export.caller)
        rows = database.execute(_TREE, (export.caller.user_id,)).fetchall()
    notes: dict[str | None, list[tuple[str, str]]] = {}
    for note_id, name, parent_id in rows:
        if note_id in paths.notes:
            notes.setdefault(parent_id, []).append((name, file_addresses.relative(paths.notes[note_id], INDEX)))
    for text in html_pages.Pages(export.language).index(export.caller.name, branches, notes):
        yield text.encode()
