"""What both archives do with notes and attachments: text that names files in the archive, files copied out."""

import hashlib
import posixpath
import re
from collections.abc import Iterator
from typing import IO, Any
from urllib.parse import quote

from notesvc import clock, file_store
from notesvc.domain.exporting import layout, records
from notesvc.domain.exporting.export import Export
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.zip_stream import ZipStream
from notesvc.text import inline
from notesvc.text.markdown import link_addresses

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


def copy_all(archive: ZipStream, export: Export, paths: Paths) -> Iterator[bytes]:
    """The attachments' files. One that is missing in the store is left out: its entry then names no path."""
    for page in records.attachments(export.caller.user_id, export.since):
        for attachment in page:
            if attachment["id"] in paths.attachments:
                yield from _copy(archive, attachment, paths, export)


def told_damage(archive: ZipStream, export: Export) -> Iterator[bytes]:
    """A file that says what is damaged, where something is."""
    if export.damage:
        yield from archive.file(layout.DAMAGED, export.damage.as_text(), clock.now())


def _copy(archive: ZipStream, attachment: dict[str, Any], paths: Paths, export: Export) -> Iterator[bytes]:
    path = paths.attachments[attachment["id"]]
    hashing = hashlib.sha256()
    try:
        with file_store.reading(attachment["sha256"]) as file:
            yield from archive.long_file(path, _read_hashing(file, hashing), attachment["createdAt"])
    except FileNotFoundError:
        del paths.attachments[attachment["id"]]
        return
    if hashing.hexdigest() != attachment["sha256"]:
        export.damage.add("attachment", (attachment["id"], attachment["name"]), None)


def _read_hashing(file: IO[bytes], hashing: Any) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        hashing.update(piece)
        yield piece
