"""The stream of a user's events: opened here, served by a process of its own (docs/decisions/0015)."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from email.utils import formatdate
from typing import Any

import orjson
from flask import Response, request
from pydantic import Field

from notesvc import database, errors, hand_over, limits
from notesvc.domain import events
from notesvc.domain.accounts import sessions
from notesvc.domain.caller import Caller
from notesvc.web import errors as refusals
from notesvc.web import event_frames, forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area, Media
from notesvc.web.export_shapes import StreamEvent

area = Area("streams", "/api/notifications")

_EVENTS = Media(("text/event-stream",), (), StreamEvent, "A stream of such events; a comment every 15 seconds.")
_PER_HOP = ("connection", "content-length", "transfer-encoding")
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
    answer = Response(mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    connection = request.environ.get("gunicorn.socket")
    if hand_over.is_open() and connection is not None:
        refused = refusals.answer_refusal(_too_many())
        answer.response = _handed_over(connection, _facts(caller, last), answer, refused)
    else:
        _take_a_place(caller)
        answer.response = _slowly(caller, last)
    return answer


def _facts(caller: Caller, last: int | None) -> dict[str, Any]:
    return {"user": caller.user_id, "session": caller.session_hash, "last": last}


def _handed_over(
    connection: socket.socket, facts: dict[str, Any], answer: Response, refused: Response
) -> Iterator[bytes]:
    """What the server iterates over, once all headers of the answer are known: it gives the connection away."""
    refused.headers.extend({name: value for name, value in answer.headers if name not in refused.headers})
    texts = {"head": _head(answer, None).decode("latin-1"), "refusal": _whole(refused).decode("latin-1")}
    try:
        hand_over.send(connection, orjson.dumps(facts | texts))
    except OSError:
        busy = refusals.answer_refusal(errors.Busy("The stream cannot be opened now."))
        connection.sendall(_whole(busy))
    raise hand_over.HandedOver
    yield b""


def _whole(answer: Response) -> bytes:
    body: bytes = answer.get_data()
    return _head(answer, len(body)) + body


def _head(answer: Response, length: int | None) -> bytes:
    """Without a length, the answer goes on until the connection ends (RFC 9112, section 6.3)."""
    lines = [f"HTTP/1.1 {answer.status}", f"Date: {formatdate(usegmt=True)}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in _PER_HOP]
    lines += [] if length is None else [f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


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


def _slowly(caller: Caller, last: int | None) -> Iterator[bytes]:
    """The same stream by a thread of this process, for servers that cannot hand a connection over."""
    try:
        with database.connection():
            number = events.latest([caller.user_id]).get(caller.user_id, 0)
            can_go_on = last is None or events.can_go_on(caller.user_id, last)
        number = last if last is not None and can_go_on else number
        yield event_frames.opening(number, _RETRY_MS) + (b"" if can_go_on else event_frames.anew(number))
        yield from _while_signed_in(caller, number)
    finally:
        with _counting:
            _slow[caller.user_id] -= 1


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
