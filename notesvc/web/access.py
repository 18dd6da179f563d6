"""Who may call a route: written on the route, enforced by the gate before the view runs."""

import re
from dataclasses import dataclass
from typing import Any

import flask
import flask_login
from flask import Flask, g, request

from notesvc import errors
from notesvc.config import Settings
from notesvc.domain import sync_tokens
from notesvc.domain.accounts import sessions
from notesvc.domain.caller import Caller
from notesvc.domain.sync_operations import Operation
from notesvc.web import bodies, origins, rates


@dataclass(frozen=True, slots=True)
class Access:
    """`cookies` lets sessions in, `operation` lets keys in with that operation's scope; neither: anybody."""

    cookies: bool = False
    operation: Operation | None = None
    admin: bool = False
    # Sensitive things: the session has proven itself within the last ten minutes.
    step_up: bool = False
    # Programs of any origin: no cookie is looked at, so that no page can do anything in somebody's name.
    anywhere: bool = False
    # With cookies: whoever has no session is let in as well, and the view is told so by None in the caller's place.
    guests: bool = False

    @property
    def is_public(self) -> bool:
        return not self.cookies and self.operation is None


# Servers join doubled headers with a comma; no key holds one followed by another scheme's name.
_TWO_CREDENTIALS = re.compile(r",\s*[A-Za-z]+\s")

PUBLIC = Access()
ANYWHERE = Access(anywhere=True)
SESSION = Access(cookies=True)
SESSION_OR_NOBODY = Access(cookies=True, guests=True)
STEPPED_UP = Access(cookies=True, step_up=True)
ADMINISTRATOR = Access(cookies=True, admin=True)
STEPPED_UP_ADMINISTRATOR = Access(cookies=True, admin=True, step_up=True)


def bearer(operation: Operation) -> Access:
    """Keys only; cookies are not even looked at."""
    return Access(operation=operation)


def session_or_bearer(operation: Operation) -> Access:
    """A key when one is sent; else the session, for requests of our own pages only."""
    return Access(cookies=True, operation=operation)


class SignedIn(flask_login.UserMixin):
    """What Flask-Login holds: the caller of a valid session."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def get_id(self) -> str:
        return self.caller.user_id


def register(app: Flask, settings: Settings, policies: dict[str, Access]) -> None:
    """Put the gate before every view. An endpoint without a policy cannot start, nor ever answer."""
    login = flask_login.LoginManager(app)
    login.session_protection = None
    login.request_loader(lambda _: _signed_in(settings))
    login.user_loader(lambda _: None)

    @app.before_request
    def gate() -> None:
        if request.endpoint is None or request.method == "OPTIONS":
            return
        if request.endpoint not in policies:
            raise errors.NotFound
        _admit(policies[request.endpoint], settings)
        if bodies.ASKED_FIRST in request.environ:
            raise bodies.BodyWanted


def refuse_unguarded(app: Flask, policies: dict[str, Access]) -> None:
    """Raise at start when an endpoint of the URL map has no policy."""
    unguarded = sorted({rule.endpoint for rule in app.url_map.iter_rules()} - policies.keys())
    if unguarded:
        raise RuntimeError(f"endpoints without access=: {', '.join(unguarded)}")


def caller() -> Caller:
    """The caller of this request, on a route that is not public."""
    found: Caller = g.caller
    return found


def present_caller() -> Caller | None:
    """Whose session sent this request, on a route that is open to others too."""
    user = flask_login.current_user
    return user.caller if user.is_authenticated else None


def is_administrator() -> bool:
    """Whether an administrator's session sent this request, on a route that is open to others too."""
    found = present_caller()
    return found is not None and found.is_admin


def _admit(access: Access, settings: Settings) -> None:
    if access.is_public:
        if request.method not in ("GET", "HEAD") and not access.anywhere:
            origins.refuse_foreign(settings)
        return
    if access.operation is not None and (not access.cookies or "Authorization" in request.headers):
        g.caller = _key_holder(access.operation)
        return
    if access.operation is not None and origins.is_foreign(settings):
        raise errors.NotAuthenticated("Sign in, or send a key.")
    is_signed_in = flask_login.current_user.is_authenticated
    if not is_signed_in and not access.guests:
        raise errors.NotAuthenticated("Sign in first.")
    if request.method not in ("GET", "HEAD"):
        origins.refuse_foreign(settings)
    g.caller = flask_login.current_user.caller if is_signed_in else None
    if access.admin and not g.caller.is_admin:
        # For all others there is no administration.
        raise errors.NotFound
    if access.step_up and not g.caller.is_stepped_up:
        raise errors.Forbidden("Prove that it is you, then do this again.", code="step_up_required")


def _signed_in(settings: Settings) -> SignedIn | None:
    secret = flask.request.cookies.get(cookie_name(settings))
    found = sessions.authenticate(secret) if secret else None
    return SignedIn(found) if found else None


def _key_holder(operation: Operation) -> Caller:
    g.wanted_scope = operation.scope
    secret = _bearer_secret()
    try:
        return sync_tokens.authenticate(secret, operation.scope)
    except errors.NotAuthenticated:
        rates.count_bad_key()
        raise


def _bearer_secret() -> str:
    headers = request.headers.getlist("Authorization")
    if len(headers) > 1 or (headers and _TWO_CREDENTIALS.search(headers[0])):
        raise errors.MalformedRequest("Send one Authorization header.")
    scheme, _, secret = (headers[0] if headers else "").strip().partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise errors.NotAuthenticated("Send a key as a bearer token.", code="invalid_token")
    return secret.strip()


def cookie_name(settings: Settings) -> str:
    """`__Host-` ties the cookie to this host over https; browsers refuse that prefix over plain http."""
    return "__Host-notesvc" if settings.secure else "notesvc"


def set_cookie(response: Any, settings: Settings, secret: str, seconds: int) -> None:
    """Put the session cookie on an answer; an empty secret with 0 seconds removes it."""
    response.set_cookie(
        cookie_name(settings),
        secret,
        max_age=seconds,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="Lax",
    )
