"""Notes: reading, writing, moving, copying."""

from collections.abc import Callable
from typing import Any

from flask import request
from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import access as lookups
from notesvc.domain import documents, idempotency, listing, notes, picture_sizes, recents, resources, trash
from notesvc.domain.caller import Caller
from notesvc.domain.idempotency import Key, Outcome
from notesvc.domain.links import renaming
from notesvc.models import Note, NoteBody
from notesvc.web import forms, idempotency_keys, preconditions
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area, page_size

area = Area("notes", "/api/workspace/notes")


class RenamePreview(shapes.Shape):
    """What a rename would rewrite."""

    notes: int = Field(description="How many notes would be rewritten.")
    links: int = Field(description="How many links in them.")
    taken: bool = Field(description="Whether another note has the name.")


@area.get("", access=SESSION, query=forms.NotesQuery, answers={200: resources.NoteList}, refusals=(404,))
def list_notes(caller: Caller, query: forms.NotesQuery) -> Any:
    """Metadata of the notes that fit, a page at a time."""
    size = page_size(query.limit, limits.NOTES_PAGE, limits.NOTES_PAGE_MOST)
    rows, cursor = listing.notes(caller, query.model_dump(exclude={"limit"}), size)
    return resources.NoteList.of(notes=rows, next_cursor=cursor)


@area.post(
    "",
    access=SESSION,
    form=forms.NewNote,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={201: resources.NoteFull, 200: resources.NoteFull},
    refusals=(404, 409),
)
def create(caller: Caller, form: forms.NewNote) -> Any:
    """A new note; a repeated Idempotency-Key answers with the first one and 200."""
    key = idempotency_keys.from_request("notes", form)
    fields = documents.check(form.given())
    return _made_once(caller, key, lambda: notes.create(caller, fields))


@area.get(
    "/<id:note_id>",
    access=SESSION,
    headers=("If-None-Match",),
    sends=("Note-Role", "Picture-Sizes"),
    query=forms.NoteQuery,
    answers={200: resources.NoteFull, 304: None},
)
def read(caller: Caller, note_id: str, query: forms.NoteQuery) -> Any:
    """The note, with its ETag, what the caller is to it (`Note-Role`) and how large its pictures are (`Picture-Sizes`).

    It counts as opened unless `peek` is true.
    """
    note = lookups.note_to_read(caller, note_id)
    if not query.peek and request.headers.get("Sec-Fetch-Site") not in ("cross-site", "same-site"):
        recents.remember(caller, note)
    headers = {"ETag": note.etag, "Note-Role": lookups.role_of(caller, note)}
    if unchanged := preconditions.not_modified(note.etag):
        unchanged.headers.extend({"Note-Role": headers["Note-Role"]})
        return unchanged
    body = lookups.body_of(note)
    headers |= {"Picture-Sizes": _written(sizes)} if (sizes := picture_sizes.of_note(note, body)) else {}
    return Answer(resources.note_as_read(lookups.as_seen_by(caller, note), body), headers=headers)


def _written(sizes: dict[str, picture_sizes.Size]) -> str:
    return ", ".join(f"{attachment_id}={width}x{height}" for attachment_id, (width, height) in sizes.items())


@area.patch(
    "/<id:note_id>",
    access=SESSION,
    form=forms.NoteChange,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: resources.NoteSaved},
    refusals=(412,),
)
def change(caller: Caller, note_id: str, form: forms.NoteChange) -> Any:
    """Change what the body names: indexes, links and a version included."""
    fields = form.given()
    fields.pop("reason", None)
    note = notes.change(caller, note_id, fields, form.reason, preconditions.from_request())
    return Answer(resources.NoteSaved.of(lookups.as_seen_by(caller, note)), headers={"ETag": note.etag})


@area.delete(
    "/<id:note_id>",
    access=SESSION,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={204: None},
    refusals=(412,),
)
def delete(caller: Caller, note_id: str) -> Any:
    """Move the note to the trash."""
    trash.delete_note(caller, note_id, preconditions.from_request())


@area.post(
    "/<id:note_id>/move",
    access=SESSION,
    form=forms.Move,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: resources.NoteSaved},
    refusals=(412,),
)
def move(caller: Caller, note_id: str, form: forms.Move) -> Any:
    """Put the note into a folder, before or after a sibling."""
    beside = (form.before, form.after)
    note = notes.move(caller, note_id, form.parent_id, beside, preconditions.from_request())
    return Answer(resources.NoteSaved.of(note), headers={"ETag": note.etag})


@area.post(
    "/<id:note_id>/duplicate",
    access=SESSION,
    headers=("Idempotency-Key",),
    sends=("ETag",),
    answers={201: resources.NoteFull, 200: resources.NoteFull},
    refusals=(409,),
)
def duplicate(caller: Caller, note_id: str) -> Any:
    """A copy beside the note; a repeated Idempotency-Key answers with the first one and 200."""
    return _made_once(caller, idempotency_keys.of_address(), lambda: notes.duplicate(caller, note_id))


@area.post("/<id:note_id>/rename-preview", access=SESSION, form=forms.NewName, answers={200: RenamePreview})
def rename_preview(caller: Caller, note_id: str, form: forms.NewName) -> Any:
    """How many notes and links a rename would rewrite, and whether another note has the name."""
    return RenamePreview.of(renaming.preview(caller, note_id, form.name))


def _made_once(caller: Caller, key: Key | None, make: Callable[[], tuple[Note, NoteBody]]) -> Answer:
    """The note that was made; for a repeat of the key the first one, as it stands."""
    made: list[Any] = []

    def attempt() -> Outcome:
        made[:] = make()
        return Outcome(str(made[0].id), None)

    outcome = idempotency.once(caller, key, attempt)
    if outcome.is_replay:
        note = lookups.note_to_read(caller, outcome.resource_id)
        made = [note, lookups.body_of(note)]
    headers = {"ETag": made[0].etag, **idempotency_keys.headers(outcome)}
    return Answer(resources.note_as_stored(*made), 200 if outcome.is_replay else 201, headers)
