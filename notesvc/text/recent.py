"""What was used last, kept for the next time; threads may share it."""

import sys
import threading
from collections import OrderedDict
from collections.abc import Hashable, Sized
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Sized)


class Recent(Generic[Key, Value]):
    """Values by key, at most `most`, and together at most as long as `longest`: what was used longest ago goes."""

    def __init__(self, longest: int, most: int = sys.maxsize) -> None:
        self._longest, self._most = longest, most
        self._lock = threading.Lock()
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._length = 0

    def get(self, key: Key) -> Value | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: Key, value: Value) -> None:
        """Keep it; a key that is there keeps what it has."""
        with self._lock:
            if key not in self._values:
                self._values[key] = value
                self._length += len(value)
            while len(self._values) > self._most or self._length > self._longest:
                self._length -= len(self._values.popitem(last=False)[1])
