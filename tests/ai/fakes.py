"""A provider of language models as a real server on this machine, in the four dialects, with its failures."""

import contextlib
import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from notesvc.domain.ai.job import Job, Part

MODEL = "small-one"


@dataclass
class Asked:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Reply:
    """What is answered: pieces of text, or a failure (`status`, `body`); `cut` ends the stream after so many bytes."""

    pieces: list[str] = field(default_factory=list)
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    usage: tuple[int, int] = (7, 5)
    finish: str = "stop"


class FakeProvider:
    """Serves until it is closed. `reply` is what every request gets, or `replies` by what was asked; after each piece
    the server waits for `go_on`; `asked` are the requests, `left` is set when a client hung up in between."""

    def __init__(self) -> None:
        self.reply = Reply(["Hello", " world"])
        self.replies: Callable[[Asked], Reply] | None = None
        self.asked: list[Asked] = []
        self.models = [MODEL, "large-one"]
        self.vector: Callable[[str], list[float]] = lambda text: [float(len(text)), 1.0]
        self.running = 0
        self.left = threading.Event()
        self.began = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address without a path; the OpenAI dialect stands below /v1."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def base_url(self, provider: str) -> str:
        """The address to set up for the provider."""
        return f"{self.url}/v1" if provider in ("openai", "compatible") else self.url

    def prompts(self) -> str:
        """All that was ever sent to it, for looking through."""
        return "\n".join(json.dumps(asked.body, ensure_ascii=False) for asked in self.asked)

    def close(self) -> None:
        """End all answers and the server."""
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()


def job(base_url: str, seconds: int) -> Job:
    """A question to the provider at that address, whose answer may take so many seconds."""
    return Job(
        action="summarize",
        provider="compatible",
        base_url=base_url,
        api_key=None,
        networks=["127.0.0.0/8"],
        model=MODEL,
        parts=[Part(user="words")],
        source="words",
        seconds=seconds,
    )


@contextlib.contextmanager
def fake_provider() -> Iterator[FakeProvider]:
    """A provider for the time of a test."""
    provider = FakeProvider()
    try:
        yield provider
    finally:
        provider.close()


def frames(path: str, reply: Reply) -> list[bytes]:
    """The answer as the dialect of the path cuts it, a frame a piece."""
    if path.endswith("/chat/completions"):
        return _openai(reply)
    if path.endswith("/v1/messages"):
        return _anthropic(reply)
    return _ollama(reply) if path.endswith("/api/chat") else _google(reply)


def _openai(reply: Reply) -> list[bytes]:
    chunks = [{"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}]
    chunks += [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in reply.pieces]
    chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish}]}]
    usage = {"prompt_tokens": reply.usage[0], "completion_tokens": reply.usage[1]}
    return [*map(_event, [*chunks, {"choices": [], "usage": usage}]), b"data: [DONE]\n\n"]


def _anthropic(reply: Reply) -> list[bytes]:
    reason = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}[reply.finish]
    usage = {"input_tokens": reply.usage[0], "output_tokens": 1}
    events = [{"type": "message_start", "message": {"usage": usage}}, {"type": "ping"}]
    events += [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
        for piece in reply.pieces
    ]
    stop = {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": reply.usage[1]}}
    return [_event(event, str(event["type"])) for event in [*events, stop, {"type": "message_stop"}]]


def _google(reply: Reply) -> list[bytes]:
    reason = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}[reply.finish]
    usage = {"promptTokenCount": reply.usage[0], "candidatesTokenCount": reply.usage[1]}
    events: list[dict[str, Any]] = [
        {"candidates": [{"content": {"parts": [{"text": piece}]}}]} for piece in reply.pieces
    ]
    return [*map(_event, [*events, {"candidates": [{"finishReason": reason}], "usageMetadata": usage}])]


def _ollama(reply: Reply) -> list[bytes]:
    lines: list[dict[str, Any]] = [{"message": {"content": piece}, "done": False} for piece in reply.pieces]
    counts = {"prompt_eval_count": reply.usage[0], "eval_count": reply.usage[1]}
    lines += [{"message": {"content": ""}, "done": True, "done_reason": reply.finish, **counts}]
    return [json.dumps(line).encode() + b"\n" for line in lines]


def _event(data: Any, name: str = "") -> bytes:
    return (f"event: {name}\n" if name else "").encode() + b"data: " + json.dumps(data).encode() + b"\n\n"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, provider: FakeProvider) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self) -> None:
        self._note(None)
        if self.server.provider.reply.status != 200:
            self._whole(self.server.provider.reply.status, self.server.provider.reply.body)
        elif self.path.startswith("/v1beta/models"):
            methods = {"supportedGenerationMethods": ["generateContent"], "inputTokenLimit": 8192}
            self._json({"models": [{"name": f"models/{name}", **methods} for name in self.server.provider.models]})
        elif self.path.startswith("/api/tags"):
            self._json({"models": [{"name": name} for name in self.server.provider.models]})
        else:
            self._json({"data": [{"id": name, "max_input_tokens": 8192} for name in self.server.provider.models]})

    def do_POST(self) -> None:
        asked = self._note(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        reply = self.server.provider.replies(asked) if self.server.provider.replies else self.server.provider.reply
        if reply.status != 200:
            self._whole(reply.status, reply.body, reply.headers)
        elif self.path.endswith("/embeddings"):
            vectors = [self.server.provider.vector(text) for text in asked.body["input"]]
            self._json({"data": [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]})
        else:
            self._stream(reply)

    def _note(self, body: Any) -> Asked:
        asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        self.server.provider.asked.append(asked)
        return asked

    def _stream(self, reply: Reply) -> None:
        whole, sent, has_begun = reply.body or None, 0, False
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.server.provider.running += 1
        try:
            for frame in [whole] if whole else frames(self.path.split("?")[0].split(":")[0], reply):
                rest = None if reply.cut is None else max(0, reply.cut - sent)
                self.wfile.write(frame[:rest])
                sent += len(frame)
                # What comes before the first words is no answer yet.
                has_begun = has_begun or not reply.pieces or json.dumps(reply.pieces[0]).encode() in frame
                if has_begun:
                    self._wait()
        except OSError:
            self.server.provider.left.set()
        finally:
            self.server.provider.running -= 1
            self.close_connection = True

    def _wait(self) -> None:
        self.server.provider.began.set()
        while not self.server.provider.go_on.wait(0.005):
            if _is_gone(self.connection):
                raise ConnectionResetError

    def _json(self, body: Any) -> None:
        self._whole(200, json.dumps(body).encode())

    def _whole(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


def _is_gone(connection: socket.socket) -> bool:
    readable, _, _ = select.select([connection], [], [], 0)
    try:
        return bool(readable) and not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
