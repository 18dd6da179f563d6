"""What runs in a child process: one request at a time, bounded in time and memory, until its standard input ends.

The kernel's timers end it when a request takes too much processor time. It ends when its parent does: its standard
input then ends, and while it works, a timer of the wall clock ends it.
"""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any

from notesvc.text.sandbox import pipe_protocol

Routine = Callable[..., tuple[dict[str, Any], bytes]]
"""Takes a request's bytes and, by name, its fields; returns those of the answer."""


def serve(routines: Mapping[str, Routine], memory_bytes: int) -> None:
    """Answers requests, which name one of the routines, with what it returns or with the `error`."""
    _restrict(memory_bytes)
    requests, answers = sys.stdin.fileno(), sys.stdout.fileno()
    _send(answers, {"ready": True}, b"")
    # Cycles are collected between requests, which makes each a good deal quicker.
    gc.freeze()
    gc.disable()
    while (request := _receive(requests)) is not None:
        fields, data = request
        _set_timers(fields.pop("processor_seconds"), fields.pop("wall_seconds"))
        answer = _answer(routines, fields, data)
        _set_timers(0, 0)
        _send(answers, *answer)
        del request, fields, data, answer
        gc.collect()


def _set_timers(processor_seconds: float, wall_seconds: float) -> None:
    """The default action of both signals is to end the process, whatever C code it is in."""
    signal.setitimer(signal.ITIMER_PROF, processor_seconds)
    signal.setitimer(signal.ITIMER_REAL, wall_seconds)


def _restrict(memory_bytes: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _answer(routines: Mapping[str, Routine], fields: dict[str, Any], data: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        return routines[fields.pop("do")](data, **fields)
    except Exception as error:  # the parent knows a way out, whatever went wrong here
        return {"error": f"{type(error).__name__}: {str(error)[:200]}"}, b""


def _receive(descriptor: int) -> tuple[dict[str, Any], bytes] | None:
    header = _read(descriptor, pipe_protocol.HEADER.size)
    if not header:
        return None
    size, data_size = pipe_protocol.lengths(header)
    return pipe_protocol.unpack(_read(descriptor, size)), _read(descriptor, data_size)


def _read(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _send(descriptor: int, fields: dict[str, Any], data: bytes) -> None:
    for part in pipe_protocol.pack(fields, data):
        left = memoryview(part)
        while left:
            left = left[os.write(descriptor, left) :]
