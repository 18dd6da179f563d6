"""Child processes of one kind, started when needed and asked one thing at a time; safe for threads."""

import threading
from collections.abc import Callable
from typing import Any

from notesvc.text.sandbox.child_process import Answer, Bounds, ChildProcess


class BusyError(Exception):
    """All children were at work for too long."""


class ChildPool:
    """At most so many children that run the `module`; `wait_seconds` bounds how long a thread waits for a free one."""

    def __init__(self, module: str, memory_bytes: int, children: int, wait_seconds: float) -> None:
        self._module, self._memory_bytes = module, memory_bytes
        self._children, self._wait_seconds = children, wait_seconds
        self._all: set[ChildProcess] = set()  # with those at work
        self._idle: list[ChildProcess] = []
        self.reset()

    def ask(
        self,
        fields: dict[str, Any],
        bounds: Bounds,
        data: bytes = b"",
        taken: Callable[[ChildProcess], None] = lambda child: None,
    ) -> Answer:
        """The answer of a child, of which `taken` is told before. Raises BusyError, ChildLateError, ChildLostError;
        a child that was late or lost is ended.
        """
        if not self._free.acquire(timeout=self._wait_seconds):
            raise BusyError
        try:
            child = self._take()
            taken(child)
            try:
                answer = child.ask(fields, data, bounds)
            except BaseException:
                with self._lock:
                    self._all.discard(child)
                child.kill()
                raise
            with self._lock:
                self._idle.append(child)
            return answer
        finally:
            self._free.release()

    def start(self) -> None:
        """Has one more child ready: a start takes longer than most requests. Raises ChildLostError."""
        child = self._new()
        with self._lock:
            self._idle.append(child)

    def pids(self) -> list[int]:
        """The process ids of the children that run."""
        with self._lock:
            return [child.pid for child in self._all]

    def close(self) -> None:
        """Ends the children that are idle; the pool stays usable."""
        with self._lock:
            idle = list(self._idle)
            self._idle.clear()
            self._all.difference_update(idle)
        for child in idle:
            child.kill()

    def reset(self) -> None:
        """A fresh state, also after a fork: locks may have been held, and the children are the parent's."""
        for child in self._all:
            child.disown()
        self._all.clear()
        self._idle.clear()
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(self._children)

    def _take(self) -> ChildProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._new()

    def _new(self) -> ChildProcess:
        child = ChildProcess(self._module, self._memory_bytes)
        with self._lock:
            self._all.add(child)
        return child
