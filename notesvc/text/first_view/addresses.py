"""Where the links and pictures of a note may lead, as the web app decides it (`clients/web/src/render/hrefs.ts`)."""

import re
from urllib.parse import urlsplit

_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NOTE = re.compile(rf"(?i)(?:note://|/notes/)({_ID})(?:[/?][^#]*)?(#.*)?")
_FILE = re.compile(r"(?i)/files/[0-9a-f-]{36}/[^/\\?#\s]+")
_PICTURE_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def is_own_file(url: str) -> bool:
    """Whether the service itself has what the address names."""
    return _FILE.fullmatch(url) is not None


def picture(url: str) -> str | None:
    """What a picture may be shown from without asking anybody else; None for what is elsewhere."""
    return url if is_own_file(url) or _PICTURE_DATA.fullmatch(url) else None


def is_outside(href: str) -> bool:
    """Whether the address is on the web."""
    if _CONTROL.search(href):
        return False
    try:
        parts = urlsplit(href)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def link_target(href: str) -> str | None:
    """The address for a link; None for what may not be followed."""
    if _CONTROL.search(href):
        return None
    if note := _NOTE.fullmatch(href):
        return f"/notes/{note[1].lower()}{note[2] or ''}"
    if is_own_file(href) or href.startswith(("#", "mailto:")) or is_outside(href):
        return href
    return None
