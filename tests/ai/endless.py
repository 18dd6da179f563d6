"""A provider on the test's own event loop that never stops talking."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator

WORD = "more "

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
_EVENT = b"data: " + json.dumps({"choices": [{"index": 0, "delta": {"content": WORD}}]}).encode() + b"\n\n"
_PATIENCE_SECONDS = 60


class EndlessProvider:
    """Answers every request with words, in the dialect of OpenAI, until the client hangs up."""

    def __init__(self) -> None:
        self.base_url = ""
        self._left = asyncio.Event()

    async def is_left(self) -> bool:
        """Whether a client has hung up; waits for it."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._left.wait(), _PATIENCE_SECONDS)
        return self._left.is_set()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(_HEAD)
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(_EVENT)
                await writer.drain()
                await asyncio.sleep(0)
        writer.close()
        self._left.set()


@contextlib.asynccontextmanager
async def endless_provider() -> AsyncIterator[EndlessProvider]:
    """A provider for the time of a test, which keeps every asynchronous generator: none is closed by being forgotten.

    The loop puts its own hooks back when it ends.
    """
    kept: list[object] = []
    sys.set_asyncgen_hooks(firstiter=kept.append, finalizer=None)
    provider = EndlessProvider()
    async with await asyncio.start_server(provider.answer, "127.0.0.1", 0) as server:
        provider.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        yield provider
