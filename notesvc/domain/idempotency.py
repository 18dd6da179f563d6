"""A retry never doubles: the key of a request is stored in the transaction of its effect."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import peewee

from notesvc import clock, database, errors
from notesvc.domain.caller import Caller
from notesvc.domain.text_work import ahead

_SELECT = "SELECT request_hash, resource_id, answer FROM idempotency_keys WHERE user_id = ? AND key = ?"
_INSERT = """
INSERT INTO idempotency_keys (user_id, key, request_hash, resource_id, answer, created_at) VALUES (?, ?, ?, ?, ?, ?)
"""


@dataclass(frozen=True, slots=True)
class Key:
    """What the client named its attempt, and a hash of what it asked for. Keys never expire: clients come back
    after weeks."""

    text: str
    request_hash: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the first attempt made; `answer` is whatever is needed to say the same again."""

    resource_id: str
    answer: Any
    is_replay: bool = False


def is_known(caller: Caller, text: str | None) -> bool:
    """Whether the caller has used the key before."""
    return text is not None and database.execute(_SELECT, (caller.user_id, text)).fetchone() is not None


@ahead
def once(caller: Caller, key: Key | None, make: Callable[[], Outcome], lock: str | None = None) -> Outcome:
    """Have the effect once for the caller's key, `make` being begun anew where others come between; later attempts get
    the first outcome with `is_replay`. `lock` names what `make` locks where that is not the caller's workspace.

    Raises Conflict (`idempotency_conflict`) when the key came with another request before.
    """
    if key is None:
        return make()
    with database.transaction(lock or caller.user_id):
        row = database.execute(_SELECT, (caller.user_id, key.text)).fetchone()
        if row is None:
            outcome = make()
            answer = orjson.dumps(outcome.answer).decode()
            values = (caller.user_id, key.text, key.request_hash, outcome.resource_id, answer, clock.now())
            _keep(values)
            return outcome
    request_hash, resource_id, answer = row
    if request_hash != key.request_hash:
        raise _conflict()
    return Outcome(resource_id, orjson.loads(answer), is_replay=True)


def _keep(values: tuple[Any, ...]) -> None:
    try:
        database.execute(_INSERT, values)
    except peewee.IntegrityError as error:
        # At the same moment with another lock: another request.
        raise _conflict() from error


def _conflict() -> errors.Conflict:
    return errors.Conflict("This Idempotency-Key came with another request.", code="idempotency_conflict")
