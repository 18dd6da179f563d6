"""Anthropic's messages."""

from collections.abc import Iterator
from typing import Any

import orjson

from notesvc.ai import dialects
from notesvc.ai.causes import Failure, ProviderError, of_stream
from notesvc.ai.dialects import Dialect, Request
from notesvc.ai.endpoint import Endpoint, Finish, Model, Piece, Question, Text, Usage
from notesvc.ai.frames import Events

_VERSION = "2023-06-01"


class Anthropic(Dialect):
    """The system's words stand apart from the messages, and an answer always has a limit."""

    def question(self, endpoint: Endpoint, question: Question) -> Request:
        """POST /v1/messages."""
        body = {
            "model": question.model,
            "system": question.system,
            "messages": [{"role": role, "content": text} for role, text in question.messages],
            "max_tokens": question.max_tokens,
            "stream": True,
        }
        return Request("POST", "/v1/messages", _headers(endpoint), orjson.dumps(body))

    def reader(self) -> "AnthropicReader":
        """A reader of its events."""
        return AnthropicReader()

    def models_request(self, endpoint: Endpoint) -> Request:
        """GET /v1/models."""
        return Request("GET", "/v1/models?limit=1000", _headers(endpoint))

    def models(self, body: Any) -> list[Model]:
        """Their names and how much they read."""
        return [
            Model(name, dialects.count_at(model, "max_input_tokens"))
            for model in dialects.list_at(body, "data")
            if (name := dialects.text_at(model, "id"))
        ]

    def failure(self, body: Any) -> Failure:
        """The type of the error; where an account has no credit a detail says so."""
        error = dialects.at(body, "error")
        detail = dialects.text_at(error, "details", "error_code")
        return Failure(detail or dialects.text_at(error, "type"), dialects.text_at(error, "message"))


class AnthropicReader:
    """Its events, told apart by their type; usage counts up, and other servers leave the first event out."""

    def __init__(self) -> None:
        self._events = Events()
        self._is_cut = False
        self._is_whole = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """Texts, the finish and the usage in it."""
        for text in self._events.feed(data):
            yield from self._piece(dialects.json_object(text))

    def end(self) -> Iterator[Piece]:
        """Whole is what ended with message_stop."""
        with dialects.broken_off():
            for text in self._events.end():
                yield from self._piece(dialects.json_object(text))
        if not self._is_whole:
            raise ProviderError("garbled" if self._events.stray else "truncated")

    def _piece(self, event: dict[str, Any]) -> Iterator[Piece]:
        kind = event.get("type")
        if kind == "error":
            raise of_stream(Anthropic().failure(event))
        if kind == "message_start":
            yield _usage(dialects.at(event, "message", "usage"))
        elif kind == "content_block_delta" and dialects.text_at(event, "delta", "type") == "text_delta":
            yield Text(dialects.text_at(event, "delta", "text"))
        elif kind == "message_delta":
            self._stop(dialects.text_at(event, "delta", "stop_reason"))
            yield Usage(None, dialects.count_at(event, "usage", "output_tokens"))
        elif kind == "message_stop":
            self._is_whole = True
            yield Finish(self._is_cut)

    def _stop(self, reason: str) -> None:
        if reason == "refusal":
            raise ProviderError("refused")
        if reason == "model_context_window_exceeded":
            raise ProviderError("too_long")
        self._is_cut = self._is_cut or reason == "max_tokens"


def _usage(usage: Any) -> Usage:
    parts = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    counts = [count for part in parts if (count := dialects.count_at(usage, part)) is not None]
    return Usage(sum(counts) if counts else None, dialects.count_at(usage, "output_tokens"))


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"x-api-key": endpoint.api_key or "", "anthropic-version": _VERSION}
