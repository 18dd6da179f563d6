"""What is held for a session or a key ends with it, and not when it began while the database was asked."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable, Iterator

import orjson
import pytest

from notesvc import database, hand_over, limits
from notesvc.config import Settings
from notesvc.domain import sync_tokens
from notesvc.domain.accounts import sessions, users
from notesvc.domain.caller import Caller
from notesvc.models import User
from notesvc.streams import hub, reading
from tests import loops
from tests.ai.fakes import FakeProvider, fake_provider, job

SECONDS = 60


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    """One that says the first words, and no more."""
    with fake_provider() as running:
        running.go_on.clear()
        yield running


@pytest.fixture
def ada(workspace: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[User]:
    monkeypatch.setattr(hub, "_TICK_SECONDS", 0.01)
    monkeypatch.setattr(limits, "STREAM_SESSION_SECONDS", 0)
    with hand_over.channel():
        yield users.register(email="ada@example.org", password="correct horse", name="Ada")


def key(ada: User) -> str:
    made, _ = sync_tokens.create_for_program(Caller(str(ada.id), "Ada", "ada"), "Laptop", "sync", "device")
    return str(made.id)


def session(ada: User) -> str:
    caller = sessions.authenticate(sessions.start(ada, "127.0.0.1", "Firefox"))
    return str(caller and caller.session_hash)


class Client:
    """Somebody for whom a connection is held."""

    def __init__(self) -> None:
        self.socket, self._theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.heard = b""

    def waits(self, ada: User, key: str) -> None:
        """For a change, with a key."""
        answers = {"changed": "changed", "unchanged": "unchanged", "revoked": "revoked", "refusal": "refused"}
        self._send({"user": str(ada.id), "key": key, "number": -1, "wait_seconds": 3_600, **answers}, b"")

    def asks(self, provider: FakeProvider, session: str) -> None:
        """A language model, in a session."""
        facts = {"who": "ada", "most": 4, "session": session, "head": "head\n", "refusal": "refused"}
        self._send(facts, job(provider.base_url("compatible"), SECONDS).model_dump_json().encode())

    def _send(self, facts: dict[str, object], attachment: bytes) -> None:
        with self._theirs:
            hand_over.send(self._theirs, orjson.dumps(facts), attachment)

    async def hears(self, words: bytes) -> None:
        """Wait until that was said."""
        async with asyncio.timeout(SECONDS):
            while words not in self.heard:
                said = await asyncio.get_running_loop().sock_recv(self.socket, 65_536)
                assert said, self.heard
                self.heard += said

    def is_held(self) -> bool:
        """Whether the other side has not hung up; hears all that was said."""
        with contextlib.suppress(BlockingIOError):
            while said := self.socket.recv(65_536):
                self.heard += said
            return False
        return True


@pytest.fixture
def two() -> Iterator[tuple[Client, Client]]:
    clients = Client(), Client()
    yield clients
    for client in clients:
        client.socket.close()


class Asked:
    """The question of what lives still: `meanwhile` happens before its first answer is known; `twice` comes true."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
        self._ask = getattr(reading, question)
        self._loop = asyncio.get_running_loop()
        self._count = 0
        self.meanwhile = asyncio.Event()
        self.go_on = asyncio.Event()
        self.twice = asyncio.Event()
        monkeypatch.setattr(reading, question, self._asked)

    def _asked(self, ids: list[str]) -> set[str]:
        found: set[str] = self._ask(ids)
        self._count += 1
        if self._count == 1:
            self._loop.call_soon_threadsafe(self.meanwhile.set)
            asyncio.run_coroutine_threadsafe(asyncio.wait_for(self.go_on.wait(), SECONDS), self._loop).result()
        else:
            self._loop.call_soon_threadsafe(self.twice.set)
        return found


@contextlib.asynccontextmanager
async def running_hub() -> AsyncIterator[hub.Hub]:
    running = hub.Hub()
    asyncio.get_running_loop().add_reader(hand_over.receiver(), running.take)
    keeping = asyncio.create_task(running.keep_up())
    try:
        yield running
    finally:
        asyncio.get_running_loop().remove_reader(hand_over.receiver())
        keeping.cancel()
        running.close()


async def ended(clients: Iterable[Client]) -> None:
    """Wait until the other side has hung up on all of them."""
    async with asyncio.timeout(SECONDS):
        while any(client.is_held() for client in clients):
            await asyncio.sleep(0)


async def until(event: asyncio.Event) -> None:
    await asyncio.wait_for(event.wait(), SECONDS)


def revoke(ada: User, key: str) -> None:
    with database.connection():
        sync_tokens.revoke(Caller(str(ada.id), "Ada", "ada", is_stepped_up=True), key)


def sign_out(ada: User) -> None:
    with database.connection():
        sessions.end_all(str(ada.id))


def test_a_device_that_begins_to_wait_meanwhile_keeps_its_key(
    ada: User, two: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, (first, second) = (key(ada), key(ada)), two

    async def wait_both() -> None:
        asked = Asked(monkeypatch, "living_keys")
        async with running_hub() as running:
            first.waits(ada, keys[0])
            await until(asked.meanwhile)
            second.waits(ada, keys[1])
            async with asyncio.timeout(SECONDS):
                while len(running._waits.keys) < 2:
                    await asyncio.sleep(0)
            asked.go_on.set()
            await until(asked.twice)
            assert [each.is_held() for each in two] == [True, True]
            await running.ask(revoke, ada, keys[0])
            await first.hears(b"revoked")
            assert second.is_held()
        await ended(two)

    loops.run(wait_both())
    assert (first.heard, second.heard) == (b"revoked", b"unchanged")


def test_an_answer_that_begins_meanwhile_goes_on(
    ada: User, two: tuple[Client, Client], provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in, (first, second) = (session(ada), session(ada)), two

    async def ask_both() -> None:
        asked = Asked(monkeypatch, "living")
        async with running_hub() as running:
            first.asks(provider, signed_in[0])
            await until(asked.meanwhile)
            second.asks(provider, signed_in[1])
            await second.hears(b"Hello")
            asked.go_on.set()
            await until(asked.twice)
            assert [each.is_held() for each in two] == [True, True]
            await running.ask(sign_out, ada)
            await ended(two)

    loops.run(ask_both())
    assert not any(b"event: done" in client.heard for client in two)
