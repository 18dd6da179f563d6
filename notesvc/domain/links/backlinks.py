"""What points at a note: the notes that link to it, and those that only mention its name."""

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from notesvc import database, limits
from notesvc.domain import access, batches, listing
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup
from notesvc.domain.links.lookup import Link
from notesvc.domain.listing import Row
from notesvc.domain.search import sql
from notesvc.domain.search import terms as search_terms
from notesvc.models import Note
from notesvc.text import fold, inline
from notesvc.text.inline import Token
from notesvc.text.markdown import front_matter
from notesvc.text.scripts import UNSPACED
from notesvc.text.search.query import Either, Term
from notesvc.text.search.snippet import excerpt

_CHUNK = 50

_UNSPACED = re.compile(f"[{UNSPACED}]")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A note that points here: how often, and the first places as escaped HTML with `<mark>`.

    Where texts are so long that they were not all read: at least how often, and no places.
    """

    note: Row
    snippets: list[str]
    count: int


@dataclass(frozen=True, slots=True)
class Backlinks:
    """Both kinds of sources, each with the latest change first; the note itself is in neither."""

    linked: list[Source]
    unlinked: list[Source]


def of_note(caller: Caller, note_id: str) -> Backlinks:
    """The newest 500 notes that link to the note, and notes that mention one of its names without a link.

    Mentions are whole words outside of links and code; of the notes that hold the name the newest 200 are
    read. A name of one or two letters is no mention, unless its script needs no more. Raises NotFound.

    Somebody with whom the note is shared sees those links alone that stand in notes shared with them.
    """
    note = access.note_to_read(caller, note_id)
    owner_id = str(note.owner_id)
    if owner_id == caller.user_id:
        return Backlinks(_linked_sources(owner_id, note), _unlinked_sources(owner_id, note))
    shared = access.shared_by(owner_id, caller)
    seen = [source for source in _linked_sources(owner_id, note) if source.note[0] in shared]
    return Backlinks([replace(source, note=listing.without_place(source.note)) for source in seen], [])


def _linked_sources(owner_id: str, note: Note) -> list[Source]:
    found: dict[str, list[Link]] = {}
    for link in lookup.to_notes(owner_id, [str(note.id)], limits.LINK_ROWS):
        if link.source_id != note.id:
            found.setdefault(link.source_id, []).append(link)
    sources = []
    until = time.thread_time() + limits.BACKLINK_SECONDS
    for row, content in _read(owner_id, _newest(owner_id, found)):
        if time.thread_time() < until:
            sources.append(_source(row, content, _link_spans(content, found[row[0]])))
        else:
            sources.append(Source(row, [], len(found[row[0]])))
    return sources


def _link_spans(content: str, wanted: Iterable[Link]) -> list[Span]:
    targets = {(link.kind, link.label) for link in wanted}

    def is_wanted(token: Token) -> bool:
        return (token.kind, token.title if token.kind == "wiki" else token.value) in targets

    return [(token.start, token.end) for token in inline.each_token(content) if is_wanted(token)]


def _unlinked_sources(owner_id: str, note: Note) -> list[Source]:
    names = telling_names(note)
    if not names:
        return []
    sources: list[Source] = []
    until = time.thread_time() + limits.BACKLINK_SECONDS
    for row, content in _read(owner_id, holding(owner_id, names, str(note.id), limits.UNLINKED_EXAMINED)):
        if time.thread_time() > until:
            break
        spans = inline.mentions(content, names)
        if spans:
            sources.append(_source(row, content, spans))
        if len(sources) == limits.UNLINKED_NOTES:
            break
    return sources


def telling_names(note: Note) -> list[str]:
    """The names of the note by which a text can be told to mention it."""
    return [name for name in (str(note.name), *front_matter.aliases(note.properties)) if _is_telling(name)]


def _is_telling(name: str) -> bool:
    # An emoji is a word to search for, but says too little to be a name.
    return (
        any(map(str.isalnum, name))
        and bool(fold.tokens(name))
        and (len(name) >= limits.UNLINKED_SHORTEST_NAME or _UNSPACED.search(name) is not None)
    )


def holding(owner_id: str, names: Iterable[str], note_id: str, most: int) -> list[str]:
    """The newest live notes, the note itself aside, in which the index knows one of the names."""
    terms = tuple(Term(tuple(fold.index_tokens(name))) for name in names)
    among = sql.notes_among(search_terms.notes_with(Either(terms)))
    rows = database.execute(
        f"SELECT n.id FROM {among.text} WHERE n.owner_id = ? AND n.deleted_at IS NULL AND n.id <> ? "
        "ORDER BY n.updated_at DESC, n.id DESC LIMIT ?",
        (*among.parameters, owner_id, note_id, most),
    ).fetchall()
    return [row[0] for row in rows]


def _newest(owner_id: str, note_ids: Iterable[str]) -> list[str]:
    """At most `limits.BACKLINK_NOTES` of the notes, the latest change first."""
    rows = batches.rows("notes", "n.updated_at, n.id", owner_id, note_ids)
    return [row[1] for row in sorted(rows, reverse=True)[: limits.BACKLINK_NOTES]]


def _read(owner_id: str, note_ids: list[str]) -> Iterator[tuple[Row, str]]:
    """The notes in this order, each with its text; few at a time, for the reader may stop."""
    for start in range(0, len(note_ids), _CHUNK):
        chunk = note_ids[start : start + _CHUNK]
        notes = {row[0]: row for row in batches.rows("notes", listing.COLUMNS, owner_id, chunk)}
        bodies = database.execute(
            f"SELECT note_id, content FROM note_bodies WHERE note_id IN ({database.marks(chunk)})",
            chunk,
        )
        texts = dict(bodies.fetchall())
        for note_id in chunk:
            if note_id in notes and note_id in texts:
                yield notes[note_id], texts[note_id]


def _source(row: Row, content: str, spans: list[Span]) -> Source:
    shown = spans[: limits.BACKLINK_SNIPPETS]
    return Source(row, [excerpt(content, start, end) for start, end in shown], len(spans))
