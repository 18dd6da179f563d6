"""What both archives do with attachments: files copied out, and what is said of those that are damaged or missing."""

import hashlib
from collections.abc import Iterator
from typing import IO, Any

from notesvc import clock, errors
from notesvc.domain.exporting import layout, missing, records
from notesvc.domain.exporting.export import Export
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.zip_stream import ZipStream
from notesvc.domain.storage import fetching

_PIECE = 256 * 1024


def copy_all(archive: ZipStream, export: Export, paths: Paths) -> Iterator[bytes]:
    """The attachments' files. One that cannot be had is left out: its entry then names no path, and it is
    listed as missing."""
    for page in records.attachments(export.caller.user_id, export.since):
        for attachment in page:
            if attachment["id"] in paths.attachments:
                yield from _copy(archive, attachment, paths, export)


def told(archive: ZipStream, export: Export) -> Iterator[bytes]:
    """Files that say what is damaged or missing, where something is."""
    if export.damage:
        yield from archive.file(layout.DAMAGED, export.damage.as_text(export.language), clock.now())
    if export.missing:
        yield from archive.file(layout.MISSING, export.missing.as_text(export.language), clock.now())


def _copy(archive: ZipStream, attachment: dict[str, Any], paths: Paths, export: Export) -> Iterator[bytes]:
    path = paths.attachments[attachment["id"]]
    hashing = hashlib.sha256()
    try:
        with fetching.reading(export.caller.user_id, attachment["sha256"]) as file:
            yield from archive.long_file(path, _read_hashing(file, hashing), attachment["createdAt"])
    except (FileNotFoundError, errors.Busy, errors.RateLimited) as error:
        del paths.attachments[attachment["id"]]
        reason = missing.NOT_STORED if isinstance(error, FileNotFoundError) else missing.NOT_REACHED
        export.missing.add(attachment["id"], attachment["name"], reason)
        return
    if hashing.hexdigest() != attachment["sha256"]:
        export.damage.add("attachment", (attachment["id"], attachment["name"]), None)


def _read_hashing(file: IO[bytes], hashing: Any) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        hashing.update(piece)
        yield piece
