"""The child process that converts for the worker: one request at a time, until its standard input ends.

The kernel ends it when a request takes too much processor time, and gives it no more than so much memory.
"""

import resource
import signal
import struct
import sys
from typing import Any

import orjson

from notesvc import limits
from notesvc.collab import conversions

HEADER = struct.Struct("!II")
"""Before each message: the lengths of its JSON and of the bytes that follow it."""
# Blocks nest, and those that read them call themselves for each level.
_RECURSION = 8_000
_WITH_STATE = frozenset(conversions.DO) - {"seed"}


def main() -> None:
    """Answers each request with what the conversion gives, or with the error's name."""
    _restrict()
    sys.setrecursionlimit(_RECURSION)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while len(header := requests.read(HEADER.size)) == HEADER.size:
        json_size, size = HEADER.unpack(header)
        request = orjson.loads(requests.read(json_size))
        # The default action of the signal is to end the process, whatever the library is at.
        signal.setitimer(signal.ITIMER_PROF, request.pop("processor_seconds"))
        answer, change = _answered(request, requests.read(size))
        signal.setitimer(signal.ITIMER_PROF, 0)
        for part in packed(answer, change):
            answers.write(part)
        answers.flush()


def _restrict() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    memory = limits.ROOM_CONVERSION_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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
