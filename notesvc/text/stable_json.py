"""JSON whose text is the same whenever the value is: sorted keys, nothing between them, UTF-8."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

import orjson

_STRICT = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATETIME
_OPTIONS = _STRICT | orjson.OPT_PASSTHROUGH_DATACLASS

_SMALLEST, _LARGEST = -(2**63), 2**64 - 1

# orjson reads a longer integer as a float: only a text with this many digits is read the slow way.
_MAYBE_OVERSIZED = re.compile("[0-9]{19}")


def dumps(value: Any) -> str:
    """The one JSON text of `value`.

    Raises ValueError for what JSON cannot say: NaN, infinities, integers beyond 64 bits, keys that are no
    strings, lone surrogates, other types, and nesting beyond orjson's depth (about 250).
    """
    try:
        encoded = orjson.dumps(value, option=_OPTIONS)
    except TypeError as error:
        raise ValueError(str(error)) from error
    # orjson writes NaN and infinities as null; without a null there is nothing to look for.
    if b"null" in encoded and not _all_finite(value):
        raise ValueError("a number is not finite")
    return encoded.decode()


def loads(text: str | bytes) -> Any:
    """The value of a JSON text; raises ValueError for malformed text and numbers out of range, NaN too."""
    value = orjson.loads(text)
    searched = text if isinstance(text, str) else text.decode()
    if not _MAYBE_OVERSIZED.search(searched):
        return value
    try:
        return json.loads(searched, parse_int=_bounded_int)
    except RecursionError as error:
        raise ValueError("the text is nested too deeply") from error


def is_shallow(value: Any, most: int) -> bool:
    """Whether lists and objects lie in one another at most so deep, the outermost one counted."""
    level = _containers([value])
    for _ in range(most):
        if not level:
            return True
        level = _containers(item for each in level for item in (each.values() if isinstance(each, dict) else each))
    return not level


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, (dict, list))]


def _all_finite(value: Any) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float) and not math.isfinite(item):
            return False
        if isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, (list, tuple)):
            waiting.extend(item)
    return True


def _bounded_int(digits: str) -> int:
    # The length first: converting very long runs of digits takes quadratic time.
    if len(digits) > 20 or not _SMALLEST <= int(digits) <= _LARGEST:
        raise ValueError("an integer does not fit 64 bits")
    return int(digits)
