"""What public links answer: the policy of their pages, and the pages that are no note."""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

from notesvc.config import Settings
from notesvc.domain.shares import frame, words
from notesvc.domain.shares.linking import address_of, address_of_files
from notesvc.domain.shares.searching import Hit
from notesvc.domain.shares.visits import Found
from notesvc.domain.shares.words import Message
from notesvc.languages import Language
from notesvc.text.first_view.words import count_words
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
    "Vary": "Accept-Encoding, Accept-Language",
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


def plain_page(title: str, body: str, slug: str | None, language: Language) -> str:
    """A page that says something about a share, or that there is none."""
    sheet = "/s/-/page.css" if slug is None else f"{address_of(slug)}/style.css"
    return frame.document(_head(title, sheet), f'<main id="text" class="small">\n{body}</main>\n', "plain", language)


@cache
def message(said: Message, language: Language) -> str:
    """A page that says that something is not to be had, or not now."""
    body = f"<h1>{escape(said.title)}</h1>\n<p>{escape(said.text)}</p>\n"
    return plain_page(said.title, body, None, language)


def nothing_here(language: Language) -> str:
    """The page that stands for all that is not there."""
    return message(words.IN[language].nothing_here, language)


def problem_page(status: int, language: Language) -> tuple[int, str]:
    """What a problem is told by, with its status: whatever is shut is not there."""
    said = words.IN[language]
    messages = {429: said.too_many, 503: said.not_now}
    return (status, message(messages[status], language)) if status in messages else (404, nothing_here(language))


def password_page(share: Found, path: str, language: Language, is_wrong: bool = False) -> str:
    """The form that asks for the password, again where one was wrong."""
    said = words.IN[language]
    told = f'<p class="error" id="trouble" role="alert">{said.wrong_password}</p>\n' if is_wrong else ""
    described = ' aria-describedby="trouble" aria-invalid="true"' if is_wrong else ""
    body = (
        f"<h1>{said.has_password}</h1>\n<p>{said.who_knows}</p>\n"
        f'<form method="post" action="{address_of(share.slug, path)}">\n'
        f'<label for="password">{said.password}</label>\n<input id="password" type="password" name="password" required '
        f'autocomplete="off"{described}>\n{told}<button>{said.open}</button>\n</form>\n'
    )
    return plain_page(said.password, body, share.slug, language)


def cover_page(share: Found, path: str, ticket: str, language: Language) -> str:
    """The button that takes a view. `ticket` proves that the button was seen, by somebody or something."""
    said = words.IN[language]
    left = count_words(said.views, "left", language, share.views_left or 0)
    body = (
        f"<h1>{said.open_this_page}</h1>\n<p>{left}</p>\n<p>{said.not_counted}</p>\n"
        f'<form method="post" action="{address_of(share.slug, path)}">\n'
        f'<input type="hidden" name="ticket" value="{ticket}">\n<button>{said.open_page}</button>\n</form>\n'
    )
    return plain_page(said.open_this_page, body, share.slug, language)


def search_page(share: Found, query: str, hits: list[Hit], language: Language) -> str:
    """What a search within a site found."""
    said, root, name = words.IN[language], address_of(share.slug), escape(share.title)
    found = "".join(
        f'<li dir="auto"><a href="{address_of(share.slug, hit.path)}">{escape(hit.title or said.untitled)}</a>'
        f"<p>{escape(hit.excerpt)}</p></li>\n"
        for hit in hits
    )
    shown = f'<ol class="hits">\n{found}</ol>\n' if hits else f'<p class="empty">{said.found_nothing}</p>\n'
    body = (
        f'<header>\n<a class="name" href="{root}" dir="auto">{name}</a>\n</header>\n<main id="text">\n'
        f'<h1>{said.search}</h1>\n<form class="search" role="search" action="{root}/search">'
        f'<input type="search" name="q" value="{escape(query)}" aria-label="{said.search_pages}" autocomplete="off">'
        f"<button>{said.search}</button></form>\n{shown if query.strip() else ''}</main>\n"
    )
    return frame.document(_head(f"{said.search} – {share.title}", f"{root}/style.css"), body, "site", language)


def _head(title: str, sheet: str) -> str:
    return (
        f'<title>{escape(title)}</title>\n<meta name="robots" content="noindex">\n'
        f'<link rel="stylesheet" href="{sheet}">\n'
    )
