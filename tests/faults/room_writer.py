"""Somebody who writes into a note's room, and knows which words are on disk there."""

import contextlib
import time
from collections import Counter

from tests.collab.peer import Peer
from tests.process.member import Member
from tests.service import wait_until

_SECONDS = 60.0


class RoomWriter:
    """Words one after the other; after each fall it comes with an empty document, so that only the room knows them."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._note = member.note("room", "begin ", mode="raw")
        self._peer: Peer | None = None
        self._number = 0
        self.acknowledged: list[str] = []
        self.wrong: list[str] = []

    def act(self) -> None:
        """Write a word and wait until it is acknowledged, or until the room is gone."""
        if self._peer is None and not self._come():
            time.sleep(0.05)
            return
        assert self._peer is not None
        self._number += 1
        word = f"word{self._number}"
        before = self._peer.sent
        self._peer.write(f"{word} ")
        # What was typed when the connection had just gone was never sent.
        while self._peer.close_code is None and self._peer.sent > before:
            if self._peer.acknowledged >= self._peer.sent:
                self.acknowledged.append(word)
                time.sleep(0.02)
                return
            time.sleep(0.002)
        self.leave()

    def leave(self) -> None:
        """Go away and forget everything but what was acknowledged."""
        if self._peer is not None:
            # What has fallen cannot be closed in order.
            with contextlib.suppress(Exception):
                self._peer.leave()
        self._peer = None

    def compare(self) -> list[str]:
        """What the note lacks or has twice of what the room acknowledged, after the room had time to save it."""
        self.leave()
        path = f"/api/workspace/notes/{self._note['id']}?peek=true"
        with contextlib.suppress(AssertionError):
            wait_until(lambda: not self._missing(str(self._member.get(path)["content"])), "words to be saved")
        missing = self._missing(str(self._member.get(path)["content"]))
        return [*self.wrong, *(f"a word of the room is not in the note once: {word}" for word in missing)]

    def _come(self) -> bool:
        peer = Peer(self._member, self._note["id"])
        try:
            peer.come()
        except Exception:
            # Nobody answers, or not to the end: the service is being killed.
            with contextlib.suppress(Exception):
                peer.leave()
            return False
        self._peer = peer
        there = peer.read()
        self.wrong += [f"the room has {word} {there.split().count(word)} times" for word in self._missing(there)]
        return True

    def _missing(self, text: str) -> list[str]:
        counted = Counter(text.split())
        return [word for word in self.acknowledged if counted[word] != 1]
