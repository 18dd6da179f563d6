"""Asking a real server: what arrives, what trouble becomes, and that a call ends when nobody listens."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network
from pathlib import Path

import pytest

from notesvc.ai import client, transport
from notesvc.ai.causes import ProviderError
from notesvc.ai.endpoint import Endpoint, Finish, Piece, Question, Text
from notesvc.ai.transport import Deadlines
from tests.ai.certificates import self_signed
from tests.ai.fakes import MODEL, Asked, FakeProvider, Reply, fake_provider
from tests.loops import on_a_loop, run
from tests.outside.raw_server import saying

HERE = (ip_network("127.0.0.0/8"),)
QUESTION = Question(MODEL, "Be brief.", (("user", "Hello?"),), 100)
PROVIDERS = ["openai", "anthropic", "google", "ollama", "compatible"]


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    with fake_provider() as running:
        yield running


def endpoint(provider: FakeProvider, name: str = "compatible") -> Endpoint:
    return Endpoint(name, provider.base_url(name), "sk-test", HERE)


async def text_of(pieces: AsyncIterator[Piece]) -> str:
    return "".join([piece.text async for piece in pieces if isinstance(piece, Text)])


async def cause_of(asked: Endpoint, deadlines: Deadlines | None = None) -> str:
    with pytest.raises(ProviderError) as trouble:
        await text_of(client.answer(asked, QUESTION, deadlines or Deadlines()))
    return trouble.value.cause


@pytest.mark.parametrize("name", PROVIDERS)
@on_a_loop
async def test_each_dialect_answers(provider: FakeProvider, name: str) -> None:
    pieces = [piece async for piece in client.answer(endpoint(provider, name), QUESTION)]
    assert "".join(piece.text for piece in pieces if isinstance(piece, Text)) == "Hello world"
    assert Finish() in pieces


@pytest.mark.parametrize("name", PROVIDERS)
@on_a_loop
async def test_each_dialect_lists_its_models(provider: FakeProvider, name: str) -> None:
    assert [model.id for model in await client.models(endpoint(provider, name))] == [MODEL, "large-one"]


@on_a_loop
async def test_an_address_inside_is_refused_with_the_setting_that_allows_it() -> None:
    with pytest.raises(ProviderError) as refused:
        await client.models(Endpoint("compatible", "https://127.0.0.1/v1", None, ()))
    assert (refused.value.cause, refused.value.detail) == ("not_allowed", transport.NOT_ALLOWED)
    with pytest.raises(ProviderError) as refused:
        await client.models(Endpoint("compatible", "http://1.1.1.1/v1", "sk-test", ()))
    assert (refused.value.cause, refused.value.detail) == ("not_allowed", transport.NOT_SEALED)


@pytest.mark.parametrize("name", PROVIDERS)
@on_a_loop
async def test_an_answer_that_breaks_off_is_told(provider: FakeProvider, name: str) -> None:
    provider.reply = Reply(["one", "two", "three"], cut=150)
    assert await cause_of(endpoint(provider, name)) == "truncated"


@on_a_loop
async def test_the_newer_name_of_the_limit_is_tried_once(provider: FakeProvider) -> None:
    words = b'{"error": {"message": "Use \'max_completion_tokens\' instead."}}'

    def reply(asked: Asked) -> Reply:
        return Reply(["yes"]) if "max_completion_tokens" in asked.body else Reply(status=400, body=words)

    provider.replies = reply
    assert await text_of(client.answer(endpoint(provider), QUESTION)) == "yes"
    provider.replies = lambda asked: Reply(status=400, body=words)
    assert await cause_of(endpoint(provider)) == "garbled"
    assert len(provider.asked) == 4


@on_a_loop
async def test_a_client_that_leaves_ends_the_call(provider: FakeProvider) -> None:
    provider.go_on.clear()
    answer = client.answer(endpoint(provider), QUESTION)
    assert await anext(answer) == Text("Hello")
    waiting = asyncio.ensure_future(anext(answer))
    await asyncio.to_thread(provider.began.wait, 10)
    waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting
    assert await asyncio.to_thread(provider.left.wait, 10)


@on_a_loop
async def test_redirects_are_not_followed(provider: FakeProvider) -> None:
    with fake_provider() as inside:
        location = {"Location": f"{inside.url}/v1/chat/completions"}
        provider.reply = Reply(status=307, headers=location)
        assert await cause_of(endpoint(provider)) == "redirected"
        assert inside.asked == []


@on_a_loop
async def test_proxies_of_the_environment_are_not_asked(
    provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fake_provider() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert await text_of(client.answer(endpoint(provider), QUESTION)) == "Hello world"
        assert proxy.asked == []


@on_a_loop
async def test_nobody_at_the_address_is_unreachable() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    assert await cause_of(Endpoint("compatible", f"http://127.0.0.1:{port}/v1", None, HERE)) == "unreachable"
    assert await cause_of(Endpoint("compatible", "https://nowhere.invalid/v1", None, HERE)) == "unreachable"


@on_a_loop
async def test_a_silent_server_is_too_slow(provider: FakeProvider) -> None:
    provider.go_on.clear()
    assert await cause_of(endpoint(provider), Deadlines(first=0.05, idle=0.05)) == "timeout"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        asked = Endpoint("compatible", f"http://127.0.0.1:{silent.getsockname()[1]}", None, HERE)
        assert await cause_of(asked, Deadlines(first=0.05)) == "timeout"


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (b"SSH-2.0-OpenSSH_9\r\n\r\n", "garbled"),
        (b"", "unreachable"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\ndata: ", "truncated"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nda", "truncated"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (9 * 1024 * 1024), "garbled"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, "garbled"),
    ],
)
def test_what_is_no_answer_is_told_apart(said: bytes, cause: str) -> None:
    with saying(lambda connection: connection.sendall(said)) as port:
        assert run(cause_of(Endpoint("compatible", f"http://127.0.0.1:{port}", None, HERE))) == cause


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))

    def handshake(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            context.wrap_socket(connection, server_side=True).close()

    with saying(handshake) as port:
        assert run(cause_of(Endpoint("compatible", f"https://127.0.0.1:{port}", "sk", HERE))) == "bad_certificate"


@on_a_loop
async def test_texts_become_vectors(provider: FakeProvider) -> None:
    assert await client.embed(endpoint(provider), "small", ["a", "bcd"]) == [[1.0, 1.0], [3.0, 1.0]]


@on_a_loop
async def test_local_servers_are_looked_for_in_allowed_networks_alone() -> None:
    assert await client.find_local(()) == []
