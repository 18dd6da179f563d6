"""Keeping a clip: a note of its own, once per key, never lost for a detail."""

import atexit
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import orjson

from notesvc import database, errors, limits
from notesvc.domain import access, clip_titles, idempotency, indexing, notes, sync_events
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key, Outcome
from notesvc.domain.resources import NoteMetadata
from notesvc.domain.sync_operations import CAPTURE
from notesvc.domain.text_work import ahead
from notesvc.models import Note
from notesvc.text.clip import from_html
from notesvc.text.clip.url_key import url_key
from notesvc.text.sandbox.renderer import Renderer

# Conversions of pages; a clip rather waits for a free child than loses its form.
_pages = Renderer(wait_seconds=10.0)
atexit.register(_pages.close)
_CONVERT_SECONDS = 5.0
_KEEPER = """
INSERT INTO captures (note_id, token_id) SELECT id, ? FROM notes WHERE id = ?
ON CONFLICT (note_id) DO UPDATE SET token_id = excluded.token_id
"""
# What an address may hold as it is between angle brackets; `%` because it is quoted already.
_URL_SIGNS = "%:/?#[]@!$&'()*+,;=~"


@dataclass(frozen=True, slots=True)
class Clip:
    """What a clipper sent, its details checked. `facts` are what properties keep of it (url, source, …);
    `look` holds those of tags, icon and cover that were given; `warnings` name the details that were left out."""

    markdown: str | None = None
    html: str | None = None
    title: str | None = None
    url: str | None = None
    source: str | None = None
    parent_id: str | None = None
    look: Mapping[str, Any] = field(default_factory=dict)
    properties: Mapping[str, Any] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def keep(caller: Caller, key: Key | None, clip: Clip) -> Outcome:
    """Make the clip's note, or answer with the first one of that key; `answer` is what `_answer` tells of it.

    The page is converted before the transaction; note, key, activity and lastUsedAt are one transaction.
    Raises InvalidInput for a clip with nothing to keep, Conflict (`idempotency_conflict`).
    """
    try:
        wanted, warnings = _note_of(clip)
        outcome = _keep(caller, key, clip, (wanted, [*clip.warnings, *warnings]))
    except errors.Refusal as refusal:
        record_refusal(caller, clip.source, key, refusal)
        raise
    return outcome


def notes_from(caller: Caller, url: str) -> list[Note]:
    """The caller's live notes that were kept from that page, the latest first, at most `limits.LOOKUP_NOTES`."""
    mine = (Note.owner == caller.user_id) & (Note.url_key == url_key(url)) & Note.deleted_at.is_null()
    return list(Note.select().where(mine).order_by(Note.updated_at.desc(), Note.id.desc()).limit(limits.LOOKUP_NOTES))


def record_keeper(caller: Caller, note_id: str) -> None:
    """Note, in the current transaction, that the caller's key has kept the note: it may attach files to it."""
    if caller.token_id is not None:
        database.execute(_KEEPER, (caller.token_id, note_id))


def record_refusal(caller: Caller, source: str | None, key: Key | None, refusal: errors.Refusal) -> None:
    """Note in the activity that a clip was not kept."""
    named = key.text if key else None
    sync_events.record(caller, CAPTURE, "error", sync_events.Details(source, named, message=refusal.detail))


@ahead
def _keep(caller: Caller, key: Key | None, clip: Clip, note: tuple[dict[str, Any], list[str]]) -> Outcome:
    indexing.read(note[0]["content"])
    with database.transaction(caller.user_id):
        outcome = idempotency.once(caller, key, lambda: _make(caller, clip, *note))
        # A repeat with another key holds the same clip: what belongs to it may come with that key.
        record_keeper(caller, outcome.resource_id)
        sync_events.record(caller, CAPTURE, *_event(clip, key, outcome))
    return outcome


def _event(clip: Clip, key: Key | None, outcome: Outcome) -> tuple[sync_events.Status, sync_events.Details]:
    details = sync_events.Details(clip.source, key.text if key else None, outcome.resource_id, outcome.answer["name"])
    return ("duplicate" if outcome.is_replay else "success"), details


def _note_of(clip: Clip) -> tuple[dict[str, Any], list[str]]:
    content, page_title, warnings = _text_of(clip)
    if not _is_visible(content):
        if not clip.url:
            raise errors.InvalidInput(
                "markdown", "the clip is empty: markdown, html or url must hold something to keep"
            )
        content = f"<{quote(clip.url, safe=_URL_SIGNS)}>\n"
    properties, dropped = _properties(clip)
    title = clip_titles.title_of(clip.title, page_title, content, clip.url)
    return {**clip.look, "name": title, "content": content, "properties": properties}, [*warnings, *dropped]


def _text_of(clip: Clip) -> tuple[str, str | None, list[str]]:
    """The clip as markdown, the page's own title, and what has to be said about that."""
    if clip.markdown is not None and _is_visible(clip.markdown):
        return clip.markdown, None, ["html: left out, since there is markdown"] if clip.html else []
    if clip.html is None:
        return "", None, []
    converted = _pages.markdown_from_html(clip.html, clip.url, _CONVERT_SECONDS)
    if converted is not None and len(converted[0].encode()) <= limits.MAX_BODY:
        return *converted, []
    return from_html.plain_markdown(clip.html), None, ["html: could not be converted in time, its plain text is kept"]


def _is_visible(text: str) -> bool:
    return any(letter.isprintable() and not letter.isspace() for letter in text)


def _properties(clip: Clip) -> tuple[dict[str, Any], list[str]]:
    """The properties with the clip's own facts among them; where both do not fit, the facts alone."""
    joined = {**clip.properties, **clip.facts}
    replaced = [f"properties.{name}: replaced by {name}" for name in clip.facts if name in clip.properties]
    if len(orjson.dumps(joined)) > limits.MAX_PROPERTIES:
        return dict(clip.facts), [f"properties: left out, more than {limits.MAX_PROPERTIES} bytes"]
    return joined, replaced


def _make(caller: Caller, clip: Clip, wanted: dict[str, Any], warnings: list[str]) -> Outcome:
    parent_id = clip.parent_id
    if parent_id is not None and not _is_there(caller, parent_id):
        parent_id, warnings = None, [*warnings, "parentId: is no folder of yours, so the note stands at the top"]
    note, _ = notes.create(caller, {**wanted, "parent_id": parent_id}, reason="capture")
    return Outcome(str(note.id), _answer(note, warnings))


def _is_there(caller: Caller, folder_id: str) -> bool:
    try:
        access.folder_to_change(caller, folder_id)
    except errors.NotFound:
        return False
    return True


def _answer(note: Note, warnings: list[str]) -> dict[str, Any]:
    """The note as it was when it was made: a repeat of the key says the same again."""
    return {name: getattr(note, name) for name in NoteMetadata.model_fields} | {"warnings": warnings}
