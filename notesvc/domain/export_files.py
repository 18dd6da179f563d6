"""What both archives do with notes and attachments: text that names files in the archive, files copied out."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from notesvc import file_store
from notesvc.domain import export_rows
from notesvc.domain.export import Export
from notesvc.domain.export_paths import Paths
from notesvc.domain.zip_stream import ZipStream
from notesvc.text import inline, link_addresses

_PIECE = 256 * 1024
_FILE_ADDRESS = re.compile(r"/files/(?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[^/]+")


def with_relative_files(text: str, path: str, paths: Paths) -> str:
    """The text of the file at `path` with addresses of attachments as relative ones within the archive."""
    if "/files/" not in text:
        return text
    spans = []
    for address in link_addresses.addresses(text):
        found = _FILE_ADDRESS.fullmatch(address.path)
        target = paths.attachments.get(found["id"]) if found else None
        if target is not None:
            spans.append((address.start, address.end, relative(target, path)))
    return inline.replace_spans(text, spans)


def relative(target: str, path: str) -> str:
    """The address of one file of the archive in another one."""
    return quote(posixpath.relpath(target, posixpath.dirname(path) or "."), safe="/")


def copied(archive: ZipStream, export: Export, paths: Paths) -> Iterator[bytes]:
    """The attachments' files. One that is missing in the store is left out: its entry then names no path."""
    for page in export_rows.attachments(export.caller.user_id, export.since):
        for attachment in page:
            if attachment["id"] in paths.attachments:
                yield from _copied(archive, attachment, paths)


def _copied(archive: ZipStream, attachment: dict[str, Any], paths: Paths) -> Iterator[bytes]:
    path = paths.attachments[attachment["id"]]
    try:
        with file_store.reading(attachment["sha256"]) as file:
            yield from archive.long_file(path, iter(lambda: file.read(_PIECE), b""), attachment["createdAt"])
    except FileNotFoundError:
        del paths.attachments[attachment["id"]]
