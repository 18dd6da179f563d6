"""Which of several workers has a note's room: the same one for all who ask, as long as it is up."""

import hashlib
import threading
import time
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException

from notesvc import limits

_ASK_SECONDS = 1.0


class _Straight(urllib.request.HTTPRedirectHandler):
    """Whoever sends us elsewhere is not up."""

    def redirect_request(self, *_: object) -> None:
        return None


# Workers are ours: no proxy of the environment stands between.
_ASKING = urllib.request.build_opener(urllib.request.ProxyHandler({}), _Straight)


def rank(note_id: str, addresses: Sequence[str]) -> list[str]:
    """The addresses in the note's own order (rendezvous hashing): one that goes away moves its own notes only."""

    def weight(address: str) -> bytes:
        return hashlib.sha256(f"{note_id} {address}".encode()).digest()

    return sorted(addresses, key=weight, reverse=True)


class RoomRouter:
    """The workers' addresses, and which of them were up a moment ago. Safe for threads."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[float, bool]] = {}
        self._lock = threading.Lock()

    def address_for(self, note_id: str, addresses: Sequence[str]) -> str:
        """The first in the note's order that is up; the very first when none seems to be, or when there is one only.

        Two who ask may be told of different workers for a moment: the room's owner number in the store sees to it
        that only the later one writes.
        """
        order = rank(note_id, addresses)
        if len(order) == 1:
            return order[0]
        return next((address for address in order if self._is_up(address)), order[0])

    def _is_up(self, address: str) -> bool:
        now = time.monotonic()
        with self._lock:
            seen_at, was_up = self._seen.get(address, (float("-inf"), False))
        if now - seen_at < limits.ROOM_PLACE_SECONDS:
            return was_up
        is_up = _answers(address)
        with self._lock:
            self._seen[address] = now, is_up
        return is_up


def _answers(address: str) -> bool:
    # ws:// is asked over http://, wss:// over https://.
    health = f"http{address.removeprefix('ws')}/healthz"
    try:
        with _ASKING.open(health, timeout=_ASK_SECONDS) as answer:
            return bool(answer.status == 200)
    except (OSError, HTTPException, ValueError):
        return False
