"""Notes, people and folders as those see them who ask: each field is described here, and nowhere else."""

from typing import Any, Literal

import orjson
from pydantic import Field

from notesvc.domain import documents
from notesvc.models import Note, NoteBody
from notesvc.shapes import Id, Int64, RichContent, Shape, Time


class NoteMetadata(Shape):
    """A note as in lists: exactly these fields."""

    id: Id = Field(description="The note's id.")
    name: str = Field(description="The note's name.")
    parent_id: Id | None = Field(description="The folder that it lies in; null at the top.")
    tags: list[str] = Field(description="The note's own tags, besides those in its text.")
    icon: str | None = Field(description="The icon; null where none.")
    updated_at: Time = Field(description="When it last changed; never goes back.")
    sort_order: Int64 = Field(description="The place among the siblings.")


class NoteFull(NoteMetadata):
    """A note with its text."""

    content: str = Field(description="The text as markdown.")
    rich_content: RichContent | None = Field(
        description="The rich document; a read derives it where none is stored, a write then answers null."
    )
    mode: Literal["block", "raw"] = Field(description="The surface on which the note is shown.")
    properties: dict[str, Any] = Field(description="Further facts, by name.")
    cover: str | None = Field(description="The address of the cover picture; null where none.")
    journal_meta: dict[str, Any] | None = Field(
        description="Of a journal entry its `date` and further facts; null for other notes."
    )
    created_at: Time = Field(description="When it was made.")
    deleted_at: Time | None = Field(description="Since when it is in the trash; null where it is not.")


def note_as_read(note: Note, body: NoteBody) -> dict[str, Any]:
    """NoteFull: without a stored rich document it holds the one derived from the markdown."""
    return NoteFull.of(note, content=body.content, rich_content=orjson.Fragment(documents.json_of(body)))


def note_as_stored(note: Note, body: NoteBody) -> dict[str, Any]:
    """NoteFull: the answer to a write, where nothing is derived that nobody asked for."""
    rich = None if body.rich_content is None else orjson.Fragment(body.rich_content)
    return NoteFull.of(note, content=body.content, rich_content=rich)


class NoteSaved(NoteMetadata):
    """The answer to a write: metadata, and the ETag to write on."""

    etag: str = Field(description="The ETag to base the next write on.")


class NoteList(Shape):
    """A page of notes."""

    notes: list[NoteMetadata] = Field(description="The notes on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class PersonMetadata(Shape):
    """A person, wherever it is shown."""

    id: Id = Field(description="The person's id.")
    name: str = Field(description="The person's name.")
    aliases: list[str] = Field(description="Further names by which texts mention them.")
    email: str | None = Field(description="The mail address; null where none is known.")
    notes: str = Field(description="What else there is to say.")
    color: str | None = Field(description="The colour, as `#rrggbb`; null where none.")


class FolderMetadata(Shape):
    """What a folder is, wherever it is shown."""

    id: Id = Field(description="The folder's id.")
    name: str = Field(description="The folder's name.")
    parent_id: Id | None = Field(description="The folder that it lies in; null at the top.")
    sort_order: Int64 = Field(description="The place among the siblings.")
    icon: str | None = Field(description="The icon; null where none.")


class FolderShape(FolderMetadata):
    """A folder."""

    created_at: Time = Field(description="When it was made.")
    updated_at: Time = Field(description="When it last changed.")
    deleted_at: Time | None = Field(description="Since when it is in the trash; null where it is not.")


class FolderBranch(FolderMetadata):
    """A folder where it stands in the tree."""

    depth: int = Field(description="How deep it lies; 0 at the top.")
    path: str = Field(description="The names from the top down, joined with `/`.")
    note_count: int = Field(description="How many notes lie directly in it, the trash aside.")
    etag: str = Field(description="The ETag to base a change of it on.")


class FolderTree(Shape):
    """A page of the tree in display order, depth first."""

    folders: list[FolderBranch] = Field(description="The folders on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")
