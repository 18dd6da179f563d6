"""Ollama's own chat: its compatible one takes no size of the context, and cuts prompts silently."""

from collections.abc import Iterator
from typing import Any

import orjson

from notesvc.ai import dialects
from notesvc.ai.causes import Failure, ProviderError, of_stream
from notesvc.ai.dialects import Dialect, Request
from notesvc.ai.endpoint import Endpoint, Finish, Model, Piece, Question, Text, Usage
from notesvc.ai.frames import Lines

_SMALLEST_CONTEXT = 4096


class Ollama(Dialect):
    """Lines of JSON, with the context named in every request."""

    def question(self, endpoint: Endpoint, question: Question) -> Request:
        """POST /api/chat."""
        messages = [{"role": "system", "content": question.system}]
        messages += [{"role": role, "content": text} for role, text in question.messages]
        options = {"num_predict": question.max_tokens, "num_ctx": max(question.context or 0, _SMALLEST_CONTEXT)}
        body = {"model": question.model, "messages": messages, "stream": True, "options": options}
        return Request("POST", "/api/chat", _headers(endpoint), orjson.dumps(body))

    def reader(self) -> "OllamaReader":
        """A reader of its lines."""
        return OllamaReader()

    def models_request(self, endpoint: Endpoint) -> Request:
        """GET /api/tags."""
        return Request("GET", "/api/tags", _headers(endpoint))

    def models(self, body: Any) -> list[Model]:
        """Those that are on the machine."""
        found = dialects.list_at(body, "models")
        return [Model(name) for model in found if (name := dialects.text_at(model, "name"))]

    def failure(self, body: Any) -> Failure:
        """Words alone."""
        words = dialects.text_at(body, "error")
        return Failure("model_not_found" if "not found" in words else "", words)


class OllamaReader:
    """Its lines; the last one is done and counts."""

    def __init__(self) -> None:
        self._lines = Lines()
        self._is_whole = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """Texts, the finish and the usage in it."""
        for line in self._lines.feed(data):
            yield from self._piece(line)

    def end(self) -> Iterator[Piece]:
        """Whole is what was done."""
        with dialects.broken_off():
            yield from self._piece(self._lines.rest())
        if not self._is_whole:
            raise ProviderError("truncated")

    def _piece(self, line: str) -> Iterator[Piece]:
        if not line.strip():
            return
        piece = dialects.json_object(line)
        if piece.get("error"):
            raise of_stream(Ollama().failure(piece))
        if text := dialects.text_at(piece, "message", "content"):
            yield Text(text)
        if piece.get("done") is True and not self._is_whole:
            self._is_whole = True
            yield Usage(dialects.count_at(piece, "prompt_eval_count"), dialects.count_at(piece, "eval_count"))
            yield Finish(is_cut=piece.get("done_reason") == "length")


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
