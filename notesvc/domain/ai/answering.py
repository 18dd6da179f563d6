"""Fetching an answer and telling of it as server-sent events. Nothing is written: the answer is a proposal."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import orjson

from notesvc.ai import client
from notesvc.ai.causes import ProviderError
from notesvc.ai.endpoint import Finish, Text, Usage
from notesvc.domain.ai import proposals
from notesvc.domain.ai.actions import ACTIONS
from notesvc.domain.ai.job import Job, Part, tokens

BEAT = b":\n\n"


class Answering:
    """One answer: `frames` tells of it; however it ended, `input`, `output` and `cause` say then what it took."""

    def __init__(self, job: Job) -> None:
        self.input = 0
        self.output = 0
        self.cause: str | None = None
        self._job = job
        self._is_cut = False
        self._last = 0.0

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """The events as they go to the client. Closing the generator ends the call at the provider at once."""
        answers: list[str] = []
        self._last = asyncio.get_running_loop().time() + self._job.seconds
        try:
            async with contextlib.aclosing(self._pieces(answers)) as pieces:
                async for piece in pieces:
                    yield frame("delta", {"text": piece.text, **({"anew": True} if piece.anew else {})})
            yield frame("usage", {"input": self.input, "output": self.output, "model": self._job.model})
            for ending in await self._ending(answers):
                yield ending
        except ProviderError as error:
            self.cause = error.cause
            wait = {} if error.retry_after is None else {"retryAfter": error.retry_after}
            yield frame("error", {"cause": error.cause, "detail": error.detail, **wait})

    async def _pieces(self, answers: list[str]) -> AsyncGenerator[Text, None]:
        """The text of all parts as it arrives; appends the whole text of each part to `answers`."""
        for part in self._job.parts:
            answer = ""
            async with contextlib.aclosing(self._ask(part)) as pieces:
                async for piece in pieces:
                    answer = piece.text if piece.anew else answer + piece.text
                    yield Text("".join([*answers, answer]), anew=True) if piece.anew else piece
            answers.append(answer)

    async def _ask(self, part: Part) -> AsyncGenerator[Text, None]:
        if part.kept:
            yield Text(part.kept)
            return
        # Providers count at the end, and a call may not come to its end: until then it is counted by its letters.
        before = self.input, self.output
        self.input += tokens(part.system) + tokens(part.user)
        letters = 0
        question = part.question(self._job.model)
        async with contextlib.aclosing(client.answer(self._job.endpoint, question)) as pieces:
            async for piece in pieces:
                if asyncio.get_running_loop().time() > self._last:
                    raise ProviderError("timeout")
                if isinstance(piece, Text):
                    letters = tokens(piece.text) + (0 if piece.anew else letters)
                    self.output = max(self.output, before[1] + letters)
                    yield piece
                elif isinstance(piece, Usage):
                    self.input = self.input if piece.input is None else before[0] + piece.input
                    self.output = self.output if piece.output is None else before[1] + piece.output
                elif isinstance(piece, Finish):
                    self._is_cut = self._is_cut or piece.is_cut
        if not letters and not ACTIONS[self._job.action].may_be_empty:
            raise ProviderError("truncated" if self._is_cut else "garbled")

    async def _ending(self, answers: list[str]) -> list[bytes]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(None, proposals.propose, self._job, answers)
        warnings = [*found.warnings, *([{"kind": "cut", "lost": []}] if self._is_cut else [])]
        sources = [frame("sources", found.sources)] if self._job.action == "ask" else []
        head = orjson.dumps({"content": found.content, "warnings": warnings})
        # The blocks are JSON already.
        return [*sources, b'event: done\ndata: {"blocks":' + found.blocks + b"," + head[1:] + b"\n\n"]


def frame(name: str, data: Any) -> bytes:
    """An event on the wire; JSON has no line ends of its own."""
    return b"event: " + name.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"
