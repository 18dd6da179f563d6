"""Google's generateContent."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import orjson

from notesvc.ai import dialects
from notesvc.ai.causes import Failure, ProviderError, of_stream
from notesvc.ai.dialects import Dialect, Request
from notesvc.ai.endpoint import Endpoint, Finish, Model, Piece, Question, Text, Usage
from notesvc.ai.frames import Events

_WAIT = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)s")


class Google(Dialect):
    """The model's name is part of the address, and an error is told by its reason."""

    def question(self, endpoint: Endpoint, question: Question) -> Request:
        """POST …:streamGenerateContent."""
        roles = {"user": "user", "assistant": "model"}
        body = {
            "systemInstruction": {"parts": [{"text": question.system}]},
            "contents": [{"role": roles[role], "parts": [{"text": text}]} for role, text in question.messages],
            "generationConfig": {"maxOutputTokens": question.max_tokens},
        }
        name = quote(question.model.removeprefix("models/"), safe="")
        path = f"/v1beta/models/{name}:streamGenerateContent?alt=sse"
        return Request("POST", path, _headers(endpoint), orjson.dumps(body))

    def reader(self) -> "GoogleReader":
        """A reader of its events."""
        return GoogleReader()

    def models_request(self, endpoint: Endpoint) -> Request:
        """GET /v1beta/models."""
        return Request("GET", "/v1beta/models?pageSize=1000", _headers(endpoint))

    def models(self, body: Any) -> list[Model]:
        """Those that generate text, and how much they read."""
        return [
            Model(name, dialects.count_at(model, "inputTokenLimit"))
            for model in dialects.list_at(body, "models")
            if (name := dialects.text_at(model, "name").removeprefix("models/"))
            and "generateContent" in dialects.list_at(model, "supportedGenerationMethods")
        ]

    def failure(self, body: Any) -> Failure:
        """The reason where there is one, else the status; a delay tells too many requests from too little credit."""
        error = dialects.at(body, 0, "error") or dialects.at(body, "error")
        details = dialects.list_at(error, "details")
        reason = next((text for detail in details if (text := dialects.text_at(detail, "reason"))), "")
        delay = next((text for detail in details if (text := dialects.text_at(detail, "retryDelay"))), "")
        words, found = dialects.text_at(error, "message"), _WAIT.fullmatch(delay)
        is_quota = "quota" in words.lower() and not found
        code = reason or ("insufficient_quota" if is_quota else dialects.text_at(error, "status"))
        return Failure(code, words, float(found[1]) if found else None)


class GoogleReader:
    """Its events: whole answers of one piece each; trouble comes as lines of JSON that belong to no event."""

    def __init__(self) -> None:
        self._events = Events()
        self._is_whole = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """Texts, the finish and the usage in it."""
        for text in self._events.feed(data):
            yield from self._piece(dialects.json_object(text))

    def end(self) -> Iterator[Piece]:
        """Whole is what had a reason to finish."""
        with dialects.broken_off():
            for text in self._events.end():
                yield from self._piece(dialects.json_object(text))
        if self._events.stray and not self._is_whole:
            body = dialects.parse("\n".join(self._events.stray))
            has_error = dialects.at(body, "error") or dialects.at(body, 0, "error")
            raise of_stream(Google().failure(body)) if has_error else ProviderError("garbled")
        if not self._is_whole:
            raise ProviderError("truncated")

    def _piece(self, event: dict[str, Any]) -> Iterator[Piece]:
        if event.get("error"):
            raise of_stream(Google().failure(event))
        if dialects.text_at(event, "promptFeedback", "blockReason"):
            raise ProviderError("refused")
        for part in dialects.list_at(event, "candidates", 0, "content", "parts"):
            if not dialects.at(part, "thought") and (text := dialects.text_at(part, "text")):
                yield Text(text)
        if isinstance(event.get("usageMetadata"), dict):
            yield _usage(event["usageMetadata"])
        if reason := dialects.text_at(event, "candidates", 0, "finishReason"):
            if reason not in ("STOP", "MAX_TOKENS"):
                raise ProviderError("refused")
            if not self._is_whole:
                self._is_whole = True
                yield Finish(is_cut=reason == "MAX_TOKENS")


def _usage(usage: Any) -> Usage:
    written = [dialects.count_at(usage, name) for name in ("candidatesTokenCount", "thoughtsTokenCount")]
    counts = [count for count in written if count is not None]
    return Usage(dialects.count_at(usage, "promptTokenCount"), sum(counts) if counts else None)


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"x-goog-api-key": endpoint.api_key or ""}
