"""An identity provider that does what a test wants: honest, or forging its tokens; and GitHub's routes."""

import base64
import contextlib
import hashlib
import itertools
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import flask
import markupsafe
import werkzeug.serving
from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "notesvc-client", "a secret of the client"
Forge = Callable[[dict[str, Any]], str]
# Two, for two stubs at a time: a new one for each takes longer than most tests.
_KEYS = itertools.cycle(RSAKey.generate_key(2048, {"kid": "one"}) for _ in range(2))
# What a stop waits for.
_POLL_SECONDS = 0.01


class Stub:
    """The provider behind `url`. `forge` makes the ID token, `facts` and `person` are what it says."""

    def __init__(self) -> None:
        self.url = ""
        self.key = next(_KEYS)
        self.forge: Forge = self.honest
        self.claims: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}
        self.github: dict[str, Any] = {}
        self.asked: list[str] = []
        self._codes: dict[str, dict[str, str]] = {}

    def honest(self, claims: dict[str, Any]) -> str:
        """The claims, signed as they should be."""
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key, algorithms=["RS256"])

    def approve(self, location: str) -> dict[str, str]:
        """What the browser brings back when its user agrees at the address it was sent to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
        assert asked["code_challenge_method"] == "S256"
        assert asked["client_id"] == CLIENT
        code = secrets.token_urlsafe(8)
        self._codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def redeem(self, form: Any, credentials: tuple[str | None, str | None]) -> dict[str, str] | None:
        """The request behind a code, once, to the client that asked, with the verifier of its challenge."""
        asked = self._codes.pop(form.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if asked is None or challenge.rstrip(b"=").decode() != asked["code_challenge"]:
            return None
        if credentials != (CLIENT, SECRET) or form.get("redirect_uri") != asked["redirect_uri"]:
            return None
        return asked

    def id_token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims = {
            "iss": self.url,
            "sub": "subject-1",
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked.get("nonce"),
            "email": "ada@example.org",
            "email_verified": True,
            "name": "Ada",
            # As the protocol has it, who is asked for a fresh sign-in says when it was.
            "auth_time": now if "max_age" in asked else None,
        } | self.claims
        return self.forge({name: value for name, value in claims.items() if value is not None})


@contextlib.contextmanager
def running() -> Iterator[Stub]:
    """A stub that answers on a port of this machine."""
    stub = Stub()
    server = werkzeug.serving.make_server("127.0.0.1", 0, _app(stub), threaded=True)
    stub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(_POLL_SECONDS,), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _app(stub: Stub) -> flask.Flask:
    app = flask.Flask("provider")

    @app.before_request
    def remember() -> None:
        stub.asked.append(flask.request.path)

    @app.get("/.well-known/openid-configuration")
    def facts() -> Any:
        return {
            "issuer": stub.url,
            "authorization_endpoint": f"{stub.url}/authorize",
            "token_endpoint": f"{stub.url}/token",
            "jwks_uri": f"{stub.url}/jwks",
        } | stub.facts

    @app.get("/jwks")
    def jwks() -> Any:
        return {"keys": [stub.key.as_dict(private=False)]}

    @app.post("/token")
    def token() -> Any:
        given = flask.request.authorization
        asked = stub.redeem(flask.request.form, (given.username, given.password) if given else (None, None))
        if asked is None:
            return {"error": "invalid_grant"}, 400
        return {"access_token": "x", "token_type": "Bearer", "id_token": stub.id_token(asked)}

    _github(app, stub)
    return app


def _github(app: flask.Flask, stub: Stub) -> None:
    @app.get("/login/oauth/authorize")
    def github_page() -> Any:
        asked = flask.request.args
        answers = {
            "Authorize": stub.approve(flask.request.url),
            "Cancel": {"error": "access_denied", "state": asked["state"]},
        }
        links = [
            f"<a href='{markupsafe.escape(asked['redirect_uri'] + '?' + urlencode(brought))}'>{said}</a>"
            for said, brought in answers.items()
        ]
        return f"<!doctype html><title>GitHub</title>{' '.join(links)}"

    @app.post("/login/oauth/access_token")
    def github_token() -> Any:
        form = flask.request.form
        if stub.redeem(form, (form.get("client_id"), form.get("client_secret"))) is None:
            return {"error": "bad_verification_code"}
        return {"access_token": "x", "token_type": "bearer", "scope": "read:user,user:email"}

    @app.get("/api/v3/user")
    def github_user() -> Any:
        assert flask.request.headers["Authorization"] == "Bearer x"
        return {"id": 4711, "login": "ada", "name": "Ada of GitHub"} | stub.github.get("user", {})

    @app.get("/api/v3/user/emails")
    def github_emails() -> Any:
        usual = [
            {"email": "old@example.org", "primary": False, "verified": True},
            {"email": "hub@example.org", "primary": True, "verified": True},
        ]
        return flask.jsonify(stub.github.get("emails", usual))
