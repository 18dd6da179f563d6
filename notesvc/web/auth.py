"""Registering, signing in and out."""

from typing import Any

from flask import current_app, request

from notesvc import crypto, limits
from notesvc.domain import sessions, users
from notesvc.domain.caller import Caller
from notesvc.web import access, forms, rates, shapes
from notesvc.web.access import PUBLIC, SESSION
from notesvc.web.area import Answer, Area

area = Area("auth", "/api/auth")


class Registration(forms.Form):
    """POST register; `invite` also carries the set-up code of the very first account."""

    email: str
    password: str
    name: forms.FilledName
    handle: str | None = None
    invite: str | None = None


class SignIn(forms.Form):
    """POST login."""

    email: str
    password: str
    code: str | None = None


class UserShape(shapes.Shape):
    """A user, as that user sees it."""

    id: str
    name: str
    handle: str
    email: str
    is_admin: bool


class SignedIn(shapes.Shape):
    """Who is signed in."""

    user: UserShape


class Registered(shapes.Shape):
    """What was registered; the same whether or not the address had an account."""

    registered: bool


@area.post("/register", access=PUBLIC, form=Registration, answers={201: Registered}, refusals=(403, 409))
def register(form: Registration) -> Any:
    """Make an account and sign in."""
    rates.count(limits.REGISTRATIONS_PER_ADDRESS, "register", rates.source_address())
    settings = current_app.config["NOTESVC"]
    user = users.sign_up(
        settings, form.invite, email=form.email, password=form.password, name=form.name, handle=form.handle
    )
    # An address that has an account gets the same answer, with a cookie that opens nothing.
    return _with_cookie({"registered": True}, 201, sessions.start(user, *_client()) if user else sessions.decoy())


@area.post("/login", access=PUBLIC, form=SignIn, answers={200: SignedIn}, refusals=(401,))
def login(form: SignIn) -> Any:
    """Sign in with e-mail address and password."""
    rates.count(limits.SIGN_INS_PER_ADDRESS, "sign-in", rates.source_address())
    # Only the digest: people type their password into the wrong field, and addresses may be of any length.
    account = crypto.digest(users.key_of(form.email))
    rates.count(limits.SIGN_INS_PER_ACCOUNT, "sign-in-account", rates.source_address(), account)
    user = users.sign_in(form.email, form.password)
    _end_present()
    return _with_cookie(_signed_in(user), 200, sessions.start(user, *_client()))


@area.post("/logout", access=PUBLIC, answers={204: None})
def logout() -> Any:
    """End this session."""
    _end_present()
    return _with_cookie(None, 204, "")


@area.get("/session", access=SESSION, answers={200: SignedIn})
def session(caller: Caller) -> Any:
    """Who is signed in."""
    return _signed_in(users.by_id(caller.user_id))


def _signed_in(user: Any) -> dict[str, Any]:
    return {
        "user": {
            "id": user.id,
            "name": user.name,
            "handle": user.handle,
            "email": user.email,
            "isAdmin": bool(user.is_admin),
        }
    }


def _client() -> tuple[str, str]:
    return rates.source_address(), request.headers.get("User-Agent", "")


def _end_present() -> None:
    secret = request.cookies.get(access.cookie_name(current_app.config["NOTESVC"]))
    if secret:
        sessions.end(secret)


def _with_cookie(body: Any, status: int, secret: str) -> Any:
    settings = current_app.config["NOTESVC"]
    response = Answer(body, status).response()
    access.set_cookie(response, settings, secret, limits.SESSION_DAYS * 86_400 if secret else 0)
    return response
