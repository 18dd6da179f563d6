"""Where a request comes from and to: to a name of ours alone; cookie writes from our own pages or a trusted origin."""

from urllib.parse import urlsplit

from flask import Flask, Response, request

from notesvc import errors, hosts
from notesvc.config import Settings

_PROBES = ("/healthz", "/readyz")
_UNKNOWN_ADDRESS = (
    "This service does not go by that address. If people are to reach it there, set NOTESVC_BASE_URL to the address "
    "that they type, as in NOTESVC_BASE_URL=http://notes.example.org:8000, and start it again."
)


def register(app: Flask, settings: Settings) -> None:
    """Refuse every request whose `Host` is none of the service's (421), whatever it asks for."""

    @app.before_request
    def refuse_strangers_names() -> Response | None:
        if _is_for_us(settings):
            return None
        if "text/html" in request.headers.get("Accept", ""):
            return Response(f"{_UNKNOWN_ADDRESS}\n", 421, mimetype="text/plain")
        raise errors.MisdirectedRequest(_UNKNOWN_ADDRESS)


def _is_for_us(settings: Settings) -> bool:
    host = request.environ.get("HTTP_HOST", "")
    # Platforms probe a container by its number, or by none at all, and nothing else than whether it is up is told.
    is_probe = request.path in _PROBES and (not host or hosts.is_number(host))
    return is_probe or hosts.is_own(settings, host)


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
    own = {_origin(settings.base_url), *(origin.lower() for origin in settings.trusted_origins)}
    # Also what was typed, such as localhost for 127.0.0.1, but for names that a stranger may have led here.
    return own | {_origin(request.host_url)} if hosts.is_typed(settings, request.host) else own


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()
