"""The child process that converts for the worker: one request at a time, until its standard input ends."""

import signal
import struct
import sys
from typing import Any

import orjson

from notesvc.collab import conversions

HEADER = struct.Struct("!II")
"""Before each message: the lengths of its JSON and of the bytes that follow it."""
# Blocks nest, and those that read them call themselves for each level.
_RECURSION = 8_000
_WITH_STATE = frozenset(conversions.DO) - {"seed"}


def main() -> None:
    """Answers each request with what the conversion gives, or with the error's name."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(_RECURSION)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while len(header := requests.read(HEADER.size)) == HEADER.size:
        json_size, size = HEADER.unpack(header)
        request = orjson.loads(requests.read(json_size))
        answer, change = _answered(request, requests.read(size))
        for part in packed(answer, change):
            answers.write(part)
        answers.flush()


def packed(fields: dict[str, Any], data: bytes) -> tuple[bytes, bytes, bytes]:
    """The parts of a message."""
    encoded = orjson.dumps(fields)
    return HEADER.pack(len(encoded), len(data)), encoded, data


def _answered(request: dict[str, Any], state: bytes) -> tuple[dict[str, Any], bytes]:
    name = request.pop("do")
    if name in _WITH_STATE:
        request["state"] = state
    try:
        return conversions.DO[name](**request)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {str(error)[:200]}"}, b""


if __name__ == "__main__":
    main()
