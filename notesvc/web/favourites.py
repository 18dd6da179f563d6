"""Favourites: notes that somebody wants at hand."""

from typing import Any

from notesvc.domain import favourites, resources
from notesvc.domain.caller import Caller
from notesvc.web import forms, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Area

area = Area("favourites", "/api/workspace/favourites")


@area.get("", access=SESSION, query=forms.Page, answers={200: resources.NoteList})
def list_favourites(caller: Caller, query: forms.Page) -> Any:
    """The favourites, in the order in which they were put there."""
    rows, cursor = paging.page(query, "favourites", favourites.favourites(caller), lambda row: row[0])
    return resources.NoteList.of(notes=rows, next_cursor=cursor)


@area.put("/<id:note_id>", access=SESSION, answers={204: None})
def add(caller: Caller, note_id: str) -> Any:
    """Put the note among the favourites; one that is there stays where it is."""
    favourites.add(caller, note_id)


@area.delete("/<id:note_id>", access=SESSION, answers={204: None})
def remove(caller: Caller, note_id: str) -> Any:
    """Take the note out of the favourites."""
    favourites.remove(caller, note_id)
