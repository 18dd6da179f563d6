"""What tells this browser from others before anybody is signed in: what it went away with, or is to sign, comes back
from it alone."""

from typing import Any

from flask import current_app, request

from notesvc import crypto, limits


def present() -> str:
    """The secret of this browser; empty where it has none."""
    return request.cookies.get(_name(), "")


def present_or_new() -> str:
    """The secret of this browser; one that is there serves the tabs beside."""
    found = present()
    return found if len(found) == len(crypto.random_secret()) else crypto.random_secret()


def bind(response: Any, secret: str) -> Any:
    """The response, which leaves the secret in the browser."""
    response.set_cookie(
        _name(),
        secret,
        max_age=limits.ATTEMPT_SECONDS,
        path="/",
        secure=current_app.config["NOTESVC"].secure,
        httponly=True,
        samesite="Lax",
    )
    return response


def _name() -> str:
    return "__Host-notesvc-away" if current_app.config["NOTESVC"].secure else "notesvc-away"
