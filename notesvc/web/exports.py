"""Sending an export: as a stream, and with its activity."""

from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, request
from pydantic import Field

from notesvc import clock
from notesvc.domain import audit, sync_events
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, html_site, zip_archive
from notesvc.domain.exporting.export import Export
from notesvc.domain.sync_operations import EXPORT
from notesvc.web import export_shapes, forms, preconditions
from notesvc.web.area import Media

STREAM = Media(("application/json", "application/zip"), ("Content-Disposition",), export_shapes.WorkspaceExport)

_FORMS: dict[str, tuple[str, str, Callable[[Export], Iterator[bytes]]]] = {
    "json": ("application/json", "json", export.json_pieces),
    "zip": ("application/zip", "zip", zip_archive.pieces),
    "html": ("application/zip", "html.zip", html_site.pieces),
}


class ExportQuery(forms.Query):
    """What both exports take besides the format."""

    since: str | None = Field(None, description="The cursor of an earlier export: only what changed since.")
    versions: bool = Field(False, description="Whether the versions of the notes come along.")


def answer(caller: Caller, query: Any) -> Response:
    """The export as a stream, or 304 for a client that has it."""
    wanted = export.begin(caller, query.since, query.versions)
    etag = wanted.etag(query.format)
    unchanged = preconditions.not_modified(etag)
    if unchanged:
        sync_events.record(caller, EXPORT, "success", sync_events.Details(message="Nothing has changed."))
        return unchanged
    if wanted.is_whole or caller.token_id is None:
        # What a program fetches piece by piece stands in the activity.
        audit.record_if_possible(caller, "exported", caller.user_id, format=query.format)
    media_type, ending, pieces = _FORMS[query.format]
    name = f"notesvc-{clock.now()[:10]}.{ending}"
    headers = {"ETag": etag, "Content-Disposition": f'attachment; filename="{name}"'}
    body = _told(caller, pieces(wanted))
    return Response(body if request.method == "HEAD" else _begun(body), 200, headers, mimetype=media_type)


def _begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, the first of them made now: what fails before it is refused, not broken off."""
    first = next(pieces, b"")

    def all_pieces() -> Iterator[bytes]:
        yield first
        yield from pieces

    return all_pieces()


def _told(caller: Caller, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, with a line of activity before the client sees the end; broken off when one fails."""
    try:
        yield from pieces
    except BaseException:
        sync_events.record(caller, EXPORT, "error", sync_events.Details(message="The export was broken off."))
        raise
    sync_events.record(caller, EXPORT, "success")
