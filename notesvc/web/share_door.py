"""The door in front of the application: open pages of public links are answered before it, by one statement.

What needs more than to be read (passwords, counted views, files, search) goes on to the application, as does everything
else; on the host of public links there is nothing else. Its answers are in no log: who looks is nobody's business, and
how often, the views tell.
"""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from flask import Flask

from notesvc import database, hosts
from notesvc.config import Settings
from notesvc.domain.shares import spoken_pages, views, visits
from notesvc.domain.shares.visits import FoundPage
from notesvc.languages import USUAL, Language
from notesvc.web import browser_language, share_answers
from notesvc.web.at_once import Answer, AtOnce, Environ

_PREFIX = "/s/"
_ROBOTS = "/robots.txt"
_ADDRESS = re.compile(r"/s/(?P<slug>[A-Za-z0-9_-]{3,64})(?:/(?P<path>[^/]+))?")
# What stands in a query as it is; the rest is written anew, so that a header cannot be broken.
_QUERY = "!$&'()*+,;=:@/?%-._~"
_NO_GZIP = re.compile(r"gzip\s*;\s*q=0(?:\.0*)?\s*(?:,|\Z)", re.IGNORECASE)


class ShareDoor:
    """A WSGI application in front of another one."""

    def __init__(self, inner: Any, settings: Settings) -> None:
        self._inner, self._settings = inner, settings

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        settings, path = self._settings, environ.get("PATH_INFO", "")
        is_share = path.startswith(_PREFIX)
        if settings.share_url is not None:
            on_its_host = hosts.is_share_host(settings, environ.get("HTTP_HOST", ""))
            if on_its_host and not is_share and path != _ROBOTS:
                return self._nothing(environ, start_response)
            if is_share and not on_its_host:
                return self._elsewhere(environ, start_response)
        if is_share and environ["REQUEST_METHOD"] in ("GET", "HEAD"):
            page = self._page(environ, path)
            if page is not None:
                answer = self._answer(environ, page, spoken_pages.spoken(page, _language(environ)))
                start_response(answer.status, list(answer.headers.items()))
                return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]
        return self._inner(environ, start_response)

    def at_once(self, environ: Environ) -> Answer | None:
        """A page in the event loop: whoever has to wait for the database goes to a thread."""
        host = environ.get("HTTP_HOST", "")
        if environ.get("HTTP_X_FORWARDED_HOST", host) != host:
            return None
        if self._settings.share_url is not None and not hosts.is_share_host(self._settings, host):
            return None
        with database.impatience():
            page = self._page(environ, environ["PATH_INFO"])
        # What has to be put into words first is done by a thread.
        html = None if page is None else spoken_pages.ready(page, _language(environ))
        return None if page is None or html is None else self._answer(environ, page, html)

    def _page(self, environ: dict[str, Any], path: str) -> FoundPage | None:
        """The page, if whoever asks may see it as it is stored."""
        taken = environ.get("HTTP_ACCEPT_ENCODING", "")
        found = _ADDRESS.fullmatch(path)
        if found is None or "gzip" not in taken or _NO_GZIP.search(taken):
            return None
        if not hosts.is_own(self._settings, environ.get("HTTP_HOST", "")):
            return None
        try:
            database.connect()
            page = visits.find_page(found["slug"], _text(found["path"] or ""))
        except Exception:
            # The application has the words for it.
            return None
        finally:
            database.release()
        return page if page is not None and page.share.is_open else None

    def _answer(self, environ: dict[str, Any], page: FoundPage, html: bytes) -> Answer:
        if share_answers.is_view(environ["REQUEST_METHOD"], environ):
            views.waiting.add(page.share.id, share_answers.referrer_host(environ))
        sent = dict(share_answers.headers(self._settings, share_answers.KEPT, page.share.is_indexed))
        sent["ETag"] = etag = spoken_pages.etag_of(page, _language(environ))
        known = environ.get("HTTP_IF_NONE_MATCH", "")
        if etag in known or known.strip() == "*":
            return Answer("304 NOT MODIFIED", sent, b"")
        sent["Content-Type"] = "text/html; charset=utf-8"
        sent["Content-Encoding"] = "gzip"
        sent["Content-Length"] = str(len(html))
        return Answer("200 OK", sent, html)

    def _nothing(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        body = share_answers.nothing_here(_language(environ)).encode()
        sent = share_answers.headers(self._settings) | {"Content-Type": "text/html; charset=utf-8"}
        start_response("404 NOT FOUND", [*sent.items(), ("Content-Length", str(len(body)))])
        return [body]

    def _elsewhere(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """To the host of public links: addresses from before it was set go on working."""
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._nothing(environ, start_response)
        place = f"{self._settings.share_url}{quote(environ['PATH_INFO'].encode('latin-1'))}"
        if environ.get("QUERY_STRING"):
            place += f"?{quote(environ['QUERY_STRING'].encode('latin-1'), safe=_QUERY)}"
        sent = share_answers.headers(self._settings) | {"Location": place, "Content-Length": "0"}
        start_response("302 FOUND", list(sent.items()))
        return []


def register(app: Flask, settings: Settings) -> None:
    """Put the door in front of the application, behind what reads proxies' headers."""
    door = ShareDoor(app.wsgi_app, settings)
    app.wsgi_app = door  # type: ignore[method-assign]
    if settings.is_sqlite:
        app.extensions["at_once"] = AtOnce(_PREFIX, door.at_once)


def _language(environ: Environ) -> Language:
    """That of whoever looks."""
    return browser_language.of_header(environ.get("HTTP_ACCEPT_LANGUAGE", "")) or USUAL


def _text(path: str) -> str:
    """A part of an address as text: WSGI hands on its bytes as Latin-1."""
    return path.encode("latin-1").decode("utf-8", "replace")
