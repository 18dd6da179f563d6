"""Many accounts that do nothing but listen: to streams of events, and in rooms."""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from notesvc import config, crypto, database
from notesvc.domain import notes
from notesvc.domain.accounts import sessions, users
from notesvc.domain.sharing import room_access
from notesvc.domain.sharing.room_tokens import Signer
from tests.bench.load import Address, Request, UnexpectedAnswerError
from tests.bench.rooms.browsers import Browser
from tests.bench.rooms.dialects import Ours
from tests.bench.workspace import PASSWORD

T = TypeVar("T")

_AT_ONCE = 50
_LONGEST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Guest:
    """An account, its session, and the notes that it has."""

    user_id: str
    cookie: str
    note_ids: Sequence[str]

    @property
    def cookie_header(self) -> tuple[str, str]:
        return "Cookie", f"notesvc={self.cookie}"

    def token(self, signer: Signer, note_id: str) -> str:
        """A token for the note's room, as the web service makes it."""
        session = room_access.session_mark(crypto.digest(self.cookie))
        return signer.mint(note_id, self.user_id, "editor", session)[0]


class Stream:
    """An open stream of events that nobody reads but to see that it lives."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @property
    def is_alive(self) -> bool:
        return not self._reader.at_eof()

    def close(self) -> None:
        self._writer.close()


def invited(instance: Path, count: int, notes_each: int) -> list[Guest]:
    """So many new accounts in an instance that nobody serves yet."""
    database.open_database(config.load({"NOTESVC_INSTANCE": str(instance)}))
    try:
        with database.connection():
            return [_invited(number, notes_each) for number in range(count)]
    finally:
        database.disconnect()


async def streams(address: Address, guests: Sequence[Guest]) -> list[Stream]:
    """A stream for each; who stands there several times has several. Raises UnexpectedAnswerError."""
    return await _in_turns([_stream(address, guest) for guest in guests])


async def browsers(tokens: Sequence[str], port: int, origin: str) -> list[Browser]:
    """A browser in the room of each token. Raises UnexpectedAnswerError, ConnectionError."""
    return await _in_turns([Browser(Ours(token)).come(port, origin) for token in tokens])


def _invited(number: int, notes_each: int) -> Guest:
    user = users.register(email=f"guest{number}@example.org", password=PASSWORD, name=f"Guest {number}")
    caller = users.caller_of(user)
    fields = {"content": "A note that lies open.\n", "mode": "raw"}
    made = [str(notes.create(caller, {"name": f"Note {n}", **fields})[0].id) for n in range(notes_each)]
    return Guest(str(user.id), sessions.start(user, "127.0.0.1", "bench"), made)


async def _stream(address: Address, guest: Guest) -> Stream:
    reader, writer = await asyncio.open_connection(*address)
    writer.write(Request("GET", "/api/notifications/stream", headers=(guest.cookie_header,)).wire())
    async with asyncio.timeout(_LONGEST_SECONDS):
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise UnexpectedAnswerError(f"a stream was answered with {head[:40]!r}")
        await reader.readuntil(b"retry: ")
    return Stream(reader, writer)


async def _in_turns(waiting: Sequence[Awaitable[T]]) -> list[T]:
    found: list[T] = []
    for start in range(0, len(waiting), _AT_ONCE):
        found += await asyncio.gather(*waiting[start : start + _AT_ONCE])
    return found
