"""Asking a language model: all that can be refused is refused here, and the answer is fetched elsewhere."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from flask import Response, g
from pydantic import Field

from notesvc import database, errors, limits
from notesvc.domain.ai import calls, planning
from notesvc.domain.ai.answering import Answering, frame
from notesvc.domain.ai.job import Job
from notesvc.domain.ai.planning import Wish
from notesvc.domain.caller import Caller
from notesvc.shapes import RichContent, Shape
from notesvc.web import errors as refusals
from notesvc.web import event_streams, forms, rates
from notesvc.web.access import SESSION_OR_NOBODY
from notesvc.web.area import Area, Media

area = Area("ai", "/api/ai")

Action = Literal[
    "summarize", "rewrite", "continue", "fix", "translate", "title", "tags", "ask", "tone", "shorter", "longer",
    "explain", "tasks", "links", "custom",
]  # fmt: skip
_NOT_FOUND = {"content": "", "blocks": [], "warnings": [{"kind": "not_found", "lost": []}]}
_WAIT_SECONDS = 10

# Answers that threads of this process fetch, where there is no other to hand them to.
_slow = threading.BoundedSemaphore(limits.AI_BY_THREADS)


class Warning(Shape):
    """Something that the proposal has no more, by kind; `cut`: the answer ended at its limit; `not_found` and
    `uncited`: the notes do not say it."""

    kind: str
    lost: list[str]


class Source(Shape):
    """A passage that an answer cites; the quote stands in the note."""

    n: int
    note_id: str
    heading: str | None
    quote: str


class AnswerEvent(Shape):
    """The data of an event: `text` of `delta`; `input, output, model` of `usage`; `sources` is a list of sources;
    `content, blocks, warnings` of `done`; `cause, detail, retryAfter` of `error`."""

    text: str = ""
    input: int = 0
    output: int = 0
    model: str = ""
    content: str = ""
    blocks: RichContent = []
    warnings: list[Warning] = []
    sources: list[Source] = []
    cause: str = ""
    detail: str = ""
    retry_after: int | None = None


class AnswerForm(forms.Form):
    """POST /api/ai."""

    action: Action
    note_id: Annotated[str | None, Field(max_length=64)] = None
    text: str | None = None
    selection: str | None = None
    instruction: Annotated[str, Field(max_length=limits.AI_INSTRUCTION)] = ""
    prompt_id: Annotated[str | None, Field(max_length=64)] = None
    provider: Annotated[str | None, Field(max_length=64)] = None
    model: Annotated[str | None, Field(max_length=200)] = None
    api_key: Annotated[str | None, Field(max_length=limits.AI_KEY)] = None


_EVENTS = Media(("text/event-stream",), (), AnswerEvent, "Events `delta`, `usage`, `sources`, then `done` or `error`.")


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Who is counted together, and how many answers they may wait for at once."""

    who: str
    most: int
    session: str | None


@area.post("", access=SESSION_OR_NOBODY, form=AnswerForm, answers={200: _EVENTS}, refusals=(401, 404, 422, 429, 503))
def ask(caller: Caller | None, form: AnswerForm) -> Any:
    """A proposal of a language model, as it is written; nothing is stored in any note."""
    wish = Wish(**form.model_dump())
    if caller is None:
        rates.count(limits.AI_GUEST_CALLS, "ai", rates.source_address())
        bounds = _Bounds(f"source {rates.source_address()}", limits.AI_GUEST_AT_ONCE, None)
        return _answer(planning.for_guest(wish), bounds)
    rates.count(limits.AI_CALLS_PER_USER, "ai", caller.user_id)
    job = planning.for_user(caller, wish, g.request_id)
    if job is None:
        return _said(frame("sources", []) + frame("done", _NOT_FOUND))
    return _answer(job, _Bounds(caller.user_id, limits.AI_AT_ONCE, caller.session_hash))


def _said(frames: bytes) -> Response:
    answer = event_streams.answer()
    answer.data = frames
    return answer


def _answer(job: Job, bounds: _Bounds) -> Response:
    answer = event_streams.answer()
    connection = event_streams.open_connection()
    if connection is not None:
        facts = {"who": bounds.who, "most": bounds.most, "session": bounds.session}
        refused = refusals.answer_refusal(errors.RateLimited(_WAIT_SECONDS))
        attachment = job.model_dump_json().encode()
        answer.response = event_streams.hand_over(connection, facts, answer, refused, attachment)
    elif _slow.acquire(blocking=False):
        answer.response = _slowly(job)
    else:
        _settle(job, Answering(job))
        raise errors.RateLimited(_WAIT_SECONDS)
    return answer


def _slowly(job: Job) -> Iterator[bytes]:
    """The same answer by a thread of this process, for servers that cannot hand a connection over."""
    answering = Answering(job)
    try:
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            frames = answering.frames()
            try:
                while (piece := loop.run_until_complete(_next(frames))) is not None:
                    yield piece
            finally:
                loop.run_until_complete(_close(frames))
    finally:
        _slow.release()
        _settle(job, answering)


async def _next(frames: AsyncGenerator[bytes, None]) -> bytes | None:
    return await anext(frames, None)


async def _close(frames: AsyncGenerator[bytes, None]) -> None:
    await frames.aclose()


def _settle(job: Job, answering: Answering) -> None:
    if job.call_id is not None:
        with database.connection():
            calls.settle(job.call_id, answering.input, answering.output, answering.cause)
