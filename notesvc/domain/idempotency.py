"""A retry never doubles: the key of a request is stored in the transaction of its effect (contract, section 1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from notesvc import clock, database, errors
from notesvc.domain.caller import Caller

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


def once(caller: Caller, key: Key | None, make: Callable[[], Outcome]) -> Outcome:
    """Have the effect once for the caller's key; later attempts get the first outcome with `is_replay`.

    Raises Conflict (`idempotency_conflict`) when the key came with another request before.
    """
    if key is None:
        return make()
    with database.transaction(caller.user_id):
        row = database.execute(_SELECT, (caller.user_id, key.text)).fetchone()
        if row is None:
            outcome = make()
            answer = orjson.dumps(outcome.answer).decode()
            values = (caller.user_id, key.text, key.request_hash, outcome.resource_id, answer, clock.now())
            database.execute(_INSERT, values)
            return outcome
    request_hash, resource_id, answer = row
    if request_hash != key.request_hash:
        raise errors.Conflict("This Idempotency-Key came with another request.", code="idempotency_conflict")
    return Outcome(resource_id, orjson.loads(answer), is_replay=True)
