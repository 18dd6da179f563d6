"""What a page holds of what it is about, to be read before any script has come."""

import logging
from collections.abc import Callable
from typing import Any

import orjson
import peewee
from flask import request
from markupsafe import Markup

from notesvc import errors
from notesvc.domain import access as lookups
from notesvc.domain import documents, picture_sizes
from notesvc.domain.accounts import users
from notesvc.models import Note, NoteBody
from notesvc.text.first_view import note as first_view
from notesvc.web import search_view
from notesvc.web.access import present_caller

log = logging.getLogger(__name__)


def of_note(note_id: str) -> Markup | None:
    """The note as HTML for whoever is signed in; None where they may not read it, or the app had better show it."""
    return None if request.args.get("beside") else _or_none(lambda: _view(note_id))


def of_search(words: str | None) -> Markup | None:
    """What the search of the address finds as HTML, for whoever is signed in; None where the app had better show it.

    `words` are what the build has kept of the app's own.
    """
    return _or_none(lambda: search_view.view(orjson.loads(words))) if words is not None else None


def is_to_sign_in() -> bool:
    """Whether the page of signing in will stay what it is: somebody has an account, and nobody is signed in here."""
    try:
        return present_caller() is None and not users.is_first()
    except (errors.Refusal, peewee.PeeweeException):
        return False


def _or_none(view: Callable[[], Markup | None]) -> Markup | None:
    """The view; a page never fails with it: the app asks for the same, and says what is wrong."""
    try:
        return view()
    except errors.Refusal:
        return None
    except Exception:  # whatever it is, the app's page must not fail with it
        log.exception("no first view")
        return None


def _view(note_id: str) -> Markup | None:
    caller = present_caller()
    if caller is None:
        return None
    note = lookups.note_to_read(caller, note_id)
    if note.deleted_at is not None:
        return None
    body = lookups.body_of(note)
    if len(body.content) > first_view.MOST_CHARACTERS:
        return None
    return first_view.page(_shown(note, body, is_editable=lookups.role_of(caller, note) != "viewer"))


def _shown(note: Note, body: NoteBody, *, is_editable: bool) -> first_view.Shown:
    is_raw = note.mode == "raw"
    document: list[dict[str, Any]] = [] if is_raw else orjson.loads(documents.json_of(body))
    return first_view.Shown(
        name=note.name,
        is_raw=is_raw,
        content=body.content,
        document=document,
        is_editable=is_editable,
        icon=note.icon,
        cover=note.cover,
        tags=note.tags,
        properties=note.properties,
        sizes=picture_sizes.of_note(note, body),
    )
