"""How a refused rich document says where it is wrong, and the checks that every part of it shares."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from notesvc.text.blocks.schema import Kind, is_whole

_FORBIDDEN = re.compile(r"[\x00\ud800-\udfff]")


class BlockError(ValueError):
    """A rich document that is refused: `path` leads to the wrong part, `message` says what is wrong."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path or 'document'}: {message}")
        self.path = path
        self.message = message


def known_keys(value: Any, keys: Collection[str], path: str) -> None:
    """Raises BlockError unless the value is an object with none but the given keys."""
    if not isinstance(value, dict):
        raise BlockError(path, "must be an object")
    for key in value:
        if key not in keys:
            raise BlockError(f"{path}.{str(key)[:40]}", "is not known here")


def check_text(value: Any, path: str) -> str:
    """The value, a string without NUL and lone surrogates; else raises BlockError."""
    if not isinstance(value, str):
        raise BlockError(path, "must be a string")
    if _FORBIDDEN.search(value):
        raise BlockError(path, "holds a character that text cannot have")
    return value


def check_props(value: Any, kinds: Mapping[str, Kind], path: str) -> dict[str, Any]:
    """A copy of the properties, whole floats as integers; raises BlockError for one that does not fit."""
    if value is None:
        return {}
    known_keys(value, kinds, path)
    checked: dict[str, Any] = {}
    for name, prop in value.items():
        if isinstance(prop, str):
            check_text(prop, f"{path}.{name}")
        if not kinds[name].fits(prop):
            raise BlockError(f"{path}.{name}", kinds[name].message)
        checked[name] = int(prop) if isinstance(prop, float) and is_whole(prop) else prop
    return checked
