"""Uploading files, and serving them so that nothing in them can run."""

from typing import IO, Any

import pydantic
from flask import Response, send_file
from pydantic import Field

from notesvc import errors, file_store, limits, shapes
from notesvc.domain import access as lookups
from notesvc.domain import attachments, attachments_folder
from notesvc.domain.caller import Caller
from notesvc.domain.storage import capabilities, fetching, parts
from notesvc.web import forms, idempotency_keys, multipart, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area, Media

area = Area("attachments", "")

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
WHOLE = Media(("application/octet-stream",), ("Content-Disposition",))
PART = Media(("application/octet-stream",), ("Content-Disposition", "Content-Range"), description="A part of the file.")
_SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'self'"


class UploadFields(forms.Form):
    """What comes beside the file."""

    note_id: forms.Id | None = Field(
        None, description="The note that the file is for; none where it is absent or empty."
    )


class Upload(UploadFields):
    """POST attachments, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"}, description="The file, with its name.")


class FilesQuery(forms.Page):
    """GET attachments: a name as `![[name]]` gives it, with or without a folder, and the note that gives it."""

    name: str = Field(min_length=1, description="The name, as `![[name]]` gives it: with or without a folder.")
    note_id: forms.Id | None = Field(None, description="The note that gives the name: the file that it means there.")


class ServeQuery(forms.Query):
    """GET of a file: notes hold such addresses, with whatever somebody has put behind them."""

    model_config = pydantic.ConfigDict(extra="ignore")

    direct: str | None = Field(
        None, description="`1` asks to be sent to the place where the file lies, which the service does not do: 409."
    )


class AttachmentShape(shapes.Shape):
    """A stored file."""

    id: shapes.Id = Field(description="The attachment's id.")
    name: str = Field(description="The file's name.")
    size: shapes.Int64 = Field(description="The file's size in bytes.")
    type: str = Field(description="The media type that the name promises.")
    url: str = Field(description="The file's address on this service.")


class AttachmentList(shapes.Shape):
    """A page of stored files."""

    attachments: list[AttachmentShape] = Field(description="The files on this page, the likeliest first.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.post(
    "/api/workspace/attachments",
    access=SESSION,
    upload=Upload,
    headers=("Idempotency-Key",),
    answers={201: AttachmentShape, 200: AttachmentShape},
    refusals=(404, 409),
)
def upload(caller: Caller) -> Any:
    """Keep a file."""
    with multipart.receive_attachment(UploadFields, "noteId") as (whole, name, form):
        return _kept(caller, whole, name, form.note_id)


def _kept(caller: Caller, whole: IO[bytes], name: str, note_id: str | None) -> Answer:
    """The file's row, once for the request's key; another file under the same name is another request."""
    owner_id = attachments.owner_of(caller, name, note_id)
    stored = file_store.put(whole.read, limits.MAX_ATTACHMENT)
    key = idempotency_keys.of_address(Upload.model_construct(file=f"{stored[0]} {name}", note_id=note_id))

    def make() -> Answer:
        return Answer(AttachmentShape.of(attachments.add_to(caller, stored, name, note_id)), 201)

    return idempotency_keys.once(caller, key, make, lock=owner_id)


@area.get(
    "/api/workspace/attachments", access=SESSION, query=FilesQuery, answers={200: AttachmentList}, refusals=(404,)
)
def find(caller: Caller, query: FilesQuery) -> Any:
    """The files of a name, the likeliest first: what `![[name]]` shows."""
    found = attachments.find_by_name(caller, query.name, query.note_id)
    rows, cursor = paging.page(query, "files", found, lambda file: str(file.id))
    return AttachmentList.of(attachments=rows, next_cursor=cursor)


@area.get(
    "/files/<id:attachment_id>/<path:name>",
    access=SESSION,
    query=ServeQuery,
    sends=("ETag",),
    answers={200: WHOLE, 206: PART, 304: None},
    refusals=(409, 416),
)
def serve(caller: Caller, attachment_id: str, name: str, query: ServeQuery) -> Any:
    """The file; inline only where nothing in it can run."""
    attachment = lookups.attachment_to_read(caller, attachment_id)
    if query.direct == "1":
        owned_by = parts.of(str(attachment.owner_id), "attachments")
        raise errors.CapabilityUnsupported("direct_link", str(owned_by.backend), capabilities.NO_DIRECT_LINK)
    return file_response(str(attachment.owner_id), str(attachment.content_hash), str(attachment.name))


def file_response(owner_id: str, content_hash: str, name: str) -> Response:
    """The owner's file as an answer. Raises Busy where it is missing, or its place does not answer: our trouble."""
    try:
        path = fetching.path_of(owner_id, content_hash)
    except FileNotFoundError as error:
        where = (
            "on the server"
            if attachments_folder.number_in_use() < 2
            else "on this machine: `attachments` is not shared"
        )
        raise errors.Busy(f"The file is missing {where}; `notesvc check` says more.") from error
    with open(path, "rb") as file:
        shown_as = _inline_type(file.read(_HEAD))
    response = send_file(
        path,
        mimetype=shown_as or "application/octet-stream",
        as_attachment=shown_as is None,
        download_name=name,
        conditional=True,
        etag=content_hash,
        max_age=0,
    )
    response.headers["Content-Security-Policy"] = _SANDBOX
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers.pop("X-Frame-Options", None)
    return response


def _inline_type(head: bytes) -> str | None:
    return next((kind for at, mark, kind in _INLINE if head[at : at + len(mark)] == mark), None)
