"""The Idempotency-Key header."""

import hashlib
import re

from flask import request
from pydantic import BaseModel

from notesvc import errors
from notesvc.domain.idempotency import Key, Outcome
from notesvc.text import stable_json

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def from_request(operation: str, form: BaseModel, in_body: str | None = None) -> Key | None:
    """The key of this request, from the header or else from the body. Raises InvalidInput for one that breaks
    the rule."""
    text = request.headers.get("Idempotency-Key", in_body)
    if text is None:
        return None
    if not _KEY.fullmatch(text):
        raise errors.InvalidInput("Idempotency-Key", "must have 1 to 255 visible ASCII characters")
    given = form.model_dump(exclude_unset=True, exclude={"idempotency_key"})
    wanted = f"{operation}\n{stable_json.dumps(given)}"
    return Key(text, hashlib.sha256(wanted.encode()).hexdigest())


def headers(outcome: Outcome) -> dict[str, str]:
    """What tells a replay from a first answer."""
    return {"Idempotency-Replayed": "true"} if outcome.is_replay else {}
