"""Reading If-Match, If-Unmodified-Since and If-None-Match."""

import re
from email.utils import parsedate_to_datetime

from flask import Response, request

from notesvc import clock, errors
from notesvc.domain.preconditions import Precondition

_ETAG = re.compile(r'(?:W/)?("[^"]*")|(\*)')


def from_request() -> Precondition:
    """What the writer says the note was. Raises MalformedRequest for a header that says nothing."""
    header = request.headers.get("If-Match")
    return Precondition(None if header is None else _etags(header), *_unmodified_since())


def demand(header: str | None) -> Precondition:
    """What a writer says who has to: the revision by its ETag (If-Match). Raises PreconditionRequired."""
    etags = _etags(header or "") - {"*"}
    if not etags:
        raise errors.PreconditionRequired("Say by its ETag (If-Match) which revision the write is based on.")
    return Precondition(etags)


def not_modified(etag: str) -> Response | None:
    """304 when the reader has this very revision (RFC 9110, section 13.1.2: weak comparison)."""
    header = request.headers.get("If-None-Match", "")
    if header.strip() == "*" or etag in {match[1] for match in _ETAG.finditer(header)}:
        return Response(status=304, headers={"ETag": etag})
    return None


def _etags(header: str) -> frozenset[str]:
    if header.strip() == "*":
        return frozenset("*")
    # A weak validator never matches strongly, so it stays out; bare revisions of careless clients are taken.
    strong = {match[0] for match in _ETAG.finditer(header) if not match[0].startswith("W/")}
    bare = {f'"{word}"' for word in re.findall(r"(?<![\"\w])\d+(?![\"\w])", header)}
    return frozenset(strong | bare)


def _unmodified_since() -> tuple[int | None, bool]:
    header = request.headers.get("If-Unmodified-Since")
    if header is None:
        return None, False
    try:
        return clock.milliseconds_of(header.strip()), False
    except (ValueError, OverflowError):
        pass
    try:
        return int(parsedate_to_datetime(header).timestamp()) * 1000, True
    except (ValueError, TypeError, OverflowError) as error:
        raise errors.MalformedRequest("If-Unmodified-Since is no date.") from error
