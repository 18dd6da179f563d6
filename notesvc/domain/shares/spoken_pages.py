"""Stored pages in the languages of those who look; what was put into words is kept for the next one."""

from notesvc.domain.shares import frame, stored_pages
from notesvc.domain.shares.visits import FoundPage
from notesvc.languages import USUAL, Language
from notesvc.text.recent import Recent

_MOST_BYTES = 8_000_000


_kept: Recent[str, bytes] = Recent(_MOST_BYTES)


def etag_of(page: FoundPage, language: Language) -> str:
    """The validator of the page in that language."""
    return page.etag if language == USUAL else f'{page.etag[:-1]}-{language}-{frame.edition(language)}"'


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
