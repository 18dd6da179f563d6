"""Addresses of attachments and notes in a text that becomes a file: relative ones, seen from that file."""

import posixpath
import re
from collections.abc import Callable
from urllib.parse import quote

from notesvc.text import inline
from notesvc.text.markdown import link_addresses

_OWN = re.compile(r"/files/(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[^/]+")

_NOTE = re.compile(r"(?:note://|/notes/)(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?")


def with_relative_files(text: str, path: str, path_of: Callable[[str], str | None]) -> str:
    """The text of the file at `path` with addresses of attachments as relative ones.

    `path_of` tells of an attachment's id where its file is; the address of one that is nowhere stays.
    """
    if "/files/" not in text:
        return text
    spans = []
    for address in link_addresses.addresses(text):
        found = _OWN.fullmatch(address.path)
        target = path_of(found["id"]) if found else None
        if target is not None:
            spans.append((address.start, address.end, relative(target, path) + address.fragment))
    return inline.replace_spans(text, spans)


def with_relative_notes(text: str, path: str, path_of: Callable[[str], str | None]) -> str:
    """The same for links to notes by id: `note://…`, in HTML `/notes/…`."""
    if "note://" not in text and "/notes/" not in text:
        return text
    spans = []
    for address in link_addresses.addresses(text):
        found = _NOTE.fullmatch(address.source.partition("#")[0])
        target = path_of(found["id"]) if found else None
        if target is not None:
            spans.append((address.start, address.end, relative(target, path) + address.fragment))
    return inline.replace_spans(text, spans)


def relative(target: str, path: str) -> str:
    """The address of one file in another one, from paths that begin at the same place."""
    return quote(posixpath.relpath(target, posixpath.dirname(path) or "."), safe="/")
