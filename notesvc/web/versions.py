"""Versions of notes."""

from typing import Any

from pydantic import Field

from notesvc.domain import access as lookups
from notesvc.domain import history, notes
from notesvc.domain.caller import Caller
from notesvc.text import stable_json
from notesvc.web import forms, paging, preconditions, shapes
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("versions", "/api/workspace")


class DiffQuery(forms.Query):
    """GET versions/{id}/diff; `against` is another version's id or `current`."""

    against: forms.VersionOrCurrent | None = Field(
        None, description="Another version's id, or `current`; the version before where absent."
    )


@area.get("/notes/<id:note_id>/versions", access=SESSION, query=forms.Page, answers={200: shapes.VersionList})
def versions(caller: Caller, note_id: str, query: forms.Page) -> Any:
    """The versions of a note, newest first."""
    rows, cursor = paging.page(query, "versions", history.versions_of(caller, note_id), lambda row: str(row.id))
    authors = history.authors_of(note_id)
    summaries = [shapes.version_summary(row, authors.get(str(row.id), [])) for row in rows]
    return {"versions": summaries, "nextCursor": cursor}


@area.get("/versions/<id:version_id>", access=SESSION, answers={200: shapes.VersionFull})
def version(caller: Caller, version_id: str) -> Any:
    """A version with its text."""
    row = lookups.version_to_read(caller, version_id)
    rich = None if row.rich_content is None else stable_json.loads(str(row.rich_content))
    authors = history.authors_of(str(row.note_id)).get(str(row.id), [])
    return {**shapes.version_summary(row, authors), "content": row.content, "richContent": rich}


@area.get("/versions/<id:version_id>/diff", access=SESSION, query=DiffQuery, answers={200: shapes.Diff})
def diff(caller: Caller, version_id: str, query: DiffQuery) -> Any:
    """By words: what changed from `against`, or from the version before."""
    hunks = history.compare(caller, version_id, query.against)
    return {"hunks": [{"op": op, "text": text} for op, text in hunks]}


@area.post(
    "/versions/<id:version_id>/restore",
    access=SESSION,
    headers=("If-Match", "If-Unmodified-Since"),
    answers={200: shapes.NoteSaved},
    refusals=(412,),
)
def restore(caller: Caller, version_id: str) -> Any:
    """Make the note what it was; itself a save, so it can be undone."""
    note = notes.restore_version(caller, version_id, preconditions.from_request())
    return Answer(shapes.saved(lookups.as_seen_by(caller, note)), headers={"ETag": note.etag})
