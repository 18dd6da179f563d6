"""The audit log as a file: a line of JSON each, or a table for a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import orjson
from pydantic import Field

from notesvc.domain.audit import Kind, Row
from notesvc.shapes import Id, Shape, Time

COLUMNS = ("createdAt", "kind", "means", "actorId", "actor", "subjectId", "subject", "facts")
# A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class AuditPerson(Shape):
    """Somebody in the audit log; only an id when the account is gone."""

    id: Id = Field(description="The user's id.")
    handle: str | None = Field(description="The user's handle; null when the account is gone.")
    email: str | None = Field(description="The user's address; null when the account is gone.")


class AuditLine(Shape):
    """Something that was done; no `actor`: on the service's machine, or by the service itself (`means` tells)."""

    id: Id = Field(description="The line's id.")
    kind: Kind = Field(description="What was done.")
    means: Literal["web", "key", "command", "service"] = Field(description="By which means.")
    facts: dict[str, Any] = Field(description="Further facts, by name.")
    created_at: Time = Field(description="When it was done.")
    actor: AuditPerson | None = Field(description="Who did it; null for the service and its machine.")
    subject: AuditPerson | None = Field(description="To whom it was done; null where to nobody.")


def line(row: Row) -> dict[str, Any]:
    """A line as the interface shows it; somebody whose account is gone is only an id."""
    _, entry_id, kind, means, facts, created_at, *people = row
    actor, subject = (tuple(each) if each[0] is not None else None for each in (people[:3], people[3:]))
    return AuditLine.of((entry_id, kind, means, facts, created_at), actor=actor, subject=subject)


def ndjson(rows: Iterable[Row]) -> Iterator[bytes]:
    """A JSON object a line."""
    for row in rows:
        yield orjson.dumps(line(row)) + b"\n"


def table(rows: Iterable[Row]) -> Iterator[bytes]:
    """Comma-separated values with a head (RFC 4180)."""
    yield _cells(COLUMNS)
    for row in rows:
        _, _, kind, means, facts, created_at, actor_id, actor, _, subject_id, subject, _ = row
        yield _cells((created_at, kind, means, actor_id, actor, subject_id, subject, facts))


FORMS: dict[str, Callable[[Iterable[Row]], Iterator[bytes]]] = {"ndjson": ndjson, "csv": table}
TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv"}


def _cells(cells: Iterable[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow([_harmless(cell) for cell in cells])
    return text.getvalue().encode()


def _harmless(cell: Any) -> str:
    shown = "" if cell is None else str(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
