"""The sync interface: what a clipper asks and sends besides its clips."""

from typing import IO, Any

from flask import Response, request
from pydantic import Field, model_validator

from notesvc import errors, file_store, limits, shapes
from notesvc.domain import capture, changes, clip_additions, resources, sync_events
from notesvc.domain import tags as tags_kept
from notesvc.domain.caller import Caller
from notesvc.domain.clip_additions import ClipFile
from notesvc.domain.device import writes
from notesvc.domain.device.records import MirroredFile
from notesvc.domain.idempotency import Outcome
from notesvc.domain.sync_operations import APPEND, ATTACH, LOOKUP, TAGS
from notesvc.web import bodies, device_forms, forms, idempotency_keys, multipart, paging, preconditions
from notesvc.web.access import bearer
from notesvc.web.area import Answer, Area
from notesvc.web.tags import TagList

area = Area("sync_clips", "/api/sync")

_LONGEST_ADDRESS = 16 * limits.KIB


class LookupQuery(forms.Query):
    """GET lookup: by a page, or by words of the name."""

    url: str | None = Field(None, min_length=1, description="The address of the page; absent where `title` is given.")
    title: str | None = Field(
        None, min_length=1, max_length=limits.MAX_NAME, description="Words of the note's name, also their beginnings."
    )

    @model_validator(mode="after")
    def _one_way(self) -> "LookupQuery":
        if (self.url is None) == (self.title is None):
            raise ValueError("name either url or title")
        return self


class FoundNote(shapes.Shape):
    """A note that was looked up."""

    id: shapes.Id = Field(description="The note's id.")
    name: str = Field(description="The note's name.")
    path: str = Field(description="The note's address in the web app.")
    parent_id: shapes.Id | None = Field(description="The folder that it lies in; null at the top.")
    updated_at: shapes.Time = Field(description="When it last changed.")


class Found(shapes.Shape):
    """The notes that were kept from a page, or whose names hold the words."""

    notes: list[FoundNote] = Field(description="The notes: the latest, or the one that fits best, first; at most ten.")


class Addition(forms.Form):
    """POST append: to a note, or to the entry of a day."""

    note_id: forms.Id | None = Field(None, description="The note; absent where `journal` names a day.")
    journal: str | None = Field(None, description="The day, as `2026-11-21`; its entry is made when there is none.")
    markdown: str = Field(description="The text, as markdown: a paragraph of its own at the end.")

    @model_validator(mode="after")
    def _one_place(self) -> "Addition":
        if (self.note_id is None) == (self.journal is None):
            raise ValueError("name either noteId or journal")
        return self


class ClipFileFields(forms.Form):
    """What comes beside the file."""

    note_id: forms.Id | None = Field(
        None, description="The note that the file is for; it may be absent where a device sends the file."
    )
    replaces: str | None = Field(
        None, min_length=1, max_length=_LONGEST_ADDRESS, description="The address in the note's text that it replaces."
    )
    sha256: device_forms.Sha256 | None = Field(
        None, description="The sha256 that the file has to have, in hexadecimal; refused where another came."
    )


class ClipFileUpload(ClipFileFields):
    """POST attachments, as multipart/form-data."""

    file: str = Field(json_schema_extra={"format": "binary"}, description="The file, with its name.")


class ClipAttachment(MirroredFile):
    """A stored file of a clip."""

    replaced: bool = Field(description="Whether the note's text held the address that the file replaces.")


@area.get("/tags", access=bearer(TAGS), query=forms.Page, headers=("If-None-Match",), answers={200: TagList, 304: None})
def tags(caller: Caller, query: forms.Page) -> Any:
    """All tags, by name."""
    answer = _tags(caller, query)
    sync_events.record(caller, TAGS, "success")
    return answer


@area.get("/lookup", access=bearer(LOOKUP), query=LookupQuery, answers={200: Found})
def lookup(caller: Caller, query: LookupQuery) -> Any:
    """The notes that were kept from a page, or whose names hold some words."""
    named = query.title is not None
    found = (
        clip_additions.notes_named(caller, str(query.title)) if named else capture.notes_from(caller, str(query.url))
    )
    return Found.of(notes=[FoundNote.of(note, path=f"/notes/{note.id}") for note in found])


@area.post(
    "/append",
    access=bearer(APPEND),
    form=Addition,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={200: resources.NoteSaved},
    refusals=(404, 409),
)
def append(caller: Caller, form: Addition) -> Any:
    """Add text to the end of a note or of a day's entry; a repeat of the key adds nothing."""
    if not form.markdown.strip():
        raise errors.InvalidInput("markdown", "must hold something to keep")
    key = idempotency_keys.of_address(form)
    outcome = clip_additions.append(caller, key, (form.note_id, form.journal), form.markdown)
    return Answer(outcome.answer, 200, {"ETag": outcome.answer["etag"], **idempotency_keys.headers(outcome)})


@area.post(
    "/attachments",
    access=bearer(ATTACH),
    upload=ClipFileUpload,
    in_its_place=device_forms.KnownFile,
    headers=("Idempotency-Key",),
    answers={201: ClipAttachment, 200: ClipAttachment},
    refusals=(404, 409),
)
def attach(caller: Caller) -> Any:
    """Keep a file of a clip or of a device, and put its address in the place of another one in the note's text."""
    if caller.is_device and request.mimetype == "application/json":
        known = bodies.read_form(device_forms.KnownFile)
        return _answer(writes.add_known_file(caller, idempotency_keys.of_address(known), *_parts_of(known)))
    with multipart.receive_attachment(ClipFileFields, "replaces") as (whole, name, form):
        if form.note_id is None and not (caller.is_device and form.replaces is None):
            raise errors.InvalidInput("noteId", "field required")
        return _answer(_keep(caller, whole, name, form))


def _parts_of(known: device_forms.KnownFile) -> tuple[str, str, str | None]:
    return known.sha256, known.name, known.note_id


def _answer(outcome: Outcome) -> Answer:
    return Answer(
        {**outcome.answer, "replaced": outcome.answer.get("replaced", False)},
        200 if outcome.is_replay else 201,
        idempotency_keys.headers(outcome),
    )


def _keep(caller: Caller, whole: IO[bytes], name: str, form: ClipFileFields) -> Outcome:
    stored = file_store.put(whole.read, limits.MAX_ATTACHMENT)
    if form.sha256 not in (None, stored[0]):
        raise errors.InvalidInput("sha256", "is not that of the file that came")
    wanted = ClipFileUpload.model_construct(file=f"{stored[0]} {name}", **form.model_dump(exclude={"sha256"}))
    key = idempotency_keys.of_address(wanted)
    if form.note_id is None or (caller.is_device and form.replaces is None):
        return writes.add_file(caller, key, stored, name, form.note_id)
    return clip_additions.attach(caller, key, ClipFile(stored, name, form.note_id, form.replaces))


def _tags(caller: Caller, query: forms.Page) -> Response | Answer:
    etag = f'"tags-{changes.current_number(caller.user_id)}"'
    unchanged = preconditions.not_modified(etag)
    if unchanged:
        return unchanged
    rows, cursor = paging.page(query, "tags", tags_kept.tags(caller), lambda row: row[0])
    return Answer(TagList.of(tags=rows, next_cursor=cursor), headers={"ETag": etag})
