"""Limits are counted in memory while their store is away: nobody waits for it, and nobody is unlimited."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from limits.storage import MemoryStorage, Storage, storage_from_string

from notesvc import limits, trouble
from notesvc.trouble import Cause

T = TypeVar("T")
SCHEME = "notesvc-lasting"
log = logging.getLogger("notesvc")


class LastingWindows(Storage):
    """The windows of the store at `main`; each process counts for itself while that cannot be asked.

    It is asked again every `limits.RATE_RETRY_SECONDS`, by one request, and counts again when it answers.
    """

    STORAGE_SCHEME = [SCHEME]

    def __init__(self, uri: str, wrap_exceptions: bool = False, main: str = "", **options: Any) -> None:
        super().__init__(uri, wrap_exceptions)
        self._main: Any = storage_from_string(main, **options)
        self._memory = MemoryStorage()
        self._turn = threading.Lock()
        self._again_at = 0.0
        self.cause: Cause | None = None

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return self._ask(lambda store: int(store.incr(key, expiry, amount)))

    def get(self, key: str) -> int:
        return self._ask(lambda store: int(store.get(key)))

    def get_expiry(self, key: str) -> float:
        return self._ask(lambda store: float(store.get_expiry(key)))

    def clear(self, key: str) -> None:
        self._ask(lambda store: store.clear(key))

    def reset(self) -> int | None:
        return self._ask(lambda store: store.reset())

    def check(self) -> bool:
        """Whether the store itself counts at this moment; `cause` says why it does not."""
        try:
            # Redis says no without a reason: asked for something, it gives one.
            if not self._main.check():
                self._main.get("check")
        except Exception as error:
            self._lose(error)
            return False
        self._find()
        return True

    def _ask(self, question: Callable[[Any], T]) -> T:
        if not self._may_try():
            return question(self._memory)
        try:
            answer = question(self._main)
        except Exception as error:
            self._lose(error)
            return question(self._memory)
        self._find()
        return answer

    def _may_try(self) -> bool:
        """Whether the store is to be asked; while it is away by one request at a time, and not by each."""
        if self.cause is None:
            return True
        with self._turn:
            if time.monotonic() < self._again_at:
                return False
            self._again_at = time.monotonic() + limits.RATE_RETRY_SECONDS
            return True

    def _lose(self, error: Exception) -> None:
        """Raises what is no trouble but a defect."""
        cause = trouble.cause_of(error)
        if cause is None:
            raise error
        with self._turn:
            is_new, self.cause = self.cause is None, cause
            self._again_at = time.monotonic() + limits.RATE_RETRY_SECONDS
        if is_new:
            fields = {"event": "limits_in_memory", "cause": cause.name, "error": str(error)[:200]}
            log.warning("limits", extra={"fields": fields})

    def _find(self) -> None:
        if self.cause is None:
            return
        with self._turn:
            self.cause = None
        self._memory.reset()
        log.info("limits", extra={"fields": {"event": "limits_in_store"}})
