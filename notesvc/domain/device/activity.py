"""What devices did, summed up: a line of activity for each hour of a device, not one for each of its writes."""

import contextlib
from typing import Any, Literal

import orjson
import peewee

from notesvc import clock, database, errors, limits
from notesvc.domain import sync_events
from notesvc.domain.caller import Caller
from notesvc.domain.sync_events import Details
from notesvc.domain.sync_operations import Operation

Act = Literal["created", "changed", "deleted", "restored", "others"]
"""What was done to notes; what was done to folders and files are `others`."""

_NAMES = 5
_LATEST = """
SELECT id, mirrored, resource_id FROM sync_events
WHERE user_id = ? AND token_id = ? AND operation = ? AND mirrored IS NOT NULL AND created_at > ?
ORDER BY created_at DESC, id DESC LIMIT 1
"""
_ADD = "UPDATE sync_events SET mirrored = ?, resource_id = ?, resource_name = ? WHERE id = ?"


def record(caller: Caller, operation: Operation, act: Act, resource: tuple[str, str | None]) -> None:
    """Add the act to the line that the device's acts go on in, or begin one; in the current transaction, best effort.

    `resource` is the id and the name. Going on with the same thing, such as an edit after the other, counts once.
    """
    with contextlib.suppress(errors.Busy, peewee.PeeweeException), database.savepoint():
        _record(caller, operation, act, resource)


def _record(caller: Caller, operation: Operation, act: Act, resource: tuple[str, str | None]) -> None:
    since = clock.from_now(-limits.MIRROR_EVENT_SECONDS)
    row = database.execute(_LATEST, (caller.user_id, caller.token_id, operation.logged_as, since)).fetchone()
    if row is None:
        begun = _sum({}, act, resource[1], is_same=False)
        sync_events.record(caller, operation, "success", Details(None, None, *resource, mirrored=begun))
        return
    event_id, mirrored, last_id = row
    known: dict[str, Any] = orjson.loads(mirrored)
    is_same = last_id == resource[0] and known.get("last") == act
    database.execute(_ADD, (_sum(known, act, resource[1], is_same), *resource, event_id))
    sync_events.bump(caller)


def _sum(known: dict[str, Any], act: Act, name: str | None, is_same: bool) -> str:
    names = [name, *(each for each in known.get("names", []) if each != name)] if name else known.get("names", [])
    count = known.get(act, 0) + (0 if is_same else 1)
    return orjson.dumps({**known, act: count, "names": names[:_NAMES], "last": act}).decode()
