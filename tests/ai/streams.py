"""Reading the events of an answer."""

import json
from typing import Any

Event = tuple[str, Any]


def events(stream: str) -> list[Event]:
    """The events of a whole stream, each with its name and its data; comments are left out."""
    found = []
    for block in stream.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def data_of(stream: str, name: str) -> Any:
    """The data of the one event of that name."""
    (found,) = [data for each, data in events(stream) if each == name]
    return found
