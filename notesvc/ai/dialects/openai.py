"""OpenAI's chat completions, which most other servers speak as well."""

from collections.abc import Iterator
from typing import Any

import orjson

from notesvc.ai import dialects
from notesvc.ai.causes import Failure, ProviderError, of_stream
from notesvc.ai.dialects import Dialect, Request
from notesvc.ai.endpoint import Endpoint, Finish, Model, Piece, Question, Text, Usage
from notesvc.ai.frames import Events

_NEWER_LIMIT = "max_completion_tokens"


class OpenAI(Dialect):
    """`limit` is the name of the field that bounds the answer: newer models refuse the older name."""

    def __init__(self, limit: str) -> None:
        self._limit = limit

    def question(self, endpoint: Endpoint, question: Question) -> Request:
        """POST /chat/completions."""
        return _request(endpoint, question, self._limit)

    def another_try(self, endpoint: Endpoint, question: Question, failure: Failure) -> Request | None:
        """With the newer name of the limit, where the refusal names it."""
        is_about_it = self._limit != _NEWER_LIMIT and _NEWER_LIMIT in failure.words
        return _request(endpoint, question, _NEWER_LIMIT) if is_about_it else None

    def reader(self) -> "OpenAIReader":
        """A reader of chunks."""
        return OpenAIReader()

    def models_request(self, endpoint: Endpoint) -> Request:
        """GET /models."""
        return Request("GET", "/models", _headers(endpoint))

    def models(self, body: Any) -> list[Model]:
        """Their names; some servers say how much a model reads."""
        found = dialects.list_at(body, "data")
        sizes = ("context_length", "max_model_len", "max_context_length")
        return [
            Model(name, next((size for key in sizes if (size := dialects.count_at(model, key))), None))
            for model in found
            if (name := dialects.text_at(model, "id"))
        ]

    def failure(self, body: Any) -> Failure:
        """The code, else the type; some servers put the object where others put words."""
        error = dialects.at(body, "error")
        if isinstance(error, str):
            return Failure("", error)
        code = dialects.text_at(error, "code") or dialects.text_at(error, "type")
        return Failure(code, dialects.text_at(error, "message") or dialects.text_at(body, "message"))


class OpenAIReader:
    """Chunks of an answer; the last tells the usage and has no choice."""

    def __init__(self) -> None:
        self._events = Events()
        self._is_whole = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """Texts, the finish and the usage in it."""
        for text in self._events.feed(data):
            yield from self._piece(text)

    def end(self) -> Iterator[Piece]:
        """An answer without a finish was cut off on its way."""
        with dialects.broken_off():
            for text in self._events.end():
                yield from self._piece(text)
        if self._events.stray and not self._is_whole:
            raise _stray_error("\n".join(self._events.stray))
        if not self._is_whole:
            raise ProviderError("truncated")

    def _piece(self, text: str) -> Iterator[Piece]:
        if text == "[DONE]":
            if not self._is_whole:
                self._is_whole = True
                yield Finish()
            return
        chunk = dialects.json_object(text)
        if chunk.get("error"):
            raise of_stream(OpenAI("").failure(chunk))
        delta = dialects.at(chunk, "choices", 0, "delta")
        if dialects.text_at(delta, "refusal"):
            raise ProviderError("refused")
        if content := _content(delta):
            yield Text(content)
        reason = dialects.text_at(chunk, "choices", 0, "finish_reason")
        if reason == "content_filter":
            raise ProviderError("refused")
        if reason and not self._is_whole:
            self._is_whole = True
            yield Finish(is_cut=reason == "length")
        if isinstance(chunk.get("usage"), dict):
            usage = chunk["usage"]
            yield Usage(dialects.count_at(usage, "prompt_tokens"), dialects.count_at(usage, "completion_tokens"))


def _content(delta: Any) -> str:
    """The answer's text; some servers send it in parts, thoughts among them."""
    parts = dialects.list_at(delta, "content")
    texts = [dialects.text_at(part, "text") for part in parts if dialects.text_at(part, "type") == "text"]
    return "".join(texts) or dialects.text_at(delta, "content")


def _stray_error(text: str) -> ProviderError:
    body = dialects.parse(text)
    return of_stream(OpenAI("").failure(body)) if dialects.at(body, "error") else ProviderError("garbled")


def _request(endpoint: Endpoint, question: Question, limit: str) -> Request:
    messages = [{"role": "system", "content": question.system}]
    messages += [{"role": role, "content": text} for role, text in question.messages]
    body = {
        "model": question.model,
        "messages": messages,
        "stream": True,
        "stream_options": {"include_usage": True},
        limit: question.max_tokens,
    }
    return Request("POST", "/chat/completions", _headers(endpoint), orjson.dumps(body))


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
