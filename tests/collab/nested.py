"""What is inside of a block."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from tests import loops
from tests.collab.one_room import OneRoom, one_room


def inside(folder: Path, do: Callable[[OneRoom], Awaitable[None]], **room: str) -> None:
    """Do it in a room."""

    async def run() -> None:
        async with one_room(folder, **room) as found:
            await do(found)

    loops.run(run())
