"""What tells whether two addresses are of the same page."""

import hashlib
from typing import Any
from urllib.parse import urlsplit

_OF_THE_VISIT = frozenset({"fbclid", "gclid"})
_SHOWN = 32


def url_key(url: Any) -> str | None:
    """A short text that is the same for all addresses of a page; None for what is no address of a page.

    The host counts in lower case; the fragment, a final `/` and what only says how the visitor came are left out.
    """
    if not isinstance(url, str):
        return None
    try:
        parts = urlsplit(url.strip())
        host = parts.netloc.rpartition("@")[2].lower()
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not host:
        return None
    query = [pair for pair in parts.query.split("&") if pair and not _is_of_the_visit(pair)]
    normal = f"{parts.scheme.lower()}://{host}{parts.path.rstrip('/')}{'?' if query else ''}{'&'.join(query)}"
    return hashlib.sha256(normal.encode(errors="replace")).hexdigest()[:_SHOWN]


def _is_of_the_visit(pair: str) -> bool:
    name = pair.partition("=")[0].lower()
    return name.startswith("utm_") or name in _OF_THE_VISIT
