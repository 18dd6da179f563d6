"""Stored pages in the languages of those who look; what was put into words is kept for the next one."""

import threading
from collections import OrderedDict

from notesvc.domain.shares import frame, stored_pages
from notesvc.domain.shares.visits import FoundPage
from notesvc.languages import USUAL, Language

_MOST_BYTES = 8_000_000


class _Kept:
    """The pages that were sent last, by what tells them apart."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def get(self, etag: str) -> bytes | None:
        with self._lock:
            if etag in self._pages:
                self._pages.move_to_end(etag)
            return self._pages.get(etag)

    def put(self, etag: str, html: bytes) -> None:
        with self._lock:
            self._bytes += len(html) - len(self._pages.get(etag, b""))
            self._pages[etag] = html
            while self._bytes > _MOST_BYTES:
                self._bytes -= len(self._pages.popitem(last=False)[1])


_kept = _Kept()


def etag_of(page: FoundPage, language: Language) -> str:
    """The validator of the page in that language."""
    return page.etag if language == USUAL else f'{page.etag[:-1]}-{language}"'


def ready(page: FoundPage, language: Language) -> bytes | None:
    """The page, gzipped; None where it has to be put into words first."""
    return page.html if language == USUAL else _kept.get(etag_of(page, language))


def spoken(page: FoundPage, language: Language) -> bytes:
    """The page, gzipped."""
    html = ready(page, language)
    if html is None:
        html, _ = stored_pages.packed_of(frame.in_language(stored_pages.unpack(page.html), language))
        _kept.put(etag_of(page, language), html)
    return html
