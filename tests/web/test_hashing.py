"""What a password may cost, and that all of it counts."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import argon2
import flask
import pytest

from notesvc import crypto, errors, limits
from notesvc.models import User
from tests.service import wait_until
from tests.web import post
from tests.web.conftest import PASSWORD, Member

NEW = {"email": "new@example.org", "name": "New"}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.fixture
def passwords() -> None:
    """What a hash costs is what this is about."""


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed or tried."""
    seen: list[str] = []
    for name in ("hash", "verify"):
        do = getattr(argon2.PasswordHasher, name)
        monkeypatch.setattr(
            argon2.PasswordHasher, name, lambda self, *given, do=do: seen.append(given[-1]) or do(self, *given)
        )
    return seen


def test_passwords_are_hashed_as_owasp_asks(app: flask.Flask, owner: Member) -> None:
    stored = argon2.extract_parameters(str(User.get(User.id == owner.user.id).password_hash))
    assert stored.type is argon2.Type.ID
    assert (stored.memory_cost, stored.time_cost, stored.parallelism) >= (19_456, 2, 1)
    assert stored.salt_len >= 16


PUBLIC = {f"/api/auth/{name}" for name in ("login", "register", "reset-password", "verify-email")}


@pytest.mark.parametrize("length", [limits.PASSWORD_LONGEST + 1, 1_900_000, 10_000_000])
def test_a_password_that_is_far_too_long_is_refused_and_never_hashed(
    app: flask.Flask, owner: Member, hashed: list[str], length: int
) -> None:
    owner.step_up()
    hashed.clear()
    long = "x" * length
    bodies: dict[str, dict[str, Any]] = {
        "/api/auth/login": {"email": "owner@example.org", "password": long},
        "/api/auth/register": {**NEW, "password": long},
        "/api/auth/reset-password": {"token": "x", "password": long},
        "/api/auth/step-up": {"password": long},
        "/api/auth/verify-email": {"token": "x", "password": long},
        "/api/account/password": {"password": long},
    }
    for path, body in bodies.items():
        answer = owner.web.post(path, json=body)
        most = limits.PUBLIC_BODY if path in PUBLIC else limits.MAX_BODY
        assert answer.status_code == (413 if length > most else 422), path
        assert len(answer.data) < 1_000
    assert hashed == []


def test_an_address_that_is_far_too_long_is_refused(app: flask.Flask, hashed: list[str]) -> None:
    for email in ("x" * 250 + "@example.org", "ﷺ" * 100_000):
        body = {"email": email, "password": PASSWORD}
        refusal = 422 if email.isascii() else 413
        assert app.test_client().post("/api/auth/login", json=body).status_code == refusal
        assert app.test_client().post("/api/auth/register", json={**body, "name": "x"}).status_code == refusal
        assert app.test_client().post("/api/auth/forgot-password", json={"email": email}).status_code == refusal
    assert hashed == []


@pytest.mark.parametrize("start", ["x" * 72, "é" * 36, "x" * 1_019])
def test_the_end_counts_wherever_a_password_is_set_or_asked_for(
    app: flask.Flask, workspace: Any, owner: Member, start: str
) -> None:
    right, wrong = f"{start}-tail", f"{start}-tale"
    assert owner.step_up().web.post("/api/account/password", json={"password": right}).status_code == 204
    assert owner.web.post("/api/auth/step-up", json={"password": wrong}).status_code == 401
    assert owner.web.post("/api/auth/step-up", json={"password": right}).status_code == 200
    post.delivered(workspace)
    app.test_client().post("/api/auth/forgot-password", json={"email": "owner@example.org"})
    body = {"token": post.only(workspace).token, "password": f"{start}-next"}
    assert app.test_client().post("/api/auth/reset-password", json=body).status_code == 204
    for password, status in ((right, 401), (f"{start}-nexx", 401), (f"{start}-next", 200)):
        login = {"email": "owner@example.org", "password": password}
        assert app.test_client().post("/api/auth/login", json=login).status_code == status


class Held:
    """Hashes that take until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.running = 0
        self.most = 0
        self.priorities: set[int] = set()
        self._lock = threading.Lock()
        monkeypatch.setattr(argon2.PasswordHasher, "verify", self._hold)

    def _hold(self, *_: Any) -> bool:
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
            self.priorities.add(os.getpriority(os.PRIO_PROCESS, 0))
        self.go.wait(60)
        with self._lock:
            self.running -= 1
        return True


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    found = Held(monkeypatch)
    yield found
    found.go.set()


def test_few_hashes_run_at_once_few_wait_and_the_rest_is_refused(held: Held) -> None:
    room = limits.PASSWORD_HASHES_AT_ONCE + limits.PASSWORD_HASHES_WAITING
    refused = threading.Semaphore(0)

    def guess(_: int) -> str:
        try:
            return str(crypto.password_fits("stored", "guess"))
        except errors.RateLimited as refusal:
            refused.release()
            return f"refused for {refusal.retry_after} s"

    with ThreadPoolExecutor(room + 20) as threads:
        outcomes = [threads.submit(guess, number) for number in range(room + 20)]
        # Those for whom there is no room do not wait for the others.
        assert all(refused.acquire(timeout=60) for _ in range(20))
        wait_until(lambda: held.running == limits.PASSWORD_HASHES_AT_ONCE, "nobody hashes")
        held.go.set()
        found = [outcome.result(60) for outcome in outcomes]
    assert sorted(set(found)) == ["True", f"refused for {limits.RETRY_AFTER_SECONDS} s"]
    assert found.count("True") == room
    assert held.most == limits.PASSWORD_HASHES_AT_ONCE
    assert crypto.password_fits("stored", "guess")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a priority is the whole process's")
def test_who_is_answered_goes_before_who_is_hashed(held: Held) -> None:
    held.go.set()
    assert crypto.password_fits("stored", "guess")
    assert min(held.priorities) > os.getpriority(os.PRIO_PROCESS, 0)


def test_who_is_refused_for_want_of_room_is_told_when_to_come_back(
    app: flask.Flask, owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crypto, "_places", threading.BoundedSemaphore(1))
    body = {"email": "owner@example.org", "password": PASSWORD}
    with crypto._places:
        answer = app.test_client().post("/api/auth/login", json=body)
        assert (answer.status_code, answer.get_json()["code"]) == (429, "rate_limited")
        assert int(answer.headers["Retry-After"]) >= 1
    assert app.test_client().post("/api/auth/login", json=body).status_code == 200
