"""Which users the threads of a worker are at: nobody takes whom another one serves."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Claims:
    """Ids that are taken. Several threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._present: set[str] = set()

    @contextmanager
    def claim(self, owner_id: str) -> Iterator[bool]:
        """Whether the id was free; it is the caller's then, until the block ends."""
        with self._lock:
            is_free = owner_id not in self._present
            self._present.add(owner_id)
        try:
            yield is_free
        finally:
            if is_free:
                with self._lock:
                    self._present.discard(owner_id)
