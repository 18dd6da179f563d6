"""The service with a provider at its side that does what a test wants."""

import dataclasses
from collections.abc import Iterator

import flask
import pytest

from notesvc import database, factory, limits
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.providers import oidc
from tests.web.conftest import PASSWORD, hold_to_the_document
from tests.web.external import provider_stub
from tests.web.external.provider_stub import CLIENT, SECRET, Stub


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    oidc.forget()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setattr(limits, "SIGN_INS_PER_ADDRESS", "1000 per minute")
    with provider_stub.running() as running:
        yield running
    oidc.forget()


@pytest.fixture
def chosen(workspace: Settings, stub: Stub) -> Settings:
    """Open registration; the stub is the further issuer and GitHub."""
    return dataclasses.replace(
        workspace,
        registration="open",
        oidc_issuer=stub.url,
        oidc_client_id=CLIENT,
        oidc_client_secret=SECRET,
        github_url=stub.url,
        github_client_id=CLIENT,
        github_client_secret=SECRET,
    )


@pytest.fixture
def app(chosen: Settings, passwords: None) -> Iterator[flask.Flask]:
    made = factory.create_app(chosen)
    made.after_request(hold_to_the_document)
    with database.connection():
        users.register(email="first@example.org", password=PASSWORD, name="First")
        yield made
