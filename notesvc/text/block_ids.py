"""Ids of blocks: ` ^id` at the end of their text, by which links name them (`clients/web/src/render/blockIds.ts`)."""

import re

PATTERN = r"(?<![^ \t\n])\^(?P<id>[A-Za-z0-9-]+)[ \t]*(?:<!-- toggle -->[ \t]*)?\Z"
_ID = re.compile(PATTERN)


def start(text: str) -> int | None:
    """Where the sign of the id begins that the text ends with; None without one."""
    found = _ID.search(text) if "^" in text else None
    return found.start() if found else None


def name(text: str) -> str:
    """The id that the text ends with; empty without one."""
    found = _ID.search(text) if "^" in text else None
    return found["id"] if found else ""
