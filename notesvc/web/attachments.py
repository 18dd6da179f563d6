"""Uploading files, and serving them so that nothing in them can run."""

from typing import Any

from flask import Response, request, send_file
from pydantic import Field

from notesvc import errors, file_store, limits
from notesvc.domain import access as lookups
from notesvc.domain import attachments
from notesvc.domain.caller import Caller
from notesvc.models import Attachment
from notesvc.web import forms, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Area, Media

area = Area("attachments", "")

_FORM_OVERHEAD = 64 * limits.KIB
# What browsers only decode, by the first bytes of the file; whatever else a file says it is, it is downloaded.
_INLINE = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (8, b"WAVE", "audio/wav"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
)
_HEAD = 16
_SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'self'"


class Upload(forms.Form):
    """POST attachments, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"})
    note_id: forms.Id | None = None


class FilesQuery(forms.Query):
    """GET attachments: a name as `![[name]]` gives it, with or without a folder, and the note that gives it."""

    name: str = Field(min_length=1)
    note_id: forms.Id | None = None


class AttachmentShape(shapes.Shape):
    """A stored file."""

    id: str
    name: str
    size: int
    type: str
    url: str


class AttachmentList(shapes.Shape):
    """Stored files."""

    attachments: list[AttachmentShape]


@area.post("/api/workspace/attachments", access=SESSION, upload=Upload, answers={201: AttachmentShape}, refusals=(404,))
def upload(caller: Caller) -> Any:
    """Keep a file."""
    file = _uploaded_file()
    note_id = _note_id()
    return shape(attachments.store(caller, file.stream.read, file.filename or "", note_id))


@area.get(
    "/api/workspace/attachments", access=SESSION, query=FilesQuery, answers={200: AttachmentList}, refusals=(404,)
)
def find(caller: Caller, query: FilesQuery) -> Any:
    """The files of a name, the likeliest first: what `![[name]]` shows."""
    return {"attachments": [shape(file) for file in attachments.named(caller, query.name, query.note_id)]}


@area.get(
    "/files/<id:attachment_id>/<path:name>",
    access=SESSION,
    answers={200: Media(("application/octet-stream",)), 206: Media(("application/octet-stream",)), 304: None},
    refusals=(416,),
)
def serve(caller: Caller, attachment_id: str, name: str) -> Any:
    """The file; inline only where nothing in it can run."""
    return file_response(lookups.attachment_to_read(caller, attachment_id))


def file_response(attachment: Attachment) -> Response:
    """The stored file as an answer. Raises Busy where the file is missing: our trouble."""
    path = file_store.path_of(str(attachment.content_hash))
    if not path.is_file():
        raise errors.Busy("The file is missing on the server; `notesvc check` says more.")
    with open(path, "rb") as file:
        shown_as = _inline_type(file.read(_HEAD))
    response = send_file(
        path,
        mimetype=shown_as or "application/octet-stream",
        as_attachment=shown_as is None,
        download_name=str(attachment.name),
        conditional=True,
        etag=str(attachment.content_hash),
        max_age=0,
    )
    response.headers["Content-Security-Policy"] = _SANDBOX
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers.pop("X-Frame-Options", None)
    return response


def shape(attachment: Attachment) -> dict[str, Any]:
    """AttachmentShape."""
    return {
        "id": attachment.id,
        "name": attachment.name,
        "size": attachment.size,
        "type": attachment.type,
        "url": attachment.url,
    }


def _uploaded_file() -> Any:
    if request.mimetype != "multipart/form-data":
        raise errors.UnsupportedMediaType("Send the file as multipart/form-data.")
    request.max_content_length = limits.MAX_ATTACHMENT + _FORM_OVERHEAD
    request.max_form_memory_size = _FORM_OVERHEAD
    file = request.files.get("file")
    if file is None or not file.filename:
        raise errors.InvalidInput("file", "is missing")
    unknown = [name for name in (*request.form, *request.files) if name not in ("file", "noteId")]
    if unknown:
        raise errors.InvalidInput(unknown[0], "is no field of this request")
    return file


def _note_id() -> str | None:
    text = request.form.get("noteId")
    if not text:
        return None
    try:
        return forms.uuid_text(text)
    except ValueError as error:
        raise errors.InvalidInput("noteId", str(error)) from error


def _inline_type(head: bytes) -> str | None:
    return next((kind for at, mark, kind in _INLINE if head[at : at + len(mark)] == mark), None)
