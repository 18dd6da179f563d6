"""An answer as events hangs up on the provider at once when it is closed or has taken too long."""

from collections.abc import AsyncGenerator

from notesvc.domain.ai.answering import Answering, frame
from tests.ai.endless import WORD, endless_provider
from tests.ai.fakes import Reply, fake_provider, job
from tests.loops import on_a_loop


def frames(base_url: str, seconds: int) -> AsyncGenerator[bytes, None]:
    """The events of an answer that may take so many seconds."""
    return Answering(job(base_url, seconds)).frames()


@on_a_loop
async def test_a_closed_answer_hangs_up() -> None:
    async with endless_provider() as endless:
        events = frames(endless.base_url, seconds=60)
        assert await anext(events) == frame("delta", {"text": WORD})
        await events.aclose()
        assert await endless.is_left()


@on_a_loop
async def test_an_answer_that_takes_too_long_hangs_up() -> None:
    async with endless_provider() as endless:
        events = frames(endless.base_url, seconds=0)
        assert b'"cause":"timeout"' in await anext(events)
        assert await endless.is_left()


@on_a_loop
async def test_thoughts_that_nothing_opened_are_taken_back_from_what_was_told() -> None:
    with fake_provider() as provider:
        provider.reply = Reply(["Secret. ", "</think>", "So."])
        told = [each async for each in frames(provider.base_url("compatible"), seconds=60)]
    assert told[:3] == [
        frame("delta", {"text": "Secret. "}),
        frame("delta", {"text": "", "anew": True}),
        frame("delta", {"text": "So."}),
    ]
    assert b"Secret" not in told[-1]
