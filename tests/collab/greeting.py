"""The first messages of a connection."""

from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from notesvc.collab import wire
from notesvc.domain.sharing.room_tokens import SCHEMA
from tests.collab.peer import SECONDS
from tests.process.member import Member


def answer(service_url: str, room_url: str, *messages: bytes) -> int:
    """The code with which the worker closes a socket that says this."""
    with connect(room_url, origin=service_url, open_timeout=SECONDS, close_timeout=SECONDS, proxy=None) as socket:
        try:
            for message in messages:
                socket.send(message)
            while True:
                socket.recv(SECONDS)
        except ConnectionClosed:
            return int(socket.close_code or 0)


def room_key(member: Member, note: Any) -> Any:
    return member.make("/api/collaboration/auth", noteId=note["id"])


def hello(token: str) -> bytes:
    return wire.own(wire.HELLO, token=token, schema=SCHEMA, generation=None)
