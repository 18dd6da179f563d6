"""The sync interface: what clippers and other programs do with a key."""

from typing import Any, Literal

from flask import request

from notesvc import errors, limits
from notesvc.domain import capture as clips_kept
from notesvc.domain import sync_events, sync_tokens
from notesvc.domain.caller import Caller
from notesvc.domain.sync_operations import ACTIVITY, CAPTURE, EXPORT, FOLDERS, VERIFY
from notesvc.web import clips, exports, folders, forms, idempotency_keys, shapes
from notesvc.web.access import bearer, session_or_bearer
from notesvc.web.area import Answer, Area, page_size

area = Area("sync", "/api/sync")


class ExportQuery(exports.ExportQuery):
    """GET export."""

    format: Literal["json", "zip"] = "json"


class ActivityQuery(forms.Page):
    """GET activity."""

    token_id: str | None = None


class KeyShape(shapes.Shape):
    """The key that was sent."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    can_write: bool
    kind: Literal["api", "device"]
    expires_at: str | None


class KeyOwner(shapes.Shape):
    """Whose workspace the key opens."""

    id: str
    name: str


class Verified(shapes.Shape):
    """The key is good."""

    valid: Literal[True]
    token: KeyShape
    user: KeyOwner


class Captured(shapes.Shape):
    """The clip's note; `path` is its address in the web app, `warnings` name the details that were left out."""

    id: str
    name: str
    path: str
    note: shapes.NoteMetadata
    warnings: list[str]


class EventShape(shapes.Shape):
    """Something that was done with a key."""

    id: str
    token_id: str
    token_name: str
    operation: Literal["capture", "export", "folders"]
    status: Literal["success", "duplicate", "error"]
    source: str | None
    idempotency_key: str | None
    resource_id: str | None
    resource_name: str | None
    message: str | None
    created_at: str


class EventList(shapes.Shape):
    """A page of activity, newest first."""

    events: list[EventShape]
    next_cursor: str | None


@area.get("/verify", access=bearer(VERIFY), answers={200: Verified})
def verify(caller: Caller) -> Any:
    """Whether the key is good, and what it may do."""
    token = sync_tokens.token_of(caller)
    shown = {
        "id": token.id,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": token.scope_names,
        "canWrite": sync_tokens.WRITE in token.scope_names,
        "kind": token.kind,
        "expiresAt": token.expires_at,
    }
    return {"valid": True, "token": shown, "user": {"id": caller.user_id, "name": caller.name}}


@area.post(
    "/capture",
    access=bearer(CAPTURE),
    form=clips.ClipForm,
    headers=("Idempotency-Key",),
    answers={201: Captured, 200: Captured},
    refusals=(409,),
)
def capture(caller: Caller, form: clips.ClipForm) -> Any:
    """Keep a clip as a note; a repeat of the key answers with the first one and 200."""
    clip = clips.clip_of(form)
    try:
        key = clips.key_of(form, request.headers.get("Idempotency-Key"))
    except errors.InvalidInput as refusal:
        clips_kept.refused(caller, clip.source, None, refusal)
        raise
    outcome = clips_kept.keep(caller, key, clip)
    return Answer(_captured(outcome.answer), 200 if outcome.is_replay else 201, idempotency_keys.headers(outcome))


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


@area.get("/folders", access=bearer(FOLDERS), headers=("If-None-Match",), answers={200: shapes.FolderTree, 304: None})
def folder_tree(caller: Caller) -> Any:
    """All folders in display order, depth first."""
    answer = folders.tree_answer(caller)
    sync_events.record(caller, FOLDERS, "success")
    return answer


@area.get("/activity", access=session_or_bearer(ACTIVITY), query=ActivityQuery, answers={200: EventList})
def activity(caller: Caller, query: ActivityQuery) -> Any:
    """What was done with the keys, newest first."""
    size = page_size(query.limit, limits.EVENTS_PAGE, limits.EVENTS_PAGE_MOST)
    rows, cursor = sync_events.events(caller, query.token_id, query.cursor, size)
    return {"events": [_event(row) for row in rows], "nextCursor": cursor}


def _captured(said: dict[str, Any]) -> dict[str, Any]:
    note = {
        "id": said["id"],
        "name": said["name"],
        "parentId": said["parent_id"],
        "tags": said["tags"],
        "icon": said["icon"],
        "updatedAt": said["updated_at"],
        "sortOrder": said["sort_order"],
    }
    path = f"/notes/{said['id']}"
    return {"id": said["id"], "name": said["name"], "path": path, "note": note, "warnings": said["warnings"]}


def _event(row: sync_events.Row) -> dict[str, Any]:
    names = EventShape.model_fields
    return dict(zip((names[name].alias or name for name in names), row, strict=True))
