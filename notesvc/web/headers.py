"""Headers on every answer, errors included: nothing runs, nothing frames, nothing is cached, nothing is sniffed."""

from flask import Flask, Response, g, request

from notesvc.config import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
# What an answer may hang on; the same for all, so that nothing has to be worked out for each.
_VARY = "Accept-Encoding, Accept-Language, Authorization, Cookie, Origin"
_ALWAYS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
}


def register(app: Flask, settings: Settings) -> None:
    """Add the headers that an answer does not already carry."""

    @app.after_request
    def add(response: Response) -> Response:
        for name, value in _ALWAYS.items():
            response.headers.setdefault(name, value)
        if settings.secure:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if "caller" in g or request.path.startswith("/api/") or response.status_code >= 400:
            response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Vary"] = _VARY
        return response
