"""The workspace as a site to browse without the service: a page per note, the tree in front, no scripts."""

import atexit
import re
from collections.abc import Iterator

import orjson

from notesvc import clock, database
from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import files, html_pages, layout, records
from notesvc.domain.exporting.export import Export, gathered
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.links import LinkMaker
from notesvc.domain.exporting.zip_stream import ZipStream
from notesvc.text.sandbox.renderer import Renderer

INDEX = "index.html"
_ENDING = ".html"

# Patient and without a memory: an export renders each note once, and may wait for its turn.
_pages = Renderer(wait_seconds=60.0)
atexit.register(_pages.close)

_ADDRESS = re.compile(
    r"""
    [ ] (?P<name> href | src ) ="
    (?: / (?P<kind> notes | files ) / (?P<id> [0-9a-f-]{36} ) (?: / [^"\#]* )? | /tags/ [^"\#]* )
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
    """The site as a zip stream. A note that cannot be rendered within its time is shown as plain text."""
    owner_id = export.caller.user_id
    paths = layout.plan(owner_id, _ENDING, (INDEX, layout.DAMAGED))
    archive = ZipStream()
    yield from archive.long_file(INDEX, gathered(_index(export.caller, paths)), clock.now())
    links = LinkMaker(owner_id)
    for rows in records.notes(owner_id, export.since, export.damage):
        for row in rows:
            yield from _page(archive, row, paths, links)
    yield from files.copied(archive, export, paths)
    yield from files.told_damage(archive, export)
    yield from archive.end()


def _page(archive: ZipStream, note: records.Note, paths: Paths, links: LinkMaker) -> Iterator[bytes]:
    path = paths.notes.get(note.id)
    if path is None:
        return
    with database.connection():
        targets = links.of(note)
    body = _within(_pages.render(note.content, targets), path, paths)
    home = files.relative(INDEX, path)
    updated_at = note.stored("updated_at")
    page = html_pages.note(note.name, orjson.loads(note.stored("tags")), updated_at, body, home)
    yield from archive.file(path, page.encode(), updated_at)


def _within(html: str, path: str, paths: Paths) -> str:
    """The safe HTML with addresses of the service as relative ones; what the site does not have loses its address."""

    def changed(found: re.Match[str]) -> str:
        known = paths.notes if found["kind"] == "notes" else paths.attachments
        target = known.get(found["id"] or "")
        if target is None:
            return ""
        return f' {found["name"]}="{files.relative(target, path)}{found["place"] or ""}"'

    return _ADDRESS.sub(changed, html)


def _index(caller: Caller, paths: Paths) -> Iterator[bytes]:
    with database.connection():
        branches = folders.tree(caller)
        rows = database.execute(_TREE, (caller.user_id,)).fetchall()
    notes: dict[str | None, list[tuple[str, str]]] = {}
    for note_id, name, parent_id in rows:
        if note_id in paths.notes:
            notes.setdefault(parent_id, []).append((name, files.relative(paths.notes[note_id], INDEX)))
    for text in html_pages.index(caller.name, branches, notes):
        yield text.encode()
