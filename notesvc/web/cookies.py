"""The session cookie on its way in and out: signing a browser in, and out."""

from typing import Any

from flask import current_app, request
from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain.accounts import profile, sessions
from notesvc.domain.sharing import collaborators
from notesvc.languages import Language
from notesvc.models import User
from notesvc.web import access, browser_language, rates
from notesvc.web.area import Answer


class UserShape(shapes.Shape):
    """A user, as that user sees it."""

    id: shapes.Id = Field(description="The user's id.")
    name: str = Field(description="How others see the user.")
    handle: str = Field(description="What others write after `@`.")
    email: str = Field(description="The mail address.")
    is_admin: bool = Field(description="Whether the user is an administrator.")
    language: Language | None = Field(description="The language of the user's account; null where none is known.")


class SignedIn(shapes.Shape):
    """Who is signed in. `broughtBack`: by this sign-in, an account that was to be deleted is kept."""

    user: UserShape = Field(description="Who is signed in.")
    brought_back: bool = Field(description="Whether this sign-in kept an account that was to be deleted.")


def sign_in(user: User, body: Any, status: int = 200) -> Any:
    """An answer that signs this browser in; the session that it had ends (ASVS 7.2.4)."""
    return sign_in_on(Answer(body, status).response(), user)


def sign_in_on(response: Any, user: User) -> Any:
    """The response, which signs this browser in."""
    end_present()
    put(response, sessions.start(user, *client()))
    profile.learn_language(user, browser_language.of_request())
    collaborators.claim(str(user.id))
    return response


def with_secret(body: Any, status: int, secret: str) -> Any:
    """An answer whose cookie holds the secret; an empty one takes the cookie away."""
    response = Answer(body, status).response()
    put(response, secret)
    return response


def put(response: Any, secret: str) -> None:
    """Put the session cookie on a response."""
    access.set_cookie(response, current_app.config["NOTESVC"], secret, limits.SESSION_DAYS * 86_400 if secret else 0)


def end_present() -> None:
    """End the session that this browser has, if any."""
    secret = request.cookies.get(access.cookie_name(current_app.config["NOTESVC"]))
    if secret:
        sessions.end(secret)


def client() -> tuple[str, str]:
    """Where the request comes from, and what with."""
    return rates.source_address(), request.headers.get("User-Agent", "")


def signed_in(user: Any) -> dict[str, Any]:
    """SignedIn."""
    return SignedIn.of(user=user, brought_back=user.deletion_at is not None)
