"""Rooms' texts: what they hold, that all agree, that they are saved."""

from typing import Any

from tests.collab.peer import SECONDS, Peer
from tests.process.member import Member
from tests.service import wait_until


def content(member: Member, note: Any) -> str:
    return str(member.get(f"/api/workspace/notes/{note['id']}")["content"])


def saved(member: Member, note: Any, words: str) -> str:
    """The note's text, once these words are in it."""
    wait_until(lambda: words in content(member, note), f"{words!r} was not saved", SECONDS)
    return content(member, note)


def agree(*peers: Peer, seconds: float = SECONDS) -> None:
    """Wait until all documents are the same."""
    wait_until(lambda: len({peer.everything() for peer in peers}) == 1, "they differ", seconds)
