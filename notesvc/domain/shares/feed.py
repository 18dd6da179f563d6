"""The Atom feed (RFC 4287) of a site: the pages that changed last."""

import xml.etree.ElementTree as etree

from notesvc import clock, database, limits
from notesvc.domain.shares import page_html, words
from notesvc.domain.shares.linking import address_of
from notesvc.domain.shares.visits import Found
from notesvc.languages import Language

_NAMESPACE = "http://www.w3.org/2005/Atom"
_PAGES = """
SELECT p.path, p.title, p.body, p.updated_at FROM share_pages p
JOIN notes t ON t.id = p.note_id AND t.deleted_at IS NULL
WHERE p.share_id = ? AND p.generation = ? ORDER BY p.updated_at DESC, p.position LIMIT ?
"""
_NOT_IN_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535))


def of(share: Found, base: str, language: Language) -> bytes:
    """The feed; `base` is the public address before `/s/`, `language` that of whoever asks."""
    rows = database.execute(_PAGES, (share.id, share.generation, limits.SHARE_FEED_ENTRIES)).fetchall()
    root = f"{base}{address_of(share.slug)}"
    feed = etree.Element("feed", xmlns=_NAMESPACE)
    _add(feed, "id", root)
    _add(feed, "title", share.title)
    _add(feed, "updated", max((row[3] for row in rows), default=clock.now()))
    etree.SubElement(feed, "link", rel="self", href=f"{root}/feed.xml")
    etree.SubElement(feed, "link", href=root)
    author = etree.SubElement(feed, "author")
    _add(author, "name", share.title)
    for path, title, body, updated_at in rows:
        entry = etree.SubElement(feed, "entry")
        address = f"{base}{address_of(share.slug, path)}"
        _add(entry, "id", address)
        _add(entry, "title", title or words.IN[language].untitled)
        _add(entry, "updated", updated_at)
        etree.SubElement(entry, "link", href=address)
        _add(entry, "summary", page_html.description_of(body))
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + etree.tostring(feed, encoding="utf-8")


def _add(parent: etree.Element, name: str, text: str) -> None:
    etree.SubElement(parent, name).text = text.translate(_NOT_IN_XML)
