"""What the rest of the service calls: an answer in pieces, the models of a provider, vectors of texts."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass

import orjson

from notesvc.ai import dialects, transport
from notesvc.ai.causes import Failure, ProviderError
from notesvc.ai.dialects import Dialect, Request
from notesvc.ai.endpoint import Endpoint, Finish, Model, Piece, Question, Text
from notesvc.ai.known import PROVIDERS
from notesvc.ai.own_words import OwnWords
from notesvc.ai.transport import Deadlines
from notesvc.outside.guard import Network

_LONG = Deadlines()
_SHORT = Deadlines(connect=5.0, first=20.0, idle=20.0)
_LOCAL = Deadlines(connect=1.0, first=2.0, idle=2.0)
# Where servers of models stand on the machine of somebody who runs one.
_LOCAL_SERVERS = (
    ("ollama", "http://localhost:11434"),
    ("compatible", "http://localhost:1234/v1"),
    ("compatible", "http://localhost:8080/v1"),
)


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server of models that was found on this machine."""

    provider: str
    base_url: str
    models: list[Model]


async def answer(endpoint: Endpoint, question: Question, deadlines: Deadlines = _LONG) -> AsyncGenerator[Piece, None]:
    """The answer in pieces, as they come, and nothing but the answer (`OwnWords`); closing the generator ends the call
    at the provider at once.

    Raises ProviderError; what came before it stays valid.
    """
    own = OwnWords("\n\n".join(text for _, text in question.messages))
    try:
        async with contextlib.aclosing(_told(own, _raw(endpoint, question, deadlines))) as pieces:
            async for piece in pieces:
                yield piece
    except ProviderError:
        for said in own.end():
            yield said
        raise


async def _told(own: OwnWords, answer: AsyncGenerator[Piece, None]) -> AsyncGenerator[Piece, None]:
    async with contextlib.aclosing(answer) as pieces:
        async for piece in pieces:
            for said in _own(own, piece):
                yield said


def _own(own: OwnWords, piece: Piece) -> Iterator[Piece]:
    if isinstance(piece, Text):
        yield from own.feed(piece.text)
        return
    # Some providers tell the usage behind the finish.
    if isinstance(piece, Finish):
        yield from own.end()
    yield piece


async def _raw(endpoint: Endpoint, question: Question, deadlines: Deadlines) -> AsyncGenerator[Piece, None]:
    """The answer as the provider sends it, asked for in other words where the first were refused."""
    dialect = PROVIDERS[endpoint.provider].dialect
    try:
        async with contextlib.aclosing(_pieces(endpoint, dialect.question(endpoint, question), deadlines)) as pieces:
            async for piece in pieces:
                yield piece
    except _DeclinedError as declined:
        second = dialect.another_try(endpoint, question, declined.failure)
        if second is None:
            raise
    else:
        return
    async with contextlib.aclosing(_pieces(endpoint, second, deadlines)) as pieces:
        async for piece in pieces:
            yield piece


async def models(endpoint: Endpoint, deadlines: Deadlines = _SHORT) -> list[Model]:
    """The models that the provider offers; costs nothing, and tells whether the key is good. Raises ProviderError."""
    dialect = PROVIDERS[endpoint.provider].dialect
    found = await _json(endpoint, dialect, dialect.models_request(endpoint), deadlines)
    return dialect.models(found)


async def embed(endpoint: Endpoint, model: str, texts: Sequence[str]) -> list[list[float]]:
    """A vector for each text, from an OpenAI-compatible address. Raises ProviderError."""
    dialect = PROVIDERS["compatible"].dialect
    headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
    body = orjson.dumps({"model": model, "input": list(texts)})
    found = await _json(endpoint, dialect, Request("POST", "/embeddings", headers, body), _LONG)
    items = sorted(dialects.list_at(found, "data"), key=lambda item: dialects.count_at(item, "index") or 0)
    vectors = [_vector(dialects.list_at(item, "embedding")) for item in items]
    if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1 or not all(vectors):
        raise ProviderError("garbled")
    return vectors


async def find_local(networks: Sequence[Network]) -> list[LocalServer]:
    """The servers of models on this machine, where the networks allow it to be asked."""
    found = await asyncio.gather(*(_local(provider, base_url, networks) for provider, base_url in _LOCAL_SERVERS))
    return [server for server in found if server is not None]


class _DeclinedError(ProviderError):
    """The provider answered with a status that is none of an answer."""

    def __init__(self, error: ProviderError, failure: Failure) -> None:
        super().__init__(error.cause, error.detail, error.retry_after)
        self.failure = failure


async def _pieces(endpoint: Endpoint, request: Request, deadlines: Deadlines) -> AsyncGenerator[Piece, None]:
    dialect = PROVIDERS[endpoint.provider].dialect
    async with transport.sent(endpoint.base_url, request, endpoint.networks, deadlines) as response:
        if response.status != 200:
            body = await response.whole()
            error = dialects.error_of(dialect, response.status, response.headers, body)
            raise _DeclinedError(error, dialect.failure(dialects.parse(body)))
        async with contextlib.aclosing(_read(dialect, response)) as pieces:
            async for piece in pieces:
                yield piece


async def _read(dialect: Dialect, response: transport.Answer) -> AsyncGenerator[Piece, None]:
    reader = dialect.reader()
    try:
        while data := await response.read():
            for piece in reader.feed(data):
                yield piece
    except ProviderError as error:
        if error.cause != "truncated":
            raise
        # A provider that told of trouble and then hung up told of the trouble.
        for piece in reader.end():
            yield piece
        return
    for piece in reader.end():
        yield piece


async def _json(endpoint: Endpoint, dialect: Dialect, request: Request, deadlines: Deadlines) -> object:
    async with transport.sent(endpoint.base_url, request, endpoint.networks, deadlines) as response:
        body = await response.whole()
        if response.status != 200:
            raise dialects.error_of(dialect, response.status, response.headers, body)
        found = dialects.parse(body)
        if not isinstance(found, dict):
            raise ProviderError("garbled")
        return found


async def _local(provider: str, base_url: str, networks: Sequence[Network]) -> LocalServer | None:
    with contextlib.suppress(ProviderError):
        endpoint = Endpoint(provider, base_url, None, tuple(networks))
        return LocalServer(provider, base_url, await models(endpoint, _LOCAL))
    return None


def _vector(numbers: list[object]) -> list[float]:
    is_vector = all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in numbers)
    return [float(number) for number in numbers if isinstance(number, (int, float))] if is_vector else []
