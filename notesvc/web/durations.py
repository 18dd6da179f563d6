"""Quick answers that take as long as slow ones did, so that their time tells nobody which they are."""

import secrets
import time
from collections import deque

_KEPT = 32


class Durations:
    """How long something took in this process lately."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=_KEPT)

    def add(self, started: float) -> None:
        """It was begun then (`time.perf_counter`), and is done."""
        self._seconds.append(time.perf_counter() - started)

    def rest(self, started: float) -> float:
        """The seconds until something that was begun then takes as long as one of those did."""
        if not self._seconds:
            return 0.0
        return max(0.0, started + secrets.choice(self._seconds) - time.perf_counter())
