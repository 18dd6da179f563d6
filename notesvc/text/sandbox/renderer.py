"""Text work of strangers in child processes that can be killed, so that it is bounded in time and memory."""

import hashlib
import json
import os
import threading
import weakref
from collections import OrderedDict
from typing import Any

from notesvc.text.blocks.document_text import Saved
from notesvc.text.html.fallback import escaped
from notesvc.text.html.link_targets import NO_LINKS, Links
from notesvc.text.sandbox.worker_process import Child, ChildLateError, ChildLostError

_CACHE_CHARACTERS = 8 * 1024 * 1024


class BusyError(Exception):
    """All children were at work for too long."""


class Renderer:
    """Renders and converts Markdown and HTML in children of its own, started when needed; safe for threads and forks.

    `limit_seconds` bounds the processor time of one rendering, not the start of a child; `wait_seconds` bounds how
    long a thread waits for a child that is free; `memory_bytes` bounds the address space of a child, of which Python
    takes some 100 MB.
    """

    def __init__(
        self,
        limit_seconds: float = 0.3,
        memory_bytes: int = 512 * 1024 * 1024,
        children: int = 2,
        wait_seconds: float = 2.0,
        cached: int = 512,
    ) -> None:
        self.limit_seconds, self.memory_bytes = limit_seconds, memory_bytes
        self.children, self.wait_seconds, self.cached = children, wait_seconds, cached
        self._all: set[Child] = set()  # with those at work
        self._idle: list[Child] = []
        self._reset()
        _renderers.add(self)

    def render(self, markdown: str, links: Links = NO_LINKS) -> str:
        """Safe HTML; the text itself, escaped, when rendering takes too long or too much memory."""
        request = {"do": "render", "markdown": markdown, "links": links.as_json()}
        key = hashlib.sha256(json.dumps(request, sort_keys=True).encode("ascii")).digest()
        if (known := self._remembered(key)) is not None:
            return known
        try:
            html = self._ask(request, self.limit_seconds).get("html")
        except BusyError:
            return escaped(markdown)
        except ChildLostError:
            # The machine may only have been busy: believe it the second time.
            return self._remember(key, escaped(markdown)) if self._failed_before(key) else escaped(markdown)
        return self._remember(key, html if isinstance(html, str) else escaped(markdown))

    def markdown_from_html(
        self, html: str, base_url: str | None = None, limit_seconds: float = 5.0
    ) -> tuple[str, str | None] | None:
        """Markdown and the page's title; None when that takes too long: `from_html.strip_tags` is the way out."""
        request = {"do": "convert", "html": html, "base_url": base_url}
        try:
            answer = self._ask(request, limit_seconds)
        except (BusyError, ChildLostError):
            return None
        return (answer["markdown"], answer["title"]) if "markdown" in answer else None

    def derived(self, markdown: str) -> str | None:
        """The JSON of the blocks that the text stands for; None when reading it takes too long. Raises BusyError."""
        key = hashlib.sha256(b"derived" + markdown.encode("utf-8", "surrogatepass")).digest()
        if (known := self._remembered(key)) is not None:
            return known or None
        try:
            found = self._ask({"do": "derive", "markdown": markdown}, self.limit_seconds).get("json")
        except ChildLostError:
            # The machine may only have been busy: believe it the second time.
            if self._failed_before(key):
                self._remember(key, "")
            return None
        return (self._remember(key, found) if isinstance(found, str) else self._remember(key, "")) or None

    def saved(self, old: str | None, document: str, limit_seconds: float) -> Saved | None:
        """As `document_text.saved`; None when that takes too long. Raises BusyError."""
        try:
            answer = self._ask({"do": "save", "old": old, "document": document}, limit_seconds)
        except ChildLostError:
            return None
        return Saved(**answer) if "content" in answer else None

    def pids(self) -> list[int]:
        """The process ids of the children that run."""
        with self._lock:
            return [child.pid for child in self._all]

    def close(self) -> None:
        """Ends the children that are idle; the renderer stays usable."""
        with self._lock:
            idle = list(self._idle)
            self._idle.clear()
            self._all.difference_update(idle)
        for child in idle:
            child.kill()

    def _ask(self, request: dict[str, Any], limit_seconds: float) -> dict[str, Any]:
        if not self._free.acquire(timeout=self.wait_seconds):
            raise BusyError
        try:
            try:
                return self._ask_once(request, limit_seconds)
            except ChildLateError:
                raise
            except ChildLostError:  # it may have died long ago, of something else
                return self._ask_once(request, limit_seconds)
        finally:
            self._free.release()

    def _ask_once(self, request: dict[str, Any], limit_seconds: float) -> dict[str, Any]:
        child = self._take()
        try:
            answer = child.ask(request, limit_seconds)
        except BaseException:
            with self._lock:
                self._all.discard(child)
            child.kill()
            raise
        with self._lock:
            self._idle.append(child)
        return answer

    def _take(self) -> Child:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        child = Child(self.memory_bytes)
        with self._lock:
            self._all.add(child)
        return child

    def _reset(self) -> None:
        """A fresh state, also after a fork: locks may have been held, and the children are the parent's."""
        for child in self._all:
            child.disown()
        self._all.clear()
        self._idle.clear()
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(self.children)
        self._cache: OrderedDict[bytes, str] = OrderedDict()
        self._cache_characters = 0
        self._failed: OrderedDict[bytes, None] = OrderedDict()

    def _remembered(self, key: bytes) -> str | None:
        with self._lock:
            if key not in self._cache:
                return None
            self._cache.move_to_end(key)
            return self._cache[key]

    def _remember(self, key: bytes, html: str) -> str:
        with self._lock:
            if key not in self._cache:
                self._cache[key] = html
                self._cache_characters += len(html)
            while self._cache and (len(self._cache) > self.cached or self._cache_characters > _CACHE_CHARACTERS):
                self._cache_characters -= len(self._cache.popitem(last=False)[1])
        return html

    def _failed_before(self, key: bytes) -> bool:
        with self._lock:
            before = key in self._failed
            self._failed[key] = None
            while len(self._failed) > self.cached:
                self._failed.popitem(last=False)
        return before


_renderers: "weakref.WeakSet[Renderer]" = weakref.WeakSet()


def _after_fork() -> None:
    for renderer in list(_renderers):
        renderer._reset()


os.register_at_fork(after_in_child=_after_fork)
