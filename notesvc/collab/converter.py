"""Conversions off the loop: children that are asked one thing at a time, and killed when they take too long."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

import orjson

from notesvc import limits
from notesvc.collab.conversion_child import HEADER, packed

_CHILDREN = 3
_CRASHES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL)
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
        self._idle: list[asyncio.subprocess.Process] = []

    async def start(self) -> None:
        """Have one more child ready: its start takes longer than most conversions."""
        self._idle.append(await _started())

    async def ask(self, name: str, state: bytes = b"", **fields: Any) -> tuple[dict[str, Any], bytes]:
        """The result of that conversion of `conversions.py`; what is awaited goes first. Raises ConversionError."""
        if name in _AWAITED:
            return await self._answer(name, state, fields)
        async with self._free_for_saves:
            return await self._answer(name, state, fields)

    async def close(self) -> None:
        """End the children that are idle."""
        while self._idle:
            await _ended(self._idle.pop())

    async def _answer(self, name: str, state: bytes, fields: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        seconds = limits.ROOM_TRIAL_SECONDS if name == "trial" else limits.ROOM_CONVERSION_SECONDS
        async with self._free:
            child = self._idle.pop() if self._idle else await _started()
            try:
                async with asyncio.timeout(limits.ROOM_CONVERSION_SECONDS):
                    answer, change = await _asked(child, {"do": name, "processor_seconds": seconds, **fields}, state)
            except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
                await _ended(child)
                with contextlib.suppress(OSError):
                    await self.start()
                raise _failure(child, error)(f"{type(error).__name__}, {child.returncode}") from error
            except asyncio.CancelledError:
                child.kill()
                raise
            self._idle.append(child)
        if "error" in answer:
            raise ConversionError(answer["error"])
        return answer, change


def _failure(child: asyncio.subprocess.Process, error: Exception) -> type[ConversionError]:
    if isinstance(error, TimeoutError):
        return ConversionError
    return CrashedError if -(child.returncode or 0) in _CRASHES else KilledError


async def _started() -> asyncio.subprocess.Process:
    # Nothing of ours is inherited: no secret of the environment, no socket, no database file.
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "notesvc.collab.conversion_child",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd="/",
        env={
            "PATH": os.defpath,
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )


async def _asked(
    child: asyncio.subprocess.Process, fields: dict[str, Any], state: bytes
) -> tuple[dict[str, Any], bytes]:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.writelines(packed(fields, state))
    await child.stdin.drain()
    json_size, size = HEADER.unpack(await child.stdout.readexactly(HEADER.size))
    answer = orjson.loads(await child.stdout.readexactly(json_size))
    return answer, await child.stdout.readexactly(size)


async def _ended(child: asyncio.subprocess.Process) -> None:
    if child.returncode is None:
        child.kill()
    await child.wait()
