"""Versions of notes."""

from typing import Any, Literal

import orjson
from pydantic import Field

from notesvc import shapes
from notesvc.domain import access as lookups
from notesvc.domain import documents, history, notes, resources
from notesvc.domain.caller import Caller
from notesvc.web import forms, paging, preconditions
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("versions", "/api/workspace")


class VersionAuthor(shapes.Shape):
    """One of those who wrote a version in a room."""

    user_id: shapes.Id = Field(description="The user's id.")
    handle: str = Field(description="What others write after `@`.")
    name: str = Field(description="How others see the user.")


class VersionSummary(shapes.Shape):
    """A version without its text; `authors` are those of a room's save, `authorId` the one who saved."""

    id: shapes.Id = Field(description="The version's id.")
    note_id: shapes.Id = Field(description="The note that it is of.")
    name: str = Field(description="What the note was called.")
    content_hash: str = Field(description="The sha256 of the markdown.")
    reason: Literal["autosave", "manual", "restore", "import", "capture", "collaboration"] = Field(
        description="Why it was kept."
    )
    created_at: shapes.Time = Field(description="When it was made.")
    author_id: shapes.Id | None = Field(description="Who saved it; null when the account is gone.")
    authors: list[VersionAuthor] = Field(description="Of a room's save all who wrote it.")
    origin: str = Field(description="By which means it was written: `web`, `import`, or `token:` and the key's name.")
    size: shapes.Int64 = Field(description="How many characters the markdown has.")


class VersionFull(VersionSummary):
    """A version with its text."""

    content: str = Field(description="The markdown.")
    rich_content: shapes.RichContent | None = Field(
        description="The rich document; null where none was stored and `derived` is not asked for."
    )


class VersionList(shapes.Shape):
    """A page of the versions of a note, newest first."""

    versions: list[VersionSummary] = Field(description="The versions on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class Hunk(shapes.Shape):
    """A run of words that stayed, came or went."""

    op: Literal["equal", "insert", "delete"] = Field(description="Whether the words stayed, came or went.")
    text: str = Field(description="The words.")


class Diff(shapes.Shape):
    """How one text became another; equal and insert joined are the newer, equal and delete the older."""

    hunks: list[Hunk] = Field(description="The texts in pieces.")


class VersionQuery(forms.Query):
    """GET versions/{id}; with `derived` there is a rich document to read, whatever the note was written as."""

    derived: bool = Field(
        False, description="Whether the rich document is derived from the markdown where none was stored."
    )


class DiffQuery(forms.Query):
    """GET versions/{id}/diff; `against` is another version's id or `current`."""

    against: forms.VersionOrCurrent | None = Field(
        None, description="Another version's id, or `current`; the version before where absent."
    )


@area.get("/notes/<id:note_id>/versions", access=SESSION, query=forms.Page, answers={200: VersionList})
def versions(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """The versions of a note, newest first."""
    rows, cursor = paging.page(query, "versions", history.versions_of(caller, note_id), lambda row: str(row.id))
    authors = history.authors_of(note_id)
    summaries = [VersionSummary.of(row, authors=authors.get(str(row.id), [])) for row in rows]
    return VersionList.of(versions=summaries, next_cursor=cursor)


@area.get("/versions/<id:version_id>", access=SESSION, query=VersionQuery, answers={200: VersionFull})
def version(caller: Caller, version_id: str, query: VersionQuery) -> Any:
    """A version with its text."""
    row = lookups.version_to_read(caller, version_id)
    is_blank = row.rich_content is None and not query.derived
    rich = None if is_blank else orjson.Fragment(documents.json_of(row))
    authors = history.authors_of(str(row.note_id)).get(str(row.id), [])
    return VersionFull.of(row, authors=authors, rich_content=rich)


@area.get("/versions/<id:version_id>/diff", access=SESSION, query=DiffQuery, answers={200: Diff})
def diff(caller: Caller, version_id: str, query: DiffQuery) -> Any:
    """By words: what changed from `against`, or from the version before."""
    return Diff.of(hunks=history.compare(caller, version_id, query.against))


@area.post(
    "/versions/<id:version_id>/restore",
    access=SESSION,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: resources.NoteSaved},
    refusals=(412,),
)
def restore(caller: Caller, version_id: str) -> Any:
    """Make the note what it was; itself a save, so it can be undone."""
    note = notes.restore_version(caller, version_id, preconditions.from_request())
    return Answer(resources.NoteSaved.of(lookups.as_seen_by(caller, note)), headers={"ETag": note.etag})
