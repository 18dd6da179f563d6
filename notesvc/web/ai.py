"""Asking a language model: all that can be refused is refused here, and the answer is fetched elsewhere."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Any, Literal

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


class ProposalWarning(Shape):
    """Something to know before a proposal is accepted."""

    kind: str = Field(
        description="What the text has and the proposal has no more, as `link`, `tag` or `code`; `cut`: the answer "
        "ended at its limit; `not_found`, `uncited`, `unsupported`: the notes do not say it."
    )
    lost: list[str] = Field(description="What is lost, or the sentences that no note says.")


class CitedSource(Shape):
    """A passage that an answer cites."""

    n: int = Field(description="The number that the answer cites it by.")
    note_id: str = Field(description="The note that it stands in.")
    heading: str | None = Field(description="The heading above it.")
    quote: str = Field(description="The words, as they stand in the note.")


class AnswerEvent(Shape):
    """The data of an event; each kind of event has some of these."""

    text: str = Field("", description="`delta`: more of the answer.")
    input: int = Field(0, description="`usage`: the tokens that the model was given.")
    output: int = Field(0, description="`usage`: the tokens that it wrote.")
    model: str = Field("", description="`usage`: the model that answered.")
    sources: list[CitedSource] = Field([], description="`sources` of a question: what it cites; the data is the list.")
    content: str = Field("", description="`done`: the proposal as Markdown.")
    blocks: RichContent = Field([], description="`done`: the proposal as blocks.")
    warnings: list[ProposalWarning] = Field([], description="`done`: what to know before it is accepted.")
    cause: str = Field("", description="`error`: why there is no answer.")
    detail: str = Field("", description="`error`: what can be done about it.")
    retry_after: int | None = Field(None, description="`error`: after how many seconds to try again.")


class AnswerForm(forms.Form):
    """POST /api/ai."""

    action: Action = Field(description="What is to be done with the text.")
    note_id: str | None = Field(
        None, max_length=64, description="The note whose text it is; a question stays within it."
    )
    text: str | None = Field(None, description="The text, where it is no note's, or newer than the note's.")
    selection: str | None = Field(None, description="The part of the text that is meant; else all of it.")
    instruction: str = Field(
        "",
        max_length=limits.AI_INSTRUCTION,
        description="The question of `ask`, the language of `translate`, the tone of `tone`, the wish of `custom`.",
    )
    prompt_id: str | None = Field(None, max_length=64, description="An own prompt, for `custom`.")
    provider: str | None = Field(None, max_length=64, description="Who is asked; else the one that was set up last.")
    model: str | None = Field(None, max_length=200, description="The model; else the one that was set up.")
    api_key: str | None = Field(
        None,
        max_length=limits.AI_KEY,
        description="A key for this call alone, which is kept nowhere; built-in providers.",
    )


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
        answering = Answering(job)
        answer.response = _pieces(answering.frames())
        # Also where the client has gone before the first piece: a generator that never began ends without a word.
        answer.call_on_close(lambda: _end(job, answering))
    else:
        _settle(job, Answering(job))
        raise errors.RateLimited(_WAIT_SECONDS)
    return answer


def _end(job: Job, answering: Answering) -> None:
    _slow.release()
    _settle(job, answering)


def _pieces(frames: AsyncGenerator[bytes, None]) -> Iterator[bytes]:
    """The same answer by a thread of this process, for servers that cannot hand a connection over."""
    with asyncio.Runner() as runner:
        try:
            while (piece := runner.run(_next(frames))) is not None:
                yield piece
        finally:
            runner.run(_close(frames))


async def _next(frames: AsyncGenerator[bytes, None]) -> bytes | None:
    return await anext(frames, None)


async def _close(frames: AsyncGenerator[bytes, None]) -> None:
    await frames.aclose()


def _settle(job: Job, answering: Answering) -> None:
    if job.call_id is not None:
        with database.connection():
            calls.settle(job.call_id, answering.input, answering.output, answering.cause)
