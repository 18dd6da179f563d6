"""What answers look like: the only place that knows the wire's camelCase on the way out.

A function makes each body as a plain dict (lists of thousands go through here); the model beside it describes
the same body in the served document, and a test holds the two together.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from notesvc.domain import documents
from notesvc.domain.folders import Branch
from notesvc.domain.history import Author
from notesvc.domain.listing import Row
from notesvc.models import Note, NoteBody, NoteVersion
from notesvc.web.block_document import REFERENCE

Id = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Day = Annotated[str, Field(json_schema_extra={"format": "date"})]
RichContent = Annotated[list[Any], Field(json_schema_extra={"items": {REFERENCE: "Block"}})]
Int64 = Annotated[int, Field(json_schema_extra={"format": "int64"})]


class Shape(BaseModel):
    """A body of an answer: exactly these names."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)


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


class NoteSaved(NoteMetadata):
    """The answer to a write: metadata, and the ETag to write on."""

    etag: str = Field(description="The ETag to base the next write on.")


class NoteList(Shape):
    """A page of notes."""

    notes: list[NoteMetadata] = Field(description="The notes on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class FolderShape(Shape):
    """A folder."""

    id: Id = Field(description="The folder's id.")
    name: str = Field(description="The folder's name.")
    parent_id: Id | None = Field(description="The folder that it lies in; null at the top.")
    sort_order: Int64 = Field(description="The place among the siblings.")
    icon: str | None = Field(description="The icon; null where none.")
    created_at: Time = Field(description="When it was made.")
    updated_at: Time = Field(description="When it last changed.")
    deleted_at: Time | None = Field(description="Since when it is in the trash; null where it is not.")


class FolderBranch(Shape):
    """A folder where it stands in the tree."""

    id: Id = Field(description="The folder's id.")
    name: str = Field(description="The folder's name.")
    icon: str | None = Field(description="The icon; null where none.")
    parent_id: Id | None = Field(description="The folder that it lies in; null at the top.")
    sort_order: Int64 = Field(description="The place among the siblings.")
    depth: int = Field(description="How deep it lies; 0 at the top.")
    path: str = Field(description="The names from the top down, joined with `/`.")
    note_count: int = Field(description="How many notes lie directly in it, the trash aside.")
    etag: str = Field(description="The ETag to base a change of it on.")


class FolderTree(Shape):
    """A page of the tree in display order, depth first."""

    folders: list[FolderBranch] = Field(description="The folders on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


def metadata(note: Note) -> dict[str, Any]:
    """NoteMetadata."""
    return {
        "id": note.id,
        "name": note.name,
        "parentId": note.parent_id,
        "tags": note.tags,
        "icon": note.icon,
        "updatedAt": note.updated_at,
        "sortOrder": note.sort_order,
    }


def saved(note: Note) -> dict[str, Any]:
    """NoteSaved."""
    return {**metadata(note), "etag": note.etag}


def note(row: Note, body: NoteBody) -> dict[str, Any]:
    """NoteFull as read: without a stored rich document it holds the one derived from the markdown."""
    return {**written(row, body), "richContent": orjson.Fragment(documents.json_of(body))}


def written(row: Note, body: NoteBody) -> dict[str, Any]:
    """NoteFull as stored: the answer to a write, where nothing is derived that nobody asked for."""
    return {
        **metadata(row),
        "content": body.content,
        "richContent": None if body.rich_content is None else orjson.Fragment(body.rich_content),
        "mode": row.mode,
        "properties": row.properties,
        "cover": row.cover,
        "journalMeta": row.journal_meta,
        "createdAt": row.created_at,
        "deletedAt": row.deleted_at,
    }


def listed(row: Row) -> dict[str, Any]:
    """NoteMetadata, of a row of a list."""
    note_id, name, parent_id, tags, icon, updated_at, sort_order = row
    return {
        "id": note_id,
        "name": name,
        "parentId": parent_id,
        "tags": orjson.Fragment(tags),
        "icon": icon,
        "updatedAt": updated_at,
        "sortOrder": sort_order,
    }


def notes(rows: Iterable[Row], next_cursor: str | None) -> dict[str, Any]:
    """NoteList."""
    return {"notes": [listed(row) for row in rows], "nextCursor": next_cursor}


def folder(row: Any) -> dict[str, Any]:
    """FolderShape."""
    return {
        "id": row.id,
        "name": row.name,
        "parentId": row.parent_id,
        "sortOrder": row.sort_order,
        "icon": row.icon,
        "createdAt": row.created_at,
        "updatedAt": row.updated_at,
        "deletedAt": row.deleted_at,
    }


def folder_tree(branches: Iterable[Branch], next_cursor: str | None) -> dict[str, Any]:
    """FolderTree."""
    return {
        "folders": [
            {
                "id": branch.id,
                "name": branch.name,
                "icon": branch.icon,
                "parentId": branch.parent_id,
                "sortOrder": branch.sort_order,
                "depth": branch.depth,
                "path": branch.path,
                "noteCount": branch.note_count,
                "etag": branch.etag,
            }
            for branch in branches
        ],
        "nextCursor": next_cursor,
    }


class VersionAuthor(Shape):
    """One of those who wrote a version in a room."""

    user_id: Id = Field(description="The user's id.")
    handle: str = Field(description="What others write after `@`.")
    name: str = Field(description="How others see the user.")


class VersionSummary(Shape):
    """A version without its text; `authors` are those of a room's save, `authorId` the one who saved."""

    id: Id = Field(description="The version's id.")
    note_id: Id = Field(description="The note that it is of.")
    name: str = Field(description="What the note was called.")
    content_hash: str = Field(description="The sha256 of the markdown.")
    reason: Literal["autosave", "manual", "restore", "import", "capture", "collaboration"] = Field(
        description="Why it was kept."
    )
    created_at: Time = Field(description="When it was made.")
    author_id: Id | None = Field(description="Who saved it; null when the account is gone.")
    authors: list[VersionAuthor] = Field(description="Of a room's save all who wrote it.")
    origin: str = Field(description="By which means it was written: `web`, `import`, or `token:` and the key's name.")
    size: Int64 = Field(description="How many characters the markdown has.")


class VersionFull(VersionSummary):
    """A version with its text."""

    content: str = Field(description="The markdown.")
    rich_content: RichContent | None = Field(description="The rich document; null where none was stored.")


class VersionList(Shape):
    """A page of the versions of a note, newest first."""

    versions: list[VersionSummary] = Field(description="The versions on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class Hunk(Shape):
    """A run of words that stayed, came or went."""

    op: Literal["equal", "insert", "delete"] = Field(description="Whether the words stayed, came or went.")
    text: str = Field(description="The words.")


class Diff(Shape):
    """How one text became another; equal and insert joined are the newer, equal and delete the older."""

    hunks: list[Hunk] = Field(description="The texts in pieces.")


def version_summary(row: NoteVersion, authors: Sequence[Author]) -> dict[str, Any]:
    """VersionSummary."""
    return {
        "id": row.id,
        "noteId": row.note_id,
        "name": row.name,
        "contentHash": row.content_hash,
        "reason": row.reason,
        "createdAt": row.created_at,
        "authorId": row.author_id,
        "authors": [{"userId": each.user_id, "handle": each.handle, "name": each.name} for each in authors],
        "origin": row.origin,
        "size": row.size,
    }
