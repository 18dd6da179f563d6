"""What is stolen or altered on the way to a provider and back is worth nothing (RFC 9700)."""

import dataclasses
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

import flask
import pytest
from flask.testing import FlaskClient

from notesvc import database, factory
from notesvc.config import Settings
from notesvc.domain.accounts import users
from notesvc.models import Identity, User
from tests.web.conftest import PASSWORD, Member, hold_to_the_document
from tests.web.external import provider_stub
from tests.web.external.going import come_back, leave, problem, sign_in, who
from tests.web.external.provider_stub import Stub

PROVIDERS = ["oidc", "github"]
TOKEN_PATHS = {"/token", "/login/oauth/access_token"}


def asked(location: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(location).query))


def altered(location: str, **changes: str) -> str:
    """The address with other parameters."""
    return urlunsplit(urlsplit(location)._replace(query=urlencode({**asked(location), **changes})))


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "change",
    [
        {"code_challenge": "A" * 43},
        {"redirect_uri": "https://evil.example/api/auth/oauth/oidc/callback"},
        {"redirect_uri": "http://127.0.0.1:8000/api/auth/oauth/oidc/callback/x"},
    ],
    ids=lambda change: "-".join(*change.items()),
)
def test_a_way_that_was_altered_leads_nowhere(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, provider: str, change: dict[str, str]
) -> None:
    brought = stub.approve(altered(leave(anonymous, provider), **change))
    assert problem(come_back(anonymous, brought, provider)) == "provider_refused"
    assert who(anonymous) is None
    assert User.select().count() == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_each_attempt_has_a_challenge_a_state_and_a_nonce_of_its_own(
    stub: Stub, app: flask.Flask, provider: str
) -> None:
    ways = [asked(leave(app.test_client(), provider)) for _ in range(5)]
    for name in ("code_challenge", "state", *(["nonce"] if provider == "oidc" else [])):
        assert len({way[name] for way in ways}) == 5, name
        assert min(len(way[name]) for way in ways) >= 43, name
    assert {way["code_challenge_method"] for way in ways} == {"S256"}
    assert {way["response_type"] for way in ways} == {"code"}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_header_and_no_parameter_changes_where_the_code_is_sent(
    stub: Stub, app: flask.Flask, chosen: Settings, provider: str
) -> None:
    behind_a_proxy = factory.create_app(dataclasses.replace(chosen, trusted_proxies=1))
    forged = {
        "Host": "localhost:9999",
        "X-Forwarded-Host": "127.0.0.1:9999",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Prefix": "/evil",
        "Forwarded": "host=evil.example",
        "Referer": "https://evil.example/",
    }
    for made in (app, behind_a_proxy):
        for name in ("Host", "X-Forwarded-Host") if made is behind_a_proxy else ("Host",):
            strange = {name: "evil.example"}
            assert made.test_client().get(f"/api/auth/oauth/{provider}", headers=strange).status_code == 421
        answer = made.test_client().get(f"/api/auth/oauth/{provider}", headers=forged)
        wanted = f"{chosen.base_url}/api/auth/oauth/{provider}/callback"
        assert parse_qs(urlsplit(answer.headers["Location"]).query)["redirect_uri"] == [wanted]
    query = {"redirect_uri": "https://evil.example/"}
    assert app.test_client().get(f"/api/auth/oauth/{provider}", query_string=query).status_code == 422


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_code_that_was_stolen_on_its_way_back_opens_nothing_elsewhere(
    stub: Stub, app: flask.Flask, provider: str
) -> None:
    victim, thief = app.test_client(), app.test_client()
    stolen = stub.approve(leave(victim, provider))
    own = stub.approve(leave(thief, provider))
    assert problem(come_back(thief, stolen, provider)) == "sign_in_expired"
    assert problem(come_back(thief, {**own, "code": stolen["code"]}, provider)) == "provider_refused"
    assert who(thief) is None


@pytest.fixture
def other() -> Iterator[Stub]:
    """A second provider."""
    with provider_stub.running() as running:
        yield running


@pytest.fixture
def two(chosen: Settings, stub: Stub, other: Stub) -> Iterator[flask.Flask]:
    """The service with two providers that have nothing to do with each other: `stub` is the issuer, `other` GitHub."""
    made = factory.create_app(dataclasses.replace(chosen, github_url=other.url))
    made.after_request(hold_to_the_document)
    with database.connection():
        users.register(email="first@example.org", password=PASSWORD, name="First")
        yield made


def redeemed(stub: Stub) -> bool:
    """Whether the provider was sent any code."""
    return not TOKEN_PATHS.isdisjoint(stub.asked)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_one_provider_gave_is_taken_to_no_other(stub: Stub, other: Stub, two: flask.Flask, provider: str) -> None:
    browser = two.test_client()
    [wrong] = set(PROVIDERS) - {provider}
    brought = (stub if provider == "oidc" else other).approve(leave(browser, provider))
    assert problem(come_back(browser, brought, wrong)) == "sign_in_expired"
    # The code was shown to nobody, least of all to the provider that should not have it.
    assert not redeemed(stub)
    assert not redeemed(other)
    assert who(browser) is None


def test_a_state_of_one_provider_is_none_of_another(stub: Stub, other: Stub, two: flask.Flask) -> None:
    browser = two.test_client()
    honest, evil = leave(browser, "oidc"), leave(browser, "github")
    code = stub.approve(honest)["code"]
    assert problem(come_back(browser, {"code": code, "state": asked(evil)["state"]}, "oidc")) == "sign_in_expired"
    assert not redeemed(other)
    assert who(browser) is None


def test_a_token_of_one_provider_is_believed_of_no_other(stub: Stub, other: Stub, two: flask.Flask) -> None:
    browser = two.test_client()
    for claims in ({}, {"iss": other.url}):
        stub.claims = dict(claims)
        stub.forge = other.honest
        assert problem(sign_in(stub, browser)) == "provider_untrusted"
    assert who(browser) is None


def test_the_same_subject_at_two_providers_is_two_people(stub: Stub, other: Stub, two: flask.Flask) -> None:
    one, two_ = two.test_client(), two.test_client()
    stub.claims = {"sub": "4711", "email": "one@example.org"}
    assert sign_in(stub, one) == "/"
    other.github = {"emails": [{"email": "two@example.org", "primary": True, "verified": True}]}
    assert sign_in(other, two_, "github") == "/"
    assert (who(one), who(two_)) == ("one@example.org", "two@example.org")
    assert {(row.issuer, row.subject) for row in Identity.select()} == {(stub.url, "4711"), (other.url, "4711")}


@pytest.mark.parametrize("name", ["iss", "provider", "issuer"])
def test_no_parameter_names_another_provider(stub: Stub, other: Stub, two: flask.Flask, name: str) -> None:
    browser = two.test_client()
    brought: dict[str, Any] = stub.approve(leave(browser))
    location = come_back(browser, {**brought, name: other.url})
    assert location == "/" if name != "iss" else problem(location) == "provider_untrusted"
    assert not redeemed(other)


def test_a_victims_browser_is_not_signed_in_as_somebody_else(stub: Stub, app: flask.Flask, owner: Member) -> None:
    attacker = app.test_client()
    brought = stub.approve(leave(attacker))
    assert problem(come_back(owner.web, brought)) == "sign_in_expired"
    assert who(owner.web) == "owner@example.org"
    leave(owner.web)
    assert problem(come_back(owner.web, brought)) == "sign_in_expired"
    assert who(owner.web) == "owner@example.org"
