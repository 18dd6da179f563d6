"""Reading what a request carries: bounded, strict JSON, into forms."""

import itertools
import json
import re
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import pydantic
from flask import Request, request

from notesvc import errors, limits

Form = TypeVar("Form", bound=pydantic.BaseModel)

ASKED_FIRST = "notesvc.asked_first"
"""What a server puts into the environment of a request whose body it has not taken yet."""

_PIECE = 64 * 1024
_ESCAPES = re.compile(
    rb"""
    \\u0000               # NUL: Postgres refuses it, SQLite's text functions stop at it
    | \\u[dD][89a-fA-F]   # one half of a surrogate pair; alone it is no text
    """,
    re.VERBOSE,
)
_LARGEST_DIGITS = 16
_FIELDS = 50
_ERRORS_SHOWN = 50
_UNKNOWN = "is no field of this request"


class BodyWanted(BaseException):
    """No failure: whoever sends this request is let in, so the server that asked first may take its body."""


def read_bytes(limit: int | None = None, source: Request = request) -> bytes:
    """The whole body. Raises TooLarge; never a shorter body than was sent.

    Read in pieces because Werkzeug cuts a chunked body at its limit without a word.
    """
    most = limits.MAX_BODY if limit is None else limit
    if source.content_length is not None and source.content_length > most:
        raise errors.TooLarge(f"The body is larger than {most} bytes.")
    pieces, size = [], 0
    while piece := source.stream.read(_PIECE):
        size += len(piece)
        if size > most:
            raise errors.TooLarge(f"The body is larger than {most} bytes.")
        pieces.append(piece)
    return b"".join(pieces)


def read_json(limit: int | None = None) -> Any:
    """The body as JSON. Raises UnsupportedMediaType, TooLarge, MalformedRequest."""
    if request.mimetype != "application/json" and not request.mimetype.endswith("+json"):
        raise errors.UnsupportedMediaType("The body must be application/json.")
    return parse_json(read_bytes(limit))


def read_form(form: type[Form], limit: int | None = None) -> Form:
    """The body as a form. Raises InvalidInput naming each field that breaks a rule."""
    return validate(form, read_json(limit))


def read_encoded(limit: int) -> dict[str, str]:
    """A form-encoded body; names without a value count as absent (RFC 6749, section 3.1).

    Raises UnsupportedMediaType, TooLarge, MalformedRequest.
    """
    if request.mimetype != "application/x-www-form-urlencoded":
        raise errors.UnsupportedMediaType("The body must be application/x-www-form-urlencoded.")
    try:
        pairs = parse_qsl(read_bytes(limit).decode("utf-8"), errors="strict", max_num_fields=_FIELDS)
    except ValueError as error:
        raise errors.MalformedRequest("The body is not form-encoded.") from error
    fields = dict(pairs)
    if len(fields) != len(pairs) or any("\x00" in value for value in fields.values()):
        raise errors.MalformedRequest("A field is given twice, or holds NUL.")
    return fields


def read_query(form: type[Form]) -> Form:
    """The query string as a form; a name given twice is refused."""
    values = request.args.to_dict(flat=False)
    for name, given in values.items():
        if len(given) > 1:
            raise errors.InvalidInput(name, "is given more than once")
        if "\x00" in given[0] or not _is_text(given[0]):
            raise errors.InvalidInput(name, "holds characters that are no text")
    return validate(form, {name: given[0] for name, given in values.items()})


def validate(form: type[Form], values: Any) -> Form:
    """The values as a form. Raises InvalidInput; of a flood of names only the first unknown ones are looked at."""
    if isinstance(values, dict) and len(values) > limits.FORM_NAMES:
        known = {alias for name, field in form.model_fields.items() for alias in (name, field.alias)}
        unknown = [name for name in itertools.islice(values, 2 * limits.FORM_NAMES) if name not in known]
        raise errors.InvalidInput.of([{"field": name, "message": _UNKNOWN} for name in unknown[:_ERRORS_SHOWN]])
    try:
        return form.model_validate(values)
    except pydantic.ValidationError as failure:
        found = [
            {"field": _field(error["loc"]), "message": message_of(error["type"], error["msg"])}
            for error in failure.errors(include_url=False, include_context=False)
        ]
        raise errors.InvalidInput.of(found[:_ERRORS_SHOWN]) from failure


def parse_json(body: bytes) -> Any:
    """Strict JSON (RFC 8259, and no doubled names, NUL, lone surrogates, NaN or endless nesting).

    Raises MalformedRequest.
    """
    if body.count(b"[") + body.count(b"{") > limits.JSON_DEPTH and _depth(body) > limits.JSON_DEPTH:
        raise errors.MalformedRequest(f"The JSON is nested more than {limits.JSON_DEPTH} levels deep.")
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_read_integer,
        )
    except errors.MalformedRequest:
        raise
    except UnicodeDecodeError as error:
        raise errors.MalformedRequest("The body is not UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise errors.MalformedRequest(f"The body is not JSON: {error}") from error
    if _ESCAPES.search(body):
        _refuse_no_text(value)
    return value


def _depth(body: bytes) -> int:
    """How deep brackets nest, strings aside."""
    depth = deepest = 0
    for mark in re.finditer(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', body, re.DOTALL):
        if mark[0] in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif mark[0] in (b"]", b"}"):
            depth -= 1
    return deepest


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise errors.MalformedRequest("An object holds the same name twice.")
    return fields


def _refuse_constant(name: str) -> Any:
    raise errors.MalformedRequest(f"{name} is no JSON.")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise errors.MalformedRequest("A number is too large.")
    return number


def _read_integer(text: str) -> int:
    if len(text.lstrip("-")) > _LARGEST_DIGITS or abs(int(text)) > limits.LARGEST_INTEGER:
        raise errors.MalformedRequest("A number is too large.")
    return int(text)


def _refuse_no_text(value: Any) -> None:
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            waiting += [*here.keys(), *here.values()]
        elif isinstance(here, list):
            waiting += here
        elif isinstance(here, str) and ("\x00" in here or not _is_text(here)):
            raise errors.MalformedRequest("A text holds NUL or half of a surrogate pair.")


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _field(location: tuple[Any, ...]) -> str:
    path = ""
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    return path


def message_of(kind: str, words: str) -> str:
    """What is wrong with a field, as it stands behind the field's name; `kind` and `words` are pydantic's."""
    if kind == "extra_forbidden":
        return _UNKNOWN
    message = words.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
