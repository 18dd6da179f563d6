"""The trash, and what was opened last."""

from typing import Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import recents, resources, trash
from notesvc.domain.caller import Caller
from notesvc.models import Folder, Note
from notesvc.web import forms, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Area, page_size

area = Area("trash", "/api/workspace")


class TrashedNote(resources.NoteMetadata):
    """A note in the trash."""

    deleted_at: shapes.Time = Field(description="Since when it is in the trash.")


class TrashContents(shapes.Shape):
    """What is in the trash, latest first; folders come with the first page."""

    notes: list[TrashedNote] = Field(description="The notes on this page.")
    folders: list[resources.FolderShape] = Field(description="The folders in the trash, with the first page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


class RestoredResource(shapes.Shape):
    """What came back: one of the two."""

    note: resources.NoteSaved | None = Field(description="The note that came back; null where it was a folder.")
    folder: resources.FolderShape | None = Field(description="The folder that came back; null where it was a note.")


@area.get("/trash", access=SESSION, query=forms.Page, answers={200: TrashContents})
def contents(caller: Caller, query: forms.Page) -> Any:
    """What is in the trash."""
    size = page_size(query.limit, limits.NOTES_PAGE, limits.NOTES_PAGE_MOST)
    notes, folders, cursor = trash.contents(caller, query.cursor, size)
    return TrashContents.of(notes=notes, folders=folders, next_cursor=cursor)


@area.post("/trash/<id:resource_id>/restore", access=SESSION, answers={200: RestoredResource}, refusals=(409,))
def restore(caller: Caller, resource_id: str) -> Any:
    """Bring back a note, or a folder with what went with it."""
    row = trash.restore(caller, resource_id)
    return RestoredResource.of(
        note=row if isinstance(row, Note) else None, folder=row if isinstance(row, Folder) else None
    )


@area.delete("/trash/<id:resource_id>", access=SESSION, answers={204: None})
def erase(caller: Caller, resource_id: str) -> Any:
    """Remove a note or a folder for good."""
    trash.erase(caller, resource_id)


@area.delete("/trash", access=SESSION, answers={204: None})
def empty(caller: Caller) -> Any:
    """Remove everything in the trash for good."""
    trash.empty(caller)


@area.get("/recents", access=SESSION, query=forms.Page, answers={200: resources.NoteList})
def list_recents(caller: Caller, query: forms.Page) -> Any:
    """Notes, last opened first."""
    rows, cursor = paging.page(query, "recents", recents.recents(caller), lambda note: str(note.id))
    return resources.NoteList.of(notes=rows, next_cursor=cursor)
