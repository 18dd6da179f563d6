"""What public links answer: the policy of their pages, and the pages that are no note."""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

from notesvc.config import Settings
from notesvc.domain.shares import page_html
from notesvc.domain.shares.linking import address_of, address_of_files
from notesvc.domain.shares.searching import Hit
from notesvc.domain.shares.visits import Found
from notesvc.text.html import page_style

ASSETS = Path(__file__).parent / "share_assets"

# No scripts, no frames, nothing from elsewhere; the sandbox gives the page an origin of its own, which has no cookies.
POLICY = (
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; font-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; "
    "sandbox allow-forms allow-popups allow-top-navigation-by-user-activation"
)
_ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Vary": "Accept-Encoding",
}
Kind = Literal["password", "view"]
COOKIES: dict[Kind, str] = {"password": "share", "view": "share-view"}

KEPT, NOT_KEPT = "private, no-cache", "no-store"

# Programs that look at links before people do, or instead of them, by what they call themselves.
_NO_PERSON = re.compile(
    r"bot\b|bot/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|slack|discord|embedly|pinterest|"
    r"curl|wget|python|httpx?/|go-http|java/|okhttp|headless|monitor|validator|scan",
    re.IGNORECASE,
)
_HOST = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//(?:[^/@]*@)?(?P<host>[a-z0-9.-]{1,100})(?::\d+)?(?:[/?#]|\Z)", re.IGNORECASE
)


@cache
def headers(settings: Settings, cache_control: str = NOT_KEPT, is_indexed: bool = False) -> dict[str, str]:
    """The headers of every answer under `/s/`."""
    found = {**_ALWAYS, "Cache-Control": cache_control}
    if not is_indexed:
        found["X-Robots-Tag"] = "noindex"
    if settings.secure:
        found["Strict-Transport-Security"] = "max-age=31536000"
    return found


def is_view(method: str, sent: Mapping[str, str]) -> bool:
    """Whether a request is somebody who looks: a page asked for by a browser for a person, not ahead of time.

    `sent` are the headers as WSGI names them.
    """
    if method != "GET" or sent.get("HTTP_SEC_FETCH_DEST") != "document":
        return False
    if sent.get("HTTP_SEC_PURPOSE") or sent.get("HTTP_PURPOSE"):
        return False
    return not _NO_PERSON.search(sent.get("HTTP_USER_AGENT", ""))


def referrer_host(sent: Mapping[str, str]) -> str:
    """The host of the page that led here; empty where none is told, or it is this service's own."""
    found = _HOST.match(sent.get("HTTP_REFERER", ""))
    host = found["host"].lower().strip(".") if found else ""
    return "" if host == sent.get("HTTP_HOST", "").lower().partition(":")[0] else host


MATHS_FONT = "/s/-/stix-two-math.woff2"
"""Where the font for formulas is; a browser asks for it where a page has some."""


@cache
def style(theme: str) -> bytes:
    """The stylesheet of a theme: what notes need, its colours and letters, what all pages share."""
    notes = (page_style.COLOURS, page_style.NOTE, page_style.CODE, page_style.font_face(MATHS_FONT), page_style.MATHS)
    own = [(ASSETS / name).read_text(encoding="utf-8") for name in (f"{theme}.css", "page.css")]
    return "\n".join((*notes, *own)).encode()


def with_key(html: str, slug: str, key: str) -> str:
    """The page with a key in the addresses of what it fetches, which its sandbox does without cookies."""
    files, opened = address_of_files(slug), address_of_files(slug, key)
    html = html.replace(f'src="{files}', f'src="{opened}').replace(f'href="{files}', f'href="{opened}')
    return html.replace(f'href="{address_of(slug)}/style.css"', f'href="{opened}style.css"', 1)


def plain_page(title: str, body: str, slug: str | None) -> str:
    """A page that says something about a share, or that there is none."""
    sheet = "/s/-/page.css" if slug is None else f"{address_of(slug)}/style.css"
    return page_html.document("en", _head(title, sheet), f'<main id="text" class="small">\n{body}</main>\n', "plain")


def message(title: str, said: str) -> str:
    """A page that says that something is not to be had, or not now."""
    return plain_page(title, f"<h1>{escape(title)}</h1>\n<p>{escape(said)}</p>\n", None)


def password_page(share: Found, path: str, trouble: str = "") -> str:
    """The form that asks for the password."""
    told = f'<p class="error" id="trouble" role="alert">{escape(trouble)}</p>\n' if trouble else ""
    described = ' aria-describedby="trouble" aria-invalid="true"' if trouble else ""
    body = (
        "<h1>This page has a password</h1>\n<p>Whoever sent you the link knows it.</p>\n"
        f'<form method="post" action="{address_of(share.slug, path)}">\n'
        f'<label for="password">Password</label>\n<input id="password" type="password" name="password" required '
        f'autocomplete="off"{described}>\n{told}<button>Open</button>\n</form>\n'
    )
    return plain_page("Password", body, share.slug)


def cover_page(share: Found, path: str, ticket: str) -> str:
    """The button that takes a view. `ticket` proves that the button was seen, by somebody or something."""
    left = share.views_left or 0
    said = "This page can be opened once more." if left == 1 else f"This page can be opened {left:,} more times."
    body = (
        f"<h1>Open this page?</h1>\n<p>{said} Nothing is counted before you press the button.</p>\n"
        f'<form method="post" action="{address_of(share.slug, path)}">\n'
        f'<input type="hidden" name="ticket" value="{ticket}">\n<button>Open the page</button>\n</form>\n'
    )
    return plain_page("Open this page?", body, share.slug)


def search_page(share: Found, query: str, hits: list[Hit]) -> str:
    """What a search within a site found."""
    root, name = address_of(share.slug), escape(share.title)
    found = "".join(
        f'<li dir="auto"><a href="{address_of(share.slug, hit.path)}">{escape(hit.title)}</a>'
        f"<p>{escape(hit.excerpt)}</p></li>\n"
        for hit in hits
    )
    said = f'<ol class="hits">\n{found}</ol>\n' if hits else '<p class="empty">No page holds all of these words.</p>\n'
    body = (
        f'<header>\n<a class="name" href="{root}" dir="auto">{name}</a>\n</header>\n<main id="text">\n<h1>Search</h1>\n'
        f'<form class="search" role="search" action="{root}/search">'
        f'<input type="search" name="q" value="{escape(query)}" aria-label="Search these pages" autocomplete="off">'
        f"<button>Search</button></form>\n{said if query.strip() else ''}</main>\n"
    )
    return page_html.document("en", _head(f"Search – {share.title}", f"{root}/style.css"), body, "site")


def _head(title: str, sheet: str) -> str:
    return (
        f'<title>{escape(title)}</title>\n<meta name="robots" content="noindex">\n'
        f'<link rel="stylesheet" href="{sheet}">\n'
    )


NOT_FOUND = message("There is nothing here", "The link is wrong, or whoever shared this page shares it no more.")
