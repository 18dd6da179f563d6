"""Pages of lists that are at hand whole: without a limit all of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from notesvc.domain import cursors
from notesvc.web import forms

T = TypeVar("T")


def page(query: forms.Page, kind: str, rows: Sequence[T], id_of: Callable[[T], str]) -> tuple[Sequence[T], str | None]:
    """The page that was asked for, and the cursor of the next one. Raises InvalidInput."""
    return cursors.page(kind, rows, id_of, query.cursor, query.limit or max(1, len(rows)))


def page_of_lists(
    query: forms.Page, kind: str, parts: Mapping[str, Sequence[T]], id_of: Callable[[T], str]
) -> tuple[dict[str, list[T]], str | None]:
    """A page of several lists one behind the other: what of each is on it, by name."""
    rows = [(name, row) for name, part in parts.items() for row in part]
    found, cursor = page(query, kind, rows, lambda row: f"{row[0]} {id_of(row[1])}")
    return {name: [row for part, row in found if part == name] for name in parts}, cursor
