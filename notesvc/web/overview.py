"""What the start page and rows of notes show of texts."""

from typing import Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain import overview
from notesvc.domain.caller import Caller
from notesvc.web import forms
from notesvc.web.access import SESSION
from notesvc.web.area import Area
from notesvc.web.days import Day

area = Area("overview", "/api/workspace")

_ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_IDS = f"^{_ID}(?:,{_ID}){{0,{limits.BEGINNINGS - 1}}}$"


class BeginningsQuery(forms.Query):
    """GET beginnings."""

    ids: str = Field(pattern=_IDS, description="The ids of notes, joined with commas: at most 100.")
    person: str | None = Field(None, pattern=f"^{_ID}$", description="The id of a person: the words that mention them.")


class BeginningShape(shapes.Shape):
    """How a note begins."""

    id: shapes.Id = Field(description="The note's id.")
    text: str = Field(description="Its first words, or those that mention the person, as people read them.")


class Beginnings(shapes.Shape):
    """How notes begin."""

    beginnings: list[BeginningShape] = Field(description="Of the notes that can be read, in the order of the ids.")


class TasksQuery(forms.Query):
    """GET tasks."""

    until: Day = Field(description="Only tasks due up to this day, as `2026-11-30`.")


class DueTaskShape(shapes.Shape):
    """An open task that names a day."""

    note_id: shapes.Id = Field(description="The note that holds it.")
    note_name: str = Field(description="The name of that note.")
    note_icon: str | None = Field(description="The icon of that note; null where none.")
    text: str = Field(description="What is to be done, without the day.")
    due: shapes.Day = Field(description="The day, as `2026-11-24`.")
    line: int = Field(description="The line of the note's text that it stands in, counted from 1.")
    etag: str = Field(description="The ETag of the note that it was read from.")


class DueTasks(shapes.Shape):
    """Open tasks, by day."""

    tasks: list[DueTaskShape] = Field(description="The tasks, the earliest day first.")


@area.get("/beginnings", access=SESSION, query=BeginningsQuery, answers={200: Beginnings}, refusals=(404,))
def beginnings(caller: Caller, query: BeginningsQuery) -> Any:
    """The first words of notes, for rows of lists. 404 for a person that the caller has not."""
    return Beginnings.of(beginnings=overview.beginnings(caller, query.ids.lower().split(","), query.person))


@area.get("/tasks", access=SESSION, query=TasksQuery, answers={200: DueTasks})
def tasks(caller: Caller, query: TasksQuery) -> Any:
    """Open tasks that name a day (`- [ ] Water the beans 2026-11-24`) up to the one asked for."""
    return DueTasks.of(tasks=overview.due_tasks(caller, query.until))
