"""Plain values from and to YAML: what JSON can say, nothing that runs, refers or repeats."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import yaml

MAX_DEPTH = 64
"""How deeply lists and mappings may lie in one another."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,19})", re.ASCII)
_FLOAT = re.compile(
    r"""
    (?= .* [.eE] )                                        # without either it is an integer, or a long text
    [-+]? (?: (?:0|[1-9][0-9]*) (?:\.[0-9]*)? | \.[0-9]+ )
    (?: [eE] [-+]? [0-9]+ )?
    """,
    re.VERBOSE | re.ASCII,
)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

# Text that every YAML reader takes as text when it stands without quotes.
_BARE = re.compile(r"[^\W\d_][\w/+-]*(?:[ .,()&]{1,2}[\w/+-]+)*|[0-9]{4}-[0-9]{2}-[0-9]{2}")
_READ_AS_VALUES = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_MAX_SIMPLE_KEY = 250  # YAML ends at 1,024 bytes without a question mark


class NotPlainError(ValueError):
    """The YAML holds something that JSON cannot say, or is none."""


def parse(text: str) -> Any:
    """The value of one YAML document; None for an empty one.

    Words are strings except null, true and false (`no` and dates stay as written), and so are numbers with
    leading zeros or beyond 64 bits. Raises NotPlainError for anchors, aliases, tags, keys that repeat or are
    no scalars, infinities, several documents, more than 64 levels and malformed text.
    """
    try:
        return _Reader(text).document()
    except (yaml.YAMLError, UnicodeError) as error:
        raise NotPlainError(str(error)) from error


class _Reader:
    """Builds a value from parser events, so that nothing is made before it was looked at."""

    def __init__(self, text: str) -> None:
        self._events: Iterator[Any] = yaml.parse(text, Loader=_Loader)

    def document(self) -> Any:
        next(self._events)  # the start of the stream
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return None
        value = self._value(next(self._events), 0)
        next(self._events)  # the end of the document
        if not isinstance(next(self._events), yaml.StreamEndEvent):
            raise NotPlainError("more than one document")
        return value

    def _value(self, event: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise NotPlainError("nested too deeply")
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None or event.tag is not None:
            raise NotPlainError("anchors, aliases and tags are not plain values")
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event.value) if event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)]
        return self._mapping(depth)

    def _mapping(self, depth: int) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key in self._until(yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent) or key.anchor is not None or key.tag is not None:
                raise NotPlainError("a key is no plain text")
            if key.value in mapping:
                raise NotPlainError("a key stands twice")
            mapping[key.value] = None
            mapping[key.value] = self._value(next(self._events), depth + 1)
        return mapping

    def _until(self, end: type) -> Iterator[Any]:
        while not isinstance(event := next(self._events), end):
            yield event


def _scalar(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        number = int(text)
        return number if -(2**63) <= number < 2**64 else text
    if _NOT_FINITE.fullmatch(text):
        raise NotPlainError("a number is not finite")
    if not _FLOAT.fullmatch(text):
        return text
    if not math.isfinite(float(text)):
        raise NotPlainError("a number is not finite")
    return float(text)


def lines(value: Any, depth: int = 0) -> list[str]:
    """The lines of a value in block style, as `parse` reads them; raises ValueError for what is no plain value."""
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, dict) and value:
        return [line for key, item in value.items() for line in _entry(key, item, depth)]
    if isinstance(value, list) and value:
        return [line for item in value for line in _behind("- ", lines(item, depth + 1))]
    return [_write(value)]


def _entry(key: Any, value: Any, depth: int) -> list[str]:
    if not isinstance(key, str):
        raise ValueError("a key is no text")
    name, below = _text(key), lines(value, depth + 1)
    if len(name) > _MAX_SIMPLE_KEY:
        return [f"? {name}", *_behind(": ", below)]
    if isinstance(value, (dict, list)) and value:
        return [f"{name}:", *(f"  {line}" for line in below)]
    return [f"{name}: {below[0]}"]


def _behind(mark: str, below: list[str]) -> list[str]:
    return [mark + below[0], *(f"  {line}" for line in below[1:])]


def _write(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool) or value == {} or value == []:
        return json.dumps(value)
    if isinstance(value, int) and -(2**63) <= value < 2**64:
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    raise ValueError("not a plain value")


def _text(text: str) -> str:
    if _BARE.fullmatch(text) and text.lower() not in _READ_AS_VALUES and len(text) <= _MAX_SIMPLE_KEY:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda char: f"\\u{ord(char[0]):04x}", quoted)
