"""The sync interface: what clippers and other programs do with a key."""

from typing import Any, Literal

from flask import request
from pydantic import Field

from notesvc import errors, limits, shapes
from notesvc.domain import capture as clips_kept
from notesvc.domain import resources, sync_events, sync_tokens
from notesvc.domain.caller import Caller
from notesvc.domain.sync_operations import ACTIVITY, CAPTURE, EXPORT, FOLDERS, VERIFY
from notesvc.web import browser_language, clips, exports, folders, forms, idempotency_keys
from notesvc.web.access import bearer, session_or_bearer
from notesvc.web.area import Answer, Area, page_size

area = Area("sync", "/api/sync")


class ExportQuery(exports.ExportQuery):
    """GET export."""

    format: Literal["json", "zip"] = Field("json", description="The form of the file.")


class ActivityQuery(forms.Page):
    """GET activity."""

    token_id: str | None = Field(None, description="Only what was done with the key of this id.")


class KeyShape(shapes.Shape):
    """The key that was sent."""

    id: shapes.Id = Field(description="The key's id.")
    name: str = Field(description="What the key is called.")
    prefix: str = Field(description="How its secret begins.")
    scopes: list[str] = Field(description="What it may do.")
    can_write: bool = Field(description="Whether it may write.")
    kind: Literal["api", "device"] = Field(description="Whether a person made it, or the device flow.")
    expires_at: shapes.Time | None = Field(description="Until when it is good; null for ever.")


class KeyOwner(shapes.Shape):
    """Whose workspace the key opens."""

    id: shapes.Id = Field(description="The user's id.")
    name: str = Field(description="How others see the user.")


class KeyVerification(shapes.Shape):
    """The key is good."""

    valid: Literal[True] = Field(description="Always true.")
    token: KeyShape = Field(description="The key.")
    user: KeyOwner = Field(description="Whose it is.")


class CapturedNote(shapes.Shape):
    """The clip's note; `path` is its address in the web app, `warnings` name the details that were left out."""

    id: shapes.Id = Field(description="The note's id.")
    name: str = Field(description="The note's name.")
    path: str = Field(description="The note's address in the web app.")
    note: resources.NoteMetadata = Field(description="The note.")
    warnings: list[str] = Field(description="The details that were left out, and why.")


class EventShape(sync_events.EventShape):
    """An event, with what a person should know in the language of the request."""

    words: str | None = Field(None, description="`message` in the language of `Accept-Language`.")


class EventList(shapes.Shape):
    """A page of activity, newest first."""

    events: list[EventShape] = Field(description="The events on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("/verify", access=bearer(VERIFY), answers={200: KeyVerification})
def verify(caller: Caller) -> Any:
    """Whether the key is good, and what it may do."""
    token = sync_tokens.token_of(caller)
    shown = KeyShape.of(token, scopes=token.scope_names, can_write=sync_tokens.WRITE in token.scope_names)
    return KeyVerification.of(valid=True, token=shown, user=(caller.user_id, caller.name))


@area.post(
    "/capture",
    access=bearer(CAPTURE),
    form=clips.ClipForm,
    headers=("Idempotency-Key",),
    answers={201: CapturedNote, 200: CapturedNote},
    refusals=(409,),
)
def capture(caller: Caller, form: clips.ClipForm) -> Any:
    """Keep a clip as a note; a repeat of the key answers with the first one and 200."""
    clip = clips.clip_of(form)
    try:
        key = clips.key_of(form, request.headers.get("Idempotency-Key"))
    except errors.InvalidInput as refusal:
        clips_kept.record_refusal(caller, clip.source, None, refusal)
        raise
    outcome = clips_kept.keep(caller, key, clip)
    return Answer(_captured_note(outcome.answer), 200 if outcome.is_replay else 201, idempotency_keys.headers(outcome))


@area.get(
    "/export",
    access=bearer(EXPORT),
    query=ExportQuery,
    headers=("If-None-Match",),
    answers={200: exports.STREAM, 304: None},
)
def export(caller: Caller, query: ExportQuery) -> Any:
    """The whole workspace, or what changed since an earlier export, as a stream."""
    return exports.answer(caller, query)


@area.get(
    "/folders",
    access=bearer(FOLDERS),
    query=forms.Page,
    headers=("If-None-Match",),
    answers={200: resources.FolderTree, 304: None},
)
def folder_tree(caller: Caller, query: forms.Page) -> Any:
    """All folders in display order, depth first."""
    answer = folders.tree_answer(caller, query)
    sync_events.record(caller, FOLDERS, "success")
    return answer


@area.get("/activity", access=session_or_bearer(ACTIVITY), query=ActivityQuery, answers={200: EventList})
def activity(caller: Caller, query: ActivityQuery) -> Any:
    """What was done with the keys, newest first."""
    size = page_size(query.limit, limits.EVENTS_PAGE, limits.EVENTS_PAGE_MOST)
    rows, cursor = sync_events.events(caller, query.token_id, query.cursor, size)
    told = [
        {**event, "words": browser_language.in_words(event["message"])} for event in sync_events.EventShape.each(rows)
    ]
    return EventList.of(events=told, next_cursor=cursor)


def _captured_note(said: dict[str, Any]) -> dict[str, Any]:
    note = resources.NoteMetadata.of(**{name: said.get(name) for name in resources.NoteMetadata.model_fields})
    return CapturedNote.of(
        id=said["id"], name=said["name"], path=f"/notes/{said['id']}", note=note, warnings=said["warnings"]
    )
