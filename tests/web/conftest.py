"""The web service in this process, over a real database of either kind, and its cast."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Any

import argon2
import flask
import pytest
from flask.testing import FlaskClient

from notesvc import crypto, database, factory
from notesvc.config import Settings
from notesvc.domain import policy, sync_tokens
from notesvc.domain.accounts import administration, device_codes, users, welcome_notes
from notesvc.domain.caller import OPERATOR
from notesvc.domain.shares import views
from notesvc.models import User
from notesvc.web import openapi, routes
from tests.ai.fakes import MODEL, FakeProvider, fake_provider
from tests.web.programs import Program

PASSWORD = "correct horse battery"
# Headers that the served document names where they come.
_TOLD = {
    "ETag",
    "Idempotency-Replayed",
    "Content-Disposition",
    "Note-Role",
    "Picture-Sizes",
    "Retry-After",
    "WWW-Authenticate",
}


@dataclass
class Member:
    """Somebody of the cast: a signed-in browser, and keys for programs."""

    user: User
    web: FlaskClient

    def step_up(self) -> "Member":
        """The same, ready for sensitive things."""
        answer = self.web.post("/api/auth/step-up", json={"password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return self

    def key(self, can_write: bool = True, name: str = "a key") -> str:
        """The secret of a new sync key."""
        body = {"name": name, "canWrite": can_write}
        answer = self.web.post("/api/sync/tokens", json=body)
        if answer.status_code == 403:
            answer = self.step_up().web.post("/api/sync/tokens", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.get_json()["secret"])

    def device_key(self, name: str = "Laptop") -> str:
        """The secret of a new key of a desktop client, as its user has approved it."""
        scopes = " ".join(device_codes.CLIENTS["notes-desktop"].scopes)
        return sync_tokens.create_for_program(users.caller_of(self.user), name, scopes, "device")[1]

    def note(self, name: str = "A note", content: str = "", **fields: Any) -> dict[str, Any]:
        """A new note, as the service answers it."""
        body = {"name": name, "content": content, **fields}
        answer = self.web.post("/api/workspace/notes", json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.get_json())

    def folder(self, name: str = "A folder", **fields: Any) -> dict[str, Any]:
        """A new folder."""
        answer = self.web.post("/api/workspace/folders", json={"name": name, **fields})
        assert answer.status_code == 201, answer.text
        return dict(answer.get_json())

    def person(self, name: str = "Grace Hopper", **fields: Any) -> dict[str, Any]:
        """A new person."""
        answer = self.web.post("/api/workspace/people", json={"name": name, **fields})
        assert answer.status_code == 201, answer.text
        return dict(answer.get_json())

    def file(self, name: str = "a.png", content: bytes = b"\x89PNG\r\n\x1a\nrest", **fields: str) -> Any:
        """The answer to an upload."""
        form = {"file": (io.BytesIO(content), name), **fields}
        return self.web.post("/api/workspace/attachments", data=form)


@pytest.fixture
def passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost next to nothing: members are made by the thousand. Tests of the cost itself override this."""
    monkeypatch.setattr(crypto, "_HASHER", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def welcome() -> None:
    """Has new accounts find the welcome notes."""


@pytest.fixture(autouse=True)
def no_welcome_notes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test has its members begin without notes, unless it asks for `welcome`: they are most of an account's cost."""
    if "welcome" not in request.fixturenames:
        monkeypatch.setattr(welcome_notes, "plant", lambda caller, language: None)


@pytest.fixture
def app(workspace: Settings, passwords: None) -> Iterator[flask.Flask]:
    """The service over an empty, migrated database; registration is by invite."""
    made = factory.create_app(workspace)
    made.after_request(hold_to_the_document)
    with database.connection():
        yield made


@pytest.fixture(autouse=True)
def no_views_waiting() -> Iterator[None]:
    """Views of public links that one test has not written are none of the next."""
    yield
    views.waiting.forget()


@pytest.fixture
def anonymous(app: flask.Flask) -> FlaskClient:
    """A browser that is not signed in."""
    return app.test_client()


@pytest.fixture
def owner(app: flask.Flask) -> Member:
    """The one whose things they are."""
    return member(app, "owner@example.org", "Olive Owner")


@pytest.fixture
def program(app: flask.Flask, owner: Member) -> Program:
    """Holds a key that may read and write."""
    return Program(app, owner.key())


@pytest.fixture
def device(app: flask.Flask, owner: Member) -> Program:
    """Holds the key of a desktop client."""
    return Program(app, owner.device_key())


@pytest.fixture
def stranger(app: flask.Flask) -> Member:
    """Somebody with an account who may see none of it."""
    return member(app, "stranger@example.org", "Sam Stranger")


@pytest.fixture
def administrator(app: flask.Flask) -> Member:
    """The only administrator."""
    found = member(app, "admin@example.org", "Alma Admin")
    administration.change(OPERATOR, str(found.user.id), {"is_admin": True})
    return found


def hold_to_the_document(response: flask.Response) -> flask.Response:
    """Whatever a test asks for, the answer has exactly the shape that its route declares for the status."""
    routed = [
        route
        for area in routes.AREAS
        for route in area.routes
        if (route.endpoint, route.method) == (flask.request.endpoint, flask.request.method)
    ]
    if routed and response.status_code < 400 and response.status_code not in routed[0].answers:
        raise AssertionError(f"{routed[0].endpoint} does not declare {response.status_code}")
    if routed and not routed[0].is_page:
        told = _TOLD & {name for name, _ in response.headers}
        unknown = told - set(openapi.headers_of(routed[0], response.status_code))
        assert not unknown, f"{routed[0].endpoint} does not declare {unknown} for {response.status_code}"
    shape = routed[0].answers.get(response.status_code) if routed else None
    if isinstance(shape, type) and "Content-Encoding" not in response.headers:
        shape.model_validate_json(response.get_data(), strict=True)
    return response


def member(app: flask.Flask, email: str, name: str) -> Member:
    """An account and its browser, signed in over HTTP."""
    user = users.register(email=email, password=PASSWORD, name=name, is_admin=False)
    web = app.test_client()
    answer = web.post("/api/auth/login", json={"email": email, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return Member(user, web)


@pytest.fixture
def provider(app: flask.Flask, workspace: Settings) -> Iterator[FakeProvider]:
    """A provider on this machine, in the place of all built-in ones, which the administrator allows to be asked."""
    with fake_provider() as found:
        addresses = {name: found.base_url(name) for name in ("openai", "anthropic", "google")}
        networks = (ip_network("127.0.0.0/8"),)
        policy.open_policy(replace(workspace, ai_networks=networks, ai_addresses=addresses))
        yield found


@pytest.fixture
def asker(owner: Member, provider: FakeProvider) -> Member:
    """Somebody who has set the provider up."""
    owner.step_up()
    body = {"baseUrl": provider.base_url("compatible"), "apiKey": "sk-canary-1234567890abcd", "model": MODEL}
    assert owner.web.put("/api/ai/keys/compatible", json=body).status_code == 200
    return owner
