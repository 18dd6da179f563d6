"""Search over the caller's notes: `search` is the way in, the modules are its steps."""

from notesvc.domain.search.query import ResultPage, search

__all__ = ["ResultPage", "search"]
