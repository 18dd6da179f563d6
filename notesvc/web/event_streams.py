"""Answers that go on while the client listens: their heads, and giving their connections to another process."""

import socket
from collections.abc import Iterator, Mapping
from email.utils import formatdate
from typing import Any

import orjson
from flask import Response, request

from notesvc import errors
from notesvc import hand_over as channel
from notesvc.web import errors as refusals

_PER_HOP = ("connection", "content-length", "transfer-encoding")


def answer() -> Response:
    """The answer of a stream, still empty."""
    return Response(mimetype="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


def open_connection() -> socket.socket | None:
    """The connection of this request, where there is a process that takes it."""
    connection: socket.socket | None = request.environ.get("gunicorn.socket")
    return connection if channel.is_open() else None


def hand_over(
    connection: socket.socket, facts: Mapping[str, Any], answer: Response, refused: Response, attachment: bytes = b""
) -> Iterator[bytes]:
    """What the server iterates over, once all headers of the answer are known: it gives the connection away."""
    refused.headers.extend({name: value for name, value in answer.headers if name not in refused.headers})
    texts = {"head": _head(answer, None).decode("latin-1"), "refusal": _whole(refused).decode("latin-1")}
    try:
        channel.send(connection, orjson.dumps({**facts, **texts}), attachment)
    except OSError:
        busy = refusals.answer_refusal(errors.Busy("The stream cannot be opened now."))
        connection.sendall(_whole(busy))
    raise channel.HandedOver
    yield b""


def hold(
    connection: socket.socket, facts: Mapping[str, Any], answer: Response, answers: Mapping[str, Response]
) -> Iterator[bytes]:
    """The same for an answer that is held for a while: each of those that it may become goes along, whole."""
    for each in answers.values():
        each.headers.extend({name: value for name, value in answer.headers if name not in each.headers})
    texts = {name: _whole(each).decode("latin-1") for name, each in answers.items()}
    try:
        channel.send(connection, orjson.dumps({**facts, **texts}))
    except OSError:
        # Nobody waits for it: the client asks again.
        connection.sendall(_whole(answers["unchanged"]))
    raise channel.HandedOver
    yield b""


def _whole(answer: Response) -> bytes:
    body: bytes = answer.get_data()
    return _head(answer, len(body)) + body


def _head(answer: Response, length: int | None) -> bytes:
    """Without a length, the answer goes on until the connection ends (RFC 9112, section 6.3)."""
    lines = [f"HTTP/1.1 {answer.status}", f"Date: {formatdate(usegmt=True)}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in _PER_HOP]
    lines += [] if length is None else [f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
