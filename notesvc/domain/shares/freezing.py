"""Freezing: the pages of a share are made and stored beside those that are shown, which are replaced all at once."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from notesvc import clock, database, errors, limits
from notesvc.domain import changes, intact, rendering
from notesvc.domain.accounts import users
from notesvc.domain.exporting.links import LinkMaker
from notesvc.domain.shares import away, contents, linking, page_html, stored_pages
from notesvc.domain.shares import warnings as told
from notesvc.domain.shares.contents import FRONT, Contents, Text
from notesvc.domain.shares.embedding import Embedder
from notesvc.domain.shares.linking import Files, Linking
from notesvc.domain.shares.page_html import Page, Site
from notesvc.models import Share

_BATCH = 20
_PAGE_COLUMNS = "share_id, generation, path, position, note_id, title, body, linked_slugs, updated_at, etag, html"
_FILE_COLUMNS = "share_id, generation, number, note_id, name, size, content_hash"
_SHOW = """
UPDATE shares SET generation = ?, frozen_at = ?, frozen_number = ?, warnings = ?, freeze_id = NULL,
    freeze_wanted_at = NULL, freeze_done = 0, freeze_total = 0 WHERE id = ? AND revoked_at IS NULL
"""
_WAITING = """
SELECT s.id FROM shares s WHERE s.freeze_wanted_at IS NOT NULL AND s.revoked_at IS NULL
ORDER BY s.freeze_wanted_at, s.id LIMIT 1
"""
_PROGRESS = "UPDATE shares SET freeze_done = ?, freeze_total = ? WHERE id = ? AND freeze_id = ? RETURNING id"
_SOURCE_OF_A_DIAGRAM = '<code class="language-mermaid">'


@dataclass(slots=True)
class Made:
    """Pages that are made and not stored yet: the rows of tables, but for share and generation."""

    pages: list[tuple[Any, ...]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)


class Freeze:
    """What a share shows at this moment, to be made page by page. Raises NotFound, InvalidInput (too many pages)."""

    def __init__(self, share: Share, base: str) -> None:
        self.share = share
        self.number = changes.current_number(str(share.owner_id))
        self.contents: Contents = contents.of(share)
        self._linking: Linking = linking.linking_of(share, self.contents.paths)
        self.files: Files = self._linking.files
        links = LinkMaker(str(share.owner_id))
        self._embedder = Embedder(str(share.owner_id), self.contents.paths, links)
        is_open = share.is_open
        language = users.language_of(str(share.owner_id))
        has_feed = bool(share.has_feed) and is_open
        self._site = Site(str(share.slug), base, self.contents, language, has_feed, has_picture=is_open)
        self._order = self._reading_order()

    @property
    def pages(self) -> int:
        return len(self._order)

    def made(self) -> Iterator[Made]:
        """The pages in batches, in reading order. Raises Busy where a note's own share finds it damaged."""
        for start in range(0, len(self._order), _BATCH):
            yield self._batch(start, self._order[start : start + _BATCH])

    def _batch(self, start: int, order: Sequence[tuple[str, str | None, str]]) -> Made:
        made = Made()
        wanted = [note_id for _, note_id, _ in order if note_id is not None]
        with database.connection():
            texts = contents.texts(str(self.share.owner_id), wanted)
        for position, (path, note_id, title) in enumerate(order, start):
            text = texts.get(note_id or "")
            if note_id is not None and (text is None or text.is_damaged):
                self._leave_out(made, note_id, title)
                if path != FRONT:
                    continue
                text = None
            self._make(made, position, self._page(made, path, text))
        return made

    def _leave_out(self, made: Made, note_id: str, title: str) -> None:
        if not self.contents.is_site:
            raise intact.refusal(f"note {note_id}")
        made.warnings.append({"noteId": note_id, "name": title, "message": told.LEFT_OUT})

    def _page(self, made: Made, path: str, text: Text | None) -> Page:
        if text is None:
            return Page(path, self.contents.title, "", clock.now())
        with database.connection():
            options, note_ids, of_files = self._embedder.options_of(text)
        page = rendering.render(text.content, options)
        name = text.name
        made.warnings += [
            {"noteId": text.note_id, "name": name, "message": each} for each in [*page.warnings, *of_files]
        ]
        if _SOURCE_OF_A_DIAGRAM in page.html:
            made.warnings.append({"noteId": text.note_id, "name": name, "message": told.NO_PICTURE, "kind": "diagram"})
        html = self._linking.put_in(note_ids, page.html)
        title = self.contents.title if path == FRONT else name
        return Page(path, title, html, text.updated_at, text.note_id, text.parent_id, page.headings, page.description)

    def _make(self, made: Made, position: int, page: Page) -> None:
        html = page_html.page(self._site, page, self._neighbour(position - 1), self._neighbour(position + 1))
        packed, etag = stored_pages.packed_of(html)
        linked = orjson.dumps(sorted(self._linking.linked if page.note_id else ())).decode()
        body = unicodedata.normalize("NFKC", page_html.text_of(page.html))
        made.pages.append((page.path, position, page.note_id, page.title, body, linked, page.updated_at, etag, packed))

    def _neighbour(self, position: int) -> Page | None:
        if not 0 <= position < len(self._order):
            return None
        path, _, title = self._order[position]
        return Page(path, title, "", "")

    def _reading_order(self) -> list[tuple[str, str | None, str]]:
        """Path, note and title of each page."""
        if not self.contents.is_site:
            return [(FRONT, self.share.note_id, self.contents.title)]
        names = {entry.id: entry.name for entry in self.contents.entries}
        front = self.contents.front_note_id
        order: list[tuple[str, str | None, str]] = [(FRONT, front, self.contents.title)]
        return order + [(path, each, names[each]) for each, path in self.contents.paths.items() if each != front]


def at_once(share: Share, freeze: Freeze, pages: list[Made]) -> None:
    """Show what was made, in the current transaction; not where a later freeze has been shown meanwhile."""
    row = database.execute("SELECT generation, frozen_number, slug FROM shares WHERE id = ?", (share.id,)).fetchone()
    if row is None or int(row[1]) > freeze.number:
        return
    if row[2] != share.slug:
        raise errors.Busy("The link was given another address just now. Try again.")
    generation = int(row[0]) + 1
    _forget(str(share.id), "generation <> ?", int(row[0]))
    for made in pages:
        _add_pages(str(share.id), generation, made)
    _add_files(str(share.id), generation, freeze.files)
    _show(share, generation, freeze, [warning for made in pages for warning in made.warnings])


def want(share: Share, total: int) -> None:
    """Leave the freeze to the jobs, in the current transaction: it takes longer than a request should."""
    database.execute(
        "UPDATE shares SET freeze_id = ?, freeze_wanted_at = ?, freeze_done = 0, freeze_total = ? WHERE id = ?",
        (clock.new_id(), clock.now(), total, share.id),
    )


def begin_anew(share: Share) -> None:
    """Break off a freeze that the jobs are at, and leave it to them again, in the current transaction."""
    database.execute(
        "UPDATE shares SET freeze_id = ?, freeze_done = 0 WHERE id = ? AND freeze_wanted_at IS NOT NULL",
        (clock.new_id(), share.id),
    )


def freeze_next(base: str) -> bool:
    """Freeze the share that has waited longest; False where none waits. A freeze that is broken off begins anew."""
    row = database.execute(_WAITING).fetchone()
    if row is None:
        return False
    share = Share.get_by_id(row[0])
    try:
        _freeze_in_steps(share, Freeze(share, base))
    except errors.Refusal as refusal:
        # It went to the trash meanwhile, or has grown too large: what was shown stays.
        _give_up(share, refusal.detail)
    return True


def _freeze_in_steps(share: Share, freeze: Freeze) -> None:
    share_id, generation = str(share.id), int(share.generation) + 1
    with database.transaction(str(share.owner_id)):
        _forget(share_id, "generation <> ?", int(share.generation))
    done, warnings = 0, []
    for made in freeze.made():
        done += len(made.pages)
        warnings += made.warnings
        with database.transaction(str(share.owner_id)):
            if not _goes_on(share, done, freeze.pages):
                return
            _add_pages(share_id, generation, made)
    warnings += away.bring(str(share.owner_id), freeze.files.taken)
    with database.transaction(str(share.owner_id)):
        if _goes_on(share, done, freeze.pages):
            _add_files(share_id, generation, freeze.files)
            _show(share, generation, freeze, warnings)


def _goes_on(share: Share, done: int, total: int) -> bool:
    """Whether this freeze is still wanted: not after a revocation, nor after another freeze."""
    return bool(database.execute(_PROGRESS, (done, total, share.id, share.freeze_id)).fetchall())


def _give_up(share: Share, detail: str) -> None:
    warning = orjson.dumps([{"noteId": None, "name": None, "message": told.NOT_FROZEN.format(detail)}]).decode()
    with database.transaction(str(share.owner_id)):
        _forget(str(share.id), "generation <> ?", int(share.generation))
        database.execute(
            "UPDATE shares SET freeze_id = NULL, freeze_wanted_at = NULL, warnings = ? WHERE id = ? AND freeze_id = ?",
            (warning, share.id, share.freeze_id),
        )


def _show(share: Share, generation: int, freeze: Freeze, warnings: list[dict[str, Any]]) -> None:
    kept = orjson.dumps(warnings[: limits.SHARE_WARNINGS]).decode()
    database.execute(_SHOW, (generation, clock.now(), freeze.number, kept, share.id))
    _forget(str(share.id), "generation <> ?", generation)
    stored_pages.unlink_ended(share, generation)


def _add_pages(share_id: str, generation: int, made: Made) -> None:
    database.execute_many(
        f"INSERT INTO share_pages ({_PAGE_COLUMNS}) VALUES ({database.marks(_PAGE_COLUMNS.split())})",
        [(share_id, generation, *row) for row in made.pages],
    )


def _add_files(share_id: str, generation: int, files: Files) -> None:
    database.execute_many(
        f"INSERT INTO share_files ({_FILE_COLUMNS}) VALUES ({database.marks(_FILE_COLUMNS.split())})",
        [(share_id, generation, *file) for file in files.taken],
    )


def _forget(share_id: str, which: str, generation: int) -> None:
    for table in ("share_pages", "share_files"):
        database.execute(f"DELETE FROM {table} WHERE share_id = ? AND {which}", (share_id, generation))


def forget_all(share_id: str) -> None:
    """Drop all pages and files of a share, in the current transaction."""
    _forget(share_id, "generation >= ?", 0)
