"""The web app: one page for all its addresses, and the built files behind it."""

import mimetypes
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import flask
from flask import Response, request, send_file
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from notesvc import crypto, errors
from notesvc.web import first_view
from notesvc.web.access import ANYWHERE, PUBLIC
from notesvc.web.area import Area, Media
from notesvc.web.errors import problem

area = Area("pages", "")

STATIC = Path(__file__).resolve().parents[1] / "static"
_YEAR = "public, max-age=31536000, immutable"
_NOT_BUILT = "The web app has not been built: run `make web`, then reload this page.\n"
# What the build may have packed a file as, the smallest first: the coding's name, the ending of the packed file.
_PACKED = (("br", ".br"), ("gzip", ".gz"))
# Systems differ in what they call these; modules do not run under a type that is none of a script.
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_NO_PAGES = ("/api/", "/assets/", "/app/", "/clipper/", "/files/", "/s/")
# Every address that the web app shows something at; `clients/web/src/app.tsx` has the same list.
ADDRESSES = (
    "/",
    "/notes/<note>",
    "/folders/<folder>",
    "/search",
    "/ask",
    "/recents",
    "/favourites",
    "/shared",
    "/notifications",
    "/journal",
    "/journal/<date>",
    "/tags",
    "/tags/<path:tag>",
    "/people",
    "/people/<person>",
    "/graph",
    "/reports",
    "/trash",
    "/import",
    "/clip",
    "/admin",
    "/admin/<section>",
    "/settings",
    "/settings/<section>",
    "/sign-in",
    "/register",
    "/verify-email",
    "/forgot-password",
    "/reset-password",
    "/proven",
    "/device",
)


def page(note: str = "", **_: str) -> Any:
    """The web app's page; what it shows, it decides from the address. Some hold what they are about, to be read."""
    name, view = _beginning(note)
    shell = _built(name)
    if shell is None:
        return Response(_NOT_BUILT, 503, mimetype="text/plain", headers={"Retry-After": "60"})
    nonce = crypto.random_secret(16)
    shell = shell.replace("__NONCE__", nonce)
    if view is not None:
        # Last, for its words are somebody's.
        shell = shell.replace("<body>", f"<body>{view}")
    response = Response(shell, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _policy(nonce, remote_images=_wants_remote_images())
    # What somebody wrote is kept nowhere, and what is one page's is not for all.
    response.headers["Cache-Control"] = "no-cache" if name == "index.html" else "no-store"
    return response


def _beginning(note: str) -> tuple[str, Markup | None]:
    """Which of the built pages the app begins with at this address, and what the page holds to be read."""
    if note and (view := first_view.of_note(note)) is not None:
        return "note.html", view
    if request.path == "/search" and (view := first_view.of_search(_built("search.json"))) is not None:
        return "search.html", view
    if request.path == "/sign-in" and first_view.is_to_sign_in():
        return "sign-in.html", None
    return "index.html", None


for number, address in enumerate(ADDRESSES):
    area.get(address, access=PUBLIC, endpoint=f"page_{number}", is_page=True, answers={200: Media(("text/html",))})(
        page
    )


def _unknown(_: NotFound) -> Any:
    """What a browser is shown at an address that nothing answers; programs get the problem document."""
    accepted = request.accept_mimetypes.best_match(("application/problem+json", "text/html"))
    if request.method != "GET" or accepted != "text/html" or request.path.startswith(_NO_PAGES):
        return problem("not_found", errors.NotFound().detail)
    response = page()
    response.status_code = 404 if response.status_code == 200 else response.status_code
    return response


@area.get("/assets/<path:name>", access=PUBLIC, is_page=True, answers={200: Media(("*/*",)), 304: None})
def asset(name: str) -> Any:
    """A file of the web app; its name changes with its content."""
    return _file("assets", name, _YEAR)


@area.get("/app/<name>", access=PUBLIC, is_page=True, answers={200: Media(("*/*",)), 304: None})
def named_asset(name: str) -> Any:
    """A file of the web app that keeps its name: icons, the manifest."""
    return _file("app", name, "public, max-age=3600")


@area.get("/clipper/<name>", access=ANYWHERE, is_page=True, answers={200: Media(("*/*",)), 304: None})
def clipper_file(name: str) -> Any:
    """The browser extension, and which version it is."""
    return _file("clipper", name, "no-cache")


@area.get("/robots.txt", access=ANYWHERE, is_page=True, answers={200: Media(("text/plain",))})
def robots() -> Any:
    """What programs that collect pages may ask for (RFC 9309): public pages, whose headers say the rest."""
    return Response("User-agent: *\nAllow: /s/\nDisallow: /\n", mimetype="text/plain")


@area.get("/sw.js", access=PUBLIC, is_page=True, answers={200: Media(("text/javascript",)), 304: None})
def service_worker() -> Any:
    """What opens the web app while the service is away."""
    response = _file("", "sw.js", "no-cache")
    # The worker's own requests go by the policy that it came with.
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    return response


def register(app: flask.Flask) -> None:
    """Show a page at addresses that nothing answers; to be called after `errors.register`."""
    app.register_error_handler(NotFound, _unknown)


def _built(name: str) -> str | None:
    try:
        return (STATIC / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def _wants_remote_images() -> bool:
    """Whether the reader pressed the button for them on this very page; a link from elsewhere brings no such cookie."""
    return unquote(unquote(request.cookies.get("remote-images", ""))) == request.path


def _policy(nonce: str, remote_images: bool) -> str:
    # A note's images from elsewhere tell its host who reads it: only where the reader asked for them.
    images = "'self' data: blob: https:" if remote_images else "'self' data: blob:"
    return (
        "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
        f"script-src 'nonce-{nonce}' 'strict-dynamic'; worker-src 'self'; manifest-src 'self'; "
        f"style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; font-src 'self'; "
        f"img-src {images}; media-src 'self' blob:; connect-src 'self' {_rooms()}"
    )


def _rooms() -> str:
    """The addresses of the workers that have the rooms."""
    return " ".join(flask.current_app.config["NOTESVC"].collab_urls)


def _file(folder: str, name: str, cache: str) -> Response:
    """The file, as the build packed it where the client takes that. Raises NotFound."""
    joined = safe_join(str(STATIC / folder), name)
    path = Path(joined) if joined is not None and "\0" not in joined else None
    if path is None or not path.is_file():
        raise errors.NotFound
    encoding, sent = _as_taken(path)
    mimetype = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    response = send_file(sent, mimetype=mimetype, conditional=True)
    # A name to save the file under is for downloads; these are parts of a page.
    response.headers.pop("Content-Disposition", None)
    if encoding is not None:
        response.headers["Content-Encoding"] = encoding
    response.headers["Cache-Control"] = cache
    return response


def _as_taken(path: Path) -> tuple[str | None, Path]:
    """The coding that the client takes and the build made, and the file that holds it."""
    for coding, ending in _PACKED:
        packed = path.with_name(path.name + ending)
        if request.accept_encodings[coding] > 0 and packed.is_file():
            return coding, packed
    return None, path
