"""The page at the service's address."""

from typing import Any

from flask import Response, current_app, render_template

from notesvc import __version__, crypto
from notesvc.domain import users
from notesvc.web.access import PUBLIC
from notesvc.web.area import Area, Media
from notesvc.web.headers import CONTENT_SECURITY_POLICY

area = Area("front", "")


@area.get("/", access=PUBLIC, answers={200: Media(("text/html",))})
def front() -> Any:
    """A page that says that the service runs and what to do first."""
    nonce = crypto.random_secret(16)
    page = render_template(
        "front.html",
        nonce=nonce,
        version=__version__,
        is_first=users.is_first(),
        base_url=current_app.config["NOTESVC"].base_url,
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Security-Policy"] = f"{CONTENT_SECURITY_POLICY}; style-src 'nonce-{nonce}'"
    return response
