"""What the sync interface did, for its owner to read. Best effort: no answer ever depends on it."""

from dataclasses import dataclass
from typing import Any, Literal

import peewee
from pydantic import Field

from notesvc import clock, database, errors, limits
from notesvc.domain import cursors
from notesvc.domain.caller import Caller
from notesvc.domain.sync_operations import Operation
from notesvc.shapes import Id, Shape, Time

Status = Literal["success", "duplicate", "error"]
Row = tuple[Any, ...]
"""The fields of `EventShape`."""


class EventShape(Shape):
    """Something that was done with a key; a repeat of an Idempotency-Key has `firstEventId`, the event that has it."""

    id: Id = Field(description="The event's id.")
    token_id: Id = Field(description="The key with which it was done.")
    token_name: str = Field(description="What the key is called.")
    operation: Literal["capture", "export", "folders", "append", "attach", "mirror"] = Field(
        description="What was done."
    )
    status: Literal["success", "duplicate", "error"] = Field(description="What came of it.")
    source: str | None = Field(description="What made the clip; null where it does not say.")
    idempotency_key: str | None = Field(description="The Idempotency-Key; no two events have the same.")
    first_event_id: Id | None = Field(
        description="For a later request with the same Idempotency-Key, the event that has it."
    )
    resource_id: Id | None = Field(description="The note; null where none.")
    resource_name: str | None = Field(description="What the note was called; null where none.")
    message: str | None = Field(description="What a person should know; null where nothing.")
    mirrored: dict[str, Any] | None = Field(
        description="Of a device what it did in an hour: how many notes were `created`, `changed`, `deleted` and "
        "`restored`, how many `others` (folders and files), and the latest `names`; null for all else."
    )
    created_at: Time = Field(description="When it was done.")


_COLUMNS = (
    "id, token_id, token_name, operation, status, source, idempotency_key, first_event_id, resource_id, resource_name, "
    "message, mirrored, created_at"
)
_INSERT = f"""
INSERT INTO sync_events ({_COLUMNS}, user_id) VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)
ON CONFLICT (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING RETURNING id
"""
# The same line for a key that an earlier one has.
_INSERT_LATER = f"""
INSERT INTO sync_events ({_COLUMNS}, user_id) SELECT ?, ?, ?, ?, ?, ?, NULL, f.id, ?, ?, ?, ?, ?, ?
FROM sync_events f WHERE f.user_id = ? AND f.idempotency_key = ?
"""
_USE = "UPDATE sync_tokens SET last_used_at = ? WHERE id = ?"
_PRUNE = """
DELETE FROM sync_events WHERE user_id = ? AND (created_at, id) < (
    SELECT created_at, id FROM sync_events WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?)
"""
_LONGEST = 500
# One line in 64 prunes, by the random end of its id, and leaves room for those until the next that does.
_PRUNING_ENDINGS = frozenset({"00", "40", "80", "c0"})
_ROOM = 1_000


@dataclass(frozen=True, slots=True)
class Details:
    """What a line says besides what was done and by which key."""

    source: str | None = None
    idempotency_key: str | None = None
    resource_id: str | None = None
    resource_name: str | None = None
    message: str | None = None
    mirrored: str | None = None


def record(caller: Caller, operation: Operation, status: Status, details: Details = Details()) -> None:
    """Write a line of activity and bump the key's lastUsedAt, as far as the operation's row wants them.

    Inside a transaction it is part of that one, as its last step, behind a savepoint; else it takes one of its own.
    It fails in silence and gives up quickly when others are writing. A session's requests are not recorded.
    """
    if caller.token_id is None:
        return
    try:
        if database.in_transaction():
            with database.savepoint():
                _write(caller, operation, status, details)
            return
        with database.connection(), database.hurried_transaction():
            _write(caller, operation, status, details)
    except (errors.Busy, peewee.PeeweeException):
        return


def bump(caller: Caller) -> None:
    """Note that the key was used, in the current transaction."""
    database.execute(_USE, (clock.now(), caller.token_id))


def events(caller: Caller, token_id: str | None, cursor: str | None, size: int) -> tuple[list[Row], str | None]:
    """A page of the caller's activity, newest first, of one key or of all, and the cursor of the next page.

    A key that is unknown or somebody else's has no events. Raises InvalidInput for a cursor that is none.
    """
    where, parameters = "user_id = ?", [caller.user_id]
    if token_id is not None:
        where, parameters = f"{where} AND token_id = ?", [*parameters, token_id]
    if cursor:
        where = f"{where} AND (created_at, id) < (?, ?)"
        parameters += cursors.decode("events", cursor, (str, str))
    rows = database.execute(
        f"SELECT {EventShape.columns()} FROM sync_events WHERE {where} ORDER BY created_at DESC, id DESC LIMIT ?",
        (*parameters, size + 1),
    ).fetchall()
    page = rows[:size]
    following = cursors.encode("events", (page[-1][-1], page[-1][0])) if len(rows) > size else None
    return page, following


def _write(caller: Caller, operation: Operation, status: Status, details: Details) -> None:
    now = clock.now()
    if operation.is_used:
        database.execute(_USE, (now, caller.token_id))
    if not operation.is_logged:
        return
    event_id, key = clock.new_id(), details.idempotency_key
    done = (
        event_id,
        caller.token_id,
        caller.origin.removeprefix("token:"),
        operation.logged_as or operation.name,
        status,
        _short(details.source),
    )
    outcome = (
        details.resource_id,
        details.resource_name,
        _short(details.message),
        details.mirrored,
        now,
        caller.user_id,
    )
    if database.execute(_INSERT, (*done, key, *outcome)).fetchone() is None:
        database.execute(_INSERT_LATER, (*done, *outcome, caller.user_id, key))
    if event_id[-2:] in _PRUNING_ENDINGS:
        database.execute(_PRUNE, (caller.user_id, caller.user_id, limits.EVENTS_PER_USER - _ROOM))


def _short(text: str | None) -> str | None:
    return text if text is None else text[:_LONGEST]
