"""Text work of strangers in child processes that can be killed, so that it is bounded in time and memory."""

import hashlib
import os
import weakref
from typing import Any

from notesvc.text.blocks.document_text import SavedText
from notesvc.text.html import page
from notesvc.text.html.page import Page, PageOptions
from notesvc.text.recent import Recent
from notesvc.text.sandbox.child_process import Bounds, ChildLateError, ChildLostError
from notesvc.text.sandbox.pool import BusyError, ChildPool

_MODULE = "notesvc.text.sandbox.text_child"
_MOST_DERIVED = 512
_DERIVED_CHARACTERS = 8 * 1024 * 1024


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
    ) -> None:
        self.limit_seconds = limit_seconds
        self._pool = ChildPool(_MODULE, memory_bytes, children, wait_seconds)
        self._derived = _recent()
        self._late = _recent()
        _renderers.add(self)

    def render(self, markdown: str, options: PageOptions = page.NO_OPTIONS) -> Page:
        """As `page.render`; the text itself, escaped, with a warning, when it takes too long or too much memory."""
        request = {"do": "render", "markdown": markdown, "options": options.as_json()}
        try:
            answer = self._ask(request, self.limit_seconds)
        except BusyError:
            return page.plain(markdown, page.BUSY)
        except ChildLostError:
            return page.plain(markdown, page.TOO_SLOW)
        return Page.from_json(answer) if "html" in answer else page.plain(markdown, page.TOO_TANGLED)

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

    def derive(self, markdown: str) -> str | None:
        """The JSON of the blocks that the text stands for, which is remembered for a while; None when reading it takes
        too long. Raises BusyError.
        """
        key = hashlib.sha256(markdown.encode("utf-8", "surrogatepass")).digest()
        known = self._derived.get(key)
        if known is None:
            try:
                known = str(self._ask({"do": "derive", "markdown": markdown}, self.limit_seconds).get("json", ""))
            except ChildLostError:
                # The machine may only have been busy: believe it the second time.
                if self._late.get(key) is None:
                    self._late.put(key, "")
                    return None
                known = ""
            self._derived.put(key, known)
        return known or None

    def save(self, old: str | None, document: str, limit_seconds: float) -> SavedText | None:
        """As `document_text.save`; None when that takes too long. Raises BusyError."""
        try:
            answer = self._ask({"do": "save", "old": old, "document": document}, limit_seconds)
        except ChildLostError:
            return None
        return SavedText(**answer) if "content" in answer else None

    def pids(self) -> list[int]:
        """The process ids of the children that run."""
        return self._pool.pids()

    def close(self) -> None:
        """Ends the children that are idle; the renderer stays usable."""
        self._pool.close()

    def _ask(self, request: dict[str, Any], limit_seconds: float) -> dict[str, Any]:
        # By the clock on the wall more may pass, so that a busy machine does not fail honest work.
        bounds = Bounds(limit_seconds, 2 * limit_seconds + 0.6)
        try:
            return self._pool.ask(request, bounds)[0]
        except ChildLateError:
            raise
        except ChildLostError:  # it may have died long ago, of something else
            return self._pool.ask(request, bounds)[0]

    def _reset(self) -> None:
        self._pool.reset()
        self._derived, self._late = _recent(), _recent()


def _recent() -> Recent[bytes, str]:
    return Recent(_DERIVED_CHARACTERS, _MOST_DERIVED)


_renderers: "weakref.WeakSet[Renderer]" = weakref.WeakSet()


def _reset_after_fork() -> None:
    for renderer in list(_renderers):
        renderer._reset()


os.register_at_fork(after_in_child=_reset_after_fork)
