"""What answers look like: the only place that knows the wire's camelCase on the way out.

A function makes each body as a plain dict (lists of thousands go through here); the model beside it describes
the same body in the served document, and a test holds the two together.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from notesvc.domain import documents
from notesvc.domain.folders import Branch
from notesvc.domain.history import Author
from notesvc.domain.listing import Row
from notesvc.models import Note, NoteBody, NoteVersion


class Shape(BaseModel):
    """A body of an answer: exactly these names."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)


class NoteMetadata(Shape):
    """A note as in lists: exactly these fields."""

    id: str
    name: str
    parent_id: str | None
    tags: list[str]
    icon: str | None
    updated_at: str
    sort_order: int


class NoteFull(NoteMetadata):
    """A note with its text."""

    content: str
    rich_content: list[Any] | None
    mode: Literal["block", "raw"]
    properties: dict[str, Any]
    cover: str | None
    journal_meta: dict[str, Any] | None
    created_at: str
    deleted_at: str | None


class NoteSaved(NoteMetadata):
    """The answer to a write: metadata, and the ETag to write on."""

    etag: str


class NoteList(Shape):
    """A page of notes."""

    notes: list[NoteMetadata]
    next_cursor: str | None


class FolderShape(Shape):
    """A folder."""

    id: str
    name: str
    parent_id: str | None
    sort_order: int
    icon: str | None
    created_at: str
    updated_at: str
    deleted_at: str | None


class FolderBranch(Shape):
    """A folder where it stands in the tree."""

    id: str
    name: str
    icon: str | None
    parent_id: str | None
    sort_order: int
    depth: int
    path: str
    note_count: int


class FolderTree(Shape):
    """The tree in display order, depth first."""

    folders: list[FolderBranch]


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


def folder_tree(branches: Iterable[Branch]) -> dict[str, Any]:
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
            }
            for branch in branches
        ]
    }


class VersionAuthor(Shape):
    """One of those who wrote a version in a room."""

    user_id: str
    handle: str
    name: str


class VersionSummary(Shape):
    """A version without its text; `authors` are those of a room's save, `authorId` the one who saved."""

    id: str
    note_id: str
    name: str
    content_hash: str
    reason: Literal["autosave", "manual", "restore", "import", "capture", "collaboration"]
    created_at: str
    author_id: str | None
    authors: list[VersionAuthor]
    origin: str
    size: int


class VersionFull(VersionSummary):
    """A version with its text."""

    content: str
    rich_content: list[Any] | None


class VersionList(Shape):
    """The versions of a note, newest first."""

    versions: list[VersionSummary]


class Hunk(Shape):
    """A run of words that stayed, came or went."""

    op: Literal["equal", "insert", "delete"]
    text: str


class Diff(Shape):
    """How one text became another; equal and insert joined are the newer, equal and delete the older."""

    hunks: list[Hunk]


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
