"""Pages as they are stored: packed, and what is done to them after they were frozen, which is about addresses only."""

import gzip
import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import orjson

from notesvc import database, errors
from notesvc.domain.shares import linking
from notesvc.models import Share

_LEVEL = 9
# Those of a freeze under way, too: it is shown a moment later.
_POINTING = """
SELECT p.share_id, p.generation, p.path, p.linked_slugs, p.html FROM share_pages p JOIN shares s ON s.id = p.share_id
WHERE s.owner_id = ? AND p.linked_slugs LIKE ?
"""
_LINKED = "SELECT DISTINCT linked_slugs FROM share_pages WHERE share_id = ? AND generation = ? AND linked_slugs <> '[]'"
_SHOWN = "SELECT path, etag, html FROM share_pages WHERE share_id = ? AND generation = ?"
_MOVE = """
UPDATE share_pages SET html = ?, etag = ? WHERE share_id = ? AND generation = ? AND path = ? AND etag = ? RETURNING path
"""


class MovedPage(NamedTuple):
    """A page with the addresses of another slug; `etag_before` tells whether it has changed since."""

    path: str
    etag_before: str
    html: bytes
    etag: str


def packed_of(html: str) -> tuple[bytes, str]:
    """A page as it is stored and sent, and its validator."""
    packed = gzip.compress(html.encode(), _LEVEL, mtime=0)
    return packed, f'"{hashlib.sha256(packed).hexdigest()[:32]}"'


def unpack(packed: bytes) -> str:
    """The HTML of a stored page."""
    return gzip.decompress(packed).decode()


def unlink(owner_id: str, slug: str) -> None:
    """Turn links to that share on other pages of its owner into text, in the current transaction."""
    rows = database.execute(_POINTING, (owner_id, f'%"{slug}"%')).fetchall()
    for share_id, generation, path, linked, packed in rows:
        anew, etag = packed_of(linking.without_links_to(unpack(packed), slug))
        left = orjson.dumps([each for each in orjson.loads(linked) if each != slug]).decode()
        database.execute(
            "UPDATE share_pages SET html = ?, etag = ?, linked_slugs = ? "
            "WHERE share_id = ? AND generation = ? AND path = ?",
            (anew, etag, left, share_id, generation, path),
        )


def unlink_ended(share: Share, generation: int) -> None:
    """Turn links to shares that ended while these pages were made into text, in the current transaction."""
    rows = database.execute(_LINKED, (share.id, generation)).fetchall()
    named = {slug for row in rows for slug in orjson.loads(row[0])}
    for slug in sorted(named - linking.linkable_slugs(str(share.owner_id)) if named else ()):
        unlink(str(share.owner_id), slug)


def pages_under(share: Share, slug: str) -> list[MovedPage]:
    """The pages that the share shows, with the addresses that they have under another slug. It is the slow part."""
    rows = database.execute(_SHOWN, (share.id, share.generation)).fetchall()
    return [
        MovedPage(path, etag, *packed_of(linking.under_slug(unpack(packed), str(share.slug), slug)))
        for path, etag, packed in rows
    ]


def move(share: Share, pages: Iterable[MovedPage]) -> None:
    """Show these pages instead, in the current transaction. Raises Busy where they were frozen anew meanwhile."""
    for page in pages:
        where = (share.id, share.generation, page.path, page.etag_before)
        if not database.execute(_MOVE, (page.html, page.etag, *where)).fetchall():
            raise errors.Busy("The pages changed just now. Try again.")
