"""The sync interface: what a device does that keeps a mirror of the workspace."""

import socket
from typing import Annotated, Any

from flask import Response, request
from pydantic import Field

from notesvc import errors, limits
from notesvc.domain import access as lookups
from notesvc.domain import sync_events
from notesvc.domain.caller import Caller
from notesvc.domain.device import feed, records, writes
from notesvc.domain.device.feed import Changes
from notesvc.domain.device.records import MirroredFile, MirroredFolder, MirroredNote, MirroredNoteSaved
from notesvc.domain.idempotency import Key
from notesvc.domain.preconditions import Precondition
from notesvc.domain.sync_operations import CHANGES, MIRROR_FILES, MIRROR_FOLDERS, MIRROR_NOTES
from notesvc.web import attachments, device_forms, device_writes, event_streams, forms, idempotency_keys, preconditions
from notesvc.web import errors as refusals
from notesvc.web.access import bearer
from notesvc.web.area import Answer, Area, page_size

area = Area("sync_device", "/api/sync")

_BASED = ("If-Match", "Idempotency-Key")


class ChangesQuery(forms.Query):
    """GET changes."""

    cursor: str | None = Field(None, description="The `cursor` of the page before; absent to read everything.")
    limit: Annotated[int, Field(ge=1, le=5_000)] | None = Field(
        None, description="How many rows the page holds at most: of all kinds together, and never more than 500."
    )

    wait: Annotated[int, Field(ge=0, le=limits.WAIT_SECONDS)] = Field(
        0, description="For how many seconds the answer may wait where nothing has changed yet."
    )


class FileQuery(forms.Query):
    """GET attachments."""

    sha256: device_forms.Sha256 = Field(description="The sha256 of the file, in hexadecimal.")


@area.get("/changes", access=bearer(CHANGES), query=ChangesQuery, answers={200: Changes}, refusals=(410,))
def changes(caller: Caller, query: ChangesQuery) -> Any:
    """What changed since the cursor, or all there is; no change is ever left out."""
    answer = feed.read(caller, query.cursor, page_size(query.limit, limits.CHANGES_PAGE, limits.CHANGES_PAGE))
    sync_events.record(caller, CHANGES, "success")
    is_empty = not (answer["more"] or any(answer[name] for name in ("notes", "folders", "attachments", "deleted")))
    connection = event_streams.open_connection() if query.wait and is_empty and request.method == "GET" else None
    return answer if connection is None else _held(caller, query, answer, connection)


def _held(caller: Caller, query: ChangesQuery, answer: dict[str, Any], connection: socket.socket) -> Response:
    """The answer, held by the process of the streams: where something changes before the time is over, it says that
    there is more at once."""
    facts = {
        "user": caller.user_id,
        "key": caller.token_id,
        "number": feed.number_of(answer),
        "wait_seconds": query.wait,
    }
    revoked = errors.NotAuthenticated("This key is not valid.", code="invalid_token")
    answers = {
        "unchanged": Answer(answer).response(),
        "changed": Answer({**answer, "more": True}).response(),
        "revoked": refusals.answer_refusal(revoked),
        "refusal": refusals.answer_refusal(errors.RateLimited(limits.STREAM_BEAT_SECONDS)),
    }
    held = Response(mimetype="application/json")
    # With a length it is left as it is: not compressed piece by piece.
    held.content_length = 0
    held.response = event_streams.hold(connection, facts, held, answers)
    return held


@area.post(
    "/notes",
    access=bearer(MIRROR_NOTES),
    form=device_forms.NewMirroredNote,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={201: MirroredNote, 200: MirroredNote},
    refusals=(404, 409),
)
def create_note(caller: Caller, form: device_forms.NewMirroredNote) -> Any:
    """A new note; a repeated Idempotency-Key answers with the first one as it stands, and 200."""
    return device_writes.create_note(caller, form, _key(form))


@area.patch(
    "/notes/<id:note_id>",
    access=bearer(MIRROR_NOTES),
    form=device_forms.MirroredNoteChange,
    headers=_BASED,
    answers={200: MirroredNoteSaved},
    refusals=(409, 412, 428),
)
def change_note(caller: Caller, note_id: str, form: device_forms.MirroredNoteChange) -> Any:
    """Change what the body names; If-Match has to name the revision that it is based on."""
    return device_writes.change_note(caller, note_id, form, _key(form), _based_on())


@area.delete(
    "/notes/<id:note_id>",
    access=bearer(MIRROR_NOTES),
    headers=_BASED,
    sends=("Idempotency-Replayed",),
    answers={204: None},
    refusals=(409, 412, 428),
)
def delete_note(caller: Caller, note_id: str) -> Any:
    """Move the note to the trash; If-Match has to name the revision that was seen."""
    return device_writes.delete_note(caller, note_id, _key(), _based_on())


@area.post(
    "/notes/<id:note_id>/restore",
    access=bearer(MIRROR_NOTES),
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={200: MirroredNoteSaved},
    refusals=(409,),
)
def restore_note(caller: Caller, note_id: str) -> Any:
    """Bring the note back from the trash."""
    return device_writes.restore_note(caller, note_id, _key())


@area.post(
    "/folders",
    access=bearer(MIRROR_FOLDERS),
    form=device_forms.NewMirroredFolder,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={201: MirroredFolder, 200: MirroredFolder},
    refusals=(404, 409),
)
def create_folder(caller: Caller, form: device_forms.NewMirroredFolder) -> Any:
    """A new folder, with its ETag."""
    return device_writes.create_folder(caller, form, _key(form))


@area.patch(
    "/folders/<id:folder_id>",
    access=bearer(MIRROR_FOLDERS),
    form=device_forms.MirroredFolderChange,
    headers=_BASED,
    answers={200: MirroredFolder},
    refusals=(409, 412, 428),
)
def change_folder(caller: Caller, folder_id: str, form: device_forms.MirroredFolderChange) -> Any:
    """Change name, parent or icon; If-Match has to name the revision that it is based on."""
    return device_writes.change_folder(caller, folder_id, form, _key(form), _based_on())


@area.delete(
    "/folders/<id:folder_id>",
    access=bearer(MIRROR_FOLDERS),
    headers=_BASED,
    sends=("Idempotency-Replayed",),
    answers={204: None},
    refusals=(409, 412, 428),
)
def delete_folder(caller: Caller, folder_id: str) -> Any:
    """Move the folder to the trash if it is empty; If-Match has to name the revision that was seen."""
    return device_writes.delete_folder(caller, folder_id, _key(), _based_on())


@area.get(
    "/files/<id:attachment_id>",
    access=bearer(MIRROR_FILES),
    sends=("ETag", "Content-Disposition"),
    answers={200: attachments.WHOLE, 206: attachments.PART, 304: None},
    refusals=(416,),
)
def read_file(caller: Caller, attachment_id: str) -> Any:
    """The file of one of the own attachments, or a part of it (Range)."""
    attachment = lookups.own_attachment(caller, attachment_id)
    return attachments.file_response(str(attachment.owner_id), str(attachment.content_hash), str(attachment.name))


@area.get("/attachments", access=bearer(MIRROR_FILES), query=FileQuery, answers={200: MirroredFile}, refusals=(404,))
def find_file(caller: Caller, query: FileQuery) -> Any:
    """An attachment of the file with that hash, so that it need not be sent again; HEAD tells whether there is one."""
    return records.file(writes.file_of(caller, query.sha256))


def _key(form: forms.Form | None = None) -> Key | None:
    return idempotency_keys.of_address(form)


def _based_on() -> Precondition:
    return preconditions.demand(request.headers.get("If-Match"))
