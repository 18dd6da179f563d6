"""How an export reads long tables: a page at a time, and around what the disk has damaged."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from notesvc import database, trouble

Row = tuple[Any, ...]

_ROWS = 200
# A page ends with the row that brings its texts to this many characters.
_CHARACTERS = 400_000


def rows(statement: str, *parameters: Any) -> list[Row]:
    """All rows of a short one, over a connection of its own."""
    with database.connection():
        found: list[Row] = database.execute(statement, parameters).fetchall()
        return found


def pages(statement: str, numbers: Sequence[int], lost: Callable[[int], None]) -> Iterator[list[Row]]:
    """Rows that begin with their number and their two texts; those on pages that cannot be read are `lost`."""
    start = 0
    while start < len(numbers):
        chunk = numbers[start : start + _ROWS]
        try:
            with database.connection():
                page, is_whole = _page(statement, chunk)
        except Exception as error:
            if trouble.cause_of(error) is not trouble.DATABASE_DAMAGED:
                raise
            page, is_whole = _one_by_one(statement, chunk, lost), True
        if page:
            yield page
        # Rows may be gone by now, so the next page starts behind the last row that was read, not after so many.
        start += len(chunk) if is_whole else sum(number <= page[-1][0] for number in chunk)


def _one_by_one(statement: str, chunk: Sequence[int], lost: Callable[[int], None]) -> list[Row]:
    found: list[Row] = []
    for number in chunk:
        try:
            with database.connection():
                found += _page(statement, [number])[0]
        except Exception as error:
            if trouble.cause_of(error) is not trouble.DATABASE_DAMAGED:
                raise
            lost(number)
    return found


def _page(statement: str, chunk: Sequence[int]) -> tuple[list[Row], bool]:
    """Rows until their texts are long enough, and whether these were all."""
    page: list[Row] = []
    size = 0
    # As bytes where the database does not look itself: a damaged text may be no UTF-8.
    shape = "CAST({} AS BLOB)" if database.on_sqlite() else "{}"
    names = {"content": shape.format("b.content"), "rich": shape.format("b.rich_content")}
    rows = database.stream(statement.format(marks=database.marks(chunk), **names), chunk)
    try:
        for number, content, rich, *others in rows:
            row = (number, _text(content), _text(rich), *others)
            page.append(row)
            size += len(row[1]) + len(row[2] or "")
            if size > _CHARACTERS:
                return page, row[0] == chunk[-1]
    finally:
        rows.close()
    return page, True


def _text(stored: Any) -> Any:
    return stored.decode(errors="replace") if isinstance(stored, bytes) else stored
