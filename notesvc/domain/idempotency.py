"""A retry never doubles: the key of a request is stored in the transaction of its effect (contract, section 1)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from notesvc import clock, database, errors
from notesvc.domain.caller import Caller
from notesvc.models import IdempotencyKey


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


def once(caller: Caller, key: Key | None, make: Callable[[], Outcome]) -> Outcome:
    """Have the effect once for the caller's key; later attempts get the first outcome with `is_replay`.

    Raises Conflict (`idempotency_conflict`) when the key came with another request before.
    """
    if key is None:
        return make()
    with database.transaction(caller.user_id):
        mine = (IdempotencyKey.user == caller.user_id) & (IdempotencyKey.key == key.text)
        row = IdempotencyKey.get_or_none(mine)
        if row is None:
            outcome = make()
            _keep(caller, key, outcome)
            return outcome
    if row.request_hash != key.request_hash:
        raise errors.Conflict("This Idempotency-Key came with another request.", code="idempotency_conflict")
    return replace(Outcome(row.resource_id, row.answer), is_replay=True)


def _keep(caller: Caller, key: Key, outcome: Outcome) -> None:
    IdempotencyKey.insert(
        user=caller.user_id,
        key=key.text,
        request_hash=key.request_hash,
        resource_id=outcome.resource_id,
        answer=outcome.answer,
        created_at=clock.now(),
    ).execute()
