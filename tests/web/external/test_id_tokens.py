"""ID tokens are believed only when all of it is right."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import flask
import pytest
from flask.testing import FlaskClient
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from notesvc import limits
from notesvc.models import User
from tests.conftest import on_sqlite
from tests.web.external.going import problem, sign_in, who
from tests.web.external.provider_stub import CLIENT, SECRET, Stub


def by_another_key(_: Stub) -> Callable[[dict[str, Any]], str]:
    key = RSAKey.generate_key(2048, {"kid": "one"})
    return lambda claims: jwt.encode({"alg": "RS256", "kid": "one"}, claims, key, algorithms=["RS256"])


def by_the_public_key_as_secret(stub: Stub) -> Callable[[dict[str, Any]], str]:
    def forge(claims: dict[str, Any]) -> str:
        payload = stub.honest(claims).split(".")[1]
        signed = f"eyJhbGciOiJIUzI1NiIsImtpZCI6Im9uZSJ9.{payload}"
        signature = hmac.new(stub.key.as_pem(private=False), signed.encode(), hashlib.sha256).digest()
        return f"{signed}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"

    return forge


def by_the_clients_secret(_: Stub) -> Callable[[dict[str, Any]], str]:
    return lambda claims: jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(SECRET), algorithms=["HS256"])


def unsigned(stub: Stub) -> Callable[[dict[str, Any]], str]:
    def forge(claims: dict[str, Any]) -> str:
        _, payload, _ = stub.honest(claims).split(".")
        return f"eyJhbGciOiJub25lIn0.{payload}."

    return forge


def cut(stub: Stub) -> Callable[[dict[str, Any]], str]:
    return lambda claims: stub.honest(claims)[:-6]


def altered(stub: Stub) -> Callable[[dict[str, Any]], str]:
    def forge(claims: dict[str, Any]) -> str:
        head, _, signature = stub.honest(claims).split(".")
        other = stub.honest({**claims, "sub": "victim"}).split(".")[1]
        return f"{head}.{other}.{signature}"

    return forge


def critical(stub: Stub) -> Callable[[dict[str, Any]], str]:
    def forge(claims: dict[str, Any]) -> str:
        header = {"alg": "RS256", "kid": "one", "crit": ["exp2"], "exp2": 1}
        registry = jwt.JWSRegistry(algorithms=["RS256"], strict_check_header=False)
        registry.check_header = lambda *_: None  # type: ignore[method-assign]
        return jwt.encode(header, claims, stub.key, registry=registry)

    return forge


def with_header(**header: Any) -> Callable[[Stub], Callable[[dict[str, Any]], str]]:
    """An honest token whose header says something else; the access token's hash in it is a wrong one."""

    def forging(stub: Stub) -> Callable[[dict[str, Any]], str]:
        def forge(claims: dict[str, Any]) -> str:
            _, payload, signature = stub.honest({**claims, "at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}).split(".")
            head = base64.urlsafe_b64encode(json.dumps({"alg": "RS256", "kid": "one", **header}).encode())
            return f"{head.rstrip(b'=').decode()}.{payload}.{signature}"

        return forge

    return forging


def with_its_own_key(_: Stub) -> Callable[[dict[str, Any]], str]:
    key = RSAKey.generate_key(2048)
    header = {"alg": "RS256", "jwk": key.as_dict(private=False)}
    registry = jwt.JWSRegistry(algorithms=["RS256"], strict_check_header=False)
    return lambda claims: jwt.encode(header, claims, key, registry=registry)


def no_token(_: Stub) -> Callable[[dict[str, Any]], str]:
    return lambda _: "x"


@on_sqlite
@pytest.mark.parametrize(
    "forging",
    [
        by_another_key,
        by_the_public_key_as_secret,
        by_the_clients_secret,
        unsigned,
        cut,
        altered,
        critical,
        with_its_own_key,
        with_header(alg="XX999"),
        with_header(alg="rs256"),
        with_header(alg="None"),
        with_header(alg="nOnE"),
        with_header(alg=""),
        with_header(alg=None),
        with_header(alg="HS256"),
        with_header(alg="RS1"),
        with_header(alg="dir", enc="A256GCM"),
        with_header(kid="../../../../dev/null"),
        with_header(kid="two"),
        with_header(jku="https://evil.example/jwks"),
        with_header(x5u="https://evil.example/cert"),
        with_header(crit=[]),
        with_header(crit=["b64"], b64=False),
        with_header(crit=["x"], x=1),
        with_header(crit="exp"),
        with_header(b64=False),
        no_token,
    ],
)
def test_a_forged_token_is_refused(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, forging: Callable[[Stub], Callable[[dict[str, Any]], str]]
) -> None:
    stub.forge = forging(stub)
    assert problem(sign_in(stub, anonymous)) == "provider_untrusted"
    assert who(anonymous) is None
    assert User.select().count() == 1


@on_sqlite
@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://evil.example"},
        {"iss": None},
        {"aud": "another client"},
        {"aud": [CLIENT, "another client"]},
        {"aud": None},
        {"azp": "another client"},
        {"nonce": "another nonce"},
        {"nonce": None},
        {"exp": 1},
        {"exp": None},
        {"exp": "soon"},
        {"iat": None},
        {"nbf": int(time.time()) + 86_400},
        {"sub": None},
        {"sub": ""},
        {"sub": 5},
        {"sub": "x" * 300},
    ],
)
def test_a_token_that_is_not_for_us_now_is_refused(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, claims: dict[str, Any]
) -> None:
    stub.claims = claims
    assert problem(sign_in(stub, anonymous)) == "provider_untrusted"
    assert who(anonymous) is None


def test_a_provider_that_changed_its_key_is_asked_again(
    stub: Stub, app: flask.Flask, anonymous: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(stub, anonymous)
    stub.key = RSAKey.generate_key(2048, {"kid": "two"})
    stub.forge = lambda claims: jwt.encode({"alg": "RS256", "kid": "two"}, claims, stub.key, algorithms=["RS256"])
    monkeypatch.setattr(limits, "PROVIDER_ANEW_SECONDS", -1)
    browser = app.test_client()
    assert sign_in(stub, browser) == "/"
    assert who(browser) == "ada@example.org"
