"""Where a request comes from: cookie writes must come from our own pages or a trusted origin."""

from urllib.parse import urlsplit

from flask import request

from notesvc import errors
from notesvc.config import Settings


def refuse_foreign(settings: Settings) -> None:
    """Raise Forbidden (`forbidden_origin`) for a request that another site's page sent."""
    if is_foreign(settings):
        raise errors.Forbidden("This origin may not do that.", code="forbidden_origin")


def is_foreign(settings: Settings) -> bool:
    """Whether another site's page sent this request. Browsers name the origin of every write; other clients none."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin.rstrip("/").lower() not in _own(settings)
    return request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def _own(settings: Settings) -> set[str]:
    trusted = {_origin(settings.base_url), *(origin.lower() for origin in settings.trusted_origins)}
    # Also the address that was typed, such as localhost for 127.0.0.1: a page of this very host.
    return trusted | {_origin(request.host_url)}


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()
