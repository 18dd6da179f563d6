"""Conversions off the loop: children that are asked one thing at a time, and killed when they take too long."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import orjson

from notesvc import limits
from notesvc.collab.conversion_child import HEADER, packed

_CHILDREN = 3
# One is kept for what somebody waits for: an opening does not stand behind other rooms' saves.
_FOR_SAVES = _CHILDREN - 1
_AWAITED = frozenset({"seed", "switch"})


class ConversionFailed(Exception):
    """There is no result: the child failed, died or took too long. Logged by whoever asked, and tried again."""


class Converter:
    """Up to three children, of which the first is started before it is needed; they end when this process does."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_CHILDREN)
        self._free_for_saves = asyncio.Semaphore(_FOR_SAVES)
        self._idle: list[asyncio.subprocess.Process] = []

    async def start(self) -> None:
        """Have one more child ready: its start takes longer than most conversions."""
        self._idle.append(await _started())

    async def ask(self, name: str, state: bytes = b"", **fields: Any) -> tuple[dict[str, Any], bytes]:
        """The result of that conversion of `conversions.py`; what is awaited goes first. Raises ConversionFailed."""
        if name in _AWAITED:
            return await self._answer(name, state, fields)
        async with self._free_for_saves:
            return await self._answer(name, state, fields)

    async def close(self) -> None:
        """End the children that are idle."""
        while self._idle:
            await _ended(self._idle.pop())

    async def _answer(self, name: str, state: bytes, fields: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        async with self._free:
            child = self._idle.pop() if self._idle else await _started()
            try:
                async with asyncio.timeout(limits.ROOM_CONVERSION_SECONDS):
                    answer, change = await _asked(child, {"do": name, **fields}, state)
            except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
                await _ended(child)
                with contextlib.suppress(OSError):
                    await self.start()
                raise ConversionFailed(type(error).__name__) from error
            except asyncio.CancelledError:
                child.kill()
                raise
            self._idle.append(child)
        if "error" in answer:
            raise ConversionFailed(answer["error"])
        return answer, change


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
