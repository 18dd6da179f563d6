"""Turns at something that holds a thread for long: so many at once for one user, and for all."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from notesvc import errors, limits


class Turns:
    """Bounds that hold for this process."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._counting = threading.Lock()

    @contextmanager
    def one(self, user_id: str, most: int, most_of_all: int) -> Iterator[None]:
        """A turn of the user's. Raises RateLimited where they, or all together, have as many as they may."""
        with self._counting:
            if self._taken[user_id] >= most or self._taken.total() >= most_of_all:
                raise errors.RateLimited(limits.RETRY_AFTER_SECONDS)
            self._taken[user_id] += 1
        try:
            yield
        finally:
            with self._counting:
                self._taken[user_id] -= 1
                if not self._taken[user_id]:
                    del self._taken[user_id]
