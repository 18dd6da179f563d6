"""Search within a site: every word that was typed, in title or text; titles first."""

import unicodedata
from typing import NamedTuple

from notesvc import database, limits
from notesvc.domain.shares.visits import Found
from notesvc.text import truncate

_PAGES = """
SELECT p.path, p.title, p.body FROM share_pages p LEFT JOIN notes t ON t.id = p.note_id AND t.deleted_at IS NULL
WHERE p.share_id = ? AND p.generation = ? AND t.id IS NOT NULL ORDER BY p.position
"""
_AT_ONCE = 100
_BEFORE, _EXCERPT = 80, 240
_TITLE_COUNTS = 20
_MOST_WORDS = 10


class Hit(NamedTuple):
    """A page that holds all words, with the text round the first of them."""

    path: str
    title: str
    excerpt: str


def find(share: Found, query: str) -> list[Hit]:
    """The pages of the site that hold all words of the query, the best first, at most `SHARE_SEARCH_RESULTS`."""
    words = _fold(query[: limits.SEARCH_QUERY]).split()[:_MOST_WORDS]
    if not words:
        return []
    scored: list[tuple[int, Hit]] = []
    rows = database.execute(_PAGES, (share.id, share.generation))
    while some := rows.fetchmany(_AT_ONCE):
        for path, title, body in some:
            score = _score(words, _fold(title), folded := _fold(body))
            if score:
                scored.append((score, Hit(path, title, _excerpt(body, folded, words))))
    scored.sort(key=lambda each: -each[0])
    return [hit for _, hit in scored[: limits.SHARE_SEARCH_RESULTS]]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _score(words: list[str], title: str, body: str) -> int:
    counts = [_TITLE_COUNTS * title.count(word) + min(body.count(word), _TITLE_COUNTS) for word in words]
    return sum(counts) if all(counts) else 0


def _excerpt(body: str, folded: str, words: list[str]) -> str:
    found = [place for word in words if (place := folded.find(word)) >= 0]
    # Folding may change lengths by a few letters: the excerpt is wide enough for that.
    start = max(0, min(found, default=0) - _BEFORE)
    excerpt = truncate.to_length(body[start:], _EXCERPT)
    return f"{'…' if start else ''}{excerpt}{'…' if start + len(excerpt) < len(body) else ''}"
