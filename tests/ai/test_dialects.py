"""Answers of each dialect, cut wherever the network may cut them, and failures as each provider tells of them."""

import json
from collections.abc import Iterator

import pytest

from notesvc.ai import dialects
from notesvc.ai.causes import ProviderError
from notesvc.ai.endpoint import Endpoint, Finish, Piece, Question, Text, Usage
from notesvc.ai.known import PROVIDERS
from tests.ai.fakes import Reply, frames

PATHS = {
    "openai": "/v1/chat/completions",
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/small",
    "ollama": "/api/chat",
}
QUESTION = Question("small-one", "Be brief.", (("user", "Grüße?"),), 100)
ANSWER = "Grüße, 日本 and 🪁."


def stream(provider: str, reply: Reply) -> bytes:
    return b"".join(frames(PATHS[provider], reply))


def read(provider: str, *parts: bytes) -> list[Piece]:
    reader = PROVIDERS[provider].dialect.reader()

    def pieces() -> Iterator[Piece]:
        for part in parts:
            yield from reader.feed(part)
        yield from reader.end()

    return list(pieces())


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces if isinstance(piece, Text))


def usage_of(pieces: list[Piece]) -> tuple[int | None, int | None]:
    used: tuple[int | None, int | None] = (None, None)
    for piece in pieces:
        if isinstance(piece, Usage):
            used = (
                piece.input if piece.input is not None else used[0],
                piece.output if piece.output is not None else used[1],
            )
    return used


@pytest.mark.parametrize("provider", PATHS)
def test_an_answer_is_the_same_wherever_it_is_cut(provider: str) -> None:
    whole = stream(provider, Reply(["Grüße, ", "日本 and ", "🪁."], usage=(11, 6)))
    for at in range(len(whole) + 1):
        pieces = read(provider, whole[:at], whole[at:])
        assert text_of(pieces) == ANSWER
        assert usage_of(pieces) == (11, 6)
        assert [piece for piece in pieces if isinstance(piece, Finish)] == [Finish()]


@pytest.mark.parametrize("provider", PATHS)
def test_an_answer_that_ends_anywhere_is_whole_or_an_error(provider: str) -> None:
    whole = stream(provider, Reply(["one ", "two ", "three"]))
    for at in range(len(whole) + 1):
        try:
            found = text_of(read(provider, whole[:at]))
        except ProviderError as error:
            found = error.cause
        assert found in ("one two three", "truncated", "garbled")


@pytest.mark.parametrize("provider", PATHS)
def test_line_ends_of_either_kind_are_read(provider: str) -> None:
    whole = stream(provider, Reply(["a", "b"])).replace(b"\n", b"\r\n")
    assert text_of(read(provider, whole)) == "ab"


@pytest.mark.parametrize("provider", PATHS)
def test_an_answer_at_its_limit_says_so(provider: str) -> None:
    pieces = read(provider, stream(provider, Reply(["so far"], finish="length")))
    assert Finish(is_cut=True) in pieces


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_an_answer_that_rules_stopped_is_refused(provider: str) -> None:
    with pytest.raises(ProviderError) as stopped:
        read(provider, stream(provider, Reply(["so"], finish="content_filter")))
    assert stopped.value.cause == "refused"


def error_json(**error: object) -> bytes:
    return json.dumps({"error": error}).encode()


GOOGLE_KEY = error_json(
    code=400, status="INVALID_ARGUMENT", message="API key not valid.", details=[{"reason": "API_KEY_INVALID"}]
)
GOOGLE_WAIT = error_json(
    code=429,
    status="RESOURCE_EXHAUSTED",
    message="You exceeded your current quota.",
    details=[{"@type": "RetryInfo", "retryDelay": "31.2s"}],
)
FAILURES: list[tuple[str, int, bytes, dict[str, str], str, int | None]] = [
    ("openai", 401, error_json(code="invalid_api_key", message="Incorrect API key: sk-x"), {}, "bad_key", None),
    ("openai", 429, error_json(code="insufficient_quota"), {}, "no_credit", None),
    ("openai", 429, error_json(code="rate_limit_exceeded"), {"retry-after": "20"}, "rate_limited", 20),
    ("openai", 429, error_json(message="exceed your rate limit"), {"retry-after-ms": "1500"}, "rate_limited", 2),
    ("openai", 400, error_json(code="context_length_exceeded"), {}, "too_long", None),
    ("openai", 400, error_json(type="exceed_context_size_error", n_ctx=512), {}, "too_long", None),
    ("openai", 422, error_json(message="maximum context length is 4096"), {}, "too_long", None),
    ("openai", 400, error_json(code="content_policy_violation"), {}, "refused", None),
    ("openai", 400, error_json(message="Unknown parameter"), {}, "garbled", None),
    ("openai", 403, error_json(message="Country not supported"), {}, "not_allowed", None),
    ("openai", 404, error_json(code="model_not_found"), {}, "no_such_model", None),
    ("openai", 402, b"", {}, "no_credit", None),
    ("openai", 413, b"<html>too large</html>", {}, "too_long", None),
    ("openai", 500, b"<html>oops</html>", {}, "provider_down", None),
    ("openai", 503, error_json(message="Loading model"), {}, "model_loading", None),
    ("openai", 503, b"", {"retry-after": "5"}, "provider_down", 5),
    ("openai", 307, b"", {"location": "https://elsewhere.example"}, "redirected", None),
    ("openai", 201, b"", {}, "garbled", None),
    ("anthropic", 401, error_json(type="authentication_error"), {}, "bad_key", None),
    ("anthropic", 400, error_json(type="invalid_request_error", message="Your credit balance is too low"), {},
     "no_credit", None),
    ("anthropic", 429, error_json(type="rate_limit_error", details={"error_code": "monthly_spend_limit_reached"}), {},
     "no_credit", None),
    ("anthropic", 429, error_json(type="rate_limit_error"), {"retry-after": "7"}, "rate_limited", 7),
    ("anthropic", 400, error_json(type="invalid_request_error", message="prompt is too long: 9 tokens"), {},
     "too_long", None),
    ("anthropic", 404, error_json(type="not_found_error"), {}, "no_such_model", None),
    ("anthropic", 529, error_json(type="overloaded_error"), {}, "provider_down", None),
    ("google", 400, GOOGLE_KEY, {}, "bad_key", None),
    ("google", 429, GOOGLE_WAIT, {}, "rate_limited", 32),
    ("google", 429, error_json(status="RESOURCE_EXHAUSTED", message="You exceeded your current quota."), {},
     "no_credit", None),
    ("google", 404, b"[" + error_json(status="NOT_FOUND") + b"]", {}, "no_such_model", None),
    ("google", 403, error_json(status="PERMISSION_DENIED"), {}, "not_allowed", None),
    ("ollama", 404, b'{"error": "model \\"x\\" not found"}', {}, "no_such_model", None),
    ("ollama", 500, b'{"error": "out of memory"}', {}, "provider_down", None),
]  # fmt: skip


@pytest.mark.parametrize("case", FAILURES, ids=lambda case: f"{case[0]} {case[1]} {case[4]}")
def test_a_failure_has_its_cause(case: tuple[str, int, bytes, dict[str, str], str, int | None]) -> None:
    provider, status, body, headers, cause, wait = case
    error = dialects.error_of(PROVIDERS[provider].dialect, status, headers, body)
    assert (error.cause, error.retry_after) == (cause, wait)
    assert "sk-x" not in error.detail


def event(**data: object) -> bytes:
    return b"data: " + json.dumps(data).encode() + b"\n\n"


STREAMED = [
    ("openai", event(error={"code": "rate_limit_exceeded", "message": "slow"}), "rate_limited"),
    ("openai", event(error={"message": "boom"}), "provider_down"),
    ("openai", event(choices=[{"delta": {"refusal": "No."}}]), "refused"),
    ("openai", b"<html>Welcome to the router</html>", "garbled"),
    ("openai", b"data: [1, 2]\n\n", "garbled"),
    ("anthropic", event(type="error", error={"type": "overloaded_error"}), "provider_down"),
    ("anthropic", event(type="message_delta", delta={"stop_reason": "model_context_window_exceeded"}), "too_long"),
    ("google", event(promptFeedback={"blockReason": "SAFETY"}), "refused"),
    ("google", b'{\n  "error": {\n    "code": 429,\n    "status": "RESOURCE_EXHAUSTED",\n    "message": "x"\n  }\n}\n',
     "rate_limited"),
    ("ollama", b'{"error": "llama runner process has terminated"}\n', "provider_down"),
    ("ollama", b"nothing of ours\n", "garbled"),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "body", "cause"), STREAMED)
def test_trouble_within_a_stream_has_its_cause(provider: str, body: bytes, cause: str) -> None:
    for at in range(len(body) + 1):
        with pytest.raises(ProviderError) as trouble:
            read(provider, body[:at], body[at:])
        assert trouble.value.cause == cause


def test_a_stream_without_its_first_event_is_read() -> None:
    whole = b"".join(frames(PATHS["anthropic"], Reply(["local"]))[1:])
    assert text_of(read("anthropic", whole)) == "local"


def test_thoughts_are_no_part_of_the_answer() -> None:
    thought = event(candidates=[{"content": {"parts": [{"text": "hm", "thought": True}]}}])
    assert text_of(read("google", thought + stream("google", Reply(["yes"])))) == "yes"


def test_a_line_without_end_is_no_answer() -> None:
    with pytest.raises(ProviderError, match="garbled"):
        read("openai", b"data: " + b"x" * (1024 * 1024 + 1))


@pytest.mark.parametrize(
    ("provider", "header"),
    [("openai", "Authorization"), ("anthropic", "x-api-key"), ("google", "x-goog-api-key"), ("ollama", None)],
)
def test_the_key_goes_into_a_header_alone(provider: str, header: str | None) -> None:
    endpoint = Endpoint(provider, "https://models.example", "sk-secret" if header else None)
    request = PROVIDERS[provider].dialect.question(endpoint, QUESTION)
    assert [name for name, value in request.headers.items() if "sk-secret" in value] == [header] * bool(header)
    assert b"sk-secret" not in request.body + request.path.encode()
    assert "sk-secret" not in repr(endpoint) + repr(request)


def test_a_model_of_google_cannot_leave_its_place_in_the_path() -> None:
    question = Question("models/a/b?x=1#y", "", (("user", "?"),), 10)
    request = PROVIDERS["google"].dialect.question(Endpoint("google", "https://models.example", "k"), question)
    assert request.path == "/v1beta/models/a%2Fb%3Fx%3D1%23y:streamGenerateContent?alt=sse"


_THOUGHTS: dict[str, list[dict[str, object]]] = {
    "openai": [
        {"choices": [{"delta": {"reasoning_content": "Hm."}}]},
        {"choices": [{"delta": {"reasoning": "Hm.", "content": None}}]},
        {"choices": [{"delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}}]},
        {"choices": [{"delta": {"content": [{"type": "text", "text": "So."}]}, "finish_reason": "stop"}]},
    ],
    "anthropic": [
        {"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {"type": "content_block_delta", "delta": {"type": "signature_delta", "signature": "Hm."}},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "So."}},
        {"type": "message_stop"},
    ],
    "google": [
        {"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": True}, {"text": "So."}]}}]},
        {"candidates": [{"finishReason": "STOP"}]},
    ],
    "ollama": [
        {"message": {"thinking": "Hm.", "content": ""}},
        {"message": {"content": "So."}},
        {"done": True, "done_reason": "stop"},
    ],
}


@pytest.mark.parametrize("provider", PATHS)
def test_what_a_dialect_sets_apart_as_thoughts_is_no_part_of_the_answer(provider: str) -> None:
    form = "{}\n" if provider == "ollama" else "data: {}\n\n"
    whole = "".join(form.format(json.dumps(event)) for event in _THOUGHTS[provider]).encode()
    assert text_of(read(provider, whole)) == "So."
