"""The stream of a user's events: opened here, served by a process of its own (docs/decisions/0015)."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from flask import request
from pydantic import Field

from notesvc import database, errors, limits
from notesvc.domain import events
from notesvc.domain.accounts import sessions
from notesvc.domain.caller import Caller
from notesvc.web import errors as refusals
from notesvc.web import event_frames, event_streams, forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area, Media
from notesvc.web.export_shapes import StreamEvent

area = Area("streams", "/api/notifications")

_EVENTS = Media(("text/event-stream",), (), StreamEvent, "A stream of such events; a comment every 15 seconds.")
_LONGEST_NUMBER = 15
_RETRY_MS = 2_000
_STEP_SECONDS = 0.5

# Streams that threads of this process serve, where there is no other to hand them to: by user.
_slow: Counter[str] = Counter()
_counting = threading.Lock()


class StreamQuery(forms.Query):
    """GET stream; a browser's new stream can send no header, only the ones that it opens again by itself."""

    last_event_id: str = Field(
        "",
        max_length=64,
        description="The id of the last event that was received; for clients that cannot send the header.",
    )


@area.get(
    "/stream",
    access=SESSION,
    headers=("Last-Event-ID",),
    query=StreamQuery,
    answers={200: _EVENTS},
)
def stream(caller: Caller, query: StreamQuery) -> Any:
    """What happens, as server-sent events; resumed by Last-Event-ID, at most six at a time."""
    last = _last_event_id(query.last_event_id)
    answer = event_streams.answer()
    connection = event_streams.open_connection()
    if connection is not None:
        refused = refusals.answer_refusal(_too_many())
        answer.response = event_streams.hand_over(connection, _facts(caller, last), answer, refused)
    else:
        _take_a_place(caller)
        answer.response = _slowly(caller, last)
        # Also where the client has gone before the first event: a generator that never began ends without a word.
        answer.call_on_close(lambda: _give_the_place_back(caller))
    return answer


def _facts(caller: Caller, last: int | None) -> dict[str, Any]:
    return {"user": caller.user_id, "session": caller.session_hash, "last": last}


def _last_event_id(asked: str) -> int | None:
    """None for a stream that begins now, -1 for one that goes on after something that is no number of ours."""
    text = request.headers.get("Last-Event-ID", asked).strip()
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else -1


def _too_many() -> errors.RateLimited:
    return errors.RateLimited(limits.STREAM_BEAT_SECONDS)


def _take_a_place(caller: Caller) -> None:
    with _counting:
        is_full = _slow.total() >= limits.STREAMS_BY_THREADS
        if is_full or _slow[caller.user_id] >= limits.STREAMS_PER_USER:
            raise _too_many()
        _slow[caller.user_id] += 1


def _give_the_place_back(caller: Caller) -> None:
    with _counting:
        _slow[caller.user_id] -= 1


def _slowly(caller: Caller, last: int | None) -> Iterator[bytes]:
    """The same stream by a thread of this process, for servers that cannot hand a connection over."""
    with database.connection():
        number = events.latest([caller.user_id]).get(caller.user_id, 0)
        can_go_on = last is None or events.can_go_on(caller.user_id, last)
    number = last if last is not None and can_go_on else number
    yield event_frames.opening(number, _RETRY_MS) + (b"" if can_go_on else event_frames.anew(number))
    yield from _while_signed_in(caller, number)


def _while_signed_in(caller: Caller, number: int) -> Iterator[bytes]:
    beat_at = time.monotonic() + limits.STREAM_BEAT_SECONDS
    while True:
        with database.connection():
            frames, number = event_frames.after(caller.user_id, number)
            is_over = not sessions.living([str(caller.session_hash)])
        if is_over:
            return
        if not frames and time.monotonic() < beat_at:
            time.sleep(_STEP_SECONDS)
            continue
        beat_at = time.monotonic() + limits.STREAM_BEAT_SECONDS
        yield frames or event_frames.BEAT
