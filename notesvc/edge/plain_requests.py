"""Requests that the event loop may read and answer itself: a plain GET of a plain path. All others go to a thread."""

import re
import time
from email.utils import formatdate
from functools import lru_cache

from notesvc.web.at_once import Answer, Environ

_MOST_LINES = 60
_REQUEST = re.compile(rb"GET (/[A-Za-z0-9_/.~-]*) HTTP/1\.1")
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]*): ?([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)")
# Headers that say more about a request than that somebody wants a page and keeps the connection.
_NOT_PLAIN = frozenset({"CONTENT_LENGTH", "TRANSFER_ENCODING", "EXPECT", "UPGRADE", "RANGE", "AUTHORIZATION"})


def environ_of(head: bytes) -> Environ | None:
    """A head, with the empty line at its end, as WSGI names its parts; None where anything about it is not plain."""
    first, *lines = head[:-4].split(b"\r\n")
    request = _REQUEST.fullmatch(first)
    if request is None or len(lines) > _MOST_LINES:
        return None
    environ = {"PATH_INFO": request[1].decode(), "REQUEST_METHOD": "GET"}
    for line in lines:
        field = _FIELD.fullmatch(line)
        if field is None:
            return None
        name = field[1].decode().upper().replace("-", "_")
        key = f"HTTP_{name}"
        if name in _NOT_PLAIN or key in environ:
            return None
        environ[key] = field[2].decode()
    if environ.get("HTTP_CONNECTION", "keep-alive").lower() != "keep-alive":
        return None
    return environ


def wire(answer: Answer) -> bytes:
    """An answer as it is sent, on a connection that is kept."""
    lines = [f"HTTP/1.1 {answer.status}", _date(int(time.time())), "Connection: keep-alive"]
    lines += [f"{name}: {value}" for name, value in answer.headers.items()]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + answer.body


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return f"Date: {formatdate(second, usegmt=True)}"
