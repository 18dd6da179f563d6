"""The Idempotency-Key header."""

import hashlib
import re
from collections.abc import Callable, Collection
from typing import Any

from flask import request
from pydantic import BaseModel

from notesvc import errors
from notesvc.domain import idempotency
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key, Outcome
from notesvc.text import stable_json
from notesvc.web.area import Answer

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def from_request(operation: str, form: BaseModel | None, in_body: str | None = None) -> Key | None:
    """The key of this request, from the header or else from the body. Raises InvalidInput for one that breaks
    the rule."""
    text = request.headers.get("Idempotency-Key", in_body)
    if text is None:
        return None
    return of(text, operation, form)


def of(text: str, operation: str, form: BaseModel | None) -> Key:
    """The key of that text for a request that is known by the operation and its form. Raises InvalidInput."""
    if not _KEY.fullmatch(text):
        raise errors.InvalidInput("Idempotency-Key", "must have 1 to 255 visible ASCII characters")
    given = {} if form is None else form.model_dump(exclude_unset=True, exclude={"idempotency_key"})
    wanted = f"{operation}\n{stable_json.dumps(given)}"
    return Key(text, hashlib.sha256(wanted.encode()).hexdigest())


def of_address(form: BaseModel | None = None) -> Key | None:
    """The key of this request, which is known by its address and its form. Raises InvalidInput."""
    return from_request(f"{request.method} {request.path}", form)


def once(
    caller: Caller,
    key: Key | None,
    make: Callable[[], Answer],
    *,
    lock: str | None = None,
    shown_once: Collection[str] = (),
) -> Answer:
    """The answer that `make` gives in the transaction that keeps the key; a repeat of the key gets the same with 200,
    but for the fields that are `shown_once`: they are kept nowhere, and null in it.

    Raises Conflict (`idempotency_conflict`).
    """
    made: list[Answer] = []

    def attempt() -> Outcome:
        made[:] = [make()]
        body = {name: None if name in shown_once else value for name, value in made[0].body.items()}
        return Outcome(str(body.get("id", "")), {"body": body, "headers": dict(made[0].headers)})

    outcome = idempotency.once(caller, key, attempt, lock)
    if not outcome.is_replay:
        return made[0]
    first: dict[str, Any] = outcome.answer
    return Answer(first["body"], 200, {**first["headers"], **headers(outcome)})


def headers(outcome: Outcome) -> dict[str, str]:
    """What tells a replay from a first answer."""
    return {"Idempotency-Replayed": "true"} if outcome.is_replay else {}
