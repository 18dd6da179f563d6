"""Search."""

from typing import Any

from notesvc import limits
from notesvc.domain import search
from notesvc.domain.caller import Caller
from notesvc.web import forms, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size

area = Area("search", "/api/workspace/search")


class SearchQuery(forms.Page):
    """GET search."""

    q: str = ""


class SearchResult(shapes.Shape):
    """A note that was found; the snippet is escaped HTML with `<mark>` around what matched."""

    note: shapes.NoteMetadata
    snippet: str
    score: float


class SearchResults(shapes.Shape):
    """A page of what was found, the best first, and how much there is in all."""

    results: list[SearchResult]
    total: int
    next_cursor: str | None


@area.get("", access=SESSION, query=SearchQuery, answers={200: SearchResults})
def find(caller: Caller, query: SearchQuery) -> Any:
    """The notes that hold all terms and meet all operators of `q`."""
    size = page_size(query.limit, limits.SEARCH_PAGE, limits.SEARCH_PAGE_MOST)
    found = search.search(caller, query.q, size, query.cursor)
    results = [{"note": shapes.listed(hit.note), "snippet": hit.snippet, "score": hit.score} for hit in found.hits]
    return {"results": results, "total": found.total, "nextCursor": found.next_cursor}
