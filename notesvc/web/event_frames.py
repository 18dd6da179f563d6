"""Events as server-sent events: an id each, JSON on one line, names as the reader may see them at this moment."""

from typing import Any

import orjson

from notesvc import clock
from notesvc.domain import events, notifications
from notesvc.domain.events import Event
from notesvc.web.export_shapes import WorkspaceChange
from notesvc.web.notifications import shape

BEAT = b": \n\n"


def opening(number: int, retry_ms: int) -> bytes:
    """The first words of a stream: where it begins, so that even a silent one can be resumed."""
    return f"retry: {retry_ms}\nid: {number}\n\n".encode()


def after(user_id: str, number: int) -> tuple[bytes, int]:
    """The user's events after that one, as many as fit a step, and the number of the last of them."""
    found = events.after(user_id, number)
    told = [str(event.subject_id) for event in found if event.kind == "notification"]
    known = notifications.by_ids(user_id, told)
    frames = [_frame(event, known) for event in found]
    return b"".join(frames), found[-1].number if found else number


def anew(number: int) -> bytes:
    """What tells a client that it cannot be told what it missed: load everything anew."""
    return written(number, "workspace", _workspace(None, None, "contents", clock.now()))


def _frame(event: Event, known: dict[str, notifications.Notification]) -> bytes:
    if event.kind == "note":
        return written(event.number, "workspace", _workspace(event.subject_id, None, event.change, event.created_at))
    if event.kind == "folder":
        return written(event.number, "workspace", _workspace(None, event.subject_id, event.change, event.created_at))
    told = known.get(str(event.subject_id))
    if told is None:
        # It went with its note; the number is passed on all the same.
        return f"id: {event.number}\n\n".encode()
    return written(event.number, "notification", shape(told))


def _workspace(note_id: str | None, folder_id: str | None, change: str, at: str) -> dict[str, Any]:
    return WorkspaceChange.of(note_id=note_id, folder_id=folder_id, change=change, updated_at=at)


def written(number: int, name: str, body: dict[str, Any]) -> bytes:
    """One event as it is sent."""
    # JSON escapes line breaks, so that no name of a note can begin an event of its own.
    return f"id: {number}\nevent: {name}\ndata: ".encode() + orjson.dumps(body) + b"\n\n"
