"""Conversions off the loop: child processes that are asked one thing at a time, and killed when they take too long."""

import asyncio
import contextlib
import functools
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from notesvc import limits
from notesvc.text.sandbox.child_process import Bounds, ChildLostError, ChildProcess
from notesvc.text.sandbox.pool import ChildPool

T = TypeVar("T")

_MODULE = "notesvc.collab.conversion_child"
_CHILDREN = 3
_CRASHES = (-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGILL)
_AWAITED = frozenset({"seed", "load", "switch"})


class ConversionError(Exception):
    """There is no result: the child failed, died or took too long. Logged by whoever asked, and tried again."""


class KilledError(ConversionError):
    """What was asked broke the child, or took more processor time or memory than it may; or somebody ended it."""


class CrashedError(KilledError):
    """The child broke by itself, by what it was asked: nobody from outside ends one in this way."""


class Converter:
    """Some children, of which the first is started before it is needed; they end when this process does."""

    def __init__(self, children: int = _CHILDREN) -> None:
        self._free = asyncio.Semaphore(children)
        # One is kept for what somebody waits for: an opening does not stand behind other rooms' saves.
        self._free_for_saves = asyncio.Semaphore(max(1, children - 1))
        self._threads = ThreadPoolExecutor(children, thread_name_prefix="conversions")
        # Nobody waits in a thread: there is one for each child.
        self._pool = ChildPool(_MODULE, limits.ROOM_CONVERSION_MEMORY, children, limits.ROOM_CONVERSION_SECONDS)

    async def start(self) -> None:
        """Have one more child ready: its start takes longer than most conversions."""
        await self._in_thread(self._pool.start)

    async def ask(self, name: str, state: bytes = b"", **fields: Any) -> tuple[dict[str, Any], bytes]:
        """The result of that conversion of `conversions.py`; what is awaited goes first. Raises ConversionError."""
        if name in _AWAITED:
            return await self._answer(name, state, fields)
        async with self._free_for_saves:
            return await self._answer(name, state, fields)

    def pids(self) -> list[int]:
        """The process ids of the children that run."""
        return self._pool.pids()

    async def close(self) -> None:
        """End the children that are idle."""
        await self._in_thread(self._pool.close)
        self._threads.shutdown(wait=False)

    async def _answer(self, name: str, state: bytes, fields: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        seconds = limits.ROOM_TRIAL_SECONDS if name == "trial" else limits.ROOM_CONVERSION_SECONDS
        bounds = Bounds(seconds, limits.ROOM_CONVERSION_SECONDS)
        call = _Call()
        async with self._free:
            try:
                answer, change = await self._in_thread(
                    self._pool.ask, {"do": name, **fields}, bounds, state, call.begin
                )
            except ChildLostError as error:
                with contextlib.suppress(ChildLostError):
                    await self.start()
                raise _failure(error)(f"{type(error).__name__}, {error.code}") from error
            except asyncio.CancelledError:
                call.end()
                raise
        if "error" in answer:
            raise ConversionError(answer["error"])
        return answer, change

    async def _in_thread(self, what: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, functools.partial(what, *arguments))


class _Call:
    """A conversion in a thread, which ends with its child where nobody waits for it any more."""

    def __init__(self) -> None:
        self._child: ChildProcess | None = None
        self._is_over = False

    def begin(self, child: ChildProcess) -> None:
        self._child = child
        if self._is_over:
            child.interrupt()

    def end(self) -> None:
        self._is_over = True
        if self._child is not None:
            self._child.interrupt()


def _failure(error: ChildLostError) -> type[ConversionError]:
    if error.code is None:
        return ConversionError
    return CrashedError if error.code in _CRASHES else KilledError
