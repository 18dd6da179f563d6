"""Search."""

from typing import Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import resources, search
from notesvc.domain.caller import Caller
from notesvc.web import forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size

area = Area("search", "/api/workspace/search")


class SearchQuery(forms.Page):
    """GET search."""

    q: str = Field(
        "",
        description="Words, all of which are looked for, in any form and as beginnings; "
        'also `"a phrase"`, `-not`, `OR`, brackets, `#tag`, `$person`, `title:`, `in:` or `folder:`, `has:`, `is:`, '
        "`before:`, `after:`.",
    )


class SearchResult(shapes.Shape):
    """A note that was found."""

    note: resources.NoteMetadata = Field(description="The note.")
    title: str = Field(description="Its title: escaped HTML with `<mark>` around what matched.")
    also_known_as: str | None = Field(
        description="The further name that fits better than the title, with marks like it; null where none does."
    )
    snippet: str = Field(
        description="Where most of the words stand in its text, as people read it: escaped HTML with `<mark>`."
    )
    score: float = Field(description="How well it fits; the highest comes first.")


class SearchResults(shapes.Shape):
    """A page of what was found, the best first, and how much there is in all."""

    results: list[SearchResult] = Field(description="The notes on this page.")
    total: int = Field(description="How many notes were found in all.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")
    searched_for: str | None = Field(
        description="The words that were searched for instead, where nothing has them as they were typed; else null."
    )


@area.get("", access=SESSION, query=SearchQuery, answers={200: SearchResults})
def find(caller: Caller, query: SearchQuery) -> Any:
    """The notes that hold all terms and meet all operators of `q`, the best first."""
    size = page_size(query.limit, limits.SEARCH_PAGE, limits.SEARCH_PAGE_MOST)
    return answer(search.search(caller, query.q, size, query.cursor))


def answer(found: search.ResultPage) -> dict[str, Any]:
    """The body for what was found."""
    return SearchResults.of(found, results=found.hits)
