"""The sync interface: many writes of a device in one request, each with its own key, transaction and outcome."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import orjson
from flask import Response
from pydantic import Field

from notesvc import errors, limits, shapes
from notesvc.domain import sync_events
from notesvc.domain.caller import Caller
from notesvc.domain.preconditions import Precondition
from notesvc.domain.sync_operations import BATCH
from notesvc.web import bodies, device_forms, device_writes, forms, idempotency_keys, preconditions
from notesvc.web import errors as refusals
from notesvc.web.access import bearer
from notesvc.web.area import Answer, Area
from notesvc.web.idempotency_keys import Key

area = Area("sync_device_batch", "/api/sync")

_ID = "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"


class BatchOperation(forms.Form):
    """One write of a batch: what a request of its own would be."""

    method: Literal["POST", "PATCH", "DELETE"] = Field(description="The method.")
    path: str = Field(max_length=200, description="The address, as `/api/sync/notes/…`.")
    body: dict[str, Any] | None = Field(None, description="The body; null or absent where the write takes none.")
    if_match: str | None = Field(
        None, max_length=200, description="The ETag that the write is based on; changes and deletions need it."
    )
    idempotency_key: str = Field(
        pattern="^[!-~]{1,255}$", description="Names this attempt, as an Idempotency-Key does for a single write."
    )


class Batch(forms.Form):
    """POST batch."""

    operations: Annotated[list[BatchOperation], Field(min_length=1, max_length=limits.BATCH_WRITES)] = Field(
        description="The writes; they are done in this order."
    )


class BatchResult(shapes.Shape):
    """What came of one write: what a request of its own would have been answered."""

    status: int = Field(description="The status.")
    body: dict[str, Any] | None = Field(description="The body; null where there is none.")
    etag: str | None = Field(description="The ETag; null where there is none.")
    replayed: bool = Field(description="Whether the key came before: nothing was done again.")


class BatchResults(shapes.Shape):
    """What came of the writes, in their order."""

    results: list[BatchResult] = Field(description="One for each write.")


@dataclass(frozen=True, slots=True)
class Write:
    """A write of a device as it came: by whom, of what, with which body and key, based on what."""

    caller: Caller
    id: str
    form: Any
    key: Key
    if_match: str | None

    @property
    def based_on(self) -> Precondition:
        return preconditions.demand(self.if_match)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A write that a batch may hold: its method, its address, its form and what does it."""

    method: str
    path: str
    form: type[forms.Form]
    do: Callable[[Write], Answer]


class NoBody(forms.Form):
    """A write that takes no body."""


_KINDS = (
    _Kind("POST", "notes", device_forms.NewMirroredNote, lambda w: device_writes.create_note(w.caller, w.form, w.key)),
    _Kind(
        "PATCH",
        f"notes/{_ID}",
        device_forms.MirroredNoteChange,
        lambda w: device_writes.change_note(w.caller, w.id, w.form, w.key, w.based_on),
    ),
    _Kind("DELETE", f"notes/{_ID}", NoBody, lambda w: device_writes.delete_note(w.caller, w.id, w.key, w.based_on)),
    _Kind("POST", f"notes/{_ID}/restore", NoBody, lambda w: device_writes.restore_note(w.caller, w.id, w.key)),
    _Kind(
        "POST",
        "folders",
        device_forms.NewMirroredFolder,
        lambda w: device_writes.create_folder(w.caller, w.form, w.key),
    ),
    _Kind(
        "PATCH",
        f"folders/{_ID}",
        device_forms.MirroredFolderChange,
        lambda w: device_writes.change_folder(w.caller, w.id, w.form, w.key, w.based_on),
    ),
    _Kind("DELETE", f"folders/{_ID}", NoBody, lambda w: device_writes.delete_folder(w.caller, w.id, w.key, w.based_on)),
    _Kind(
        "POST", "attachments", device_forms.KnownFile, lambda w: device_writes.add_known_file(w.caller, w.form, w.key)
    ),
)


@area.post("/batch", access=bearer(BATCH), form=Batch, answers={200: BatchResults})
def batch(caller: Caller, form: Batch) -> Any:
    """Up to a hundred writes in their order, each for itself: one that fails stops none of the others."""
    deadline = time.monotonic() + limits.BATCH_SECONDS
    results: list[dict[str, Any]] = []
    trouble: Response | None = None
    for operation in form.operations:
        if trouble is None and time.monotonic() > deadline:
            trouble = refusals.answer_refusal(errors.Busy("This batch has taken too long: send the rest again."))
        answer = trouble or _attempt(caller, operation)
        if answer.status_code == 503:
            # Whatever keeps the service from writing would keep each of the others waiting as well.
            trouble = answer
        results.append(_result(answer))
    sync_events.record(caller, BATCH, "success")
    return BatchResults.of(results=results)


def _attempt(caller: Caller, operation: BatchOperation) -> Response:
    try:
        return _write(caller, operation).response()
    except errors.Refusal as refusal:
        return refusals.answer_refusal(refusal)
    except Exception as error:
        return refusals.answer_failure(error)


def _write(caller: Caller, operation: BatchOperation) -> Answer:
    for kind in _KINDS:
        found = re.fullmatch(f"/api/sync/{kind.path}", operation.path)
        if found is not None and operation.method == kind.method:
            form = bodies.validate(kind.form, operation.body or {})
            named = None if kind.form is NoBody else form
            key = idempotency_keys.of(operation.idempotency_key, f"{operation.method} {operation.path}", named)
            return kind.do(Write(caller, "".join(found.groups()), form, key, operation.if_match))
    raise errors.NotFound


def _result(answer: Response) -> dict[str, Any]:
    body = answer.get_data()
    return BatchResult.of(
        status=answer.status_code,
        body=orjson.Fragment(body) if body else None,
        etag=answer.headers.get("ETag"),
        replayed="Idempotency-Replayed" in answer.headers,
    )
