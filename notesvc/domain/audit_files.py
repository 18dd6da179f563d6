"""The audit log as a file: a line of JSON each, or a table for a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import orjson

from notesvc.domain.audit import Row

COLUMNS = ("createdAt", "kind", "means", "actorId", "actor", "subjectId", "subject", "facts")
# A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def shape(row: Row) -> dict[str, Any]:
    """A line as the interface shows it; somebody whose account is gone is only an id."""
    _, entry_id, kind, means, facts, created_at, *people = row
    return {
        "id": entry_id,
        "kind": kind,
        "means": means,
        "facts": orjson.loads(facts),
        "createdAt": created_at,
        "actor": _person(*people[:3]),
        "subject": _person(*people[3:]),
    }


def ndjson(rows: Iterable[Row]) -> Iterator[bytes]:
    """A JSON object a line."""
    for row in rows:
        yield orjson.dumps(shape(row)) + b"\n"


def table(rows: Iterable[Row]) -> Iterator[bytes]:
    """Comma-separated values with a head (RFC 4180)."""
    yield _line(COLUMNS)
    for row in rows:
        _, _, kind, means, facts, created_at, actor_id, actor, _, subject_id, subject, _ = row
        yield _line((created_at, kind, means, actor_id, actor, subject_id, subject, facts))


FORMS: dict[str, Callable[[Iterable[Row]], Iterator[bytes]]] = {"ndjson": ndjson, "csv": table}
TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv"}


def _person(user_id: str | None, handle: str | None, email: str | None) -> dict[str, Any] | None:
    return None if user_id is None else {"id": user_id, "handle": handle, "email": email}


def _line(cells: Iterable[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow([_harmless(cell) for cell in cells])
    return text.getvalue().encode()


def _harmless(cell: Any) -> str:
    shown = "" if cell is None else str(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
