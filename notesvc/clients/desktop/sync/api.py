"""The service's device routes, as the engine asks them."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from notesvc.clients.desktop.sync.errors import KeyRefusedError, RefusalError, RestoredError, UnreachableError

_PAGE = 500
_PATIENCE = 5
_FILES = "/api/sync/attachments"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, the headers by lower-cased names, the JSON."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


Body = bytes | Iterator[bytes] | None


class Transport(Protocol):
    """Who carries requests. Raises UnreachableError."""

    def ask(self, method: str, path: str, body: Body, headers: dict[str, str]) -> Answer:
        """Ask, and wait for the whole answer. Where the body comes in pieces, a header says its length."""

    def fetch(self, path: str) -> tuple[Answer, Iterator[bytes]]:
        """Ask for a file: the answer without it, and its pieces, which may end in UnreachableError."""

    def pause(self, seconds: float) -> None:
        """Wait, because the service wants to be left alone."""


@dataclass(frozen=True, slots=True)
class Write:
    """A write: with a precondition (`etag`), or a key that makes a repeat the same request, or both."""

    method: str
    path: str
    body: dict[str, Any] = field(default_factory=dict)
    etag: str | None = None
    key: str | None = None

    def as_operation(self) -> dict[str, Any]:
        """The write as an item of a batch."""
        given = {"ifMatch": self.etag, "idempotencyKey": self.key}
        shown = {name: value for name, value in given.items() if value is not None}
        return {"method": self.method, "path": self.path, "body": self.body} | shown


class Form(NamedTuple):
    """A form with a file, which can be sent more than once."""

    type: str
    length: int
    pieces: Callable[[], Iterator[bytes]]


class Api:
    """What the service is asked. Raises UnreachableError, KeyRefusedError; and RefusalError for one request."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def changes(self, cursor: str, wait: int = 0) -> dict[str, Any]:
        """What changed since the cursor. Raises RestoredError."""
        given = {"cursor": cursor, "limit": _PAGE, "wait": wait}
        asked = urlencode({name: value for name, value in given.items() if value})
        try:
            return dict(self._ask("GET", f"/api/sync/changes?{asked}").body)
        except RefusalError as refusal:
            if refusal.status == 410:
                raise RestoredError("The service was set back to a backup.") from refusal
            raise

    def write(self, write: Write) -> dict[str, Any]:
        """Do it; the answer has the new ETag as `etag`, where there is one."""
        headers = {"Content-Type": "application/json"}
        if write.etag is not None:
            headers["If-Match"] = write.etag
        if write.key is not None:
            headers["Idempotency-Key"] = write.key
        body = None if write.method == "DELETE" else json.dumps(write.body).encode()
        return _with_etag(self._ask(write.method, write.path, body, headers))

    def batch(self, writes: list[Write]) -> list[dict[str, Any] | RefusalError]:
        """Do them all; each has its own outcome."""
        body = json.dumps({"operations": [write.as_operation() for write in writes]}).encode()
        answer = self._ask("POST", "/api/sync/batch", body, {"Content-Type": "application/json"})
        return [_outcome(result) for result in answer.body["results"]]

    def add_known_file(self, file: dict[str, str], key: str) -> dict[str, Any]:
        """A further attachment of a file that the service has: `name` and `sha256`; `isReplay` where the key made one
        before. Raises RefusalError, with 404 where it
        has none, and for whatever is wrong with this file alone."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        body = json.dumps(file).encode()
        return self._file(lambda: self._transport.ask("POST", _FILES, body, headers))

    def send_file(self, form: Form, key: str) -> dict[str, Any]:
        """The file itself. Raises RefusalError for whatever is wrong with this file alone."""
        headers = {"Content-Type": form.type, "Content-Length": str(form.length), "Idempotency-Key": key}
        return self._file(lambda: self._transport.ask("POST", _FILES, form.pieces(), headers))

    def fetch_file(self, attachment_id: str) -> Iterator[bytes]:
        """The file's pieces. Raises RefusalError for whatever is wrong with this file alone."""
        for _ in range(_PATIENCE):
            answer, pieces = self._transport.fetch(f"/api/sync/files/{attachment_id}")
            if answer.status != 429:
                break
            self._transport.pause(wait_of(answer))
        _refuse_file(answer)
        return pieces

    def _file(self, ask: Callable[[], Answer]) -> dict[str, Any]:
        answer = self._patiently(ask)
        _refuse_file(answer)
        return {**answer.body, "isReplay": answer.headers.get("idempotency-replayed") == "true"}

    def _ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        answer = self._patiently(lambda: self._transport.ask(method, path, body, headers or {}))
        _refuse(answer)
        return answer

    def _patiently(self, ask: Callable[[], Answer]) -> Answer:
        for _ in range(_PATIENCE):
            answer = ask()
            if answer.status != 429:
                break
            self._transport.pause(wait_of(answer))
        return answer


def wait_of(answer: Answer) -> float:
    """For how many seconds the service wants to be left alone."""
    text = answer.headers.get("retry-after", "")
    return min(float(text), 3_600.0) if text.isdecimal() else 5.0


def _refuse(answer: Answer) -> None:
    if answer.status < 300:
        return
    if answer.status == 401:
        raise KeyRefusedError("The service does not take this device's key any more: connect again.")
    if answer.status in (408, 425, 429) or answer.status >= 500:
        raise UnreachableError(f"The service is in trouble ({answer.status}).", wait_of(answer))
    raise _refusal(answer)


def _refuse_file(answer: Answer) -> None:
    """A place of files may be out of reach while all else goes on."""
    if answer.status >= 500:
        raise _refusal(answer)
    _refuse(answer)


def _refusal(answer: Answer) -> RefusalError:
    problem = answer.body if isinstance(answer.body, dict) else {}
    current = problem.get("current")
    if isinstance(current, dict) and "etag" in answer.headers:
        current = {**current, "etag": answer.headers["etag"]}
    return RefusalError(answer.status, str(problem.get("code", "")), str(problem.get("detail", "")), current)


def _with_etag(answer: Answer) -> dict[str, Any]:
    body = dict(answer.body) if isinstance(answer.body, dict) else {}
    if "etag" not in body and "etag" in answer.headers:
        body["etag"] = answer.headers["etag"]
    return body


def _outcome(result: dict[str, Any]) -> dict[str, Any] | RefusalError:
    answer = Answer(int(result["status"]), {}, result.get("body"))
    if answer.status >= 300 and (answer.status in (401, 429) or answer.status >= 500):
        return RefusalError(answer.status, "later", "")
    if answer.status >= 300:
        return _refusal(answer)
    given = {"etag": result["etag"]} if result.get("etag") else {}
    return dict(result.get("body") or {}) | given
