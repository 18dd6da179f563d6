"""Answers of language models through the real service: streamed apart, and ended when nobody waits."""

import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.ai.fakes import MODEL, FakeProvider, Reply, fake_provider
from tests.ai.streams import data_of
from tests.kept import Services
from tests.process.member import JSON, Member, register
from tests.service import Service, wait_until

KEY = "sk-canary-98765432100000wxyz"
WORDS = "a word that nobody else says: quokkaberry"


@pytest.fixture
def provider() -> Iterator[FakeProvider]:
    with fake_provider() as running:
        yield running


@pytest.fixture
def running(services: Services, kind: str, provider: FakeProvider) -> Service:
    """Few threads, and a provider on this machine that stands for a built-in one."""
    return services.empty(
        kind,
        NOTESVC_REGISTRATION="open",
        NOTESVC_WORKERS="1",
        NOTESVC_THREADS="4",
        NOTESVC_AI_NETWORKS="127.0.0.0/8",
        NOTESVC_AI_ADDRESSES=f"openai={provider.base_url('openai')}",
    )


@pytest.fixture
def owner(running: Service, provider: FakeProvider) -> Member:
    member = register(running).step_up()
    body = {"baseUrl": provider.base_url("compatible"), "apiKey": KEY, "model": MODEL}
    assert member.ask("PUT", "/api/ai/keys/compatible", body).status == 200
    return member


class Asking:
    """One answer that is waited for."""

    def __init__(self, url: str, body: dict[str, Any], headers: dict[str, str]) -> None:
        split = urlsplit(url)
        self._connection = http.client.HTTPConnection(str(split.hostname), split.port, timeout=60)
        self._connection.request("POST", "/api/ai", json.dumps(body), {**JSON, **headers})
        self.answer = self._connection.getresponse()

    def first(self) -> str:
        """The name of the first event."""
        return self.answer.readline().decode().strip().removeprefix("event: ")

    def rest(self) -> str:
        return self.answer.read().decode()

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


def asking(owner: Member, **body: Any) -> Asking:
    return Asking(owner.url, {"action": "summarize", "text": WORDS, **body}, owner.headers)


def as_guest(service: Service) -> Asking:
    body = {"action": "summarize", "text": WORDS, "provider": "openai", "apiKey": KEY, "model": MODEL}
    return Asking(service.url, body, {})


def test_an_answer_is_streamed_and_its_tokens_are_counted(owner: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(["Short", " and sweet."], usage=(31, 4))
    provider.go_on.clear()
    answer = asking(owner)
    assert answer.first() == "delta"
    provider.go_on.set()
    assert data_of("event: delta\n" + answer.rest(), "done")["content"] == "Short and sweet."
    total = wait_until(lambda: _settled(owner, 35), "the call was not settled")
    assert total["requests"] == 1


def _settled(owner: Member, tokens: int) -> Any:
    total = owner.get("/api/ai/usage")["total"]
    return total if total["input"] + total["output"] == tokens else None


def test_a_client_that_leaves_frees_the_model(owner: Member, provider: FakeProvider) -> None:
    provider.go_on.clear()
    answer = asking(owner)
    assert provider.began.wait(60)
    answer.close()
    assert provider.left.wait(60)
    wait_until(lambda: provider.running == 0, "the model goes on")


def test_answers_hold_no_thread_and_the_fifth_is_refused(owner: Member, provider: FakeProvider) -> None:
    provider.go_on.clear()
    answers = [asking(owner) for _ in range(4)]
    assert [answer.first() for answer in answers] == ["delta"] * 4
    assert [owner.ask("GET", "/api/workspace/notes").status for _ in range(8)] == [200] * 8
    refused = asking(owner)
    assert (refused.answer.status, json.loads(refused.rest())["code"]) == (429, "rate_limited")
    provider.go_on.set()
    assert all("event: done" in answer.rest() for answer in answers)


def test_an_answer_ends_with_its_session(owner: Member, provider: FakeProvider) -> None:
    provider.go_on.clear()
    answer = asking(owner)
    assert answer.first() == "delta"
    assert owner.ask("POST", "/api/auth/logout").status == 204
    assert "event: done" not in answer.rest()
    assert provider.left.wait(60)


def test_two_answers_at_once_for_a_guest(running: Service, provider: FakeProvider) -> None:
    provider.go_on.clear()
    answers = [as_guest(running) for _ in range(2)]
    assert [answer.first() for answer in answers] == ["delta"] * 2
    assert as_guest(running).answer.status == 429
    provider.go_on.set()
    assert all("event: done" in answer.rest() for answer in answers)


def test_neither_key_nor_text_is_written_anywhere(running: Service, owner: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(status=401, body=json.dumps({"error": {"message": f"{KEY} {WORDS}"}}).encode())
    assert data_of(asking(owner).rest(), "error")["cause"] == "bad_key"
    as_guest(running).rest()
    assert len(wait_until(lambda: owner.get("/api/ai/errors")["errors"], "no error is shown")) == 1
    files = [path for path in running.instance.parent.rglob("*") if path.is_file()]
    named = [path.name for path in files if KEY.encode() in (content := path.read_bytes()) or b"quokkaberry" in content]
    assert (named, len(provider.asked)) == ([], 2)
