"""The child process that converts text for its parent: one request at a time, bounded in time and memory.

The kernel's timers end it when a request takes too much processor time. It ends when its parent does: its standard
input then ends, and while it works, a timer of the wall clock ends it.
"""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

from notesvc.text.blocks import document_text
from notesvc.text.clip.from_html import markdown_from_html
from notesvc.text.html.link_targets import Links
from notesvc.text.html.render import render
from notesvc.text.sandbox import pipe_protocol

# What a parent is given at most, in characters: it keeps some of them.
_LONGEST_DOCUMENT = 8 * 1024 * 1024


def main(memory_bytes: int) -> None:
    """Answers requests until standard input ends."""
    _restrict(memory_bytes)
    requests, answers = sys.stdin.fileno(), sys.stdout.fileno()
    _send(answers, {"ready": True})
    # Cycles are collected between requests, which makes each a good deal quicker.
    gc.freeze()
    gc.disable()
    while (request := _received(requests)) is not None:
        _set_timers(float(request["limit_seconds"]), float(request["wall_seconds"]))
        answer = _answer(request)
        _set_timers(0, 0)
        _send(answers, answer)
        gc.collect()


def _set_timers(limit_seconds: float, wall_seconds: float) -> None:
    """The default action of both signals is to end the process, whatever C code it is in."""
    signal.setitimer(signal.ITIMER_PROF, limit_seconds)
    signal.setitimer(signal.ITIMER_REAL, wall_seconds)


def _restrict(memory_bytes: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return _DO[request["do"]](request)
    except Exception as error:  # the parent falls back on plain text, whatever went wrong here
        return {"failed": type(error).__name__}


def _render(request: dict[str, Any]) -> dict[str, Any]:
    return {"html": render(request["markdown"], Links.from_json(request["links"]))}


def _convert(request: dict[str, Any]) -> dict[str, Any]:
    markdown, title = markdown_from_html(request["html"], request["base_url"])
    return {"markdown": markdown, "title": title}


def _derive(request: dict[str, Any]) -> dict[str, Any]:
    found = document_text.derived(request["markdown"])
    return {"json": found} if len(found) <= _LONGEST_DOCUMENT else {"failed": "too long"}


def _save(request: dict[str, Any]) -> dict[str, Any]:
    return document_text.saved(request["old"], request["document"])._asdict()


_DO: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "render": _render,
    "convert": _convert,
    "derive": _derive,
    "save": _save,
}


def _received(descriptor: int) -> dict[str, Any] | None:
    header = _read(descriptor, pipe_protocol.HEADER.size)
    return pipe_protocol.unpacked(_read(descriptor, pipe_protocol.length(header))) if header else None


def _read(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            return b""
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _send(descriptor: int, message: dict[str, Any]) -> None:
    left = memoryview(pipe_protocol.packed(message))
    while left:
        left = left[os.write(descriptor, left) :]


if __name__ == "__main__":
    main(int(sys.argv[1]))
