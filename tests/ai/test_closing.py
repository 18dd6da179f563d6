"""A closed answer hangs up on the provider at once; its deadlines run only while the provider is waited for."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from ipaddress import ip_network

import pytest

from notesvc.ai import client
from notesvc.ai.endpoint import Endpoint, Piece, Question, Text
from tests.ai.endless import WORD, endless_provider
from tests.ai.fakes import MODEL, FakeProvider, fake_provider
from tests.loops import on_a_loop

HERE = (ip_network("127.0.0.0/8"),)
QUESTION = Question(MODEL, "Be brief.", (("user", "Hello?"),), 100)


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    with fake_provider() as running:
        yield running


def answer(base_url: str) -> AsyncGenerator[Piece, None]:
    return client.answer(Endpoint("compatible", base_url, None, HERE), QUESTION)


@on_a_loop
async def test_a_closed_answer_hangs_up() -> None:
    async with endless_provider() as endless:
        pieces = answer(endless.base_url)
        assert await anext(pieces) == Text(WORD)
        await pieces.aclose()
        assert await endless.is_left()


@on_a_loop
async def test_a_reader_that_pauses_exceeds_no_deadline(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = answer(provider.base_url("compatible"))
    assert await anext(pieces) == Text("Hello")
    await let_an_hour_pass(monkeypatch)
    assert Text(" world") in [piece async for piece in pieces]


@on_a_loop
async def test_a_silence_ends_the_answer_in_whichever_task_reads_it(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.go_on.clear()
    pieces = answer(provider.base_url("compatible"))
    assert await asyncio.create_task(anext(pieces)) == Text("Hello")
    reading = asyncio.create_task(anext(pieces))
    await asyncio.sleep(0)
    await let_an_hour_pass(monkeypatch)
    done, _ = await asyncio.wait([reading], timeout=60)
    assert [str(each.exception()) for each in done] == ["timeout"]


async def let_an_hour_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the loop's clock forward and let the loop end what is due."""
    loop = asyncio.get_running_loop()
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + 3_600)
    for _ in range(2):
        await asyncio.sleep(0)
