"""Conversions in child processes: what becomes of one that is ended, and of one that nobody waits for any more."""

import asyncio
import os
import signal

import pytest

from notesvc.collab.converter import ConversionError, Converter, CrashedError, KilledError
from tests import loops


async def _seeded(converter: Converter, content: str = "One.") -> str:
    made, _ = await converter.ask("seed", content=content, rich=None, mode="block")
    return str(made["mode"])


@pytest.mark.parametrize(("sign", "error"), [(signal.SIGKILL, KilledError), (signal.SIGSEGV, CrashedError)])
def test_who_asks_is_told_how_a_child_ended_and_the_next_one_is_served(
    sign: signal.Signals, error: type[KilledError]
) -> None:
    async def scenario() -> None:
        converter = Converter(1)
        assert await _seeded(converter) == "block"
        (pid,) = converter.pids()
        os.kill(pid, sign)
        with pytest.raises(error) as caught:
            await _seeded(converter)
        assert type(caught.value) is error
        assert await _seeded(converter) == "block"
        assert converter.pids() != [pid]
        await converter.close()

    loops.run(scenario())


def test_a_child_that_nobody_waits_for_any_more_is_ended() -> None:
    async def scenario() -> None:
        converter = Converter(1)
        await _seeded(converter)
        (pid,) = converter.pids()
        os.kill(pid, signal.SIGSTOP)
        asked = asyncio.ensure_future(_seeded(converter))
        while converter._pool._idle:
            await asyncio.sleep(0)
        asked.cancel()
        assert await _seeded(converter) == "block"
        assert converter.pids() != [pid]
        await converter.close()

    loops.run(scenario())


def test_what_cannot_be_converted_is_said_and_ends_nothing() -> None:
    async def scenario() -> None:
        converter = Converter(1)
        await _seeded(converter)
        pids = converter.pids()
        with pytest.raises(ConversionError):
            await converter.ask("read", b"\xff\xff", mode="raw", content="", rich=None)
        assert converter.pids() == pids
        await converter.close()

    loops.run(scenario())
