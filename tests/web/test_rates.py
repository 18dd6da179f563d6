"""How often each key may do what: fixed windows, per key and operation, counted over all processes."""

import json
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any

import flask
import pytest

from notesvc import clock, errors
from notesvc.web import rates
from tests.conftest import on_sqlite
from tests.service import Service
from tests.web.conftest import PASSWORD, Member
from tests.web.programs import CLIP, Program

RATES = {"capture": 30, "export": 10, "folders": 60, "verify": 60, "activity": 60, "tags": 60, "lookup": 60}


def ask(program: Program, operation: str) -> Any:
    if operation == "lookup":
        return program.get("lookup?url=https://a.example/")
    return program.capture(CLIP) if operation == "capture" else program.get(operation)


@pytest.mark.parametrize(("operation", "most"), RATES.items())
def test_so_many_a_minute_and_then_no_more(program: Program, operation: str, most: int) -> None:
    assert [ask(program, operation).status_code for _ in range(most)] == [201 if operation == "capture" else 200] * most
    refused = ask(program, operation)
    assert (refused.status_code, refused.mimetype) == (429, "text/plain")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    others = [ask(program, other).status_code for other in RATES if other != operation]
    assert set(others) <= {200, 201}


@on_sqlite
def test_a_window_is_a_keys_own(app: flask.Flask, owner: Member, program: Program) -> None:
    assert [program.get("export").status_code for _ in range(11)][-1] == 429
    assert Program(app, owner.key()).get("export").status_code == 200


@on_sqlite
def test_a_window_ends_after_a_minute(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [program.get("export").status_code for _ in range(11)][-1] == 429
    later = clock.timestamp_ms() / 1000 + 61
    monkeypatch.setattr("time.time", lambda: later)
    assert program.get("export").status_code == 200


@on_sqlite
def test_refused_clips_count_and_unknown_keys_have_no_window(program: Program) -> None:
    assert [program.capture({}).status_code for _ in range(30)] == [422] * 30
    assert program.capture(CLIP).status_code == 429
    program.headers = {"Authorization": "Bearer svc_sync_none"}
    assert [program.get("export").status_code for _ in range(12)] == [401] * 12


class Browser:
    """A signed-in browser that talks to a running service."""

    def __init__(self, service: Service) -> None:
        self.url = service.url
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )
        account = {"email": "owner@example.org", "password": PASSWORD}
        self.send("POST", "/api/auth/register", {**account, "name": "Olive Owner"})
        self.send("POST", "/api/auth/login", account)
        self.send("POST", "/api/auth/step-up", {"password": PASSWORD})

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        """Status, headers and text of the answer."""
        content = None if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.url + path, content, {"Content-Type": "application/json", **named})
        request.method = method
        try:
            with self._opener.open(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers, answer.read().decode()

    def key(self) -> tuple[str, str]:
        """The id of a new key, and the header that sends it."""
        status, _, text = self.send("POST", "/api/sync/tokens", {"name": "k", "canWrite": True})
        assert status == 201, text
        made = json.loads(text)
        return made["token"]["id"], f"Bearer {made['secret']}"


@pytest.fixture
def browser(start: Callable[..., Service]) -> Browser:
    """The owner's browser, over four worker processes."""
    return Browser(start(NOTESVC_WORKERS="4"))


def at_once(number: int, do: Callable[[int], Any]) -> list[Any]:
    """What comes of doing it so many times, all beginning in the same moment."""
    gate = threading.Barrier(number)

    def one(position: int) -> Any:
        gate.wait()
        return do(position)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def test_limits_and_keys_hold_over_all_processes(browser: Browser) -> None:
    _, key = browser.key()
    answers = at_once(
        200, lambda n: browser.send("POST", "/api/sync/capture", {"markdown": f"Clip {n}"}, Authorization=key)
    )
    assert Counter(status for status, _, _ in answers) == {201: 30, 429: 170}
    assert all(int(headers["Retry-After"]) > 0 for status, headers, _ in answers if status == 429)
    assert all(headers["Access-Control-Allow-Origin"] == "*" for _, headers, _ in answers)
    assert len({json.loads(text)["id"] for status, _, text in answers if status == 201}) == 30


def test_a_hundred_repeats_at_once_make_one_note_over_all_processes(browser: Browser) -> None:
    keys = [browser.key()[1] for _ in range(5)]
    answers = at_once(
        100,
        lambda n: browser.send(
            "POST",
            "/api/sync/capture",
            {"html": "<h1>Only once</h1>"},
            Authorization=keys[n % 5],
            Idempotency_Key="the-same",
        ),
    )
    assert Counter(status for status, _, _ in answers) == {201: 1, 200: 99}
    assert len({text for _, _, text in answers}) == 1
    assert len([1 for _, headers, _ in answers if headers["Idempotency-Replayed"] == "true"]) == 99
    _, _, listed = browser.send("GET", "/api/workspace/notes?parentId=root")
    assert [note["name"] for note in json.loads(listed)["notes"]].count("Only once") == 1


def test_a_revoked_key_is_refused_by_every_process_at_once(browser: Browser) -> None:
    token_id, key = browser.key()
    _, good = browser.key()
    assert [browser.send("GET", "/api/sync/verify", Authorization=key)[0] for _ in range(8)] == [200] * 8
    assert browser.send("DELETE", f"/api/sync/tokens/{token_id}")[0] == 200
    answers = at_once(100, lambda _: browser.send("GET", "/api/sync/verify", Authorization=key)[0])
    assert Counter(answers) == {401: 100}
    assert browser.send("GET", "/api/sync/verify", Authorization=good)[0] == 200


@on_sqlite
def test_nobody_is_told_to_wait_for_longer_than_the_window(app: flask.Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where windows are counted, the clock runs half a second before that of the process that asks.
    behind = clock.timestamp_ms() - 500
    monkeypatch.setattr(clock, "timestamp_ms", lambda: behind)
    with app.test_request_context():
        rates.count("1 per minute", "waiting")
        with pytest.raises(errors.RateLimited) as refused:
            rates.count("1 per minute", "waiting")
    assert refused.value.retry_after == 60
