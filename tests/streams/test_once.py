"""Whoever resumes a stream gets each event exactly once, whatever happens meanwhile; on both databases."""

import asyncio
import contextlib
import json
import random
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from notesvc import clock, database, hand_over
from notesvc.config import Settings
from notesvc.domain import events
from notesvc.domain.accounts import users
from notesvc.streams.hub import Hub
from tests import loops

CLIENTS = 10
RESUMES = 80
"""For each client."""


@pytest.fixture
def members(workspace: Settings) -> list[str]:
    """Some users, of whom the third has had no event yet when the streams begin."""
    made = [users.register(email=f"{name}@example.org", password="correct horse", name=name) for name in "abcdefgh"]
    # Their welcome notes told the others something.
    for table in ("events", "event_counters"):
        database.execute(f"DELETE FROM {table} WHERE user_id = ?", (made[2].id,))
    return [str(user.id) for user in made]


def write(user_id: str) -> None:
    with database.connection(), database.transaction(user_id):
        events.append([user_id], "note", clock.new_id(), "content")


class Loop:
    """The process of streams, which can be killed and started, in this one's loop."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.hub = Hub()
        self._tasks = [asyncio.create_task(each) for each in (self.hub.send_events(), self.hub.keep_up())]
        asyncio.get_running_loop().add_reader(hand_over.receiver(), self.hub.take)

    async def end(self) -> None:
        asyncio.get_running_loop().remove_reader(hand_over.receiver())
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Client:
    """Remembers the last event that it was told whole, as a browser does; `told` holds all of them."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.last: int | None = None
        self.told: list[int] = []

    async def listen(self, seconds: float, until: int | None = None) -> None:
        """Listen for so long, or until that event came, or the stream ended."""
        mine, theirs = socket.socketpair()
        handoff = {"user": self.user_id, "session": "s", "last": self.last, "head": "", "refusal": ""}
        with theirs:
            hand_over.send(theirs, orjson.dumps(handoff))
        reader, writer = await asyncio.open_connection(sock=mine)
        try:
            async with asyncio.timeout(seconds):
                while until is None or self.last is None or self.last < until:
                    self._hear((await reader.readuntil(b"\n\n")).decode())
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def _hear(self, frame: str) -> None:
        fields = dict(line.split(": ", 1) for line in frame.split("\n") if line and line[0] != ":")
        if "id" not in fields:
            return
        self.last = int(fields["id"])
        if "data" in fields:
            assert json.loads(fields["data"])["change"] != "contents", f"told to load all anew at {self.last}"
            self.told.append(self.last)


@pytest.fixture
def channel() -> Iterator[None]:
    with hand_over.channel():
        yield


@pytest.mark.parametrize("seed", [1, 2])
def test_each_event_comes_exactly_once_to_who_resumes(members: list[str], channel: None, seed: int) -> None:
    told = loops.run(searched(members, random.Random(seed)))
    for client, begun in told:
        assert client.told == list(range(begun + 1, int(client.last or 0) + 1))


async def searched(members: list[str], chance: random.Random) -> list[tuple[Client, int]]:
    """Let clients come and go while others write and the process is killed; who they are, and where each began."""
    loop = Loop()
    clients = [Client(members[number % len(members)]) for number in range(CLIENTS)]
    for client in clients:
        await client.listen(60, until=0)
    begun = [(client, int(client.last or 0)) for client in clients]
    going = asyncio.gather(*(comings(client, random.Random(chance.random())) for client in clients))
    with ThreadPoolExecutor(1) as writer:
        while not going.done():
            await asyncio.get_running_loop().run_in_executor(writer, write, chance.choice(members))
            loop.hub.woken.set()
            if chance.random() < 0.05:
                await loop.end()
                loop.begin()
    await going
    with database.connection():
        last = events.latest(members)
    await asyncio.gather(*(coming_to(client, last[client.user_id]) for client in clients))
    await loop.end()
    return begun


async def coming_to(client: Client, number: int) -> None:
    """Come again until all has been told: places of streams that were left become free in a moment."""
    async with asyncio.timeout(60):
        while client.last != number:
            await client.listen(60, until=number)
            await asyncio.sleep(0)


async def comings(client: Client, chance: random.Random) -> None:
    for _ in range(RESUMES):
        await client.listen(chance.choice([0.001, 0.003, 0.01, 0.03]))
