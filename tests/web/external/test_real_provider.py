"""The whole way through a provider that others have written."""

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import flask
import pytest
import requests

from notesvc import database, factory
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.providers import oidc
from tests import programs
from tests.service import wait_until
from tests.web.conftest import PASSWORD
from tests.web.external.going import come_back, leave, who

pytestmark = pytest.mark.process


@pytest.fixture
def kind() -> str:
    """`test_oauth` tries the tables on each kind of database."""
    return "sqlite"


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch, free_port: int) -> Iterator[str]:
    """The provider, as a process of its own."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    oidc.forget()
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(free_port), "--require-nonce"]
    with programs.running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        url = f"http://localhost:{free_port}"
        wait_until(lambda: answers(url), "the provider did not start")
        yield url
    oidc.forget()


def answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/.well-known/openid-configuration", timeout=1).ok
    except requests.RequestException:
        return False


@pytest.fixture
def app(workspace: Settings, issuer: str) -> Iterator[flask.Flask]:
    chosen = dataclasses.replace(
        workspace, registration="open", oidc_issuer=issuer, oidc_client_id="client", oidc_client_secret="secret"
    )
    with database.connection():
        users.register(email="first@example.org", password=PASSWORD, name="First")
        yield factory.create_app(chosen)


def test_somebody_signs_in(app: flask.Flask, issuer: str) -> None:
    claims = {"email": "grace@example.org", "email_verified": True, "name": "Grace"}
    requests.put(f"{issuer}/users/grace", json=claims, timeout=60).raise_for_status()
    browser = app.test_client()
    answer = requests.post(leave(browser, next="/graph"), data={"sub": "grace"}, allow_redirects=False, timeout=60)
    brought = dict(pair.split("=", 1) for pair in urlsplit(answer.headers["Location"]).query.split("&"))
    assert come_back(browser, {name: requests.utils.unquote(value) for name, value in brought.items()}) == "/graph"
    assert who(browser) == "grace@example.org"
