"""Answers of language models on their way to clients: fetched and sent in the loop, a task each."""

import asyncio
import contextlib
import logging
import socket
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from notesvc import database, limits
from notesvc.domain.ai import calls
from notesvc.domain.ai.answering import BEAT, Answering
from notesvc.domain.ai.job import Job

log = logging.getLogger("notesvc")


@dataclass(frozen=True, slots=True)
class AnswerHandoff:
    """What came with a connection: whose answers are counted together, how many there may be at once, the session that
    asked (None: nobody's), and the first bytes, if it is let in or not."""

    who: str
    most: int
    session: str | None
    head: str
    refusal: str


class AnswerStream(asyncio.Protocol):
    """One client that waits for an answer. One that reads slowly slows the model down; one that leaves ends it."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self._transport: asyncio.Transport | None = None
        self._may_write = asyncio.Event()
        self._may_write.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._may_write.set()
        if self.task is not None:
            self.task.cancel()

    def pause_writing(self) -> None:
        self._may_write.clear()

    def resume_writing(self) -> None:
        self._may_write.set()

    async def send(self, frames: bytes) -> None:
        """Write, once the client has read what it was sent before."""
        await self._may_write.wait()
        if self._transport is not None:
            self._transport.write(frames)

    def close(self) -> None:
        """End it when all is sent."""
        if self._transport is not None:
            self._transport.close()


class Answers:
    """All answers of this process, by who asked."""

    def __init__(self) -> None:
        self._present: dict[str, set[AnswerStream]] = defaultdict(set)
        self._sessions: dict[AnswerStream, str] = {}
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="settling")

    @property
    def sessions(self) -> set[str]:
        """The sessions that answers are made for."""
        return set(self._sessions.values())

    def end_of(self, ended: set[str]) -> None:
        """End the answers of sessions that have ended."""
        for stream in [stream for stream, session in self._sessions.items() if session in ended]:
            stream.close()

    def close(self) -> None:
        """End all answers; what they took is counted as it was reserved."""
        for streams in self._present.values():
            for stream in streams:
                stream.close()
        self._writer.shutdown(wait=False)

    async def serve(self, connection: socket.socket, handoff: AnswerHandoff, attachment: bytes) -> None:
        """Fetch an answer for the client and send it; until it ends or the client leaves."""
        connection.setblocking(False)
        stream, present = AnswerStream(), self._present[handoff.who]
        is_full = len(present) >= handoff.most
        job = Job.model_validate_json(attachment)
        if not is_full:
            present.add(stream)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: stream, connection)
            if is_full:
                await stream.send(handoff.refusal.encode("latin-1"))
                await self._settle(job.call_id, 0, 0, "rate_limited")
                return
            await stream.send(handoff.head.encode("latin-1"))
            await self._answer(stream, handoff, job)
        finally:
            stream.close()
            present.discard(stream)
            self._sessions.pop(stream, None)
            if not present:
                self._present.pop(handoff.who, None)

    async def _answer(self, stream: AnswerStream, handoff: AnswerHandoff, job: Job) -> None:
        if handoff.session is not None:
            self._sessions[stream] = handoff.session
        answering = Answering(job)
        stream.task = asyncio.current_task()
        beats = asyncio.ensure_future(_beat(stream))
        try:
            async with contextlib.aclosing(answering.frames()) as frames:
                async for frame in frames:
                    await stream.send(frame)
        finally:
            # From here on the client's leaving ends nothing any more: what was used is written down.
            stream.task = None
            beats.cancel()
            await asyncio.shield(self._settle(job.call_id, answering.input, answering.output, answering.cause))

    async def _settle(self, call_id: str | None, input: int, output: int, cause: str | None) -> None:
        if call_id is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._writer, _settle, call_id, input, output, cause)


async def _beat(stream: AnswerStream) -> None:
    while True:
        await asyncio.sleep(limits.STREAM_BEAT_SECONDS)
        await stream.send(BEAT)


def _settle(call_id: str, input: int, output: int, cause: str | None) -> None:
    try:
        with database.connection():
            calls.settle(call_id, input, output, cause)
    except Exception as error:
        # It stays reserved, which counts as much or more.
        log.warning("answer", extra={"fields": {"event": "answer_not_settled", "error": type(error).__name__}})
