"""Answers of language models: how much later the first words come than from the model itself, and what 200 answers that
are waited for cost everybody else. The model answers at once: what is seen is the service."""

import contextlib
import http.client
import json
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from tests.ai.fakes import MODEL, FakeProvider, Reply, fake_provider
from tests.bench.ground import Ground
from tests.bench.guests import invited
from tests.bench.table import Row, milliseconds, percentile
from tests.process.member import JSON, Member
from tests.service import Service

MOST_LATER_SECONDS = 0.006
MOST_SLOWER = 1.25
_STREAMS = 200
# As many as one account may have at once.
_EACH = 4
_TIMES = 60
_TEXT = "Tomatoes need water every second evening. " * 40


def measure(ground: Ground) -> list[Row]:
    """A row for the first words, and one for others' requests while many answers are waited for."""
    folder = ground.place("models")
    folder.mkdir(mode=0o700)
    with fake_provider() as provider:
        service = Service(folder / "instance", _settings(provider))
        # The first start makes the database, in which accounts are then made at once.
        service.start()
        service.stop()
        guests = invited(service.instance, _STREAMS // _EACH, 0)
        service.start()
        try:
            members = [Member(service.url, guest.cookie) for guest in guests]
            return [_first_words(members, provider), _others(members, provider)]
        finally:
            provider.go_on.set()
            service.stop()


def _settings(provider: FakeProvider) -> dict[str, str]:
    return {
        "NOTESVC_AI_NETWORKS": "127.0.0.0/8",
        "NOTESVC_AI_PROVIDER": "compatible",
        "NOTESVC_AI_BASE_URL": provider.base_url("compatible"),
        "NOTESVC_AI_MODEL": MODEL,
    }


def _first_words(members: Sequence[Member], provider: FakeProvider) -> Row:
    provider.reply = Reply(["Water", " them."])
    direct, through = [], []
    question = {"model": MODEL, "messages": [{"role": "user", "content": _TEXT}], "stream": True}
    for turn in range(_TIMES):
        direct.append(_until_words(provider.url, "/v1/chat/completions", question, {}))
        member = members[turn % len(members)]
        through.append(_until_words(member.url, "/api/ai", _wish(), member.headers))
    later = percentile(through, 0.5) - percentile(direct, 0.5)
    return Row(
        "first words of a model, ms",
        milliseconds(percentile(through, 0.5)),
        milliseconds(percentile(direct, 0.5)),
        target=f"≤ {MOST_LATER_SECONDS * 1000:g} ms later",
        is_met=later <= MOST_LATER_SECONDS,
    )


def _others(members: Sequence[Member], provider: FakeProvider) -> Row:
    before = _requests(members[0])
    with _waiting(members, provider):
        during = _requests(members[0])
    ratio = percentile(during, 0.99) / percentile(before, 0.99)
    return Row(
        f"p99 of others' requests while {_STREAMS} answers are waited for, ms",
        milliseconds(percentile(during, 0.99)),
        milliseconds(percentile(before, 0.99)),
        ratio,
        f"≤ {MOST_SLOWER:g} × without",
        ratio <= MOST_SLOWER,
    )


@contextlib.contextmanager
def _waiting(members: Sequence[Member], provider: FakeProvider) -> Iterator[None]:
    provider.go_on.clear()
    with contextlib.ExitStack() as stack:
        for member in members:
            for _ in range(_EACH):
                _, answer = stack.enter_context(_asked(member.url, "/api/ai", _wish(), member.headers))
                assert answer.status == 200, answer.read()
        yield
        provider.go_on.set()


def _requests(member: Member) -> list[float]:
    times = []
    for _ in range(500):
        began = time.perf_counter()
        assert member.ask("GET", "/api/workspace/notes").status == 200
        times.append(time.perf_counter() - began)
    return times


def _until_words(url: str, path: str, body: object, headers: dict[str, str]) -> float:
    began = time.perf_counter()
    with _asked(url, path, body, headers) as (_, answer):
        while b"Water" not in answer.readline():
            pass
        return time.perf_counter() - began


@contextlib.contextmanager
def _asked(
    url: str, path: str, body: object, headers: dict[str, str]
) -> Iterator[tuple[http.client.HTTPConnection, http.client.HTTPResponse]]:
    split = urlsplit(url)
    with contextlib.closing(http.client.HTTPConnection(str(split.hostname), split.port, timeout=60)) as connection:
        connection.request("POST", path, json.dumps(body), {**JSON, **headers})
        yield connection, connection.getresponse()


def _wish() -> dict[str, str]:
    return {"action": "summarize", "text": _TEXT}
