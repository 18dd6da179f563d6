"""Public links: pages for whoever has the address. No cookie of a session is read here, and nothing can run."""

from typing import Any
from urllib.parse import urlsplit

import flask
from flask import Response, request, send_file

from notesvc import errors, limits
from notesvc.domain import rendering
from notesvc.domain.shares import feed, frame, searching, spoken_pages, stored_pages, views, visits
from notesvc.domain.shares import picture as share_picture
from notesvc.domain.shares.contents import FRONT
from notesvc.domain.shares.linking import address_of
from notesvc.domain.shares.visits import Found, FoundPage
from notesvc.languages import USUAL, Language
from notesvc.web import attachments, bodies, browser_language, pages, rates, share_answers
from notesvc.web import errors as errors_of
from notesvc.web.access import ANYWHERE
from notesvc.web.area import Area, Media

area = Area("share_pages", "/s")

_PAGE = Media(("text/html",))
_MONTH = 2_592_000
_SHEET = "text/css; charset=utf-8"


@area.get("/-/page.css", access=ANYWHERE, is_page=True, answers={200: Media(("text/css",))})
def common_style() -> Any:
    """The stylesheet of pages that belong to no share."""
    return _for_sandbox(Response(share_answers.style("paper"), content_type=_SHEET), share_answers.KEPT)


@area.get("/-/stix-two-math.woff2", access=ANYWHERE, is_page=True, answers={200: Media(("font/woff2",)), 304: None})
def maths_font() -> Any:
    """The font for formulas."""
    if not rendering.MATHS_FONT.is_file():
        raise errors.NotFound
    response = send_file(rendering.MATHS_FONT, mimetype="font/woff2", conditional=True, max_age=_MONTH)
    # Fonts are fetched with an origin, and that of the sandbox is none.
    response.headers["Access-Control-Allow-Origin"] = "*"
    return _for_sandbox(response, f"public, max-age={_MONTH}")


@area.get("/-/icon.svg", access=ANYWHERE, is_page=True, answers={200: Media(("image/svg+xml",)), 304: None})
def icon() -> Any:
    """The icon of all pages."""
    file = pages.STATIC / "app" / "icon.svg"
    if not file.is_file():
        raise errors.NotFound
    return _for_sandbox(send_file(file, conditional=True, max_age=_MONTH), f"public, max-age={_MONTH}")


@area.get("/<slug>/style.css", access=ANYWHERE, is_page=True, answers={200: Media(("text/css",)), 304: None})
@area.get(
    "/<slug>/a/<key>/style.css",
    access=ANYWHERE,
    is_page=True,
    endpoint="style_by_key",
    answers={200: Media(("text/css",)), 304: None},
)
def style(slug: str, key: str = "") -> Any:
    """The stylesheet of the share's theme; the last view has it by the key in its address."""
    share = _found(visits.find(slug))
    if (key or share.is_used_up) and not visits.opens_files(share, _secret_key(), key):
        raise errors.NotFound
    response = _for_sandbox(Response(share_answers.style(share.theme), content_type=_SHEET), share_answers.KEPT)
    response.add_etag()
    return response.make_conditional(request)


@area.get("/<slug>/feed.xml", access=ANYWHERE, is_page=True, answers={200: Media(("application/atom+xml",))})
def atom(slug: str) -> Any:
    """The pages of an open site that changed last."""
    share = _found(visits.find(slug))
    if not (share.is_site and share.is_open and share.has_feed):
        raise errors.NotFound
    base = flask.current_app.config["NOTESVC"].share_address
    response = Response(feed.of(share, base, _language()), content_type="application/atom+xml; charset=utf-8")
    response.add_etag()
    return _with_headers(response, share_answers.KEPT, share).make_conditional(request)


@area.get("/<slug>/og.png", access=ANYWHERE, is_page=True, answers={200: Media(("image/png",)), 304: None})
def picture(slug: str) -> Any:
    """What previews of an open share show."""
    share = _found(visits.find(slug))
    if not share.is_open:
        raise errors.NotFound
    host = urlsplit(flask.current_app.config["NOTESVC"].share_address).hostname or ""
    response = Response(share_picture.draw(share.title, host, share.theme), content_type="image/png")
    response.add_etag()
    return _for_sandbox(response, share_answers.KEPT).make_conditional(request)


@area.get("/<slug>/search", access=ANYWHERE, is_page=True, answers={200: _PAGE})
def search(slug: str) -> Any:
    """What a site says about some words."""
    share = _admit(slug, FRONT)
    if isinstance(share, Response):
        return share
    if not share.is_site:
        raise errors.NotFound
    query = request.args.get("q", "")
    if query.strip():
        rates.count_untold(limits.SHARE_SEARCHES, "share-search", rates.unnamed_source(share.id))
    hits = searching.find(share, query)
    return _html(_with_key(share, share_answers.search_page(share, query, hits, _language())), share)


@area.get("/<slug>/a/<key>/<int:number>", access=ANYWHERE, is_page=True, answers={200: Media(("*/*",)), 304: None})
def file(slug: str, key: str, number: int) -> Any:
    """A file that a page shows."""
    share = _found(visits.find(slug))
    if not visits.opens_files(share, _secret_key(), key) or number > limits.LARGEST_INTEGER:
        raise errors.NotFound
    name, content_hash = _found(visits.find_file(share, number))
    response = attachments.file_response(share.owner_id, content_hash, name)
    # Pages of the sandbox fetch their own files as a stranger would.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = share_answers.KEPT if share.is_open else share_answers.NOT_KEPT
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@area.get("/<slug>", access=ANYWHERE, is_page=True, endpoint="front", answers={200: _PAGE, 304: None})
@area.get("/<slug>/<path>", access=ANYWHERE, is_page=True, answers={200: _PAGE, 304: None})
def page(slug: str, path: str = "") -> Any:
    """A page as it was frozen, or what stands before it."""
    share = _admit(slug, path)
    if isinstance(share, Response):
        return share
    found = _found(visits.find_page(slug, path))
    if share_answers.is_view(request.method, request.environ) and share.view_limit is None:
        views.waiting.add(share.id, share_answers.referrer_host(request.environ))
    return _shown(found)


@area.post("/<slug>", access=ANYWHERE, is_page=True, endpoint="open_front", answers={200: _PAGE, 303: None})
@area.post("/<slug>/<path>", access=ANYWHERE, is_page=True, endpoint="open", answers={200: _PAGE, 303: None})
def enter(slug: str, path: str = "") -> Any:
    """The password of a share, or the button that takes a view."""
    fields = bodies.read_encoded(limits.PUBLIC_BODY)
    share = _not_used_up(slug)
    if not _knows_password(share):
        return _try_password(share, path, fields.get("password", ""))
    if share.view_limit is None or _may_go_on(share):
        return _see_other(share, path)
    if not visits.opens_files(share, _secret_key(), fields.get("ticket", "")):
        return page(slug, path)
    rates.count_untold(limits.SHARE_VIEWS_PER_SOURCE, "share-view", rates.unnamed_source(share.id))
    found, secret = _found(visits.take_view(share, path, share_answers.referrer_host(request.environ)))
    response = _shown(found)
    if secret:
        _let_in(response, share, "view", secret, limits.SHARE_VIEW_SECONDS)
    return response


@area.get("/", access=ANYWHERE, is_page=True, endpoint="nothing_here", answers={200: _PAGE})
@area.get("/<path:rest>", access=ANYWHERE, is_page=True, answers={200: _PAGE})
def nothing(rest: str = "") -> Any:
    """Whatever else is asked for is not there."""
    raise errors.NotFound


@area.after_app_request
def as_a_page(response: Response) -> Response:
    """Every answer has the policy of public pages; problems are told in words for people."""
    is_misdirected = response.status_code == errors_of.STATUS["misdirected"]
    if is_misdirected or not request.path.startswith(f"{area.url_prefix}/"):
        return response
    if response.mimetype == "application/problem+json":
        response.status_code, html = share_answers.problem_page(response.status_code, _language())
        response.set_data(html)
        response.mimetype = "text/html"
    for name, value in _headers().items():
        response.headers.setdefault(name, value)
    return response


def _admit(slug: str, path: str) -> Any:
    """The share, or what stands before it: the form that asks for its password, the button that takes a view."""
    share = _not_used_up(slug)
    if not _knows_password(share):
        return _html(share_answers.password_page(share, path, _language()), share, 401)
    if share.view_limit is not None and not _may_go_on(share):
        return _html(share_answers.cover_page(share, path, visits.key_of(share, _secret_key()), _language()), share)
    return share


def _not_used_up(slug: str) -> Any:
    """The share, if there is a view of it left for this browser, or one that it took."""
    share = _found(visits.find(slug))
    if share.is_used_up and not _may_go_on(share):
        raise errors.NotFound
    return share


def _knows_password(share: Found) -> bool:
    return share.password_hash is None or visits.has_pass(share, "password", _cookie("password"))


def _may_go_on(share: Found) -> bool:
    """Whether this browser took a view of the site a while ago."""
    return share.is_site and visits.has_pass(share, "view", _cookie("view"))


def _try_password(share: Found, path: str, password: str) -> Response:
    try:
        with _guess(share):
            secret = visits.open_with(share, password[: limits.PASSWORD_LONGEST])
    except errors.NotAuthenticated:
        return _html(share_answers.password_page(share, path, _language(), is_wrong=True), share, 401)
    response = _see_other(share, path)
    _let_in(response, share, "password", secret, limits.SHARE_PASS_SECONDS)
    return response


def _guess(share: Found) -> Any:
    source = rates.unnamed_source(share.id)
    return rates.guesses_counted(limits.SHARE_GUESSES, "share-guess", share.id, source, is_told=False)


def _shown(found: FoundPage) -> Response:
    """The page, with addresses of its files that open to this visitor."""
    share = found.share
    html = frame.in_language(stored_pages.unpack(found.html), _language())
    if not share.is_open:
        return _html(_with_key(share, html), share)
    response = Response(html, mimetype="text/html")
    response.headers["ETag"] = spoken_pages.etag_of(found, _language())
    response.make_conditional(request)
    return _with_headers(response, share_answers.KEPT, share)


def _with_key(share: Found, html: str) -> str:
    return html if share.is_open else share_answers.with_key(html, share.slug, visits.key_of(share, _secret_key()))


def _see_other(share: Found, path: str) -> Response:
    return _with_headers(Response(status=303, headers={"Location": address_of(share.slug, path)}), share=share)


def _let_in(response: Response, share: Found, kind: share_answers.Kind, secret: str, seconds: int) -> None:
    settings = flask.current_app.config["NOTESVC"]
    response.set_cookie(
        share_answers.COOKIES[kind],
        secret,
        max_age=seconds,
        path=address_of(share.slug),
        secure=settings.secure,
        httponly=True,
        samesite="Lax",
    )


def _cookie(kind: share_answers.Kind) -> str:
    return request.cookies.get(share_answers.COOKIES[kind], "")


def _html(text: str, share: Found, status: int = 200) -> Response:
    return _with_headers(Response(text, status, mimetype="text/html"), share=share)


def _for_sandbox(response: Response, cache_control: str) -> Response:
    """What a page of the sandbox fetches."""
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return _with_headers(response, cache_control)


def _with_headers(
    response: Response, cache_control: str = share_answers.NOT_KEPT, share: Found | None = None
) -> Response:
    is_indexed = share is not None and share.is_indexed and share.is_open
    response.headers.update(_headers(cache_control, is_indexed))
    return response


def _headers(cache_control: str = share_answers.NOT_KEPT, is_indexed: bool = False) -> dict[str, str]:
    return share_answers.headers(flask.current_app.config["NOTESVC"], cache_control, is_indexed)


def _language() -> Language:
    """That of whoever looks."""
    return browser_language.of_request() or USUAL


def _secret_key() -> str:
    return str(flask.current_app.config["NOTESVC"].secret_key)


def _found(found: Any) -> Any:
    if found is None:
        raise errors.NotFound
    return found
