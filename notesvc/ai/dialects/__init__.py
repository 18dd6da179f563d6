"""The languages of providers: what is sent to them, and how their answers are read. Bytes in and out, no network."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from notesvc.ai.causes import Failure, ProviderError, of_status
from notesvc.ai.endpoint import Endpoint, Model, Piece, Question


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent: `path` goes after the provider's address; headers may hold the key."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    body: bytes = b""


class Reader(Protocol):
    """Reads one answer as it comes."""

    def feed(self, data: bytes) -> Iterator[Piece]:
        """The pieces in it. Raises ProviderError where the provider tells of trouble."""

    def end(self) -> Iterator[Piece]:
        """The last pieces, now that nothing more comes. Raises ProviderError where the answer is not whole."""


class Dialect(Protocol):
    """One way of asking."""

    def question(self, endpoint: Endpoint, question: Question) -> Request:
        """The request for an answer in pieces."""

    def reader(self) -> Reader:
        """What reads the answer."""

    def models_request(self, endpoint: Endpoint) -> Request:
        """The request for the models; it costs nothing, and a bad key is refused."""

    def models(self, body: Any) -> list[Model]:
        """The models in the answer to that."""

    def failure(self, body: Any) -> Failure:
        """What the provider says in place of an answer."""

    def another_try(self, endpoint: Endpoint, question: Question, failure: Failure) -> Request | None:
        """The request in other words, where the first was refused for its words alone and there are others."""
        return None


def error_of(dialect: Dialect, status: int, headers: Mapping[str, str], body: bytes) -> ProviderError:
    """The error of an answer that is none."""
    return of_status(status, headers, dialect.failure(parse(body)))


def parse(body: bytes | str) -> Any:
    """The JSON of it; None where it is none."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def json_object(text: str) -> dict[str, Any]:
    """The object of a piece of a stream. Raises ProviderError for anything else."""
    found = parse(text)
    if not isinstance(found, dict):
        raise ProviderError("garbled")
    return found


@contextlib.contextmanager
def broken_off() -> Iterator[None]:
    """Around reading what stood last in a stream: a piece of which only the beginning came is no nonsense."""
    try:
        yield
    except ProviderError as error:
        if error.cause != "garbled":
            raise
        raise ProviderError("truncated") from error


def at(body: Any, *path: str | int) -> Any:
    """What stands at a place in nested JSON, None where the place is not there: nobody vouches for its form."""
    for step in path:
        if isinstance(body, dict) and isinstance(step, str):
            body = body.get(step)
        elif isinstance(body, list) and isinstance(step, int) and step < len(body):
            body = body[step]
        else:
            return None
    return body


def text_at(body: Any, *path: str | int) -> str:
    """The text at a place, empty where there is none."""
    found = at(body, *path)
    return found if isinstance(found, str) else ""


def count_at(body: Any, *path: str | int) -> int | None:
    """The number of tokens at a place."""
    found = at(body, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 1 << 40 else None


def list_at(body: Any, *path: str | int) -> list[Any]:
    """The list at a place, empty where there is none."""
    found = at(body, *path)
    return found if isinstance(found, list) else []
