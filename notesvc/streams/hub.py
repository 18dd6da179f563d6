"""All streams of this process: who is let in, what they are sent, and when they end."""

import asyncio
import logging
import random
import socket
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson

from notesvc import hand_over, limits
from notesvc.streams import reading
from notesvc.streams.answers import AnswerHandoff, Answers
from notesvc.streams.stream import Stream, StreamHandoff
from notesvc.streams.waits import WaitHandoff, Waits
from notesvc.web import event_frames

log = logging.getLogger("notesvc")
_TICK_SECONDS = 1.0


class Hub:
    """Streams by user. All its state belongs to the loop; the database is asked in one thread beside it."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self._streams: dict[str, set[Stream]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._answers = Answers()
        self._waits = Waits()

    def take(self) -> None:
        """Take the connections that were handed over."""
        for connection, message, attachment in hand_over.arrivals():
            facts = orjson.loads(message)
            if attachment:
                serving = self._answers.serve(connection, AnswerHandoff(**facts), attachment)
            elif "wait_seconds" in facts:
                serving = self._hold(connection, WaitHandoff(**facts))
            else:
                serving = self._admit(connection, StreamHandoff(**facts))
            task = asyncio.get_running_loop().create_task(serving)
            self._tasks.add(task)
            task.add_done_callback(self._forget_task)

    async def send_events(self) -> None:
        """Whenever something was written, send each stream what is new for it; until cancelled."""
        while True:
            await self.woken.wait()
            self.woken.clear()
            await self._attempt(self._send_new)

    async def keep_up(self) -> None:
        """Beats, and the end of streams whose session has ended; until cancelled."""
        checked_at = time.monotonic()
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            self._beat(time.monotonic())
            self._waits.end_late(time.monotonic())
            if time.monotonic() - checked_at >= limits.STREAM_SESSION_SECONDS:
                checked_at = time.monotonic()
                await self._attempt(self._end_signed_out)

    async def ask(self, question: Callable[..., Any], *arguments: Any) -> Any:
        """The database's answer, from the thread that asks it."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, question, *arguments)

    @property
    def is_empty(self) -> bool:
        """Whether nobody listens."""
        return not self._streams and not self._waits.users

    def close(self) -> None:
        """End all streams; their clients come back, not all at one moment."""
        for stream in self._all():
            stream.end()
        self._answers.close()
        self._waits.close()
        self._reader.shutdown(wait=False, cancel_futures=True)

    async def _admit(self, connection: socket.socket, handoff: StreamHandoff) -> None:
        connection.setblocking(False)
        stream = Stream(handoff, self._forget)
        is_full = len(self._streams.get(handoff.user, ())) >= limits.STREAMS_PER_USER
        if not is_full:
            # Before anything is waited for, so that ten at once cannot all find the last place free.
            self._streams[handoff.user].add(stream)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: stream, connection)
            if is_full:
                log.info("stream", extra={"fields": {"event": "stream_refused", "user": handoff.user}})
                stream.end(handoff.refusal.encode("latin-1"))
                return
            await self._begin(stream)
        except Exception:
            log.exception("stream", extra={"fields": {"event": "stream_failed", "user": handoff.user}})
            stream.end()
            self._forget(stream)

    async def _hold(self, connection: socket.socket, handoff: WaitHandoff) -> None:
        if await self._waits.admit(connection, handoff):
            # Something may have changed since the web process has looked.
            self.woken.set()

    async def _begin(self, stream: Stream) -> None:
        number, is_whole = await self.ask(reading.beginning, stream.handoff)
        # Clients of a process that went come back over some seconds.
        retry_ms = random.randint(1_000, 4_000)  # noqa: S311 - no secret
        opening = stream.handoff.head.encode("latin-1") + event_frames.opening(number, retry_ms)
        stream.send(opening if is_whole else opening + event_frames.anew(number))
        stream.number = number
        stream.beat_at = time.monotonic() + limits.STREAM_BEAT_SECONDS
        stream.is_open = True
        self.woken.set()

    async def _send_new(self) -> None:
        # Only those whose own number is older than the answer: who is let in meanwhile may know of later events, and
        # an answer that knows of fewer than a client was told means an older database.
        if self._waits.users:
            self._waits.tell(await self.ask(reading.change_numbers, self._waits.users))
        present = [stream for stream in self._all() if stream.is_open]
        numbers = await self.ask(reading.latest, list({stream.handoff.user for stream in present}))
        for stream in present:
            if numbers.get(stream.handoff.user, 0) != stream.number:
                await self._catch_up(stream, numbers.get(stream.handoff.user, 0))

    async def _catch_up(self, stream: Stream, last: int) -> None:
        if last < stream.number:
            # The database is an older one now, as after a restore.
            stream.number = last
            stream.send(event_frames.anew(last))
            return
        before = stream.number
        frames, stream.number = await self.ask(reading.after, stream.handoff.user, before)
        stream.send(frames)
        stream.beat_at = time.monotonic() + limits.STREAM_BEAT_SECONDS
        if before < stream.number < last:
            self.woken.set()

    async def _end_signed_out(self) -> None:
        # Only those that were asked for: of what begins meanwhile the answer says nothing.
        keys = self._waits.keys
        if keys:
            self._waits.end_of(set(keys) - await self.ask(reading.living_keys, keys))
        sessions = {stream.handoff.session for stream in self._all()} | self._answers.sessions
        if not sessions:
            return
        ended = sessions - await self.ask(reading.living, list(sessions))
        self._answers.end_of(ended)
        for stream in self._all():
            if stream.handoff.session in ended:
                stream.end()

    async def _attempt(self, do: Callable[[], Any]) -> None:
        """A database that is busy or away ends no stream: it is asked again."""
        try:
            await do()
        except Exception as error:
            log.warning("stream", extra={"fields": {"event": "stream_trouble", "error": str(error)[:200]}})
            await asyncio.sleep(_TICK_SECONDS)
            self.woken.set()

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("stream", exc_info=task.exception(), extra={"fields": {"event": "answer_failed"}})

    def _beat(self, now: float) -> None:
        for stream in self._all():
            if stream.is_open and stream.beat_at <= now:
                stream.beat_at = now + limits.STREAM_BEAT_SECONDS
                stream.send(event_frames.BEAT)

    def _all(self) -> list[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]

    def _forget(self, stream: Stream) -> None:
        present = self._streams.get(stream.handoff.user, set())
        present.discard(stream)
        if not present:
            self._streams.pop(stream.handoff.user, None)
