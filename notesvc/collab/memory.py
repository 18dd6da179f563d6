"""How much memory the rooms of this worker take, all and by who had them taken in: bounded, counted and not measured.

An item of a document takes about 330 bytes in the library, whatever its text; text takes its length, and is there once
more as the note holds it.
"""

from collections import Counter

from notesvc import limits
from notesvc.collab import wire
from notesvc.collab.connection import RefusedError

_ITEM = 350
_ROOM = 50_000
# In a stored document an item takes so many bytes at least.
LEAST_STORED = 6


def of_room(size: int, items: int) -> int:
    """What a room takes whose document has that size when it is stored, and so many items."""
    return _ROOM + of_change(size, items)


def of_change(size: int, items: int) -> int:
    """What an update adds."""
    return 2 * size + _ITEM * items


class Memory:
    """Charges a room to who came first, and what is added to it to who adds it."""

    def __init__(self) -> None:
        self.total = 0
        self._users: Counter[str] = Counter()
        self._rooms: dict[str, Counter[str]] = {}

    def charge(self, note_id: str, user_id: str, size: int) -> None:
        """Raises RefusedError when it is more than all, or this user, may have."""
        if self.total + size > limits.MAX_ROOM_MEMORY:
            raise RefusedError(wire.FULL, "the rooms are full: save as a note")
        if self._users[user_id] + size > limits.MAX_ROOM_MEMORY_PER_USER:
            raise RefusedError(wire.FULL, "your rooms are full: save as a note")
        self.take(note_id, user_id, size)

    def take(self, note_id: str, user_id: str, size: int) -> None:
        """Charge it whatever there is: what is open has to be kept."""
        self._rooms.setdefault(note_id, Counter())[user_id] += size
        self._users[user_id] += size
        self.total += size

    def shrink(self, note_id: str, size: int) -> None:
        """The room turned out to take no more than this: all who have a part in it have less."""
        parts = self._rooms.get(note_id, Counter())
        before = parts.total()
        if size < before:
            self.let_go(note_id)
            for user_id, part in parts.items():
                self.take(note_id, user_id, part * size // before)

    def let_go(self, note_id: str) -> None:
        """The room is closed."""
        for user_id, part in self._rooms.pop(note_id, Counter()).items():
            self.total -= part
            self._users[user_id] -= part
            if not self._users[user_id]:
                del self._users[user_id]
